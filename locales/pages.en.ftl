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
web-collection-empty = No capture belongs to this collection.
web-collection-jobs = Harvests
web-collection-places = Addresses
web-collection-time = Captured
web-collection-types = Media types
web-collection-what = What belongs to it
web-collections = Collections
web-collections-unreadable = The definitions of the collections cannot be read at the moment.
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
web-compare-earlier = Earlier
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
web-compare-later-one = Later
web-compare-links = Links
web-compare-no-text = It has no text (type { $mime }).
web-compare-not-archived = There is no such capture.
web-compare-on = Step on
web-compare-parts = Parts
web-compare-readable = Its text can be read; the other side has none.
web-compare-removed = { $n ->
    [one] { $shown } word removed
   *[other] { $shown } words removed
}
web-compare-same = Both have the same text.
web-compare-seen = As seen
web-compare-source = Source
web-compare-text = Text
web-compare-title = Two captures compared
web-compare-views = Ways to compare
web-compare-what-links = Compared are the addresses of links to other pages, in alphabetical order.
web-compare-what-parts = Compared are the addresses of pictures, style sheets, scripts and other parts that the page names, each with the digest of its nearest capture.
web-compare-what-seen = Both pages as they are replayed.
web-compare-what-source = Compared is the source, line by line, then word by word.
web-compare-what-text = Compared is the visible text, paragraph by paragraph, then word by word.
web-compare-which = Which two captures?
web-content = Content
web-fault = Something went wrong here.
web-fault-number = In the log of the server it has the number { $number }.
web-fault-why = Nothing in the archive is lost or changed.
web-feed = feed of changes
web-feed-title = Changes of { $url }
web-first = First
web-for-programs = For programs:
web-harvest = Harvest
web-home-captures = { $captures }.
web-home-empty = Nothing is kept yet. Begin with a harvest, or add WARC files:
web-home-hint = An address opens its calendar; with a star at its end, the list of all that begin so. Words are searched for.
web-home-holds = { $captures } { $hosts }: { $size }.
web-home-in-barn = In the archive
web-home-no-figures = The archive is open for reading.
web-home-search = How to search
web-home-span = The oldest dates from { $first }, the newest from { $last }.
web-home-title = Web archive
web-home-try = For example
web-home-unknown = The catalogue cannot be read at the moment.
web-home-years = Captures by year
web-keys = Keys
web-keys-list = /: to the box · n, p: next and previous difference or capture · j, k: next and previous row · ?: this list.
web-keys-off = Switch them off
web-keys-on = Switch them on
web-kind-audio = Sound
web-kind-data = Data: XML, JSON, feeds
web-kind-html = Web pages
web-kind-image = Images
web-kind-office = Office documents
web-kind-other = Other files
web-kind-pdf = PDF
web-kind-text = Plain text
web-kind-video = Film
web-language-cs = Czech
web-language-de = German
web-language-en = English
web-language-es = Spanish
web-language-fr = French
web-language-hu = Hungarian
web-language-it = Italian
web-language-pl = Polish
web-language-ru = Russian
web-language-sk = Slovak
web-language-uk = Ukrainian
web-last = Last
web-legend-blocked = not shown to everybody
web-legend-captured = captured, taller: more often
web-legend-changed = content changed
web-legend-changed-tip = content changed (tip)
web-legend-error = only an error was captured
web-legend-more = 7 and more captures that day
web-licence = Licence
web-licence-lead = The page names this licence itself. Whether it covers everything on it, the archive cannot know.
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
web-n-changes = { $n ->
    [one] { $shown } change
   *[other] { $shown } changes
}
web-n-documents = { $n ->
    [one] { $shown } document
   *[other] { $shown } documents
}
web-n-times = { $n ->
    [one] once
   *[other] { $shown } times
}
web-nav = Main
web-nav-captures = Captures
web-nav-search = Search
web-near = What is near
web-near-host = All addresses of this host
web-near-live = On the live web:
web-near-none = The archive has no capture of this host.
web-near-search = Search for the words of this address
web-no-address = This is not an address.
web-no-address-why = An address has a host: www.example.org/page.
web-no-capture = Not archived.
web-no-capture-lead = The archive has no capture of this address.
web-no-capture-why = The archive has no capture of { $url }.
web-no-collection = There is no such collection.
web-no-collection-why = The archive has no collection “{ $name }”. Its first page lists those that are defined; each harvest is a collection as well.
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
web-outcome-left-out = left out by settings
web-outcome-not-national = not part of the national web
web-outcome-out-of-scope = out of scope
web-outcome-over-budget = over the budget of its host
web-outcome-retried = will be tried again
web-outcome-robots-excluded = robots.txt forbids it
web-outcome-robots-unreachable = robots.txt could not be fetched
web-outcome-trap = taken for a trap
web-outcome-unfetchable = cannot be fetched
web-part-font = font
web-part-frame = frame
web-part-image = image
web-part-kind = Kind
web-part-manifest = manifest
web-part-media = sound or film
web-part-missing = not archived
web-part-object = object
web-part-other = other
web-part-script = script
web-part-style = style sheet
web-parts = Parts of the page
web-parts-cut = The page has more parts than are listed here.
web-parts-kept = { $n ->
    [one] { $kept } of { $n } part kept
   *[other] { $kept } of { $n } parts kept
}
web-parts-missing = { $n ->
    [one] { $shown } part is missing.
   *[other] { $shown } parts are missing.
}
web-parts-others = { $n ->
    [one] { $shown } part is of another day.
   *[other] { $shown } parts are of other days.
}
web-parts-what = These are the parts that the page names itself. What its style sheets and scripts load is not among them.
web-parts-within = { $n ->
    [0] {""}
   *[other] , all within { $time }
}
web-reason = Rule or reason
web-refused-answer = Answer of the server
web-refused-captured = Captured
web-refused-court-lead = A court has ordered that it is not shown.
web-refused-embargo = This page may be shown from { $day }.
web-refused-embargo-lead = It can be read here when its embargo ends.
web-refused-embargo-open = This page may not be shown yet.
web-refused-facts = What may be said about it
web-refused-feed = Feed of changes, to be reminded
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
web-search = Search
web-search-all-forms = Search for other forms of the words too
web-search-at-least = At least { $documents }; there are too many to check the right to see each of them.
web-search-best = best first
web-search-busy = The search index is being made anew.
web-search-captured = captured { $years }
web-search-collection = Collection
web-search-documents = Documents
web-search-exact = Search for the words exactly as written
web-search-export = Export:
web-search-first = Back to the first page
web-search-forms = Other forms of the words too:
web-search-found = { $documents }
web-search-from = From year
web-search-go = Search
web-search-help = How to search
web-search-help-find = Finds
web-search-help-find-date = documents that were captured then
web-search-help-find-other = documents that this harvest captured; documents in this language; answers with this status
web-search-help-find-part = the word in the title, in headings, in tables, in the address
web-search-help-find-phrase = these words one behind another, just as written
web-search-help-find-prefix = all words that begin so
web-search-help-find-signs = one word must be there, the other must not
web-search-help-find-site = documents of this host and those below it
web-search-help-find-type = documents of this type: html, pdf, text, office, audio, video, data, other
web-search-help-find-words = both words, in any form, with diacritics or without
web-search-help-write = You write
web-search-help-write-date = date:2007..2009
web-search-help-write-other = job:news lang:cs status:404
web-search-help-write-part = title:prague  h1:prague  cell:prague  url:prague
web-search-help-write-phrase = "national library"
web-search-help-write-prefix = librar*
web-search-help-write-signs = +library -music
web-search-help-write-site = site:example.org
web-search-help-write-type = type:pdf
web-search-help-write-words = library prague
web-search-host = Host
web-search-images = Images
web-search-instead = Did you mean
web-search-many-exports = Too many files are being made at the moment. Try again in a minute.
web-search-misunderstood = { $reason }. The words were searched for all the same.
web-search-narrow = Narrow the results
web-search-near = Groups by words nearby:
web-search-newest = newest first
web-search-next = Next page
web-search-none = This archive has no search index.
web-search-none-way = Captures can be opened by their addresses all the same.
web-search-nothing = Nothing was found.
web-search-oldest = oldest first
web-search-order = Order:
web-search-pages = Pages of results
web-search-place = { $from }–{ $to }
web-search-place-of = { $from }–{ $to } of { $all }
web-search-relaxed = No document has all of these words. These have some of them.
web-search-remove = remove
web-search-set = Set
web-search-similar = { $n ->
    [one] and { $shown } like it
   *[other] and { $shown } like it
}
web-search-status = answer { $status }
web-search-to = To year
web-search-ways = What you can try
web-search-what = What is searched
web-search-when = When captured
web-search-wider = { $n ->
    [one] Search everything: { $shown } document
   *[other] Search everything: { $shown } documents
}
web-search-words = Words
web-search-years = Documents by year of capture
web-shell-bare = Without this bar
web-shell-calendar = Calendar
web-shell-copy = archived copy of
web-shell-alike = This is the capture of { $address }, an address that differs only in arguments that mean nothing.
web-shell-earlier = You asked for { $asked }. The nearest capture is { $apart } earlier.
web-shell-frame = Archived page
web-shell-later = You asked for { $asked }. The nearest capture is { $apart } later.
web-shell-same-page = There is no capture of this address. By the rules of this archive it is the same page as { $address }, which is shown.
web-shell-steps = Other captures
web-shell-tools = About this capture
web-skip = Skip to content
web-skip-frame = Skip to the archived page
web-text = Text
web-text-cut = The text is long; this is its beginning.
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
web-within = In the collection
web-within-all = the same in the whole archive
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

## Staff: harvests, rules, people, webhooks, one's own account

web-act = What was done
web-acts = Do
web-api-busy = Too many logs are being read at this moment. Try again in a few seconds.
web-api-wrong-method = This cannot be done with this address.
web-as-text = as a text file
web-audience = For whom
web-audience-help = Nothing for everybody; group:NAME, or address:RANGE.
web-audit = What people did
web-audit-none = Nobody has done anything yet.
web-detail = Detail
web-earlier = Earlier
web-evidence = Evidence
web-filter = Filter
web-found-on = Found on
web-groups = Groups
web-groups-help = Names with commas between them. Rules of access can be for a group.
web-host = Host
web-host-next = Next turn
web-host-not-running = the harvest does not run
web-host-why = Why not now
web-hosts-all = { $n ->
    [one] { $shown } host
   *[other] all { $shown } hosts
}
web-hosts-any = anything
web-hosts-by-log = The harvest does not run. These are the numbers of its log.
web-hosts-csv = All hosts as CSV
web-hosts-heading = Hosts, and what each is waiting for
web-hosts-none = No host has this in its name.
web-hosts-part = Part of a name
web-hosts-shown = { $n ->
    [one] { $part } of { $shown } host.
   *[other] { $part } of { $shown } hosts.
}
web-job = Harvest
web-job-add = Add the harvest
web-job-add-about = Whoever runs the harvests begins with it within ten seconds. Settings that name a file, a program or a proxy, or that relax the rules about addresses, can be set on the server only, in the job.toml of the harvest.
web-job-archived = Archived
web-job-checkpoint = Checkpoint
web-job-did-add = The harvest is ready to be run.
web-job-did-checkpoint = The state is on disk.
web-job-did-pause = The harvest is paused: it starts no new requests.
web-job-did-rescope = The scope was applied to the queue.
web-job-did-resume = The harvest goes on.
web-job-did-stop = The harvest ends as soon as the requests under way are done.
web-job-elapsed = This run
web-job-failures = Failed attempts
web-job-figures = In numbers
web-job-file = The same as a file
web-job-file-about = These are all settings, as they stand in job.toml. Whoever changes the scope in the file can apply it to the queue here.
web-job-finished = Finished
web-job-found = Found
web-job-hosts = Hosts
web-job-in-flight = In flight
web-job-is-finished = { $archived ->
    [one] It is finished: { $archived_shown } document is kept.
   *[other] It is finished: { $archived_shown } documents are kept.
}
web-job-is-interrupted = Its process ended unexpectedly; it can go on. Documents kept: { $archived_shown }; addresses waiting: { $waiting_shown }.
web-job-is-new = It has never run.
web-job-is-paused = It is paused. Documents kept: { $archived_shown }; addresses waiting: { $waiting_shown }.
web-job-is-running = It is at work. Documents kept: { $archived_shown }; addresses waiting: { $waiting_shown }.
web-job-is-stopped = It was stopped and can go on. Documents kept: { $archived_shown }; addresses waiting: { $waiting_shown }.
web-job-name-help = Letters, digits, dots and hyphens; it becomes the folder jobs/NAME. Nothing for the host of the first seed.
web-job-new = New harvest
web-job-now = Now
web-job-outcomes = Outcomes
web-job-pause = Pause
web-job-rate = Documents a second
web-job-rejected = Rejected links
web-job-reports = Reports
web-job-resume = Resume
web-job-round = Round
web-job-settings = Settings
web-job-size = Size
web-job-state-finished = finished
web-job-state-interrupted = interrupted
web-job-state-new = new
web-job-state-paused = paused
web-job-state-running = running
web-job-state-stopped = stopped
web-job-stop = Stop …
web-job-verdicts = Verdicts
web-job-waiting = Waiting
web-job-what = What to harvest
web-job-workers = { $n ->
    [one] of { $shown } worker
   *[other] of { $shown } workers
}
web-jobs = Harvests
web-jobs-none = There is no harvest yet. Begin with a new one.
web-jobs-running = { $n ->
    [one] { $shown } harvest is running.
   *[other] { $shown } harvests are running.
}
web-limit = Limit
web-limit-change = Change the limit
web-limit-help = For example 5000, 10GB, 2h or unlimited.
web-limit-value = New value
web-limits = Limits
web-limits-about = They hold at once, and for later runs. Addresses that were refused by the old limit keep that outcome.
web-link = Link for a password
web-link-about = With a link the person chooses a password. It can be used once, within three days; an earlier one cannot be used any more.
web-link-made = Give { $name } this link. It can be used once, until { $until }, and is not shown again.
web-link-make = Make a link
web-live = live,
web-live-loaded = as of loading
web-live-stale = no news for
web-made = Added
web-name-help = Up to 60 letters, digits and . _ - @
web-nav-access = Access
web-nav-jobs = Harvest
web-nav-own = Your account
web-nav-people = People
web-nav-webhooks = Webhooks
web-next = Next page
web-number = Number
web-outcome-address-refused = address of its host not allowed
web-outcome-never-seen = never seen
web-outcome-prerequisite = needed before others
web-outcome-rejected = rejected link
web-outcome-cut = not archived whole
web-outcome-waiting = waiting
web-outcomes-all = all
web-outcomes-none = No address has this outcome.
web-password-another = Another password
web-password-change = Change the password
web-password-changed = The password is changed. All other sessions have ended.
web-password-old = The password that holds now
web-people = People
web-people-count = { $n ->
    [one] { $shown } person may have rights here.
   *[other] { $shown } people may have rights here.
}
web-person-add = Add
web-person-changed = The rights are changed.
web-person-disabled = may not sign in
web-person-enabled = may sign in
web-person-may-not = May not sign in; tokens do not work
web-person-new = Somebody new
web-person-no-password = has no password yet
web-place = Address, host or domain
web-place-help = A whole address, a host, *.domain, or an address with * at its end.
web-points = Points
web-policy = What is decided
web-policy-allow = allow: it is shown
web-policy-block = block: it is listed, but not shown
web-policy-hide = hide: as if it were not there
web-previous = Previous page
web-profile-national = National: pages of a nation wherever they are
web-profile-site = Sites: everything under the seeds
web-rate-documents = Documents a second
web-rate-megabytes = Megabytes a second
web-rate-now = last 90 minutes: now { $now }, mean { $mean }
web-rate-then = 90 minutes until { $until } UTC: at the end { $now }, mean { $mean }
web-rates = How fast it is
web-rates-none = There are no figures of its speed yet: the first ones come after 20 seconds.
web-rates-table = The same as a table, times in UTC
web-rates-until = Ten minutes until
web-reason-help = It is kept in the log.
web-recent = Last outcomes
web-recent-all = All outcomes
web-remove = Remove
web-reports-about = They are counted now from the log of the harvest.
web-rescope = Apply the scope to the queue
web-rights = Rights
web-role = Role
web-role-help = reader: reads; curator: rules of access too; operator: harvests too; admin: people too.
web-rule-add = Add the rule
web-rule-new = New rule
web-rules = Rules of access
web-rules-count = { $n ->
    [one] { $shown } rule decides what may be seen.
   *[other] { $shown } rules decide what may be seen.
}
web-rules-log = Changes
web-rules-log-none = Nothing was ever changed.
web-rules-none = There are no rules: everything may be shown.
web-save = Save
web-scope-events = events: be told what happens
web-scope-jobs = jobs: see and steer harvests
web-scope-people = people: add and change people, webhooks
web-scope-projects = projects: use your projects
web-scope-read = read: captures and CDX
web-scope-requests = requests: ask for work and get results
web-scope-rules = rules: rules of access
web-seeds = Seeds
web-seeds-add = Add the seeds
web-seeds-help = One address a line. Harvesting begins there.
web-share = Share
web-state = State
web-statuses = Answers by status
web-stop-ask = Stop “{ $name }”?
web-stop-button = Stop
web-stop-heading = Stop the run
web-stop-instead = Only a break?
web-stop-instead-about = A paused harvest goes on at any time.
web-stop-lost = { $n ->
    [one] Nothing that was archived is lost. { $shown } address is waiting; the harvest goes on with it when it is run again.
   *[other] Nothing that was archived is lost. { $shown } addresses are waiting; the harvest goes on with them when it is run again.
}
web-stop-name = Write the name of the harvest
web-stop-name-help = So that nobody stops the wrong one.
web-stop-record = It is put on record who stopped it, and when.
web-stop-wrong-name = This is not the name of the harvest. Nothing was stopped.
web-subject = To whom or what
web-tally-counting = The log is long and is being counted. Reload the page in a while.
web-tally-none = No address has an outcome yet.
web-tally-sentence = { $n ->
    [one] { $shown } address has an outcome, { $share } archived.
   *[other] { $shown } addresses have an outcome, { $share } of them archived.
}
web-token-add = Make a token
web-token-ends = Until
web-token-ends-help = A date; nothing for ever.
web-token-made = This is your new token. Copy it now: it is not shown again.
web-token-name = What you call it
web-token-name-help = For example the name of the program that uses it.
web-token-removed = The token is removed. Programs that used it are refused.
web-token-scopes = May
web-token-seen = Last used
web-tokens = Tokens for programs
web-tokens-about = A program with a token does what you may do, as far as the token allows it.
web-tokens-none = You have no tokens.
web-trouble-follows = What follows
web-trouble-kinds = Troubles by kind
web-trouble-last-host = Last on
web-trouble-what = What happened
web-troubles = Trouble, newest first
web-troubles-new = { $n ->
    [one] { $shown } new trouble: show it
   *[other] { $shown } new troubles: show them
}
web-troubles-none = There was no trouble.
web-types = Types
web-types-other = others
web-undo = Take the latest change back
web-until = Until
web-until-help = The rule holds until then; nothing for ever.
web-verdict = Verdict
web-verdict-belongs = It belongs to the nation: probability { $probability }, { $points } points, language { $language }.
web-verdict-by-points = Points decide: { $minimum } are needed (pack { $pack }).
web-verdict-by-probability = Probability decides: { $threshold } is needed (pack { $pack }).
web-verdict-by-rule = Rule of the pack decides (pack { $pack }).
web-verdict-captured = The text of the capture of { $time }.
web-verdict-criteria = Criteria
web-verdict-criterion = Criterion
web-verdict-cut = There is more text than is shown here.
web-verdict-followed = What became of the address
web-verdict-foreign = It does not belong to the nation: probability { $probability }, { $points } points, language { $language }.
web-verdict-found = Found / of the nation
web-verdict-key-against = against
web-verdict-key-contacts = mail, phone
web-verdict-key-links = link, server
web-verdict-key-places = place
web-verdict-key-words = word of this language
web-verdict-missing = { $n ->
    [one] { $shown } piece of evidence is not in this text: the page has changed since, or the text is cut.
   *[other] { $shown } pieces of evidence are not in this text: the page has changed since, or the text is cut.
}
web-verdict-no = no
web-verdict-no-text = There is no text to mark: the page is not archived, or its captures are hidden from you.
web-verdict-scale = Probability
web-verdict-see = See the page
web-verdict-sum = Sum
web-verdict-text = The text, with what was found in it
web-verdict-then = What followed
web-verdict-yes = yes
web-verdicts-about = What a national harvest said about pages, and by which evidence.
web-verdicts-all = all
web-verdicts-no = only pages that do not belong
web-verdicts-none = There are no verdicts.
web-verdicts-yes = only pages that belong
web-wait-closed = closed: a limit or a decision
web-wait-complaint = it answered 429 or 503
web-wait-failures = it could not be reached
web-wait-in-flight = a request is under way
web-wait-nothing = nothing is in its queue
web-wait-pause = its usual pause
web-wait-turn = a free worker
web-webhook-add = Add the webhook
web-webhook-all = all
web-webhook-error = Last error
web-webhook-kinds = Events
web-webhook-kinds-help = Kinds with spaces between them; nothing for all.
web-webhook-made = This is the key that messages are signed with. Copy it now: it is not shown again.
web-webhook-new = New webhook
web-webhook-parked = parked since { $since }
web-webhook-resume = Resume
web-webhook-tries = { $n ->
    [one] { $shown } attempt failed
   *[other] { $shown } attempts failed
}
web-webhook-well = at work
web-webhooks = Webhooks
web-webhooks-about = Programs that are told what happens, signed and in order.
web-webhooks-none = No program is told of events.
web-who = Who
web-why-accepts = accepts
web-why-alike = Other addresses with this outcome
web-why-ask = What became of an address
web-why-attempts = Attempts and links
web-why-button = Ask why
web-why-captures = Captures of the address
web-why-command = On the command line:
web-why-decides = this rule decides
web-why-does = What it does
web-why-last = Decision
web-why-line = line { $n }
web-why-next = If you wanted it
web-why-no-match = does not match
web-why-nothing-next = There is nothing that would have to be changed.
web-why-others = Other harvests
web-why-rejects = rejects
web-why-robots-of = robots.txt as it was captured on { $day }.
web-why-rule = The rule
web-why-said = Said
web-why-scope = Rules of scope, in order: the last that matches decides
web-why-settings = Settings of the harvest
web-why-settings-of = job.toml, as it is now.
web-why-verdict = The verdict with its evidence
web-why-way = The way to it
web-why-which = Which address
web-your-groups = You belong to: { $groups }.
web-archive = The archive
web-archive-about = All captures, also those that may not be shown.
web-archive-by = By
web-archive-hosts = By host
web-archive-jobs = By harvest
web-archive-nothing = Nothing is kept yet.
web-archive-statuses = By answer
web-archive-types = By type
web-archive-years = By year
web-follower = What
web-follower-behind = behind
web-follower-done = up to date
web-follower-files = Files read
web-follower-lag = Left to read
web-followers = What is derived from captures
web-followers-about = It can be made again from the files at any time: stodola archive rebuild.
web-nav-archive = Archive

## Rules of access

web-captured-from = Captured from
web-captured-help = A year, month or day; nothing for any time.
web-captured-to = Captured until
web-cause = Why it is blocked
web-cause-court = a court has ordered it
web-cause-embargo = it may be shown later
web-cause-help = Readers are told this; it matters only for rules that block.
web-cause-owner = the owner has asked for it
web-cause-person = a person who is named has asked for it
web-cause-reading-room = only in the reading room
web-cause-rights = for certain people only
web-conditions = Conditions
web-everybody = everybody
web-media-type = Media type
web-media-type-help = Only captures of this type; nothing for all.
web-message = What readers are told
web-message-help = In addition to the reason. It is shown to everybody.
web-valid-from = Valid from
web-younger = Younger than
web-younger-help = Only captures younger than this: 1y, 6m, 10d.

## Tour of the demonstration

web-tour = A tour of this archive
web-tour-about = This archive was made a moment ago: the program served a small web of its own in ten languages, harvested it, and kept the pages that belong to the Czech web, with everything they need. Nothing of it exists elsewhere. Try in this order:
web-tour-addresses = All addresses of that site
web-tour-calendar = The calendar of a page: when it was captured, and when it changed
web-tour-jobs = The harvest, its hosts, outcomes and reports (sign in first)
web-tour-replay = The same page as it was, below a banner; follow its links
web-tour-search = Search for “{ $words }”: pages with other forms of the word are found too
web-tour-why = Why another page was not archived (sign in first: the terminal shows a link)

## Requests

web-requests = Requests
web-requests-about = Analyses that take longer than a moment stand in line here. Close the page; the result waits for you.
web-requests-all = All
web-requests-mine = Mine
web-requests-favourites = Favourites
web-requests-refreshed = Refreshed by themselves
web-requests-lines = Lines of work
web-requests-list = In line, and done
web-requests-none = You have asked for nothing yet.
web-requests-no-favourites = You have no favourites. A request can be given a name on its page.
web-requests-waiting = { $n ->
    [0] none waiting
   *[other] { $shown } waiting
}
web-requests-limits = Each line works beside the others. You may have { $limit ->
    [one] { $limit } request
   *[other] { $limit } requests
} waiting; you have { $waiting }. Results nobody opens are refreshed less and less often, and removed after a while.
web-request = Request
web-request-new = New request
web-request-which = What is to be done?
web-request-packages = Kinds of work
web-request-send = Ask
web-request-share = Show it to people with the same rights
web-request-refreshed = Refresh the result
web-refresh-never = only when asked
web-refresh-idle = when nothing else waits
web-refresh-daily = every day
web-refresh-weekly = every week
web-refresh-monthly = every month
web-request-running = running
web-request-waiting = waiting
web-request-done = done
web-request-failed = failed
web-request-cancelled = cancelled
web-request-progress = Progress
web-request-place = { $n ->
    [1] first in its line
    [2] second in its line
    [3] third in its line
   *[other] number { $shown } in its line
}
web-request-left = Ready in
web-request-for = For
web-request-you = you
web-request-result = Result
web-request-old = { $age } old
web-request-when-idle = refreshed when nothing else waits
web-request-every = refreshed every { $every }
web-request-stop = Stop
web-request-drop = Drop
web-request-sooner = Sooner
web-request-refresh = Refresh
web-request-again = Again
web-request-ask = Ask
web-request-question = Question
web-request-log = Log
web-request-line = What happened
web-request-favourite = Ask it again some day
web-request-keep = Keep as a favourite
web-package-version = Version { $version }.
web-package-keepers = Looked after by: { $names }.
web-request-save-to = File that a site includes, below the folder in work.toml
web-request-saved-to = A site includes it as { $file }.
web-request-rename = Rename
web-request-new-name = New name
web-request-facts = The whole
web-request-value = Value
web-request-first-rows = { $n ->
    [one] Only the first row is shown here; the file has all.
   *[other] Only the first { $shown } rows are shown here; the file has all.
}
web-column-uri = Address
web-column-title = Title
web-column-kind = Kind
web-column-type = Type
web-column-lang = Language
web-column-size = Bytes
web-column-rank = Rank
web-column-in-links = Links to it
web-column-depth = Clicks from home
web-column-below = Documents below
web-column-time = Time
web-column-target = Target
web-column-outcome = What is wrong
web-column-status = Status
web-column-dead = Dead
web-column-links = Links
web-column-hint = Hint
web-column-pages = Pages
web-column-word = Word
web-column-relevance = Relevance
web-column-documents = Documents
web-column-parent = Below
web-column-words = Words
web-column-total = Documents found
web-column-is-relaxed = Near to some of the words only
web-column-count = Pages, hosts or domains
web-column-dangling = Without links
web-column-is-sampled = From a sample
web-column-left-out = Left out
web-column-dead-links = Dead links
web-column-dead-targets = Dead targets
web-column-depths = Documents by clicks
web-column-kinds = Kinds
web-column-unreached = Not reached by clicks
web-column-host = Site
web-column-home = Home page
web-column-newest = Newest capture
web-column-files = Files
web-column-bytes = Bytes
web-column-links-inside = Links inside
web-column-links-out = Links to other hosts
web-column-hosts-out = Hosts that it links to
web-column-languages = Languages
web-column-from-hosts = Hosts that link here
web-column-to-hosts = Linked hosts
web-column-bad = Not as they should be
web-column-missing = Missing
web-column-bad-files = Files that are not as they should be
web-column-only = What was built
web-column-files-with-problems = Files with problems
web-column-requests = Requests removed
web-column-leftovers = Leftovers removed
web-package-map = Maps of sites
web-package-rank = Ranks of pages
web-package-near = Near words
web-package-export = Exports
web-package-harvest = Harvests
web-package-index = Indexes
web-package-fixity = Checks of files
web-package-clean-up = Clean-up
web-package-idle-now = idle, { $most } allowed
web-package-at-work = { $running } of { $most } at work
web-question-site = Site: a host, *.DOMAIN, or the beginning of an address with * at its end
web-question-collection = Collection, instead of a site
web-question-date = As it was at (4 to 14 digits)
web-question-view = What of it: survey (numbers and all documents), tree (by clicks), dead (links that lead nowhere)
web-question-home = Home page of the tree
web-question-depth = Tree at most so many clicks deep
web-question-nodes = What is ranked
web-question-measure = How importance is measured
web-question-scale = Ranks with the mean 1, or with the sum 1
web-question-limit = At most so many rows
web-question-words = Words
web-question-lang = Language, such as cs
web-question-distance = Greatest distance in words
web-question-documents = Read at most so many documents
web-question-template = Template, for the format template
web-question-prefix = Address, or its beginning
web-question-job = Harvest
web-question-from = Not before (4 to 14 digits)
web-question-to = Not after (4 to 14 digits)
web-question-as-of = As it was at (4 to 14 digits)
web-question-format = Format
web-question-title = Title
web-question-again = Begin another round, whether one is due or not
web-question-only = Which: catalogue, payloads, licences, search, map
web-question-older-than-days = Only files not checked for so many days
web-question-max-minutes = At most so many minutes
web-stage-selecting = selecting captures
web-stage-records = copying records
web-stage-files = reading files
web-stage-map = reading the map
web-stage-rank = ranking
web-stage-near = reading documents
## Maps of sites

web-map-address = Address
web-map-addresses = { $n ->
    [one] { $shown } address
   *[other] { $shown } addresses
}
web-map-after = Next
web-map-alive = Last alive
web-map-all-dead = { $n ->
    [one] { $shown } address
   *[other] All { $shown } addresses
}
web-map-as-of = As of { $date }. The newest capture is of { $time }.
web-map-before = Previous
web-map-below = { $n ->
    [one] { $shown } document
   *[other] { $shown } documents
}
web-map-canonical = Own address
web-map-canonical-own = itself
web-map-catalogue = Catalogue by key words
web-map-catalogue-about = The newest pages of the site in groups. A group is named by a word that stands out in its pages; other words that many of them have stand below it.
web-map-catalogue-all = All groups
web-map-catalogue-csv = { $n ->
    [one] { $shown } page as CSV
   *[other] { $shown } pages as CSV
}
web-map-catalogue-languages = All languages
web-map-catalogue-no-group = There is no such group now. Groups follow from the pages that are archived.
web-map-catalogue-no-index = Groups come from the search index, and this archive has none yet. One command makes it:
web-map-catalogue-none = The search index has no page of this site that may be shown to you.
web-map-catalogue-others = Other pages
web-map-catalogue-read = { $n ->
    [one] { $shown } page of { $total } was read.
   *[other] { $shown } pages of { $total } were read.
}
web-map-catalogue-tab = Catalogue
web-map-clicks = Clicks
web-map-clicks-away = { $n ->
    [one] { $shown } click
   *[other] { $shown } clicks
}
web-map-clicks-chart = Clicks from the home page
web-map-complete = Completeness
web-map-complete-all = All are archived.
web-map-complete-all-pages = All pages that lack parts
web-map-complete-caption = Pages with missing parts, those that lack most first
web-map-complete-csv = { $n ->
    [one] { $shown } page as CSV
   *[other] { $shown } pages as CSV
}
web-map-complete-lack = { $n ->
    [one] { $shown } is missing: the site is complete to { $score } %.
   *[other] { $shown } are missing: the site is complete to { $score } %.
}
web-map-complete-missing = Missing
web-map-complete-needed = The pages of the site ({ $shown }) need { $n ->
    [one] { $parts } part
   *[other] { $parts } parts
}: style sheets, pictures, scripts and frames, counted once for each page that needs them.
web-map-complete-no-parts = No page of the site needs style sheets, pictures, scripts or frames, so nothing can be missing.
web-map-complete-of = { $there } of { $needed }
web-map-complete-often = Parts that most pages lack
web-map-complete-pages = Pages
web-map-complete-part = Part
web-map-complete-parts = Parts that the page lacks
web-map-complete-score = Complete
web-map-complete-some = { $n ->
    [one] { $shown } part is missing
   *[other] { $shown } parts are missing
}
web-map-complete-why = Why
web-map-copy = copy
web-map-copy-head = Archive
web-map-count-pages = { $n ->
    [one] { $shown } page
   *[other] { $shown } pages
}
web-map-dangling = { $n ->
    [one] { $n } document links to no other of the site; its rank is shared among all.
   *[other] { $n } documents link to no other of the site; their ranks are shared among all.
}
web-map-date = The site as of
web-map-date-show = Show
web-map-dead = Dead links
web-map-dead-caption = Addresses that do not answer, most linked first
web-map-dead-csv = { $n ->
    [one] { $shown } link as CSV
   *[other] All { $shown } as CSV
}
web-map-deepest = Deepest page
web-map-description = Description
web-map-export = Export:
web-map-far = Important, but far from the home page, or not reachable from it: a link from a higher page would help readers.
web-map-farm = { $n ->
    [one] { $sources } host links to { $name }; { $captives } of them links to nothing else.
   *[other] { $sources } hosts link to { $name }; { $captives } of them link to nothing else.
} Among hosts, its rank may come from a link farm. Ranks of its pages come from links within the site only.
web-map-fault-double-content = content as on other pages
web-map-fault-double-description = description as on other pages
web-map-fault-double-h1 = h1 as on other pages
web-map-fault-double-title = title as on other pages
web-map-fault-no-description = no description
web-map-fault-no-h1 = no h1
web-map-fault-no-title = no title
web-map-fault-other-canonical = names another address as its own
web-map-fault-several-h1 = several h1
web-map-faults = Missing or doubled
web-map-feed = Changes of
web-map-feed-short = Feed of changes
web-map-files = Files
web-map-folders = Folders
web-map-folders-about = What the addresses say, whatever links there are. Each folder has the documents in it and in the folders within it.
web-map-folders-all = All folders
web-map-folders-columns = Behind each folder: number of documents directly in it, size with all folders within it, and the share of the size of the site. The name leads to all captures.
web-map-folders-csv = { $n ->
    [one] { $shown } folder as CSV
   *[other] { $shown } folders as CSV
}
web-map-folders-heading = Tree of folders
web-map-from-hosts = Hosts that link here
web-map-from-links = { $n ->
    [one] { $shown } link
   *[other] { $shown } links
}
web-map-h1 = Heading (h1)
web-map-half-within = { $n ->
    [one] half within { $shown } click
   *[other] half within { $shown } clicks
}
web-map-has-pages = { $n ->
    [one] The map has { $shown } page of this site.
   *[other] The map has { $shown } pages of this site.
}
web-map-home = home
web-map-host = Host
web-map-hosts = Links between hosts
web-map-icon-data = data
web-map-icon-feed = feed
web-map-icon-folder = has documents below
web-map-icon-image = image
web-map-icon-page = page
web-map-icon-pdf = PDF
web-map-in-all = all contents { $size }
web-map-instead = use { $uri }
web-map-kind = Kind
web-map-kinds = Kinds of documents
web-map-language = Language
web-map-languages = Languages of pages
web-map-left-out = { $n ->
    [one] { $shown } document is not listed: the site is too large.
   *[other] { $shown } documents are not listed: the site is too large.
}
web-map-linked-from = Linked from
web-map-links = Links
web-map-links-in = Links in
web-map-links-inside = Links inside
web-map-links-out = Links out
web-map-more = { $n ->
    [one] { $shown } more
   *[other] { $shown } more
}
web-map-neighbours = Neighbours
web-map-neighbours-told = Links from other hosts: { $from }. Links to other hosts: { $to }.
web-map-neighbours-what = links from and to other hosts
web-map-never-kept = never kept
web-map-newest = Each page as its newest capture has it. The newest of all is of { $time }.
web-map-no-folders = No document of the site has a content.
web-map-no-hosts = There are none.
web-map-no-tree = There is no page to begin with.
web-map-none-dead = No link is dead.
web-map-not-known = not known
web-map-number = Number
web-map-of = Map of
web-map-open-all = { $n ->
    [one] Open the tree with { $shown } document
   *[other] Open the tree with all { $shown } documents
}
web-map-others = { $n ->
    [one] { $shown } other
   *[other] { $shown } others
}
web-map-overview = Overview
web-map-page = Page
web-map-pages = Pages
web-map-pages-by-links = Pages by the documents of the site that they link to
web-map-pages-by-links-to = Pages by the documents of the site that link to them
web-map-rank = Rank
web-map-rank-bar = Rank as a bar
web-map-rank-how = PageRank, d = 0.85, the mean is 1
web-map-ranked = Most important pages
web-map-rows-left-out = { $n ->
    [one] { $shown } row is not shown: the site is too large. The CSV file has it.
   *[other] { $shown } rows are not shown: the site is too large. The CSV file has them.
}
web-map-says = Says
web-map-share-bar = Share as a bar
web-map-sheet = Pages with titles, headings and descriptions
web-map-sheet-caption = Pages with what is missing or doubled
web-map-sheet-csv = { $n ->
    [one] { $shown } page as CSV
   *[other] { $shown } pages as CSV
}
web-map-sheet-faulty = { $n ->
    [one] Something is missing or doubled on { $shown } page.
   *[other] Something is missing or doubled on { $shown } pages.
}
web-map-sheet-none = There is no such page.
web-map-sheet-sound = Nothing is missing or doubled on any page.
web-map-sheet-tab = Pages
web-map-size = Size
web-map-snippet = For the page “not found” of the site
web-map-snippet-about = Put this into the page that the site shows when an address does not exist. It lists pages with similar addresses and titles. Nothing about the reader is sent but the address that was not found.
web-map-some-dead = { $n ->
    [one] { $shown } link is dead.
   *[other] { $shown } links are dead.
}
web-map-some-unreached = { $n ->
    [one] No links lead to { $shown } document.
   *[other] No links lead to { $shown } documents.
}
web-map-state = State
web-map-state-archived = has a content
web-map-state-error = error of the server or the request
web-map-state-forbidden = forbidden (401, 403)
web-map-state-not-found = not found (404, 410)
web-map-state-redirected = leads to another address
web-map-state-registered = only known by links
web-map-states = Answers of the server
web-map-tabs = This map
web-map-to-hosts = { $n ->
    [one] to { $shown } host
   *[other] to { $shown } hosts
}
web-map-to-hosts-heading = Hosts that are linked from here
web-map-tree = Tree
web-map-tree-columns = language, size, rank
web-map-tree-find = Find
web-map-tree-heading = Tree by the shortest way from home
web-map-tree-nothing = No title and no address has these letters.
web-map-tree-search = Letters in a title or address
web-map-types = Languages, types, charts
web-map-unknown = The map has nothing of this site
web-map-unknown-why = No page of it is archived, or none may be shown to you.
web-map-unreached = Not reachable by links
web-map-wait = The map is being made
web-map-wait-why = It is made from all links of the archive. This page loads again by itself.
web-map-year = Year
web-map-years = Contents by the year of their capture
web-maps = Maps of sites
web-maps-about = A map shows a site as visitors walk it: the way from its home page, its dead links, its most important pages.
web-maps-all = All documents
web-maps-count = { $n ->
    [one] { $shown } site
   *[other] { $shown } sites
}
web-maps-find = Address of a site
web-maps-make = The command
web-maps-none = No map yet
web-maps-none-why = The archive has no map of its links. One command makes it; from then on harvests keep it up to date. It takes about as long as reading all files of the archive once.
web-maps-open = Open the map
web-maps-site = Site
web-maps-sites = Sites, largest first
web-nav-maps = Maps
