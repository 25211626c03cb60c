//! Prints the client script as it is served, for the tests in a browser: `cargo run -p stodola-replay --example
//! client_script`.

use std::io::Write;

fn main() -> std::io::Result<()> {
    std::io::stdout().write_all(stodola_replay::client_script().as_bytes())
}
