# Texts of the program in English. Keys begin with the area they belong to; both languages have the same keys and
# arguments, which a test of the crate `text` checks.

## Access

access-added = rule { $rule } added (change { $change })
access-check-allowed = shown: rule { $rule } allows it
access-check-allowed-by-none = shown: no rule forbids it
access-check-blocked = not shown: rule { $rule } blocks it ({ $cause }, status { $status })
access-check-blocked-until = not shown: rule { $rule } blocks it until { $until } ({ $cause }, status { $status })
access-check-capture = capture of { $time }, { $mime }, key { $key }
access-check-hidden = not shown: rule { $rule } hides it, as if it did not exist
access-check-no-capture = the archive has no capture of it; decided for one of { $time }, key { $key }
access-empty-span = the time from { $from } to { $to } is empty
access-group-added = { $range } belongs to group { $group } now (change { $change })
access-group-removed = { $range } does not belong to group { $group } any more (change { $change })
access-group-same = nothing to change about group { $group } and { $range }
access-import-refused = nothing was imported: { $rules ->
    [one] { $rules } rule cannot be expressed here
   *[other] { $rules } rules cannot be expressed here
}
access-imported = { $rules ->
    [one] { $rules } rule
   *[other] { $rules } rules
} imported (change { $change })
access-no-audience = '{ $text }' is not an audience: write group:NAME or address:RANGE, for example address:10.1.0.0/16
access-no-group = '{ $text }' is not a group: write group:NAME
access-no-period = '{ $text }' is not a period: write for example 1y, 6m or 90d
access-no-place = '{ $text }' is not an address: write a URL, a URL ending in *, a host, *.DOMAIN or *
access-no-time = '{ $text }' is not a time: write for example 2015, 2015-06-30 or 20150630120000
access-no-type = '{ $text }' is not a media type: write for example application/pdf or image/*
access-removed = { $rules ->
    [one] { $rules } rule
   *[other] { $rules } rules
} removed (change { $change })
access-rules = { $rules ->
    [0] no rules: everything may be shown
    [one] { $rules } rule
   *[other] { $rules } rules
}
access-undone = change { $undone } taken back (change { $change })
access-verdict-age = does not apply: it is for captures of another age
access-verdict-audience = does not apply: it is for other visitors
access-verdict-captured = does not apply: it is for captures of another time
access-verdict-decides = decides
access-verdict-overruled = applies, but rule { $rule } is more specific, or as specific and stricter
access-verdict-type = does not apply: it is for another media type
access-verdict-valid = does not apply: it is not valid now
access-verdict-yields = would allow it, but gives way to the embargo of rule { $rule }

## Archive

alarm-completeness = less of { $source } is archived than in the round before
alarm-disk = the disk is short of room
alarm-errors = many attempts fail
alarm-host = { $host } has a large part of all bytes
alarm-over = alarm over: { $alarm }
alarm-raised = alarm: { $alarm }
alarm-rate = far fewer documents than before
archive-add-known = { $path }: the archive has the same bytes already: { $name }
archive-added = { $files ->
    [one] { $files } file
   *[other] { $files } files
} added, { $captures ->
    [one] { $captures } capture
   *[other] { $captures } captures
}{ $outcomes ->
    [0] { "" }
    [one] , { $outcomes } outcome of a URI
   *[other] , { $outcomes } outcomes of URIs
}{ $moved ->
    [0] { "" }
   *[other] ; { $moved } moved
}{ $known ->
    [0] { "" }
   *[other] ; { $known } already there
}
archive-captures = { $captures ->
    [one] { $captures } capture
   *[other] { $captures } captures
}
archive-check-back = has come back
archive-check-dependents = { $captures ->
    [one] { $captures } capture in another file depends on it
   *[other] { $captures } captures in other files depend on it
}
archive-check-finding = at { $offset }: { $rule }: { $message }
archive-check-first-errors = errors found for the first time
archive-check-missing = { $files } missing: put the files back, or say why they are gone: stodola archive forget FILE --why REASON
archive-check-newly-damaged = newly damaged
archive-check-newly-missing = newly missing
archive-check-newly-unreadable = newly unreadable
archive-check-not-writable = the archive cannot be written to; check it with --no-note
archive-check-same = as before
archive-check-sizes = { $now ->
    [one] { $now } byte
   *[other] { $now } bytes
} instead of { $should }
archive-check-sound-again = is sound again
archive-checked = { $files ->
    [one] { $files } file
   *[other] { $files } files
} checked, { $bad } not sound; { $skipped } checked recently, { $left } left for the next run
archive-dependents = { $name }: { $captures ->
    [one] { $captures } capture depends on it
   *[other] { $captures } captures depend on it
}
archive-dependents-nothing = { $folder }: neither a catalogue nor an index of payloads is here
archive-export-blocked = blocked by an access rule
archive-export-companion = exported without a record that belongs to it, such as its request
archive-export-cut = damaged, exported as far as they can be read
archive-export-damaged = damaged and not exported
archive-export-file-changed = not exported: the file has changed since it was added (stodola archive check tells more)
archive-export-file-missing = not exported: the file is missing (stodola archive check tells more)
archive-export-hidden = hidden by an access rule
archive-export-left-out = Left out, see { $list }:
archive-export-no-original = revisits whose content the archive does not have
archive-export-no-time = '{ $time }' is not a time; write for example 2015, 2015-06-30 or 20150630120000
archive-export-not-archived = images, style sheets and the like that pages need and the archive does not have
archive-export-only-later = URLs that were captured only after that time
archive-export-original-refused = revisits whose content is blocked or hidden by an access rule
archive-export-other-segments = long captures of which only the first segment was exported
archive-export-too-deep = parts of pages that are nested too deeply
archive-exported = { $captures ->
    [one] { $captures } capture
   *[other] { $captures } captures
} exported, { $size }{ $pages ->
    [0] { "" }
    [one] , { $pages } page
   *[other] , { $pages } pages
}{ $requisites ->
    [0] { "" }
   *[other] ; added for pages: { $requisites }
}{ $originals ->
    [0] { "" }
   *[other] ; added for revisits: { $originals }
}
archive-file-changed = { $name }: has changed since it was added or last checked
archive-file-missing = { $name }: the file is missing, { $captures ->
    [one] { $captures } capture
   *[other] { $captures } captures
} in it
archive-file-missing-unknown = { $name }: the file is missing; no catalogue knows its captures any more
archive-file-moved = { $to }: was moved, it was { $from } before; its captures are kept
archive-folder-unreadable = cannot read '{ $path }'
archive-forgotten = { $name }: forgotten, with { $captures ->
    [one] { $captures } capture
   *[other] { $captures } captures
}; captures in other files that lost their content: { $dependents }
archive-holder-process = process { $process }
archive-holder-since = { $holder } since { $since }
archive-holder-unknown = another process
archive-lookup-file-missing = file is missing
archive-lookup-lost = { $captures } of them lost: the file is missing (stodola archive check tells more)
archive-lookup-no-time = '{ $time }' is not a time; give 4 to 14 digits
archive-lookup-outcome = job '{ $job }', round { $round }, { $when }: { $uri }: { $reason }; for more, run stodola why
archive-more = … and { $number } more
archive-move-cannot = cannot move '{ $from }' to '{ $to }': { $error }
archive-move-neither = neither '{ $from }' nor '{ $to }' exists
archive-move-no-folder = the folder '{ $folder }' does not exist; create it, or give the new path of the file
archive-move-other-bytes = '{ $to }' has other bytes than '{ $name }' had; it was added as a new file
archive-move-other-disk = copy the file there, delete the old one, and run the same command again: cannot move '{ $from }' to '{ $to }': { $error }
archive-outcomes-unread = job '{ $job }': some outcomes of its URIs are not in the catalogue: { $error }
archive-problem = { $name }: at { $offset }: { $problem }
archive-rebuilt = catalogue: { $sums }; { $before }{ $lost ->
    [0] { "" }
   *[other] ; { $lost } of the files missing (see stodola archive forget)
}
archive-rebuilt-before = before: { $sums }
archive-rebuilt-none-before = the old one was missing or not readable
archive-rebuilt-same = the same as before
archive-stats-behind = { $size } behind
archive-stats-by-host = By host
archive-stats-by-job = By job
archive-stats-by-kind = By type of record
archive-stats-by-outcome = Outcomes of URIs, by job
archive-stats-by-status = By status
archive-stats-by-type = By media type
archive-stats-by-year = By year
archive-stats-captures = captures
archive-stats-files = files
archive-stats-first = first
archive-stats-followers = Derived from the files
archive-stats-hosts = hosts
archive-stats-jobs = jobs
archive-stats-last = last
archive-stats-size = size
archive-stats-stopped = stopped
archive-stats-up-to-date = up to date
archive-sums = { $files ->
    [one] { $files } file
   *[other] { $files } files
}, { $captures ->
    [one] { $captures } capture
   *[other] { $captures } captures
}{ $outcomes ->
    [0] { "" }
    [one] , { $outcomes } outcome of a URI
   *[other] , { $outcomes } outcomes of URIs
}
archive-waiting = waiting: the archive '{ $folder }' is in use by { $holder }; this command continues when that has ended (Ctrl-C to give up)

## Crawl

crawl-all-seeds-failed = job '{ $job }': all { $seeds } seeds failed
crawl-already-finished = job '{ $job }' is finished. To harvest it again, add --again, or set again.every in its job.toml
crawl-archived-nothing = job '{ $job }' archived nothing
crawl-archived-nothing-yet = job '{ $job }' has archived nothing so far
crawl-busy = workers were busy { $share } % of the time
crawl-closing-files = closing: checking the last WARC file ({ $seconds } s)
crawl-closing-links = closing: telling the search about links ({ $seconds } s)
crawl-closing-outcomes = closing: adding outcomes to the catalogue ({ $seconds } s)
crawl-closing-reports = closing: writing the queue and the reports ({ $seconds } s)
crawl-continues = job '{ $job }' continues: { $waiting ->
    [one] { $waiting } URI
   *[other] { $waiting } URIs
} left
crawl-continues-after-interruption = job '{ $job }' continues after an interruption: { $waiting ->
    [one] { $waiting } URI
   *[other] { $waiting } URIs
} left
crawl-ended-bytes = stopped by the limit of bytes
crawl-ended-documents = stopped by the limit of documents
crawl-ended-finished = finished
crawl-ended-memory = stopped: it needs more memory than the job allows
crawl-ended-stopped = stopped
crawl-ended-time = stopped by the limit of time
crawl-error-job-exists = there is a job '{ $job }' already; change its settings in '{ $folder }'
crawl-error-no-contact = give a contact for webmasters: --contact MAIL-OR-URL
crawl-error-no-operator = give the operator: --operator TEXT
crawl-error-no-purpose = give the purpose: --purpose TEXT
crawl-error-no-job-given = give a seed, a job (--job) or a job file (--config)
crawl-error-no-jobs = there are no jobs in '{ $archive }'; `stodola crawl` or `stodola job add` creates one
crawl-error-no-seed = there is no job '{ $job }' in '{ $archive }'; give a seed to start one
crawl-error-not-a-seed = the seed '{ $seed }' is not a URI with a host, such as https://example.org/
crawl-error-panicked = the harvest stopped unexpectedly
crawl-error-store-busy = the last WARC file is still being written
crawl-error-thread = cannot start a thread
hold-disk = starts no requests: the disk is nearly full
hold-hours = starts no requests: it is outside the hours of the job
hold-memory = starts no requests: it has more memory than the job allows
hold-over = starts requests again
hook-failed = the command of [hooks] failed for '{ $event }': { $why }
job-error-no-such-outcome = there is no outcome '{ $outcome }'
job-retried = URIs that are tried again: { $uris }
seeds-file = { $file }: read as { $format }
seeds-read = { $lines ->
    [one] { $lines } line
   *[other] { $lines } lines
}, of which { $uris } have an address
seeds-other-batches = of other batches: { $uris }
seeds-taken = { $uris ->
    [one] { $uris } address is taken, once
   *[other] { $uris } addresses are taken, each once
}
seeds-wrong = { $lines ->
    [one] { $lines } line gives no seed
   *[other] { $lines } lines give no seed
}: { $why }
seeds-fault-no-address = there is no address in it
seeds-fault-several-words = it has several words (--seeds-format text takes the first address of each line)
seeds-fault-not-web = the address is not http or https
seeds-fault-no-host = the address has no host that can exist
seeds-fault-too-long = it is too long
seeds-fault-other-format = it is not a line of this kind of file
seeds-fault-accepted = that harvest accepted the link
seeds-fault-no-column = the column is missing, or a quotation mark is not closed
seeds-fault-damaged = the packed data are damaged or cut off there
crawl-fewer-workers = { $workers } workers need { $needed } open files, but the system allows only { $limit }: workers = { $possible } in this run. To have more, raise the limit (ulimit -n) and start the run again
crawl-file-finished = { $file }: was left unfinished, is complete now
crawl-file-in-use = { $file }: another process is writing it
crawl-file-listed = { $file }: was added to the catalogue
crawl-file-unfinished = { $file }: was left unfinished and cannot be completed: { $error }
crawl-file-unreadable = { $file } cannot be read: { $error }
crawl-found = { $found ->
    [one] { $found } URI
   *[other] { $found } URIs
} found: { $parts }
crawl-found-again = { $number } of them wait to be visited again
crawl-found-out-of-scope = { $links ->
    [one] { $links } link
   *[other] { $links } links
} out of scope
crawl-headline = job '{ $job }' { $how }: { $documents ->
    [one] { $documents } document
   *[other] { $documents } documents
} ({ $bytes }) of { $hosts ->
    [one] { $hosts } host
   *[other] { $hosts } hosts
} in { $seconds } s
crawl-next-correct = correct this and run the same command again: the seeds are tried again
crawl-next-raise = to continue, raise the limit or remove it: { $command }
crawl-next-same = run the same command to continue
crawl-not-due = job '{ $job }' is finished; the next round is due { $due }. To start it now, add --again
crawl-only-seed-failed = job '{ $job }': its only seed failed
crawl-part-address = { $number } excluded by address
crawl-part-archived = { $number } archived
crawl-part-excluded = { $number } excluded
crawl-part-failed = { $number } failed
crawl-part-limit = { $number } excluded by a limit
crawl-part-not-due = { $number } not due
crawl-part-left-out = { $number } left out by settings
crawl-part-not-national = { $number } not of the nation
crawl-part-robots = { $number } excluded by robots.txt
crawl-part-scope = { $number } excluded by the scope
crawl-part-trap = { $number } excluded as traps
crawl-part-unchanged = { $number } unchanged (the archive had their content)
crawl-part-waiting = { $number } waiting
crawl-progress = { $documents ->
    [one] { $documents } document
   *[other] { $documents } documents
}, { $bytes }, { $rate }/s, { $speed }/s; { $queued ->
    [one] { $queued } URI
   *[other] { $queued } URIs
} waiting, { $inflight } in flight, { $hosts ->
    [one] { $hosts } host
   *[other] { $hosts } hosts
}, { $failures ->
    [one] { $failures } failure
   *[other] { $failures } failures
}
crawl-seed-closed = the server closed the connection without an answer; try again later
crawl-seed-country-domain = it lies in the nation's own domain, which a national harvest leaves out; to take it, set national.follow_country = true in job.toml
crawl-seed-forbidden = the server answered { $status }: it does not let everybody in; ask its owner
crawl-seed-later = the server answered { $status }; try again later
crawl-seed-limit = the limit '{ $limit }' in job.toml was reached before
crawl-seed-metadata = its address { $address } is that of a cloud's metadata service, which is never harvested
crawl-seed-more = and { $number } more: { $command }
crawl-seed-name-server = the name server gave no answer; check the network, or name another one by --dns-server
crawl-seed-no-address = the name has no address; check the spelling
crawl-seed-no-operator = only this machine is harvested without an operator; add --operator NAME
crawl-seed-no-purpose = only this machine is harvested without a purpose; add --purpose TEXT
crawl-seed-no-contact = only this machine is harvested without a contact; add --contact MAIL-OR-URL
crawl-seed-no-such-name = the name does not exist; check the spelling
crawl-seed-private = its address { $address } is not on the public internet; add --allow-private to harvest it
crawl-seed-redirected = redirected to { $target }: { $why }
crawl-seed-robots-damaged = it was cut, damaged or only a part (status { $status }); try again later
crawl-seed-robots-excluded = its robots.txt forbids it ({ $line }); ask its owner, or add --ignore-robots if you may
crawl-seed-robots-unreachable = without its robots.txt nothing may be fetched: { $why }
crawl-seed-rule = the rule '{ $rule }' keeps it out; see [scope] in job.toml
crawl-seed-timeout = the server did not answer in time; try again later
crawl-seed-tls = no secure connection could be made; perhaps the server can be harvested by http
crawl-seed-http2-only = the server speaks only HTTP/2, which this program does not
crawl-seed-proxy = the proxy failed; check fetch.proxy in job.toml
crawl-seed-proxy-refused = the proxy does not allow connections to the server; ask its operator, or set fetch.no_proxy in job.toml
crawl-seed-name-refused = its name is not one of the public internet; add --allow-private to harvest it
crawl-seed-login-failed = the log-in failed; check fetch.logins in job.toml, then start another round
crawl-seed-robots-tag = the page asks robots not to archive it ({ $tag }); see politeness.robots_tags in job.toml
crawl-seed-unfetchable = it cannot be fetched ({ $reason }); check the address
crawl-seed-unreachable = the server cannot be reached; check the address and the port, or try again later
crawl-seed-wrong-address = the server answered { $status }; check the address
crawl-seeds-failed = { $failed } of { $seeds } seeds failed:
crawl-slowed = { $hosts ->
    [one] { $hosts } host
   *[other] { $hosts } hosts
} slowed down after 429 or 503 ({ $name }: { $pause } between requests)
crawl-started = job '{ $job }' starts with { $waiting ->
    [one] { $waiting } URI
   *[other] { $waiting } URIs
}
crawl-stopping = stopping after the current requests; interrupt again to stop at once
crawl-tried-again = job '{ $job }' failed the last time; it is tried again as round { $round }
crawl-user-info-removed = '{ $seed }': the user name and the password of this seed are not used and not kept
crawl-waiting = waiting: the archive '{ $archive }' is in use by { $holder }; this command continues when that has ended (Ctrl-C to give up)

## Harvest

harvest-elsewhere = jobs are run by { $holder }; this process begins when that one ends
harvest-giving-way = another command waits for the archive: it gets it when the jobs that run have ended
harvest-idle = nothing to do: no job has an interval; waiting for new jobs
harvest-idle-until = nothing to do until { $due } (job '{ $job }')

## Job

host-wait-closed = nothing more is fetched from it: { $why }
host-wait-complaint = it answered 429 or 503, so its pause is { $pause }
host-wait-failures = { $number ->
    [one] it could not be reached
   *[other] it could not be reached { $number } times in a row
}
host-wait-in-flight = a request is under way
host-wait-nothing = nothing is in its queue
host-wait-pause = its pause of { $pause } after the last answer
host-wait-turn = it may be asked; its turn comes when a worker is free
job-added = job '{ $job }' is ready; a running stodola harvest --watch starts it within ten seconds, otherwise: stodola harvest --archive '{ $archive }'
job-checkpoint-written = checkpoint written
job-edit-failed = the editor '{ $editor }' failed; nothing was changed
job-edit-unchanged = nothing was changed
job-error-ended = the harvest ended before it answered
job-error-has-archives = the folder of job '{ $job }' is not removed, because it has '{ $file }'
job-error-no-jobs = there are no jobs in '{ $archive }'
job-error-no-such-job = there is no job '{ $job }' in '{ $archive }'
job-error-no-such-report = job '{ $job }' is not a national harvest and has no report '{ $report }'
job-error-no-such-round = job '{ $job }' has no round { $round }; its last one is { $last }
job-error-not-a-host = '{ $host }' is not a host
job-error-not-a-seed = seed { $place }, '{ $seed }', is not an http or https URI with a host; nothing was changed
job-error-not-running = no harvest of '{ $folder }' is running on this machine
job-error-output = cannot write the output
job-error-receive = the harvest does not answer
job-error-running = job '{ $job }' is running; stop it first
job-error-send = the harvest does not take requests
job-ledger = { $requests }; shortest time between two starts { $interval }, shortest pause { $pause }; { $early } came before the end of the required pause
job-limit-set = { $key } is { $value } now
job-listed = { $archive }: { $jobs ->
    [one] { $jobs } job
   *[other] { $jobs } jobs
}
job-outscope-files = { $files ->
    [one] { $files } file
   *[other] { $files } files
}
job-outscope-links = { $links ->
    [one] { $links } link
   *[other] { $links } links
}
job-outscope-unusable = { $links } left out: no job can fetch them
job-pace-reset = { $host } has its usual pause again; it had grown to { $pause }
job-pace-usual = { $host } has its usual pause; there is nothing to reset
job-paused = paused
job-removed = job '{ $job }' is removed; its WARC files stay in the archive
job-requests = { $requests ->
    [one] { $requests } request
   *[other] { $requests } requests
}
job-reloaded-later = counts from the next run on: { $settings }
job-reloaded-live = counts from now on: { $settings }
job-reloaded-nothing = nothing of job.toml has changed
job-rescoped = { $refused ->
    [one] { $refused } URI in the queue is now out of scope
   *[other] { $refused } URIs in the queue are now out of scope
}
job-round-title = '{ $job }', round { $round }
job-running = running
job-seeds-added = { $received ->
    [one] { $received } seed
   *[other] { $received } seeds
} received, { $added } of them new
job-settings-untold = saved, but the running harvest could not be told: { $error }
job-stopping = stopping

## Serve

overview-archived = archived { $archived }, { $size }, hosts { $hosts }
overview-by-host = Hosts with the most bytes (documents, bytes, part of all):
overview-by-type = Types with the most bytes (documents, bytes, part of all):
overview-dns = name servers: { $sent } messages about { $names } names, { $known } known already, { $negative } without an address, { $failed } without an answer, waited { $waited }
overview-memory = memory { $memory }, at most { $peak }
overview-other-types = other types
overview-proxy = The proxy has not worked for { $time }. The harvest waits, and tries it again every five minutes at the latest.
overview-rate = running for { $time }: { $documents } documents and { $bytes } a second
overview-uris = URIs: found { $found }, finished { $finished }, waiting { $waiting }; links not followed { $rejected }
overview-workers = workers: { $busy } of { $workers } busy; attempts that failed { $failures }; slowed hosts { $slowed }
search-found = { $documents ->
    [one] { $documents } document
   *[other] { $documents } documents
}
search-instead = no document has '{ $word }'; did you mean '{ $instead }'?
search-links-untold = the ranking of the search does not know the newest links: { $error }
search-odd-exception = inflection.txt, line { $line }: this is not understood; write WORD = FORMS or WORD ! FORMS
search-partial = there may be more: access rules had to be checked for too many documents
search-relaxed = no document has all these words; those with some of them are shown
search-similar = { $documents ->
    [one] and { $documents } document much like it
   *[other] and { $documents } documents much like it
}
serve-files-read = { $files ->
    [one] { $files } file
   *[other] { $files } files
} read, { $captures ->
    [one] { $captures } capture
   *[other] { $captures } captures
}
serve-files-stopped = stopped
serve-no-search = words cannot be searched for: the archive has no search index; 'stodola archive rebuild --only search --archive { $archive }' makes it
serve-ready = { $app } – archived content at { $replay }; stop with Ctrl-C
serve-stopping = stopping: current answers are finished; Ctrl-C again stops at once

## Troubles of a harvest

trouble-again = again soon, { $number }
trouble-again-in = again in { $time }, { $number }
trouble-archived = what came is archived
trouble-attempt = { $number ->
    [one] after { $number } attempt
   *[other] after { $number } attempts
}
trouble-attempt-of = attempt { $number } of { $most } failed
trouble-cut = its answer is incomplete
trouble-cut-length = its answer was cut: too long
trouble-cut-time = its answer was cut: it took too long
trouble-given-up = { $number ->
    [one] given up after { $number } attempt
   *[other] given up after { $number } attempts
}
trouble-not-fetched = not fetched
trouble-robots = robots.txt of its host cannot be fetched
trouble-status = the server answered { $status }
trouble-trap = one of too many similar addresses (a trap)
trouble-unfetchable = it cannot be fetched at all

## Why

why-accepted = accepted by the rule '{ $rule }': { $description }
why-address-refused = not archived: the address of its host is not allowed: { $reason }
why-advice = if you want it: { $advice }
why-advice-address = fetch.allow_private (--allow-private) allows private addresses; a contact (--contact) is required for all hosts except this machine
why-advice-again = start another round of the job (--again): a round does not fetch again what it has finished
why-advice-hops = raise scope.max_hops (--depth), or make it a seed
why-advice-host-share = raise national.host_pages or national.pages_per_valid
why-advice-hosts-per-domain = raise limits.hosts_per_domain
why-advice-later = try later in another round (--again); politeness.attempts and the timeouts in [fetch] set how long a job tries
why-advice-length = limits.bytes_per_document, fetch.long or fetch.header_limit cut it: fetch it whole with 'stodola job retry NAME --cut', or raise the limit for another round
why-advice-limit = raise that limit for another round
why-advice-national = the evidence is in logs/verdicts.ndjson of the job; see [national]
why-advice-nofollow = the page says nofollow for this link; make it a seed
why-advice-not-due = see [again] in job.toml
why-advice-queued-per-host = raise limits.queued_per_host
why-advice-robots = ask its owner; or set politeness.robots = "ignore" for another round, if the owner or the law allows it
why-advice-robots-tag = ask its owner; or take the word out of politeness.robots_tags in job.toml for another round
why-advice-login = check the log-in in the file that fetch.logins in job.toml names; another round tries it again
why-advice-http2 = this program records HTTP/1.1 only; ask the owner whether the server can speak it
why-advice-scope = make it a seed, or accept it with a [[scope.rule]] in job.toml
why-advice-sitemaps = set extract.sitemaps = true
why-advice-time = it took too long: see fetch.idle_timeout, total_timeout and min_rate
why-advice-trap = make it a seed, a seed never counts as a trap; or change [traps]
why-archived = archived: { $what }
why-archived-error = archived; the server sent an error page: { $what }
why-attempt = attempt { $number }: { $when }:
why-attempt-for = for { $uri }
why-cut = job { $job }: a link to it may be missing from { $pages ->
    [one] { $pages } page
   *[other] { $pages } pages
}; the first is { $page }: { $how }
why-cut-link-bytes = { $number ->
    [one] { $number } of its links was left out
   *[other] { $number } of its links were left out
}, because all of them together were too long
why-cut-markup = { $number ->
    [one] { $number } of its parts was too large or lay too deep to be read
   *[other] { $number } of its parts were too large or lay too deep to be read
}
why-cut-max-bytes = it was cut after its first { $number ->
    [one] byte
   *[other] { $number } bytes
} (extract.max_bytes)
why-cut-max-links = it was cut after its { $number ->
    [one] first link
   *[other] { $number } links
} (extract.max_links)
why-cut-read = it could not be decoded to its end
why-cut-xml = its XML is broken
why-failed = not archived: { $reason }
why-failure-closed = its server closed the connection without an answer
why-failure-connect = its server refused the connection
why-failure-connect-timeout = its server did not accept the connection in time
why-failure-dns = DNS did not answer
why-failure-no-address = the name of its host has no address
why-failure-no-such-name = the name of its host does not exist
why-failure-other = it could not be fetched
why-failure-response-timeout = its server did not answer in time
why-failure-tls = the encrypted connection failed
why-failure-http2-only = its server speaks only HTTP/2
why-failure-proxy = the proxy failed; the host is not to blame
why-failure-proxy-refused = the proxy does not allow connections to its server
why-failure-login = the log-in to its server failed
why-found = found { $when }:
why-host-share = not fetched: too few pages of its host belong to the nation
why-job = job { $job }:
why-loss-host = it has no host that can exist; such links are counted but not followed
why-loss-port = its port is above 65535; such links are counted but not followed
why-loss-scheme = only http and https are harvested; links with other schemes are counted but not followed
why-loss-too-long = it is longer than 65,536 bytes; such links are counted but not followed
why-lost = the capture of { $time } is lost: its file { $file } is missing
why-never-fetched = never fetched: { $reason }
why-never-seen = never seen: no archived page links to it, and it is not a seed
why-never-seen-but = never seen: no link to it was found, and nobody named it as a seed; but some pages were not read to their end
why-next-attempt = next attempt in { $time }
why-next-possible = next possible in { $time }: { $why }
why-no-host = '{ $url }' is not a URI with a host, such as https://example.org/
why-no-such-links = job { $job }: no page has such links
why-not-due = not fetched again: the archive has a capture of { $when }, and it is not due yet
why-left-out = fetched, but not archived: the rule '{ $rule }' for the stage of writing says so
why-too-long = not archived: the server declared { $size }, which is more than the job wants of this type
why-advice-not-text = the profile 'site' archives all documents of a site
why-advice-left-out = change the rule in job.toml for another round
why-advice-too-long = fetch it whole with 'stodola job retry NAME --cut', or change `long` in [fetch] of job.toml for another round
why-skipped = left out by rules: { $stages }
why-not-text = fetched, but not archived: the profile 'text' archives only pages and plain texts
why-not-national = not archived: it does not belong to the nation ({ $reason })
why-not-running = the job is not running; stodola crawl --archive DIR --job { $job } continues it
why-other-rejected = another link to it was rejected { $when } on { $page } by the rule '{ $rule }'
why-out-of-scope = not archived: the scope was changed after it was found; the rule '{ $rule }' rejects it
why-over-budget = not archived: a limit for its host or domain was reached{ $limits }
why-pause = pause
why-pause-complaint = its host answered 429 or 503 before
why-pause-crawl-delay = Crawl-delay in robots.txt
why-pause-factor = pause by the time of the last response
why-pause-failures = several failures of its host in a row
why-pause-max = the longest pause of the job
why-pause-min = the shortest pause of the job
why-pause-retry-after = Retry-After of its host
why-possible-now = possible now: its host has no pause
why-prerequisite = fetched because it was needed before other URIs of its host
why-rejected = not archived: a link to it was rejected { $when } on { $page } by the rule '{ $rule }'
why-robots-cut = not archived: robots.txt of its host was cut, damaged or only a part (status { $status })
why-robots-excluded = not archived: robots.txt of its host forbids it: '{ $reason }'
why-robots-tag = not archived: the page asks robots for that: '{ $reason }'
why-robots-unreachable = not archived: robots.txt of its host could not be fetched ({ $reason })
why-step-embed = embeds
why-step-form = has a form that leads to
why-step-link = links to
why-step-needs = needs
why-step-other = leads to
why-step-redirect = redirects to
why-step-seed = seed
why-step-sitemap = has the sitemap
why-step-sitemap-entry = lists
why-step-speculative = may link to
why-such-links = job { $job }: such links stand on { $pages ->
    [one] { $pages } page
   *[other] { $pages } pages
}, first on { $first }
why-trap = not archived: part of a trap, too many similar URIs brought nothing new ({ $reason })
why-truncated = cut ({ $why })
why-unfetchable = not archived: it cannot be fetched at all: { $reason }
why-waiting = waiting: { $before ->
    [one] { $before } other URI of its host comes first
   *[other] { $before } other URIs of its host come first
}
why-would-accept = job '{ $job }' would accept it if a page linked to it
why-would-reject = job '{ $job }' would reject it

## Demo

demo-serving = serving a web of { $sites } sites in ten languages at { $address }
demo-nation = nation
demo-probability = probability
demo-reasons = because of
demo-points = points
demo-language = lang
demo-yes = yes
demo-no = no
demo-judged = { $pages ->
    [one] { $pages } page
   *[other] { $pages } pages
} in { $languages } languages judged, { $valid } of them belong to the nation; these were archived, with everything they need and the pages they link to
demo-archive = The archive is in '{ $archive }'. Try next:
demo-try-why = why that page was not archived
demo-try-search = find pages by their words, in any form
demo-try-check = check the file
demo-try-stats = what the archive contains
demo-try-recognise = every page in the file, with the evidence

## Migrate

migrate-no-input = standard input cannot be read
migrate-one-warc = --to-arc takes exactly one migrated WARC file
migrate-sums = { $files ->
    [one] { $files } file
   *[other] { $files } files
} migrated and verified{ $damaged ->
    [0] {""}
   *[other] , { $damaged } migrated with damage
}, { $before } done before{ $damaged_before ->
    [0] {""}
   *[other] {" "}({ $damaged_before } of them with damage)
}, { $failed } failed{ $skipped ->
    [0] {""}
   *[other] , { $skipped } skipped
}; report: { $report }
migrate-keep-damaged = Damaged records are marked in the results and listed in the report; their source bytes are in { $folder }. Keep the damaged source files.
migrate-run-again = Remove the cause of the failure, then run the same command again. Finished files are skipped.
migrate-verified = { $source }: { $records ->
    [one] { $records } record
   *[other] { $records } records
} in the result, all identical; every byte of the source is accounted for
migrate-verified-all = { $files ->
    [one] { $files } file
   *[other] { $files } files
} verified, { $damaged } with damage, { $wrong } with a wrong result, { $without_result } without a result, { $failed } not readable; { $records ->
    [one] { $records } record
   *[other] { $records } records
} identical; { $without_source ->
    [one] { $without_source } result
   *[other] { $without_source } results
} without a source, { $lost ->
    [one] { $lost } file
   *[other] { $lost } files
} gone from the quarantine
migrate-restored = { $result }: { $records ->
    [one] { $records } record
   *[other] { $records } records
} → { $arc }
migrate-restored-damaged = { $number } of them were read from damaged bytes; the quarantine has the source bytes
migrate-not-verified = { $source }: at { $offset }: not verified: the record was read from damaged bytes (marked in the result): { $reason }
migrate-not-in-result = { $source }: at { $offset }: not in the result: bytes that could not be read as a record: { $reason }
migrate-more-places = { $source }: … and { $more } more places like these
migrate-quarantined = { $source }: at { $offset }: { $length } bytes could not be read as a record ({ $reason }); saved in { $file }
migrate-damaged-record = { $source }: at { $place }: damaged record { $uri }: { $reason }
migrate-bytes-kept = source bytes kept in { $file }
migrate-headers = { $source }: headers put right: { $changes }; the original headers are in { $field }
migrate-unmarked = { $source }: an older version made its result and did not mark damaged records; delete { $result } and run the migration again to have them marked
migrate-skipped = skipped: { $reason }
migrate-skipped-no-archive = skipped: not an archive file
migrate-rebuilding-index = Rebuilding the index of payloads, because results were made again. This reads every result.
migrate-unresolved = { $revisits } revisits refer to content that is in no result; results are missing: run the migration again with all sources
migrate-without-result = { $source }: has no result '{ $result }'; migrate it
migrate-without-source = { $result }: cannot be verified, because its source was not given
migrate-quarantine-lost = { $file }: bytes of { $source } that were saved here are missing or have changed; delete the result and migrate the source again

## Pack

pack-built = { $words } words: { $all } of the language, { $shared } shared with neighbours
pack-coverage = coverage: { $percent } % of { $running } words of the texts; { $known } of { $different } different ones
pack-sites = { $written } sites that { $pages } pages of portals link to: { $path }
pack-links = { $written } addresses that { $pages } pages of the national domain link to: { $path }
pack-other-language = { $path }: the pack has the language '{ $theirs }', but the words are '{ $ours }'

## Recognise

geo-age = database of countries built { $date }, { $days } days ago
geo-old = the database of countries was built { $date }, { $days } days ago; many addresses have changed hands since, use a newer one
recognise-valid = valid
recognise-not-valid = not valid
recognise-found = found
recognise-valid-elements = valid
recognise-points = points
recognise-evidence = evidence
recognise-by-points = points { $points } { $sign } { $minimum }; probability { $probability }; language { $language }
recognise-by-probability = probability { $probability } { $sign } { $threshold }; points { $points }; language { $language }
recognise-by-rule = rule { $met }; points { $points }; language { $language }
recognise-rule-met = met
recognise-rule-not-met = not met
recognise-part-true = true
recognise-part-false = false
recognise-veto = not valid because of { $criterion }: a veto
recognise-of = { $valid } of { $found }
recognise-too-little = too little speaks for it
property-unknown = { $place }: '{ $setting }': WebAnalyzer has no such key; it is ignored
property-replaced = { $place }: '{ $setting }': the same is set again further down; this line is ignored
property-no-points = { $place }: '{ $setting }': the criterion has no points, so it counts nothing
property-switched-off = { $place }: '{ $setting }': the criterion is switched off, so its points and pattern count nothing
property-blank-at-end = { $place }: '{ $setting }': the blank at the end belongs to the pattern, as in Java
recognise-stopping = stopping when the current requests have ended; once more to stop at once
recognise-left = { $left ->
    [one] stopped: one input is left
   *[other] stopped: { $left } inputs are left
}
recognise-cannot-create = cannot create the folder '{ $path }'
recognise-pages = { $pages ->
    [one] { $pages } page
   *[other] { $pages } pages
}
recognise-sums = { $pages ->
    [one] { $pages } page
   *[other] { $pages } pages
}: { $valid } valid, { $others } not valid; { $skipped } skipped: not text
recognise-report = report: { $path }
recognise-report-failed = the report cannot be written
recognise-report-heading = Recognised pages
recognise-report-sums = { $pages } pages were judged: { $valid } valid, { $others } not valid. A valid page has { $rule }.
recognise-report-first = The charts show the first { $pages } pages.
recognise-rule-points = at least { $minimum } points
recognise-rule-probability = a probability of at least { $threshold }
recognise-rule-expression = a rule of the pack
recognise-report-points = Points
recognise-report-criteria = Found and valid elements of each page, by criterion
recognise-report-criterion = { $found } found, { $valid } valid ({ $percent } %)
recognise-report-borderline = Borderline pages
recognise-report-none = None.
recognise-column-page = page
recognise-column-valid = valid
recognise-column-points = points
recognise-column-probability = probability
recognise-column-why = why
recognise-comparison = Criteria compared
recognise-comparison-about = A criterion speaks for a page if it gives points for it. It leads on a valid page if it gives the most points, and decides if the page would have been judged otherwise without its points.
recognise-column-criterion = criterion
recognise-column-spoke = pages it speaks for
recognise-column-rightly = of these valid
recognise-column-reach = of all valid pages
recognise-column-against = pages it speaks against
recognise-column-led = leads
recognise-column-decided = decides
recognise-agreement = Agreement of criteria
recognise-agreement-about = Of the pages that one of two criteria speaks for, the share that both speak for.

## Simweb

simweb-serving = { $hosts ->
    [one] { $hosts } host
   *[other] { $hosts } hosts
} at { $address }; to harvest it:
simweb-all-others = that harvests only the site that links to all others; for those too, use a job file with a [[scope.rule]] of type "accept-all" (stodola crawl --template)
simweb-judged = { $requests ->
    [one] { $requests } request
   *[other] { $requests } requests
}, { $broken ->
    [one] { $broken } violation
   *[other] { $broken } violations
}, { $refused } refused for haste, { $forgotten } not looked at

## Warc

warc-at = at { $offset }
warc-cannot-open = cannot be opened: { $reason }
warc-not-an-archive = not an archive: { $looks }
warc-looks-empty = the file is empty
warc-looks-lz4 = looks like LZ4; unpack it first, for example with 'lz4 -d'
warc-looks-wacz = looks like a WACZ, a ZIP file with archives inside; unpack it first, for example with 'unzip', or add it to an archive with 'stodola archive add --copy'
warc-looks-zip = looks like a ZIP file; unpack it first
warc-looks-cdx = looks like a CDX index, not the archive it points to
warc-looks-wacz-index = looks like an index of a WACZ file
warc-looks-bzip2 = looks like bzip2; unpack it first
warc-looks-xz = looks like xz; unpack it first
warc-looks-7zip = looks like 7-Zip; unpack it first
warc-looks-gzip = looks like gzip, but no archive is inside
warc-looks-zstd = looks like zstd, but no archive is inside
warc-looks-pdf = looks like PDF
warc-looks-xml = looks like XML
warc-looks-program = looks like a program
warc-looks-png = looks like a PNG image
warc-looks-jpeg = looks like a JPEG image
warc-looks-gif = looks like a GIF image
warc-looks-sqlite = looks like an SQLite database
warc-looks-warc-fields = looks like WARC fields without a version line before them
warc-looks-tar = looks like a tar file
warc-looks-nul = starts with NUL bytes only
warc-looks-json = looks like JSON
warc-looks-html = looks like an HTML page
warc-looks-text = looks like text: '{ $line }'
warc-looks-bytes = starts with '{ $bytes }'
warc-index-no-uri = no WARC-Target-URI, so the record is not indexed
warc-index-no-date = no readable date; the line has '-' in its place
warc-length-corrected = Content-Length corrected to { $length }
warc-no-rule = there is no rule '{ $name }'; `stodola warc check --rules` lists them all
warc-check-unknown-type = { $number } of unknown type
warc-check-summary = { $name }: { $records ->
    [one] { $records } record
   *[other] { $records } records
} ({ $types }); { $blocks ->
    [one] { $blocks } block digest
   *[other] { $blocks } block digests
}, { $payloads ->
    [one] { $payloads } payload digest
   *[other] { $payloads } payload digests
} right; { $errors ->
    [one] { $errors } error
   *[other] { $errors } errors
}, { $recommendations ->
    [one] { $recommendations } recommendation
   *[other] { $recommendations } recommendations
}, { $comments ->
    [one] { $comments } comment
   *[other] { $comments } comments
}
warc-extracted = { $payloads ->
    [one] { $payloads } payload
   *[other] { $payloads } payloads
} → { $folder }
warc-repacked = { $input }: { $records ->
    [one] { $records } record
   *[other] { $records } records
} → { $files }

## Manual

man-cannot-write = cannot write manual pages to '{ $folder }'
man-written = { $pages } manual pages written to '{ $folder }'

## People

serve-first-admin = There is no administrator yet. Open this once, within three days, to become one: { $url }
people-link = Give { $name } this link; it can be used once, until { $until }:
people-changed = { $name } changed: { $role }{ $state ->
    [disabled] , may not sign in
   *[other] {""}
 }
people-count = { $people ->
    [one] { $people } person
   *[other] { $people } people
}

## Requests

work-asked = request { $number }: { $state ->
    [done] there is a result already
    [running] it is being worked on
   *[other] it waits for its turn
}
work-cancelled = request { $number }: { $state ->
    [running] the work ends as soon as it can
    [waiting] others still want it
    [done] it is not made anew now; the result stays
   *[other] cancelled
}
work-now = now: { $words }
work-error = failed: { $error }
work-result = result: { $name }, { $bytes } bytes, made { $made }, looked at { $views ->
    [one] once
   *[other] { $views } times
}
work-worked-off = { $done ->
    [one] { $done } request
   *[other] { $done } requests
} done, { $failed } failed
## Rules for addresses, copies and feeds of a site

change-feed-about = Pages of { $site } that are new, changed or gone, as the archive saw them.
change-feed-title = Changes of { $site }
change-gone = Gone: the server says that the page is not there any more.
change-new = New.
change-new-again = There again.
change-changed = Changed.
change-changed-words = Changed: { $added ->
    [one] 1 word added
   *[other] { $added } words added
}, { $removed ->
    [one] 1 removed
   *[other] { $removed } removed
}.
change-changed-first-added = New: “{ $words }”
change-changed-first-removed = Gone: “{ $words }”
change-line-gone = gone
change-line-new = new
change-line-changed = changed
changes-more = { $more ->
    [one] 1 older change is not shown
   *[other] { $more } older changes are not shown
}
changes-cut = not all captures of the site were looked at
changes-none = no changes
copy-done = { $pages ->
    [one] 1 page
   *[other] { $pages } pages
} and { $parts ->
    [one] 1 other file
   *[other] { $parts } other files
} ({ $size }); open { $entrance }
copy-missing = Missing, see { $list }:
copy-gap-blocked = blocked by an access rule
copy-gap-cut = damaged or too large, copied as far as they can be read
copy-gap-failed = the server answered with an error at that time
copy-gap-long-path = the path would be too long for a file
copy-gap-lost-redirect = redirects that lead nowhere
copy-gap-not-archived = linked pages, images, style sheets and the like that the archive does not have
copy-gap-too-many = beyond the largest number of addresses of a copy
copy-gap-unreadable = cannot be read
rules-evidence = { $equal } of { $all } pairs of addresses had the same content
rules-evidence-example = { $from } = { $counts }
rules-suggest-index = { $name } at the end of a path means the folder
rules-suggest-needless = the parameter { $parameter } of { $path } means nothing
rules-suggest-order = the order of the parameters of { $path } means nothing
rules-suggest-none = { $addresses ->
    [one] 1 address compared
   *[other] { $addresses } addresses compared
}: nothing speaks for a rule
rules-suggest-cut = the site has more addresses than were compared
map-no-such-time = there is no such time in the archive's calendar
rules-checked = { $tests ->
    [one] 1 test
   *[other] { $tests } tests
}, { $failed ->
    [0] all passed
    [one] 1 failed
   *[other] { $failed } failed
}
rules-test-failed = { $place }: { $url } must become { $expected }, but becomes { $found }
why-site-rule = a rule about the addresses of the site says so: { $reason }
why-site-rule-same = by a rule about the addresses of the site it is the same page as { $uri }
why-advice-site-rule = change the file that scope.site_rules in job.toml names, or give it as a seed
why-advice-site-rule-same = ask about that address instead
