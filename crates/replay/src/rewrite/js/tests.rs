//! Scripts and what becomes of them, beyond the cases in files.
