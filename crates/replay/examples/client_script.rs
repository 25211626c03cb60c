//! Prints the client script as it is served, for the tests in a browser: `cargo run -p stodola-replay --example
//! client_script`.

fn main() {
    print!("{}", stodola_replay::client_script());
}
