# Texts of the program in English. Keys begin with the area they belong to; both languages have the same keys and
# arguments, which a test of the crate `text` checks.

## Archive

archive-file-missing = { $name }: the file is missing, { $captures ->
    [one] { $captures } capture
   *[other] { $captures } captures
} in it

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
demo-try-check = check the file
demo-try-stats = what the archive contains
demo-try-recognise = every page in the file, with the evidence

## Errors
## Errors of the libraries that users meet often; in English these are the words of the libraries themselves.

error-cannot = cannot { $doing } '{ $path }'
error-doing-open = open
error-doing-read = read
error-doing-write = write
error-doing-append-to = append to
error-doing-cut = cut
error-doing-sync = sync
error-doing-lock = lock
error-doing-create = create
error-doing-rename = rename
error-doing-remove = remove
error-doing-list = list
error-not-found = No such file or directory
error-permission-denied = Permission denied
error-exists = File exists
error-is-folder = is a directory
error-not-a-folder = Not a directory
error-disk-full = No space left on device
error-address-in-use = Address already in use
error-connection-refused = Connection refused
error-read-only = Read-only file system
error-locked = '{ $path }' is locked
error-newer = '{ $path }' has format { $found }, this program knows formats up to { $known }; use a newer program
error-wrong-format = '{ $path }' has a wrong format: { $what }
error-no-archive = '{ $path }' is not an archive: it has neither an archive.toml nor a folder 'warc'
error-archive-locked = the archive '{ $path }' is in use by { $holder }; try again when it is done
error-catalogue-missing = there is no catalogue '{ $path }'; build it from the files of the archive: stodola archive rebuild --archive '{ $folder }'
error-catalogue-busy = the catalogue '{ $path }' cannot be completed, since another program is still reading it; try again when that has ended
error-catalogue-full = the disk of the catalogue '{ $path }' is full; make room and give the same command again, nothing is lost
error-catalogue-damaged = the catalogue '{ $path }' is damaged: { $what }; all its data are also in the files of the archive, build it again: stodola archive rebuild --archive '{ $folder }'
error-catalogue-unknown-file = the catalogue has no file '{ $name }'
error-forget-unknown = the archive knows no file '{ $name }'
error-forget-present = '{ $name }' is there; only files that are missing can be forgotten
error-forget-no-reason = say why the file is gone (--why): the reason is kept on record
error-not-records = '{ $path }' is neither ARC nor WARC nor WACZ
error-wacz-by-reference = '{ $path }' is a WACZ file and has to be unpacked: add it with --copy
error-taken = '{ $path }' exists already, with other content
error-no-pack = there is no pack '{ $name }': give the name of a built-in one ({ $packs }) or a folder with a pack.toml
error-job-unknown-key = { $place }: unknown key `{ $key }`; did you mean `{ $nearest }`?
error-job-unknown-value = { $place }: unknown value `{ $value }`; did you mean `{ $nearest }`?
error-job-no-contact = `contact` is missing: webmasters must be able to reach you; give an e-mail address or a web page
error-job-seeds = cannot read seeds from '{ $path }': { $reason }
error-migration-not-ours = '{ $path }' is not empty and does not belong to a migration; choose another folder
error-migration-locked = '{ $path }' is being written by another migration
error-migration-nothing = no archive file was found in the inputs
error-recognise-no-contact = give a contact for webmasters: --contact MAIL-OR-URL
error-recognise-no-inputs = no inputs: the folders and lists are empty
error-recognise-no-records = not an archive: it contains no record
error-recognise-wrapped = cannot be read: { $looks }
error-recognise-status = the server answered with status { $status }
error-recognise-forbidden = its robots.txt forbids it: '{ $rule }'
error-warc-open = { $path }: cannot be opened
error-warc-create = { $path }: cannot be created
error-warc-write = { $path }: cannot be written
error-warc-exists = { $path } exists already; choose another folder
error-warc-no-record = { $path }: no record starts at { $offset }{ $inner ->
    [0] {""}
   *[other] , inner offset { $inner }
}; `stodola warc ls` shows where records start
error-warc-no-id = the record has no WARC-Record-ID
error-warc-revisit = a revisit has no payload; look in the record it refers to
error-warc-arc = this is an ARC file; repack works with WARC only
error-warc-wrapped = { $path }: not an archive: { $looks }

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
} identical; { $without_source } results without a source, { $lost } files gone from the quarantine
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
pack-other-language = { $path }: the pack has the language '{ $theirs }', but the words are '{ $ours }'

## Recognise

recognise-valid = valid
recognise-not-valid = not valid
recognise-found = found
recognise-valid-elements = valid
recognise-points = points
recognise-evidence = evidence
recognise-by-points = points { $points } { $sign } { $minimum }; probability { $probability }; language { $language }
recognise-by-probability = probability { $probability } { $sign } { $threshold }; points { $points }; language { $language }
recognise-of = { $valid } of { $found }
recognise-too-little = too little speaks for it
recognise-unknown-key = { $path }:{ $line }: unknown key '{ $key }' was ignored
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
