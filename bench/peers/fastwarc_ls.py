"""Goes over all records with FastWARC, parses HTTP heads and reads the bodies."""

import sys

from fastwarc.stream_io import FileStream
from fastwarc.warc import ArchiveIterator

count = 0
for record in ArchiveIterator(FileStream(sys.argv[1], "rb"), parse_http=True):
    seen = (record.record_type, record.headers.get("WARC-Target-URI"))
    if record.is_http and record.http_headers is not None:
        seen += (record.http_headers.status_code,)
    record.reader.consume()
    count += 1
print(count, "records")
