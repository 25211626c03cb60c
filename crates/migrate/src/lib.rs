//! Old archives to WARC, with proof that nothing was lost.
