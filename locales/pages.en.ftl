## The reader's pages

web-about = about
web-about-button = About
web-about-digest = Payload digest
web-about-facts = What is known
web-about-file = File
web-about-head = Headers of the answer
web-about-job = Harvest
web-about-kind = Record
web-about-language = Language
web-about-length = Stored
web-about-no-head = The record has no HTTP headers.
web-about-offset = Offset
web-about-open = Open the page
web-about-raw = As it was sent
web-about-record = Record ID
web-about-revisit = Same content as
web-about-status = Status
web-about-title = Capture of
web-about-type = Media type
web-address = Address
web-after = Next capture
web-answer = Answer
web-as-table = The same as a table
web-before = Previous capture
web-blocked-about = Captured on { $time } UTC, type { $mime }; rule { $rule }.
web-blocked-by-court = A court has ordered it.
web-blocked-by-owner = The owner of the page has asked for it.
web-blocked-by-person = A person who is named on the page has asked for it.
web-blocked-embargo = This page may be shown from { $day }.
web-blocked-embargo-open = This page may not be shown yet.
web-blocked-kept = The archive keeps its bytes unchanged.
web-blocked-reading-room = You can read this page only in the reading room.
web-blocked-rights = This page is for certain readers only.
web-blocked-takedown = This page is not shown.
web-box = Words, or an address
web-calendar-alive = Last alive
web-calendar-changes = { $n ->
    [0] Its content did not change.
    [one] Its content changed { $times }.
   *[other] Its content changed { $times }.
}
web-calendar-cut = There are more captures than are counted here. The list for programs has all of them.
web-calendar-days = Days of the year
web-calendar-digest = Changed: the digest of the content is another one than in the capture before.
web-calendar-errors = Since { $day } the server has answered { $status }.
web-calendar-first = First
web-calendar-more = There are more captures on this day. The list for programs has all of them.
web-calendar-of = Captures of
web-calendar-once = Captured once, on { $day }.
web-calendar-sentence = Captured { $times } { $days }, from { $first } to { $last }.
web-calendar-years = { $n ->
    [one] One year, day by day
   *[other] { $shown } years, day by day
}
web-captured-at = Captured on { $time }
web-captures = Captures
web-change-blocked = not shown
web-change-changed = changed
web-change-error = error
web-change-first = first
web-change-same = same
web-change-unknown = not known
web-changes = Changes
web-cite = How to cite it
web-cite-button = Cite
web-cite-words = “{ $title }”, { $url }. Captured on { $time }. Archived copy:
web-colours = Colours:
web-colours-dark = dark
web-colours-light = light
web-colours-system = as the system
web-compare = Compare
web-compare-added = { $n ->
    [one] { $shown } word added
   *[other] { $shown } words added
}
web-compare-back = Step back
web-compare-cut = The texts are long; only their beginnings are compared.
web-compare-differ = { $n ->
    [one] { $different } of { $all } paragraph differs.
   *[other] { $different } of { $all } paragraphs differ.
}
web-compare-folded = { $n ->
    [one] Show { $shown } paragraph that did not change
   *[other] Show { $shown } paragraphs that did not change
}
web-compare-how = The address names two captures: /compare?a=20200101000000/http://example.org/&b=20210101000000/http://example.org/
web-compare-kept = { $n ->
    [one] { $shown } word the same
   *[other] { $shown } words the same
}
web-compare-keys = Next difference n, previous p
web-compare-later = { $time } later
web-compare-link = compare
web-compare-no-text = It has no text (type { $mime }).
web-compare-not-archived = There is no such capture.
web-compare-on = Step on
web-compare-readable = Its text can be read; the other side has none.
web-compare-removed = { $n ->
    [one] { $shown } word removed
   *[other] { $shown } words removed
}
web-compare-same = Both have the same text.
web-compare-seen = As seen
web-compare-text = Text
web-compare-title = Two captures compared
web-compare-views = Ways to compare
web-compare-what = Compared is the visible text, paragraph by paragraph, then word by word.
web-compare-which = Which two captures?
web-content = Content
web-fault = Something went wrong here.
web-fault-number = In the log of the server it has the number { $number }.
web-fault-why = Nothing in the archive is lost or changed.
web-first = First
web-for-programs = For programs:
web-harvest = Harvest
web-home-captures = { $captures }.
web-home-empty = Nothing is kept yet. Begin with a harvest, or add WARC files:
web-home-hint = An address opens its calendar; with a star at its end, the list of all that begin so.
web-home-holds = { $captures } { $hosts }: { $size }.
web-home-in-barn = In the archive
web-home-no-figures = The archive is open for reading.
web-home-span = The oldest dates from { $first }, the newest from { $last }.
web-home-title = Web archive
web-home-try = For example
web-home-unknown = The catalogue cannot be read at the moment.
web-home-years = Captures by year
web-last = Last
web-legend-blocked = not shown to everybody
web-legend-captured = captured, taller: more often
web-legend-changed = content changed
web-legend-changed-tip = content changed (tip)
web-legend-error = only an error was captured
web-legend-more = 7 and more captures that day
web-list-continued = The list goes on from the page before.
web-list-empty = No address that begins so has captures.
web-list-next = More addresses
web-list-of = Addresses that begin with
web-look-up = Captures of { $url }
web-millions = M
web-month-1 = January
web-month-10 = October
web-month-11 = November
web-month-12 = December
web-month-2 = February
web-month-3 = March
web-month-4 = April
web-month-5 = May
web-month-6 = June
web-month-7 = July
web-month-8 = August
web-month-9 = September
web-n-captures = { $n ->
    [one] { $shown } capture
   *[other] { $shown } captures
}
web-n-times = { $n ->
    [one] once
   *[other] { $shown } times
}
web-nav = Main
web-nav-captures = Captures
web-near = What is near
web-near-host = All addresses of this host
web-near-live = On the live web:
web-near-none = The archive has no capture of this host.
web-no-address = This is not an address.
web-no-address-why = An address has a host: www.example.org/page.
web-no-capture = Not archived.
web-no-capture-lead = The archive has no capture of this address.
web-no-capture-why = The archive has no capture of { $url }.
web-no-page = There is no such page.
web-no-page-why = Nothing is served at { $path }.
web-on-n-days = { $n ->
    [one] on one day
   *[other] on { $shown } days
}
web-on-n-hosts = { $n ->
    [one] on { $shown } host
   *[other] on { $shown } hosts
}
web-open = Open
web-outcome = Outcome
web-outcome-archived = archived
web-outcome-failed = failed
web-outcome-not-due = was not due yet
web-outcome-not-national = not part of the national web
web-outcome-out-of-scope = out of scope
web-outcome-over-budget = over the budget of its host
web-outcome-retried = will be tried again
web-outcome-robots-excluded = robots.txt forbids it
web-outcome-robots-unreachable = robots.txt could not be fetched
web-outcome-trap = taken for a trap
web-outcome-unfetchable = cannot be fetched
web-reason = Rule or reason
web-refused-answer = Answer of the server
web-refused-captured = Captured
web-refused-court-lead = A court has ordered that it is not shown.
web-refused-embargo = This page may be shown from { $day }.
web-refused-embargo-lead = It can be read here when its embargo ends.
web-refused-embargo-open = This page may not be shown yet.
web-refused-facts = What may be said about it
web-refused-kept = The archive keeps it whole and unchanged.
web-refused-left = { $time } left
web-refused-others = Other captures of this address
web-refused-owner-lead = The owner of the page has asked that it is not shown.
web-refused-person-lead = A person who is named on the page has asked that it is not shown.
web-refused-reading-room = You can read this page only in the reading room.
web-refused-reading-room-lead = By law or contract it may be shown only on computers of the reading room.
web-refused-rights = This page is for certain readers only.
web-refused-rights-lead = A rule of the archive names the readers that may see it.
web-refused-rule = Why it is not shown
web-refused-rule-name = rule { $rule } of this archive
web-refused-takedown = This page is not shown.
web-refused-until = Until
web-refused-ways = What you can do
web-shell-bare = Without this bar
web-shell-calendar = Calendar
web-shell-copy = archived copy of
web-shell-earlier = You asked for { $asked }. The nearest capture is { $apart } earlier.
web-shell-frame = Archived page
web-shell-later = You asked for { $asked }. The nearest capture is { $apart } later.
web-shell-steps = Other captures
web-shell-tools = About this capture
web-skip = Skip to content
web-skip-frame = Skip to the archived page
web-thousands = k
web-time = Time
web-times-utc = times in UTC
web-to-calendar = All captures of this address
web-to-home = Home
web-to-live = On the live web: { $url }
web-type = Type
web-unit-days = { $n ->
    [one] { $shown }{ "\u00A0" }day
   *[other] { $shown }{ "\u00A0" }days
}
web-unit-months = { $n ->
    [one] { $shown }{ "\u00A0" }month
   *[other] { $shown }{ "\u00A0" }months
}
web-unit-years = { $n ->
    [one] { $shown }{ "\u00A0" }year
   *[other] { $shown }{ "\u00A0" }years
}
web-unusable = The capture cannot be shown.
web-unusable-self-redirect = It is a redirect to itself.
web-unusable-unreadable = Its record cannot be read. The bytes in the archive's files are not touched; stodola archive check tells more.
web-way-embargo = Come back when the embargo has ended: the address stays the same.
web-way-mistake = If you think this is a mistake, write to those who run this archive, with the number of the rule.
web-way-others = Look at other captures of the address; the rule may be for some of them only.
web-way-reading-room = Come to the reading room: the same address works there.
web-way-rights = Ask those who run this archive for the right to read it.
web-way-takedown = Researchers can ask those who run this archive.
web-weekday-0 = Monday
web-weekday-1 = Tuesday
web-weekday-2 = Wednesday
web-weekday-3 = Thursday
web-weekday-4 = Friday
web-weekday-5 = Saturday
web-weekday-6 = Sunday
web-weekdays = M T W T F S S
web-why = What harvests did with it
web-year = Year

## Signing in, people, the API

web-nav-account = Sign in, account
web-sign-in = Sign in
web-sign-out = Sign out
web-account = Your account
web-signed-in = You are signed in as { $name }. { $role }
web-role-reader = You may read the archive.
web-role-curator = You may read the archive and decide what may be seen.
web-role-operator = You may read the archive, decide what may be seen, and run harvests.
web-role-admin = You may do everything, and decide who else may do what.
web-name = Name
web-password = Password
web-password-new = New password
web-password-help = { $n ->
    [one] At least { $shown } character. A sentence is better than a word with digits.
   *[other] At least { $shown } characters. A sentence is better than a word with digits.
}
web-sign-in-wrong = Name or password are wrong.
web-sign-in-locked = { $n ->
    [one] Too many attempts failed. Try again in { $shown } minute.
   *[other] Too many attempts failed. Try again in { $shown } minutes.
}
web-start = Welcome
web-start-admin = You are the first one here. Choose a name and a password: you will decide who else may do what.
web-start-password = Choose a password for { $name }.
web-start-button = Begin
web-start-gone = This link cannot be used.
web-start-gone-why = Links can be used once, within three days. An administrator can make a new one; on the server, the command is stodola people link.
web-api-bad-request = The request cannot be understood.
web-api-not-signed-in = This is for people who are signed in, and for programs with a token.
web-api-no-right = You may not do this.
web-api-forged = The request does not come from a page of ours.
web-api-not-found = There is no such thing.
web-api-conflict = This cannot be done now.
web-api-changed = It was changed by somebody else meanwhile.
web-api-too-large = The request is too large.
web-api-invalid = Something in the request is not right.
web-api-too-many = Too many requests. Try again later.
web-api-fault = Something went wrong on our side.
web-api-bad-token = This token is not known, or not good any more.
web-api-unavailable = This cannot be answered now. Try again later.
