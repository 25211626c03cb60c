//! A run over the simulated web, with all its faults.
