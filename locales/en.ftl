# Texts of the program in English. Keys begin with the area they belong to; both languages have the same keys and
# arguments, which a test of the crate `text` checks.

## Archive

archive-file-missing = { $name }: the file is missing, { $captures ->
    [one] { $captures } capture
   *[other] { $captures } captures
} in it

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
