# Errors of the libraries. The English texts are those of the libraries, word for word; a test compares them.

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
error-job-unknown-key = { $place }: unknown key `{ $key }`{ $hint }
error-job-unknown-value = { $place }: unknown value `{ $value }`{ $hint }
error-job-no-identity = `{ $key }` is missing: a harvest of servers of others must say who harvests, and what for
error-job-no-contact = `contact` is missing: webmasters must be able to reach you; give an e-mail address or a web page
error-job-seeds-column = '{ $path }' has no column '{ $column }'; give the name of a column or its number
error-job-seeds-no-column = '{ $path }' has no column with addresses; give the name of a column or its number
error-job-seeds-packed = '{ $path }' is packed with { $packing }; unpack it first (gzip, zstd, xz and bzip2 are read as they are)
error-job-seeds = cannot read seeds from '{ $path }': { $reason }
error-migration-not-ours = '{ $path }' is not empty and does not belong to a migration; choose another folder
error-migration-locked = '{ $path }' is being written by another migration
error-migration-nothing = no archive file was found in the inputs
error-recognise-veto = '{ $veto }' is not a veto; give the name of a criterion, or 'racist-words=2' for two words or more
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
error-doing-find = find
error-doing-shorten = shorten
error-doing-save = save
error-doing-copy-to = copy to
error-doing-copy-the-catalogue-to = copy the catalogue to
error-doing-create-a-private-folder-in = create a private folder in
error-doing-create-the-folder = create the folder
error-doing-make-an-identity-for = make an identity for
error-doing-listen-at = listen at
error-doing-listen-in = listen in
error-doing-mend = mend
error-doing-protect = protect
error-doing-read-the-job-file = read the job file
error-doing-read-the-list = read the list

## Errors of the system

error-folder-not-empty = Directory not empty
error-quota = Quota exceeded
error-file-too-large = File too large
error-other-disk = Invalid cross-device link
error-address-not-available = Cannot assign requested address
error-connection-reset = Connection reset by peer
error-connection-aborted = Software caused connection abort
error-not-connected = Transport endpoint is not connected
error-host-unreachable = No route to host
error-network-unreachable = Network is unreachable
error-network-down = Network is down
error-broken-pipe = Broken pipe
error-timed-out = Connection timed out
error-interrupted = Interrupted system call
error-out-of-memory = Cannot allocate memory
error-unexpected-end = unexpected end of file
error-disk = Input/output error
error-open-files = Too many open files

## Archives

error-archive-name = '{ $path }' cannot be added: its name is not UTF-8, or contains a line break
error-catalogue-unfinished = the catalogue '{ $path }' was not finished when it was made; make it from the files of the archive: stodola archive rebuild --archive '{ $folder }'
error-catalogue-changing = the catalogue '{ $path }' changes too fast to be copied, and it can only be read here as a copy; try again
error-catalogue-database = the catalogue '{ $path }' cannot be used: { $error }
error-capture-missing = '{ $path }' is missing; stodola archive check tells more
error-capture-changed = '{ $path }' has changed: at byte { $offset } is not the record that the catalogue lists; stodola archive check tells more
error-capture-no-original = '{ $path }': the content of the revisit at byte { $offset } is not in the archive
error-capture-read = cannot read '{ $path }' at byte { $offset }: { $error }
error-index-locked = the index in '{ $folder }' is in use
error-index-locked-by = the index in '{ $folder }' is in use by { $holder }
error-index-damaged = '{ $path }' is damaged: { $what }; all data of the index are also in the WARC files: delete its folder, and build it again from them
error-index-differs = '{ $name }' was committed before, with other content
error-index-name = a file name of { $length } bytes is more than the index can hold
error-index-unknown-file = file number { $number } was never committed
error-index-offset = an offset of { $value } is more than the index can hold
error-index-length = a length of { $value } is more than the index can hold
error-index-doubtful = an earlier write to '{ $path }' failed; open the index again
error-index-only-read = the index '{ $path }' was opened for reading only
error-forget-ambiguous = '{ $given }' can mean several files; write more of the name: { $names }
error-intake-wrapped = '{ $path }' is not an archive: it { $looks }
error-wacz = '{ $path }' cannot be read as a WACZ file: { $what }
error-keeper-payloads = { $error }; if it is damaged, delete the folder 'payloads' of the archive: it will be built again
error-keeper-read-back = '{ $file }' was just written and is damaged at byte { $offset }: { $what }; check the disk
error-sink-capture = cannot compress the capture: { $error }
error-sink-append = cannot append to '{ $path }': { $error }
error-sink-random = the system gives no random numbers: { $error }
error-sink-doubtful = an earlier sync of '{ $path }' failed; start the command again
error-follow-unknown = there is nothing named '{ $name }' to build; the names are { $names }
error-not-in-index = { $name }: not in the index
error-record-at = { $path }: at { $offset }: { $error }

## Records and files

error-head-name = '{ $name }' is not a field name
error-head-value = the value of '{ $name }' holds a line end or NUL
error-head-id = the record id '{ $id }' is not a URI
error-head-reserved = '{ $name }' is set by the writer
error-head-type = records of type '{ $kind }' cannot be written
error-head-too-long = a header of { $length } bytes is too long
error-head-raw = the given header { $what }
error-block-short = the block has { $found } bytes instead of { $declared }
error-block-long = the block has more than the { $declared } bytes it should have
error-block-changed = the block changed while it was written
error-block-read = cannot read the block: { $error }
error-record-write = cannot write the record: { $error }
error-record-torn = an earlier record was written only in part
error-file-exists = '{ $path }' exists already
error-file-locked = '{ $path }' is being written by another process
error-file-finished = '{ $path }' is finished
error-file-foreign = '{ $path }' is not a WARC file with the requested compression
error-file-name = '{ $path }' is not a usable file name
error-file-warcinfo = cannot write the warcinfo of '{ $path }': { $error }
error-segment-unknown = no segment of the record was found
error-segment-field = the segment at { $offset } has no readable '{ $field }'
error-segment-missing = segment { $number } is missing
error-segment-twice = there are two different segments { $number }
error-segment-unfinished = segment { $number } is not the last, but no more were found
error-segment-total = all segments together have { $found } bytes instead of { $declared }
error-segment-short = segment { $number } has { $found } bytes instead of { $declared }
error-segment-too-many = remembering the segments would take more than { $budget } bytes
error-body-limit = body decodes into more than { $limit } bytes
error-damaged = '{ $path }' is damaged: { $what }
error-table-merge = merging sorted runs failed unexpectedly
error-warc-cut-on-input = the record at { $offset } is cut, and standard input cannot be read again
error-warc-gone = the record at { $offset } is no longer there

## Fetching

error-fetch-uri = cannot fetch "{ $uri }": { $reason }
error-fetch-header = header field "{ $name }" { $reason }
error-fetch-dns = cannot resolve the host name: { $error }
error-fetch-address = address { $address } is not allowed
error-fetch-name = host name "{ $host }" is not allowed
error-fetch-proxy = the proxy failed: { $error }
error-fetch-proxy-refused = the proxy refuses to connect to the host: { $words }
error-fetch-http2-only = the server speaks only HTTP/2
error-proxy-dns = its name cannot be resolved: { $error }
error-proxy-connect = no connection: { $error }
error-proxy-login = it refuses the user name and password, or asks for them
error-proxy-protocol = it does not speak the protocol of the setting
error-proxy-address = "{ $text }" is not a proxy: { $reason }
error-proxy-bypass = "{ $entry }" is not a domain, an address or a network such as 192.0.2.0/24
error-proxy-rules = by its rules
error-proxy-address-kind = it does not know this kind of address
error-cookie-line = line { $line } is not a cookie of seven fields between tabs
error-fetch-connect = cannot connect: { $error }
error-fetch-connect-timeout = no connection in time
error-fetch-tls = cannot make a TLS connection: { $words }
error-fetch-send = cannot send the request: { $error }
error-fetch-closed = the server closed the connection without a response
error-fetch-unheard = the kept connection was closed
error-fetch-response-timeout = no response in time
error-fetch-spool = cannot store the response: { $error }
error-dns-no-such-name = no such name
error-dns-no-address = no address
error-dns-server = server failure: { $words }
error-dns-timeout = no answer in time
error-setup-header = setting "{ $setting }" has a control character or is not ASCII: "{ $value }"
error-setup-spool = spool folder "{ $path }" cannot be used: { $error }
error-setup-dns = name resolution cannot be set up: { $words }
error-setup-tls = TLS cannot be set up: { $words }
error-rdap-base = '{ $base }' is not an RDAP server: give an http or https URI without a query
error-rdap-whois = '{ $server }' is not a whois server: give its name, or NAME:PORT
error-rdap-format = '{ $path }' is not a list of owners' countries that this version can read: give another file
error-rdap-cache = cannot use the list of owners' countries '{ $path }': { $error }
error-connect-to = "{ $text }" is not HOST:PORT:ADDRESS:PORT: { $reason }

## Jobs and harvests

error-job-nearest = ; did you mean `{ $nearest }`?
error-job-known = ; known: { $known }
error-job-running = the job in '{ $folder }' is already running
error-job-running-by = the job in '{ $folder }' is already running by { $holder }
error-frontier-doubtful = an earlier write to '{ $path }' failed; start the job again to continue
error-harvest-ended = the harvest has ended
error-harvest-store = cannot store the captures: { $error }
error-harvest-past = cannot look up earlier captures: { $error }
error-harvest-observer = cannot record the verdicts: { $error }
error-harvest-seed = the seed '{ $seed }' cannot be harvested: it must be an http or https URI with a host
error-harvest-no-seeds = there are no seeds
error-harvest-worker = a worker stopped unexpectedly: { $words }
error-harvest-proxy-login = fetch.proxy_login: { $error }
error-harvest-cookies = '{ $path }' is not a file of cookies: { $error }
error-secret-source = write "env:NAME" or "file:PATH", never the secret itself
error-secret-variable = the environment variable { $name } is not set
error-secret-unusable = the secret in { $place } cannot be used: it must be one line that is not empty
error-logins-format = '{ $path }' is not a list of log-ins: { $message }
error-logins-origin = the log-in for '{ $origin }': an origin is a scheme and a host, such as https://members.example
error-logins-twice = the log-in for '{ $origin }' stands there twice
error-logins-key = the log-in for '{ $origin }': '{ $key }' is missing, or does not belong to its type
error-logins-form = the log-in for '{ $origin }': the form and its page must be at the same origin, and no field may hold the password itself
error-logins-sign = the log-in for '{ $origin }': '{ $sign }' is not cookie:NAME, location:TEXT, text:TEXT or status:NUMBER
error-logins-secret = the log-in for '{ $origin }': { $error }
error-scope-regex = the pattern of the scope rule '{ $rule }' cannot be used: { $source }
error-scope-list = cannot read the list '{ $path }': { $error }
error-scope-empty = the list of a scope rule of type '{ $rule }' is empty
error-scope-too-large = a list of the scope rule '{ $rule }' is larger than 4 GiB
crawl-error-toml = the settings cannot be written as TOML: { $words }
job-error-too-long = the request takes { $bytes } and may take { $most }; ask in several steps

## Settings of a job, behind the name of the key

setting-contact = is not an e-mail address or an http(s) URL: '{ $contact }'
setting-not-a-zone = '{ $zone }' is not a time zone, such as Europe/Prague, UTC or +01:00
setting-not-hours = '{ $entry }' is not a time of the week, such as Mo-Fr 20:00-06:00
setting-not-one-line = must be one line without control characters
setting-at-least = must be at least { $least }
setting-at-most = must not be more than { $most }
setting-instance = is { $instance }, but must be 1 to { $instances }, the number of instances
setting-longer-than = must not be longer than { $name }, which is { $value }
setting-not-longer-than-zero = must be longer than 0
setting-not-a-host = '{ $host }' is not a host name in normal form, such as "www.example.org"
setting-empty = must not be empty
setting-not-room = '{ $value }' is neither a size, such as 5GB, nor a part of a disk, such as 5%
setting-too-long = is longer than { $most } bytes
setting-name-character = is the name of a folder and cannot contain { $character }; use letters, digits, `-`, `_`, `.`
setting-name-ends = is the name of a folder and cannot start with `.` or `-`, or end with `.`: '{ $name }'
setting-name-of-device = is the name of a device on some systems: '{ $name }'
setting-limit-is-zero = is 0, so nothing could be fetched; write "unlimited"?
setting-time-is-zero = is 0, so nothing could be fetched
setting-not-within = is { $value }, but must be { $least } to { $most }
setting-too-small = is { $value }, but must be at least { $least }
setting-above = is { $value }, but must not be longer than `{ $name }`, which is { $most }
setting-not-a-prefix = must be 1 to 64 ASCII letters, digits, `-`, `_`, `.`, and not start with `.`
setting-not-whois = must be the name of a server, or NAME:PORT
setting-not-a-proxy = '{ $proxy }' is not the address of a proxy: { $reason }
setting-not-a-bypass = '{ $entry }' is not a domain, an address or a network such as 192.0.2.0/24
setting-not-a-secret = must be "env:NAME" or "file:PATH", never the secret itself
setting-not-a-header = '{ $line }' cannot be sent with every request: it { $reason }
setting-not-a-user-agent = '{ $line }' is not a host and a text, such as "news.example: archive/1"
setting-not-a-language = must be "auto", empty, or languages such as "cs, en;q=0.5"
setting-not-rdap = must be an http or https URI without a query
setting-not-editable = it is written in a way that this command cannot change; edit the file yourself
error-settings-changed = the settings of the job were changed meanwhile
error-settings-kept = only a file on the server sets: { $keys }
error-settings-no-profile = there is no profile '{ $name }'
setting-not-a-seed = '{ $seed }' is not an http or https address with a host
setting-no-identity = is missing: a harvest of servers of others must say who harvests, and what for
setting-no-domains = is empty: the profile `country` needs the domain of the country, such as "cz"
setting-no-contact = is missing: webmasters must be able to reach you
setting-no-such = there is no such setting
setting-kept = can be changed in the file on the server only
setting-not-a-number = must be a number, such as 5000{ $unlimited }
setting-not-a-time = must be a time, such as 30s, 5m or 2h{ $unlimited }
setting-not-a-size = must be a size, such as 100MB or 1GiB{ $unlimited }
setting-not-an-interval = '{ $value }' is not an interval; write a time such as 7d, adaptive, or never
setting-not-one-of = must be one of: { $known }
setting-not-rules = must be a list of [[scope.rule]] and nothing else
setting-or-unlimited = , or unlimited
setting-no-such-limit = there is no limit `{ $limit }`; known: { $known }

## Migration

error-migrate-read = cannot be read: { $error }
error-migrate-no-records = contains no ARC or WARC record
error-migrate-wrapped = is not an archive: it { $looks }
error-migrate-write = the record at { $offset } cannot be written: { $error }
error-migrate-head = the header of the record at { $offset } cannot be written: { $error }
error-migrate-quarantine = { $path } cannot be written: { $error }
error-migrate-verify = the result could not be verified and was deleted: { $error }
error-migrate-changed = has changed since it was migrated; its result was left as it is
error-migrate-result-changed = its result '{ $result }' has changed since it was written ({ $what }); nothing was overwritten: move that file away and run the migration again to make a new one
error-migrate-occupied = would become '{ $result }', which is there already and was not made from it ({ $error }); move that file away and run the migration again
error-migrate-same-name = its result '{ $result }' has the same name as that of another source; name the folder above both instead
error-migrate-index = the index of payloads: { $error }
error-migrate-original = '{ $path }' has no record at { $offset }, but the index of payloads says so
error-verify-differs = record { $number } of the source, at { $offset } in the result: { $what }
error-verify-unmarked = record { $number } of the source was read from damaged bytes ({ $reason }), but the record at { $offset } in the result does not say so; older versions did not mark such records: delete the result and migrate the source again
error-verify-count = the source has { $source_records } records, the result { $result_records }
error-verify-damaged = the result is damaged: { $what }
error-verify-unaccounted = { $bytes } bytes of the source are not accounted for
error-restore-not-arc = the record at { $offset } was not made from an ARC record
error-restore-elsewhere = the content of the record at { $offset } is in another record, '{ $refers_to }'
error-migration-output = '{ $path }' cannot be used: { $error }
error-migration-rebuild = the index of payloads cannot be made anew: { $error }

## Recognition, packs, PDF

error-geo = '{ $path }' cannot be used as a database of countries: { $problem }; download it again
error-pack-language = '{ $code }' is not a language code; give an ISO 639 code such as 'cs'
error-pack-no-inputs = no inputs: there is no WARC or ARC file
error-pack-no-word = no word is left; are the dictionaries of the language and its neighbours the same?
error-recognise-list-line = { $path }:{ $line }: the line is not UTF-8
error-recognise-start = cannot start
error-recognise-no-status = the server sent no status
error-recognise-no-head = the server sent no head
error-recognise-no-location = the redirect has no Location
error-recognise-bad-redirect = the redirect to '{ $to }' cannot be followed
error-recognise-redirects = more than { $most } redirects
error-recognise-no-host = the URL has no host
error-pdf-start = '{ $path }' cannot be started
error-pdf-limits = the limits of a child process cannot be set
error-pdf-body = the document cannot be read
error-pdf-wait = a child process cannot be waited for
error-pdf-text = more than { $bytes } bytes of text
error-pdf-bytes = longer than { $bytes } bytes
error-pdf-time = no end after { $time }
error-pdf-cpu-time = more than { $time } of processor time

## What the libraries keep or send as English words

told-member-damaged = compressed member at { $offset } is damaged: { $what }
told-bytes-between = { $length } bytes stand between the declared end of the block and the next record
told-at = at { $offset }: { $what }
told-ends-at = it ends at { $position }
told-no-record-at = no record starts at { $position }
told-beyond = a record goes beyond { $end }
told-setting = { $place }: `{ $key }` { $fault }
told-cannot = cannot { $doing } '{ $path }': { $error }
told-result-length = it has { $length } bytes, { $written } were written

## Refusals of a running harvest

told-request-incomplete = the request was not complete after { $seconds } seconds; nothing was done
told-too-many-connections = too many connections at a time; try again
told-request-too-long = the request is longer than { $most }; nothing was done. Ask in several steps
told-request-no-end = the request came without the end of its line; nothing was done
told-request-empty = the request is empty
told-request-unknown = this harvest does not know the request '{ $word }'
told-request-words = the request has to be '{ $usage }'
told-no-such-host = this harvest has met no host '{ $host }'
told-not-a-seed = seed { $place }, '{ $seed }', is not an http or https URI with a host; nothing was changed
told-nothing-changed = nothing was changed: { $error }
told-request-unread = the request cannot be read: { $error }
told-request-not-utf8 = the request is not in UTF-8: { $error }
told-request-not-begun = the request cannot be worked on: { $error }
told-request-failed = the request failed unexpectedly: { $error }
told-limit-unsaved = the limit applies to this run, but it could not be saved for the next: { $error }
told-seeds-unsaved = this run uses the seeds, but they could not be saved for the next: { $error }

## Descriptions of scope rules

told-accept = accept { $what }
told-reject = reject { $what }
told-except = all except { $what }
told-clicks = URIs more than { $max } links away from a seed
told-segments = paths with more than { $max } segments
told-length = URIs longer than { $max } bytes
told-repeats = paths that repeat the same segments more than { $max } times in a row
told-parameters = queries with more than { $max } parameters, or with the same one more than three times
told-requisites = files that pages need (pictures, styles, scripts), up to { $max } in a row
told-requisites-guessed = files that pages need (pictures, styles, scripts), up to { $max } in a row, and media guessed
told-pattern = URIs that match the pattern `{ $pattern }`
told-prefixes = URIs that start with { $what }
told-hosts-in = hosts in { $what }
told-endings = file names that end in { $what }
told-with = URIs with { $what }
told-or-domains = { $first } or the domains listed in '{ $file }'
told-or-prefixes = { $first } or the prefixes listed in '{ $file }'
told-prefix = the prefix { $name }
told-these-prefixes = the prefixes { $names }
told-listed-prefixes = the prefixes listed in '{ $file }'
told-domain = the domain { $name }
told-these-domains = the domains { $names }
told-listed-domains = the domains listed in '{ $file }'
told-tld = the top-level domain { $name }
told-these-tlds = the top-level domains { $names }
told-suffix = the suffix { $name }
told-these-suffixes = the suffixes { $names }
told-scheme = the scheme { $name }
told-these-schemes = the schemes { $names }
told-many-prefixes = { $number } prefixes
told-many-domains = { $number } domains
told-many-suffixes = { $number } suffixes

## Serving and access

error-serve-listen = cannot listen at { $address }: { $error }
error-serve-names-needed = '{ $address }' can be reached from other machines: give the names they use, --public-url and --replay-url
error-serve-not-an-origin = '{ $url }' is not an address of the form http://host or https://host:port
error-serve-one-of-two = --public-url and --replay-url are given together or not at all
error-serve-same-host = '{ $app }' and '{ $replay }' have the same host name; archived scripts could act on the pages
error-access-no-reason = say why (--why): the reason is kept on record
error-access-no-name = say who you are (--by): the name is kept on record
error-access-no-rule = there is no rule { $rule }
error-access-no-change = there is no change { $change }
error-access-nothing-to-undo = there is no change that could be undone
error-access-undone = change { $change } was undone by change { $by }
error-access-changed-again = change { $change } cannot be undone: rule { $rule } was changed again by change { $by }; undo that one first
error-access-damaged = '{ $path }' is damaged: { $what }; put back a copy of it, nothing else has the rules of access
error-access-too-long = the { $what } is too long: at most 8 KiB are kept
error-access-database = the rules in '{ $path }' cannot be used: { $error }
error-access-group-changed = change { $number } cannot be undone: group '{ $group }' was changed again since; undo that change first
error-access-group-name = '{ $name }' is no name of a group: no spaces, at most 200 bytes
error-access-import-format = this is no file of such rules: { $what }
error-access-import-large = the file is larger than 256 MiB
error-access-import-refused = { $count } of the rules cannot be taken over; the first: { $place }: { $what }
error-access-rule-text = '{ $text }' is no { $what }
error-serve-runtime = cannot start the server: { $error }
error-export-empty = the archive has no capture that fits and may be exported; nothing was written
error-export-exists = '{ $path }' exists already; choose another name, or remove it first
error-export-scratch = cannot use a temporary file: { $error }; set TMPDIR to a folder with room
error-export-stopped = the export was stopped; nothing was written
error-bare-folder = cannot make a folder in '{ $folder }': { $error }; set TMPDIR to a folder with room
error-bare-nothing = none of the files could be read; give ARC, WARC or WACZ files, or an archive with --archive
told-rule-address-range = address range
told-rule-audience = group:NAME or address:RANGE
told-rule-media-type = media type
told-rule-message = message
told-rule-name = name
told-rule-note = note
told-rule-place = address, host or domain
told-rule-place-long = place
told-rule-reason = reason

## People, tokens, projects

error-person-name = '{ $name }' cannot be a name: use up to 60 letters, digits and . _ - @
error-person-taken = there is somebody called '{ $name }'
error-person-unknown = there is nobody called '{ $name }'
error-person-group = '{ $name }' cannot be the name of a group: use up to 200 characters without spaces
error-person-password = a password has { $min } to { $max } characters
error-person-link = this link was used or is too old; ask for a new one
error-person-last-admin = '{ $name }' is the last administrator; make somebody else one first
error-person-text = the { $what } is empty or too long
error-person-too-many = there are too many { $what }; remove some first
error-person-changed = it was changed by somebody else meanwhile; read it again
error-person-missing = there is no { $what } with the number { $number }
error-person-project-taken = there is a project called '{ $name }'
error-person-address = '{ $url }' is not an address of the form https://host/path
error-person-no-chance = the system gives no random numbers
error-person-has-admin = there is an administrator already
error-events-database = the events in '{ $path }' cannot be used: { $error }

## Searching

error-search-no-index = the archive has no search index; 'stodola archive rebuild --only search' makes it
error-search-damaged = the search index is damaged ({ $reason }); 'stodola archive rebuild --only search' makes it anew
error-search-unknown = '{ $path }' was written by a newer program, or is something else
error-search-database = search.db: { $error }
error-search-io = { $what }: { $error }
error-search-busy = the search index is being made anew; try again in a moment
error-search-cursor = this is not the next page of this search; begin with the first page
error-query-empty = there is nothing to search for
error-query-only-excluded = a search needs something that must be there, not only words to leave out
error-query-too-long = the search is longer than { $bytes } bytes or { $words } words
error-query-date = '{ $value }' is not a date; write 2007, 2007-03, 2007-03-15 or 2007..2009
error-query-type = '{ $value }' is not a type; the types are { $names }
error-query-part = '{ $value }' is not a part of a page; the parts are { $names }
error-query-status = '{ $value }' is not an HTTP status; write 404, or 400..499
error-query-no-value = '{ $field }:' needs a value
