//! Sorts any number of lines bytewise with limited memory: runs on disk, then one merge.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Seek, Write};
use std::ops::Range;

/// Bytes of lines kept in memory before a run is written to disk.
const RUN: usize = 16 << 20;

/// Collects lines and returns them sorted, without duplicates.
#[derive(Default)]
pub(crate) struct LineSorter {
    text: Vec<u8>,
    lines: Vec<Range<usize>>,
    runs: Vec<File>,
}

impl LineSorter {
    /// Adds a line, without its line end.
    pub(crate) fn push(&mut self, line: &[u8]) -> io::Result<()> {
        let start = self.text.len();
        self.text.extend_from_slice(line);
        self.lines.push(start..self.text.len());
        if self.text.len() + self.lines.len() * size_of::<Range<usize>>() > RUN {
            self.spill()?;
        }
        Ok(())
    }

    /// Writes all lines in order.
    pub(crate) fn finish(mut self, out: &mut impl Write) -> io::Result<()> {
        if self.runs.is_empty() {
            return self.write_run(out);
        }
        self.spill()?;
        let mut runs: Vec<_> = self.runs.into_iter().map(BufReader::new).collect();
        let mut heap = BinaryHeap::new();
        for (i, run) in runs.iter_mut().enumerate() {
            if let Some(line) = next_line(run)? {
                heap.push(Reverse((line, i)));
            }
        }
        let mut last: Option<Vec<u8>> = None;
        while let Some(Reverse((line, i))) = heap.pop() {
            if last.as_ref() != Some(&line) {
                out.write_all(&line)?;
                out.write_all(b"\n")?;
            }
            last = Some(line);
            if let Some(line) = next_line(&mut runs[i])? {
                heap.push(Reverse((line, i)));
            }
        }
        Ok(())
    }

    fn write_run(&mut self, out: &mut impl Write) -> io::Result<()> {
        let text = &self.text;
        self.lines.sort_unstable_by(|a, b| text[a.clone()].cmp(&text[b.clone()]));
        self.lines.dedup_by(|a, b| text[a.clone()] == text[b.clone()]);
        for line in &self.lines {
            out.write_all(&self.text[line.clone()])?;
            out.write_all(b"\n")?;
        }
        self.text.clear();
        self.lines.clear();
        Ok(())
    }

    fn spill(&mut self) -> io::Result<()> {
        let mut out = BufWriter::new(
            stodola_durable::nameless(&std::env::temp_dir()).map_err(io::Error::other)?,
        );
        self.write_run(&mut out)?;
        let mut file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        self.runs.push(file);
        Ok(())
    }
}

fn next_line(run: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    run.read_until(b'\n', &mut line)?;
    Ok(line.pop().map(|_| line))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]
mod tests {
    use super::*;

    #[test]
    fn lines_come_back_sorted_and_once_with_and_without_spilling() {
        for spill_every in [usize::MAX, 7] {
            let mut sorter = LineSorter::default();
            let mut expect = std::collections::BTreeSet::new();
            for i in 0..1000u64 {
                let line = format!("{}", i.wrapping_mul(0x9e37_79b9_7f4a_7c15) % 700);
                sorter.push(line.as_bytes()).unwrap();
                expect.insert(line);
                if i as usize % spill_every == spill_every - 1 {
                    sorter.spill().unwrap();
                }
            }
            let mut out = Vec::new();
            sorter.finish(&mut out).unwrap();
            let expect: String = expect.into_iter().map(|l| l + "\n").collect();
            assert_eq!(String::from_utf8(out).unwrap(), expect);
        }
    }
}
