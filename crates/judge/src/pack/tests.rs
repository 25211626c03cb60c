//! Packs, good and bad.
