//! Decodes every gzip member of the given file with libdeflate, and counts.
//!
//! Nothing is looked at but the ends of members, so no reader of compressed records can be faster
//! with the same decoder on one thread.

use libdeflate_sys as sys;
use std::error::Error;
use std::fs::File;
use std::io::Read;

/// Read ahead, so that most members are whole at the first attempt.
const AHEAD: usize = 4 << 20;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args_os().nth(1).ok_or("usage: peer-decode FILE")?;
    let mut input = Input { file: File::open(path)?, buffer: Vec::new(), start: 0, eof: false };
    let mut output = vec![0; 1 << 20];
    // SAFETY: no arguments; the result is checked. It lives as long as the program.
    let decoder = unsafe { sys::libdeflate_alloc_decompressor() };
    if decoder.is_null() {
        return Err("no memory for the decoder".into());
    }

    let (mut members, mut bytes) = (0u64, 0u64);
    loop {
        if input.rest().len() < AHEAD / 4 {
            input.fill(AHEAD)?;
        }
        if input.rest().is_empty() {
            break;
        }
        let (mut taken, mut given) = (0, 0);
        // SAFETY: both pointers come from slices, with the lengths of those slices, and the
        // decoder is not null and used by this thread only.
        let result = unsafe {
            sys::libdeflate_gzip_decompress_ex(
                decoder,
                input.rest().as_ptr().cast(),
                input.rest().len(),
                output.as_mut_ptr().cast(),
                output.len(),
                &mut taken,
                &mut given,
            )
        };
        match result {
            sys::libdeflate_result_LIBDEFLATE_SUCCESS => {
                input.start += taken;
                members += 1;
                bytes += given as u64;
            }
            sys::libdeflate_result_LIBDEFLATE_INSUFFICIENT_SPACE => {
                output.resize(output.len() * 2, 0);
            }
            // Damaged, or cut by the end of the buffer.
            _ if !input.eof => input.fill(input.rest().len() + AHEAD)?,
            _ => return Err(format!("damaged after {members} members").into()),
        }
    }
    println!("{members} members, {bytes} bytes");
    Ok(())
}

struct Input {
    file: File,
    buffer: Vec<u8>,
    start: usize,
    eof: bool,
}

impl Input {
    fn rest(&self) -> &[u8] {
        &self.buffer[self.start..]
    }

    /// Drops what was consumed, and reads until there are `wanted` bytes or the file ends.
    fn fill(&mut self, wanted: usize) -> std::io::Result<()> {
        self.buffer.drain(..self.start);
        self.start = 0;
        let missing = wanted.saturating_sub(self.buffer.len());
        let read = self.file.by_ref().take(missing as u64).read_to_end(&mut self.buffer)?;
        self.eof |= read < missing;
        Ok(())
    }
}
