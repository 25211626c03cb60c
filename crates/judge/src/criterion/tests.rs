//! Every criterion with its evidence.
