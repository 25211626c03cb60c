//! HTTP/1.1 with every byte on the wire recorded.
