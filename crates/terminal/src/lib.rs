//! What a program at a terminal needs beside its arguments: [help] in the user's language, and a [log] for
//! operators. The program itself only has its arguments and prints.

pub mod help;
pub mod log;
