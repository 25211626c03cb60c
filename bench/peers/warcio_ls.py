"""Goes over all records with warcio, parses HTTP heads and reads the bodies."""

import sys

from warcio.archiveiterator import ArchiveIterator

count = 0
with open(sys.argv[1], "rb") as stream:
    for record in ArchiveIterator(stream):
        seen = (record.rec_type, record.rec_headers.get_header("WARC-Target-URI"))
        if record.http_headers is not None:
            seen += (record.http_headers.get_statuscode(),)
        while record.raw_stream.read(65536):
            pass
        count += 1
print(count, "records")
