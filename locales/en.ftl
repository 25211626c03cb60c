# Texts of the program in English. Keys begin with the area they belong to; both languages have the same keys and
# arguments, which a test of the crate `text` checks.

## Archive

archive-file-missing = { $name }: the file is missing, { $captures ->
    [one] { $captures } capture
   *[other] { $captures } captures
} in it

## Crawl

crawl-all-seeds-failed = job '{ $job }': all { $seeds } seeds failed
crawl-already-finished = job '{ $job }' is finished. To harvest it again, add --again, or set again.every in its job.toml
crawl-archived-nothing = job '{ $job }' archived nothing
crawl-archived-nothing-yet = job '{ $job }' has archived nothing so far
crawl-busy = workers were busy { $share } % of the time
crawl-closing-files = closing: checking the last WARC file ({ $seconds } s)
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
crawl-ended-stopped = stopped
crawl-ended-time = stopped by the limit of time
crawl-error-create = create
crawl-error-file = cannot { $what } '{ $path }'
crawl-error-find = find
crawl-error-job-exists = there is a job '{ $job }' already; change its settings in '{ $folder }'
crawl-error-listen-at = listen at
crawl-error-listen-in = listen in
crawl-error-mend = mend
crawl-error-no-contact = give a contact for webmasters: --contact MAIL-OR-URL
crawl-error-no-job-given = give a seed, a job (--job) or a job file (--config)
crawl-error-no-jobs = there are no jobs in '{ $archive }'; `stodola crawl` or `stodola job add` creates one
crawl-error-no-seed = there is no job '{ $job }' in '{ $archive }'; give a seed to start one
crawl-error-not-a-seed = the seed '{ $seed }' is not a URI with a host, such as https://example.org/
crawl-error-panicked = the harvest stopped unexpectedly
crawl-error-protect = protect
crawl-error-read = read
crawl-error-read-job-file = read the job file
crawl-error-store-busy = the last WARC file is still being written
crawl-error-thread = cannot start a thread
crawl-error-write = write
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

harvest-giving-way = another command waits for the archive: it gets it when the jobs that run have ended
harvest-idle = nothing to do: no job has an interval; waiting for new jobs
harvest-idle-until = nothing to do until { $due } (job '{ $job }')

## Job

job-added = job '{ $job }' is ready; a running stodola harvest --watch starts it within ten seconds, otherwise: stodola harvest --archive '{ $archive }'
job-checkpoint-written = checkpoint written
job-error-ended = the harvest ended before it answered
job-error-no-jobs = there are no jobs in '{ $archive }'
job-error-no-such-job = there is no job '{ $job }' in '{ $archive }'
job-error-no-such-report = job '{ $job }' is not a national harvest and has no report '{ $report }'
job-error-no-such-round = job '{ $job }' has no round { $round }; its last one is { $last }
job-error-not-a-host = '{ $host }' is not a host
job-error-not-a-seed = seed { $place }, '{ $seed }', is not an http or https URI with a host; nothing was changed
job-error-not-running = no harvest of '{ $folder }' is running on this machine
job-error-output = cannot write the output
job-error-receive = the harvest does not answer
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
job-requests = { $requests ->
    [one] { $requests } request
   *[other] { $requests } requests
}
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
job-stopping = stopping
