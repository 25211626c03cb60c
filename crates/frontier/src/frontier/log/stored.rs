//! The part of a log that is safe on disk, for reading.

use super::{
    Access, EVENT_MAX, FILE_HEADER, FIRST_READ, FRAME_HEADER, Segment, open_segments, read_up_to,
    scan_frames,
};
use crate::Time;
use crate::frontier::error::{FrontierError, damaged, io_error};
use crate::frontier::event::{Decoded, Event, LogPlace, decode};
use std::path::{Path, PathBuf};

/// The frames that are safe. Reading takes no lock and changes nothing, so it can be done while a harvest runs; a torn
/// frame at the end is left out.
#[derive(Debug)]
pub(in crate::frontier) struct Stored {
    folder: PathBuf,
    segments: Vec<Segment>,
    /// Place behind the last frame to read.
    end: LogPlace,
}

impl Stored {
    pub(super) fn new(folder: PathBuf, segments: Vec<Segment>, end: LogPlace) -> Stored {
        Stored { folder, segments, end }
    }

    /// Opens the log of a folder, also if another process uses it.
    pub(in crate::frontier) fn open(folder: &Path) -> Result<Stored, FrontierError> {
        let segments = open_segments(folder, Access::Read)?;
        Ok(Stored { folder: folder.to_owned(), segments, end: LogPlace::MAX })
    }

    /// Opens files that were begun since, to read on.
    pub(in crate::frontier) fn reopen(&mut self) -> Result<(), FrontierError> {
        self.segments = open_segments(&self.folder, Access::Read)?;
        Ok(())
    }

    /// Calls `use_it` with every event of the frames that begin at `from` or behind; returns the end of the last of
    /// them.
    pub(in crate::frontier) fn read_from(
        &self,
        from: LogPlace,
        use_it: &mut impl FnMut(Time, LogPlace, Event<'_>) -> Result<(), FrontierError>,
    ) -> Result<LogPlace, FrontierError> {
        let mut end = from;
        for (number, segment) in self.segments.iter().enumerate() {
            let next = self.segments.get(number + 1).map(|next| next.start);
            if next.is_some_and(|next| next <= from) {
                continue;
            }
            let length = segment.file.metadata().map_err(io_error("read", &segment.path))?.len();
            let length = length.min(self.end.saturating_sub(segment.start));
            if length <= FILE_HEADER {
                continue;
            }
            end = scan_frames(segment, length, from, use_it)?;
        }
        Ok(end)
    }

    /// Whether nothing is left to read behind a place that [`read_from`](Stored::read_from) returned.
    pub(in crate::frontier) fn is_end(&self, place: LogPlace) -> bool {
        // A file that was just begun has a header and no frames.
        place == self.end || place + FILE_HEADER == self.end
    }

    /// Time when the first frame was committed; `None` if none was.
    pub(in crate::frontier) fn began(&self) -> Result<Option<Time>, FrontierError> {
        let Some(first) = self.segments.first() else { return Ok(None) };
        let mut header = [0; FRAME_HEADER as usize];
        let read = read_up_to(&first.file, &mut header, FILE_HEADER)
            .map_err(io_error("read", &first.path))?;
        let time = header.last_chunk().filter(|_| read == header.len());
        Ok(time.map(|time| Time::from_millis(u64::from_be_bytes(*time))))
    }

    /// Place behind the last byte.
    pub(in crate::frontier) fn length(&self) -> Result<LogPlace, FrontierError> {
        let Some(last) = self.segments.last() else { return Ok(0) };
        let length = last.file.metadata().map_err(io_error("read", &last.path))?.len();
        Ok(last.start + length)
    }

    /// Calls `use_it` with the event at this place.
    pub(in crate::frontier) fn read<T>(
        &self,
        place: LogPlace,
        use_it: impl FnOnce(Event<'_>) -> T,
    ) -> Result<T, FrontierError> {
        read(&self.folder, &self.segments, place, use_it)
    }
}

pub(super) fn read<T>(
    folder: &Path,
    segments: &[Segment],
    place: LogPlace,
    use_it: impl FnOnce(Event<'_>) -> T,
) -> Result<T, FrontierError> {
    let wrong = || damaged(folder, format!("no event can be read at place {place}"));
    let number = segments.partition_point(|segment| segment.start <= place);
    let segment =
        number.checked_sub(1).and_then(|number| segments.get(number)).ok_or_else(wrong)?;
    let mut first = [0; FIRST_READ];
    let read = read_up_to(&segment.file, &mut first, place - segment.start)
        .map_err(io_error("read", &segment.path))?;
    let length = match decode(&first[..read], place) {
        Decoded::Event(event, _) => return Ok(use_it(event)),
        Decoded::Short(Some(length)) if length <= EVENT_MAX => length,
        _ => return Err(wrong()),
    };
    let mut whole = vec![0; length];
    let read = read_up_to(&segment.file, &mut whole, place - segment.start)
        .map_err(io_error("read", &segment.path))?;
    match decode(&whole[..read], place) {
        Decoded::Event(event, _) => Ok(use_it(event)),
        _ => Err(wrong()),
    }
}
