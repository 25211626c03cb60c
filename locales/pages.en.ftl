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
web-search-misunderstood = { $reason }. The words were searched for all the same.
web-search-narrow = Narrow the results
web-search-newest = newest first
web-search-next = Next page
web-search-none = This archive has no search index.
web-search-none-way = Captures can be opened by their addresses all the same.
web-search-nothing = Nothing was found.
web-search-oldest = oldest first
web-search-order = Order:
web-search-pages = Pages of results
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
web-shell-earlier = You asked for { $asked }. The nearest capture is { $apart } earlier.
web-shell-frame = Archived page
web-shell-later = You asked for { $asked }. The nearest capture is { $apart } later.
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
