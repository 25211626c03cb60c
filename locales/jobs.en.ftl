## Pages of operators: who runs harvests, settings of a harvest, projects, files, runs of migrations

web-duty-elsewhere = Harvests are run by { $holder }.
web-duty-held = The archive is held by { $holder }; harvests wait for it.
web-duty-here = This server runs the harvests.
web-duty-nobody = Nobody runs harvests now: start stodola serve with --harvest, or stodola harvest --watch.
web-hosts-acts = Change something
web-job-again = Harvest again
web-job-continue = Continue
web-job-did-start = The harvest was asked for: whoever runs the harvests starts it within ten seconds.
web-job-start = Start
web-pace = Give it its usual pause
web-pace-did = The host has its usual pause again.
web-pace-help = After 429 and 503 a host is asked less often. If its owner has put that right, it can have its usual pause again.
web-rescope-about = Whoever has changed the scope in the settings can apply it to addresses that wait already.
web-begin-with = Begin with
web-begin-with-help = A kind of harvest, or a profile that somebody keeps on the server. Its settings stand in the form below.
web-estimate = What the archive knows of it
web-estimate-at-least = The archive knows at least { $addresses } addresses of { $known } of them, together { $bytes } as stored. At the least pause, the largest of them takes at least { $time }.
web-estimate-honest = This is what was there when it was last harvested; what is new since then is not known to anybody.
web-estimate-hosts = { $n ->
    [one] The seeds are on { $shown } host.
   *[other] The seeds are on { $shown } hosts.
}
web-estimate-known = The archive knows { $addresses } addresses of { $known } of them, together { $bytes } as stored. At the least pause, the largest of them takes at least { $time }.
web-estimate-unknown = The archive has nothing of them, so nothing can be said about how much it will be. A limit protects you from surprises.
web-flag-no = no
web-flag-yes = yes
web-job-file-change = This is the job.toml itself. Remarks stay. It is checked before it is saved; settings that only the server may set must stay as they are.
web-job-file-edit = Edit the file
web-job-file-now = As it is on the server now:
web-job-hold = Save, do not start
web-rule-accept = accept
web-rule-accepts = accepts
web-rule-act = Act
web-scope-rule-add = Add a rule
web-scope-rule-add-help = It is put behind the others. Save the settings afterwards.
web-rule-kind = What is compared
web-rule-kind-help = domain: a domain with all its subdomains; surt: beginnings of addresses; tld: top-level domains; regex: a pattern anywhere in the address; suffix: endings of file names.
web-rule-number = No.
web-rule-own = yours
web-rule-profile = of the kind of harvest
web-rule-reject = reject
web-rule-rejects = rejects
web-rule-value = With what
web-rule-value-help = Several with commas between them; a pattern as it is.
web-rule-whose = Whose
web-setting-elsewhere = Somebody has changed it meanwhile. The file has now: { $value }
web-setting-kept = Only a file on the server sets it.
web-setting-long = There are too many for a form: change the file on the server, or add some below while the harvest runs.
web-setting-many = …
web-settings-about = Changes hold from the next run on. Everything else in the file stays as it is.
web-settings-running = The harvest runs. Limits, pauses, workers, intervals, the scope and new seeds hold at once when you save them; everything else holds from the next run on.
web-settings-save = Save
web-settings-saved = The settings are saved.
web-try = Try an address
web-try-accepted = { $uri } would be fetched: rule { $number }, “{ $rule }”, accepts it, and no later rule rejects it.
web-try-button = Try the address
web-try-help = Nothing is fetched or saved; only the rules above are asked.
web-try-links = Links from a seed
web-try-links-help = How many links away from a seed it is found. 1 if you do not know.
web-try-no-address = This is not an address.
web-try-nothing = { $uri } would not be fetched: no rule matches it.
web-try-part = It is a part of a page: a picture, a style, a frame
web-try-rejected = { $uri } would not be fetched: rule { $number }, “{ $rule }”, rejects it.
web-try-rules = Rules that match, in their order; the last one decides
web-try-seed = { $uri } is a seed and would be fetched.
web-archive-more = More about the archive
web-checks = Checks of files
web-checks-age = Last checked
web-checks-ages = Files by the time of their last check
web-checks-bad = { $n ->
    [one] { $shown } file is not as it should be. Look at it below.
   *[other] { $shown } files are not as they should be. Look at them below.
}
web-checks-errors = Errors in records
web-checks-files = Files
web-checks-how = A check reads a file to its end and compares it with what it was when it was added: stodola archive check. All checks ever made stand in fixity.tsv.
web-checks-latest = Checked last
web-checks-months = { $n ->
    [one] { $shown } month ago
   *[other] { $shown } months ago
}
web-checks-no-files = None.
web-checks-none = No file is on record yet.
web-checks-not-sound = Not sound
web-checks-older = { $n ->
    [one] more than { $shown } month ago
   *[other] more than { $shown } months ago
}
web-checks-sound = { $n ->
    [one] { $shown } file is as it should be.
   *[other] All { $shown } files are as they should be.
}
web-checks-sound-files = Sound
web-checks-this-month = in the last 30 days
web-checks-when = Checked
web-collection = Collection
web-collection-defined = collections.toml
web-collection-job = harvest
web-collection-kind = Defined by
web-collection-says = What it is
web-collections-about = Named parts of the archive. Each harvest is one by itself; others stand in collections.toml of the archive.
web-collections-none = There are none yet.
web-condition-added = added
web-condition-changed = changed
web-condition-flawed = damaged records
web-condition-missing = missing
web-condition-sound = sound
web-condition-unreadable = cannot be read
web-file = File
web-migration = Run
web-migration-damaged = With damage
web-migration-failed = Failed
web-migration-in = Bytes in
web-migration-no-summary = There is no summary yet: it is written at the end of the run.
web-migration-out = Bytes out
web-migration-passed = No archives
web-migration-running = at work
web-migration-sources = Sources done
web-migration-summary = Summary
web-migration-trouble = look at it
web-migration-verified = Compared, all well
web-migration-well = done
web-migrations = Migrations
web-migrations-about = Runs of stodola migrate whose output folder lies in the folder migrations of the archive.
web-migrations-none = There are none: give stodola migrate an output folder there, --out ARCHIVE/migrations/NAME.
web-nav-projects = Projects
web-project = Project
web-project-add = Add the project
web-project-change = Change the project
web-project-empty = Nothing belongs to it yet.
web-project-name = Name
web-project-new = A new project
web-project-note = What it is for
web-project-own = only you
web-project-owner = Whose
web-project-parts = What belongs to it
web-project-parts-help = One a line: *.example.cz for a domain, http://example.cz/a/* for all addresses that begin so, one address, or collection:NAME.
web-project-removed = The project is gone. Nothing in the archive has changed.
web-project-saved = The project is saved.
web-project-search = Search in the project
web-project-share = All others may use it too
web-project-shared = all
web-project-who = Who may use it
web-projects = Projects
web-projects-about = A project is your own named part of the archive: sites, beginnings of addresses, collections. Searches and lists of captures can be restricted to it.
web-projects-none = You have no project yet.
web-within-project = Within the project
