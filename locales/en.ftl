# Texts of the program in English. Keys begin with the area they belong to; both languages have the same keys and
# arguments, which a test of the crate `text` checks.

## Archive

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

## Job

job-ledger = { $requests }; shortest time between two starts { $interval }, shortest pause { $pause }; { $early } came before the end of the required pause

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

job-requests = { $requests ->
    [one] { $requests } request
   *[other] { $requests } requests
}

job-round-title = '{ $job }', round { $round }

## Why

why-lost = the capture of { $time } is lost: its file { $file } is missing
why-no-host = '{ $url }' is not a URI with a host, such as https://example.org/
