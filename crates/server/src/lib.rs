//! What the program serves over HTTP: replay, CDX, Memento, the reader's pages.
