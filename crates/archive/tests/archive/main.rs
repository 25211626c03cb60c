//! What only whole processes can show: a kill at any moment, and two programs at one index.

mod kill;
