//! What a program at a terminal needs beside its arguments: [help] in the user's [language](lang), a [log] for
//! operators, [talk] on standard error, data on standard [output], and what harvests and migrations tell there. The
//! program itself only has its arguments and prints.

mod harvest;
pub mod help;
mod interrupts;
pub mod lang;
pub mod log;
mod migration;
pub mod output;
pub mod progress;
pub mod talk;

pub use harvest::{Company, Teller};
pub use interrupts::Interrupts;
pub use migration::MigrationTeller;
#[doc(hidden)]
pub use stodola_text;
