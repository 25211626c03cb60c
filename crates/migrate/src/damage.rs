//! Finds the records that were read from damaged bytes, and marks them in the result.
//!
//! A record is damaged if the reader says that its bytes are wrong or missing, if bytes follow the declared end of its
//! block, or if it shares a compressed member with such a record: a checksum covers a whole member, so nobody knows
//! which of its records is damaged. Such a record is migrated as it could be read, and has these fields:
//!
//! ```text
//! Source-Damage: gzip-crc; gzip member at 578: CRC-32 is 1d2f0c9a, the file says 5b1e7a30
//! Source-File: 2007/a.arc.gz
//! Source-Offset: 578
//! Source-Quarantine: quarantine/2007/a.arc.gz.578.bin
//! ```
//!
//! There is one `Source-Damage` for each reason. The offset is that of the record in the source, or of the compressed
//! member that contains it; then `Source-Inner-Offset` is the number of decoded bytes before the record, if there are
//! any. The file in the quarantine contains the stored bytes of the source.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use stodola_warc::{Container, Gap, GapReason, Reader, RecordEnd, Warning};

/// Why a record is damaged: the name of the rule, a semicolon, and a text for people.
pub const DAMAGE: &str = "Source-Damage";
/// The source, relative to the folder that was migrated.
pub const FILE: &str = "Source-File";
/// Offset in the source of the record, or of the member that contains it.
pub const OFFSET: &str = "Source-Offset";
/// Decoded bytes between the start of the member and the record; left out if there are none.
pub const INNER: &str = "Source-Inner-Offset";
/// The file with the stored bytes of the source, relative to the output folder.
pub const QUARANTINE: &str = "Source-Quarantine";

/// One reason why a record cannot be trusted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DamageReason {
    /// The name of the rule, as in `warc check`; it never changes.
    pub rule: &'static str,
    /// What is wrong, for people.
    pub message: String,
}

/// A record that was read from damaged bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damaged {
    /// Offset in the source of the record, or of the member that contains it.
    pub offset: u64,
    /// Decoded bytes between the start of the member and the record.
    pub inner: u64,
    /// What is wrong with its bytes; at least one reason.
    pub reasons: Vec<DamageReason>,
}

impl Damaged {
    /// Returns all reasons in one line.
    pub fn reason(&self) -> String {
        let messages: Vec<&str> = self.reasons.iter().map(|r| &r.message[..]).collect();
        messages.join("; ")
    }

    /// Returns the fields that mark the record in the result.
    pub(crate) fn fields(&self, source: &str, kept: Option<&str>) -> Vec<(&'static str, String)> {
        let mut fields: Vec<(&'static str, String)> = self
            .reasons
            .iter()
            .map(|r| (DAMAGE, format!("{}; {}", r.rule, plain(&r.message))))
            .collect();
        fields.push((FILE, plain(source)));
        fields.push((OFFSET, self.offset.to_string()));
        if self.inner > 0 {
            fields.push((INNER, self.inner.to_string()));
        }
        fields.extend(kept.map(|kept| (QUARANTINE, plain(kept))));
        fields
    }
}

/// Returns the text without control characters, so that it can be written in a header.
pub(crate) fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

/// The damaged records of a source by their number, and the ranges of stored bytes that they were read from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Damages {
    pub(crate) records: BTreeMap<usize, Damaged>,
    /// Start and end of the stored bytes, by [`Damaged::offset`].
    places: BTreeMap<u64, u64>,
}

impl Damages {
    /// Returns the range of the stored bytes of a damaged record: its member, or header and block if it is not packed.
    pub(crate) fn place(&self, damaged: &Damaged) -> Range<u64> {
        let start = damaged.offset;
        start..self.places.get(&start).copied().unwrap_or(start)
    }
}

/// Reads a source only to find its damage.
pub(crate) fn survey(path: &Path) -> io::Result<Damages> {
    let mut reader = Reader::open(path)?;
    let mut survey = Survey::new(path);
    let mut number = 0;
    while let Some(record) = reader.next_record()? {
        let place = Place::of(number, &record);
        let end = record.finish()?;
        survey.gaps(&reader.take_gaps())?;
        survey.record(place, &end);
        number += 1;
    }
    survey.gaps(&reader.take_gaps())?;
    Ok(survey.finish(path.metadata()?.len()))
}

/// The place of a record in its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) number: usize,
    pub(crate) offset: u64,
    pub(crate) inner: u64,
    pub(crate) is_packed: bool,
}

impl Place {
    pub(crate) fn of<R: Read>(number: usize, record: &stodola_warc::Record<'_, R>) -> Place {
        Place {
            number,
            offset: record.offset(),
            inner: record.inner_offset(),
            is_packed: record.container() != Container::Plain,
        }
    }
}

/// Records that share a compressed member.
struct Group {
    first: Place,
    /// [`Place::inner`] of each.
    inners: Vec<u64>,
}

impl Group {
    fn places(&self) -> impl Iterator<Item = Place> {
        let first = self.first;
        let numbers = first.number..;
        numbers.zip(&self.inners).map(move |(number, inner)| Place {
            number,
            inner: *inner,
            ..first
        })
    }

    fn last(&self) -> Option<Place> {
        let number = self.first.number + self.inners.len().checked_sub(1)?;
        Some(Place { number, inner: *self.inners.last()?, ..self.first })
    }

    /// Returns whether a record at that offset is in the same member.
    fn holds(&self, offset: u64) -> bool {
        self.first.is_packed && self.first.offset == offset
    }
}

/// Collects damage while a source is read: the gaps before a record first, then the record.
pub(crate) struct Survey {
    path: PathBuf,
    damages: Damages,
    /// What is wrong with members that have more than one record.
    members: BTreeMap<u64, Vec<DamageReason>>,
    /// The records of the member that is being read; a plain record is alone.
    group: Option<Group>,
    /// The member that the last bytes came from.
    member: u64,
    /// Damaged places whose end is not known yet.
    open: Vec<u64>,
}

impl Survey {
    pub(crate) fn new(path: &Path) -> Survey {
        Survey {
            path: path.to_owned(),
            damages: Damages::default(),
            members: BTreeMap::new(),
            group: None,
            member: 0,
            open: Vec::new(),
        }
    }

    /// Returns whether a record is known to be damaged.
    pub(crate) fn has_damage(&self) -> bool {
        !self.damages.records.is_empty()
    }

    /// Notes the gaps between the last record and the next.
    pub(crate) fn gaps(&mut self, gaps: &[Gap]) -> io::Result<()> {
        for gap in gaps {
            let is_of_group = |offset| self.group.as_ref().is_some_and(|g| g.holds(offset));
            if let (GapReason::MemberDamaged(what), true) =
                (&gap.reason, gap.offset > self.member && !self.is_member_start(gap.offset)?)
            {
                // The rest of the member that was being read.
                let member = self.member;
                if is_of_group(member) && !self.members.contains_key(&member) {
                    let message = format!("compressed member at {member} is damaged: {what}");
                    self.damage_member(member, &DamageReason { rule: gap.reason.rule(), message });
                }
                self.extend(gap.offset + gap.length);
                continue;
            }
            if let (GapReason::MemberCut(what), true) = (&gap.reason, is_of_group(gap.offset)) {
                let message = format!("compressed member at {} is damaged: {what}", gap.offset);
                self.damage_member(gap.offset, &DamageReason { rule: gap.reason.rule(), message });
                continue;
            }
            let last = self.group.as_ref().and_then(Group::last);
            let is_of_last = match gap.inner {
                Some(_) => is_of_group(gap.offset),
                None => last.is_some_and(|last| !last.is_packed),
            };
            if let (GapReason::AfterBlock, true, Some(last)) = (&gap.reason, is_of_last, last)
                && !self.has_wrong_length(last)
            {
                let message = format!(
                    "{} bytes stand between the declared end of the block and the next record",
                    gap.length
                );
                self.damage(last, &DamageReason { rule: gap.reason.rule(), message });
            }
            if gap.inner.is_none() || !is_of_last {
                self.close(gap.offset);
            }
            self.member = gap.offset;
        }
        Ok(())
    }

    /// Notes a record that was read to its end.
    pub(crate) fn record(&mut self, place: Place, end: &RecordEnd) {
        match &mut self.group {
            Some(group) if place.is_packed && group.holds(place.offset) => {
                group.inners.push(place.inner);
            }
            _ => {
                self.close(place.offset);
                self.group = Some(Group { first: place, inners: vec![place.inner] });
            }
        }
        self.member = place.offset;
        if !self.members.is_empty() {
            for reason in self.members.get(&place.offset).cloned().unwrap_or_default() {
                self.damage(place, &reason);
            }
        }
        for warning in end.warnings.iter().filter(|w| w.is_damage()) {
            let reason = DamageReason { rule: warning.rule(), message: warning.to_string() };
            self.damage(place, &reason);
            if let Some(member) = member_of(warning).filter(|_| place.is_packed) {
                self.damage_member(member, &reason);
            }
        }
        // Known at once, but for records that share their member.
        if let (Some(length), true) = (end.length, self.open.contains(&place.offset)) {
            self.damages.places.insert(place.offset, place.offset + length);
        }
    }

    /// Ends the survey of a source of `size` bytes.
    pub(crate) fn finish(mut self, size: u64) -> Damages {
        self.close(size);
        self.damages
    }

    /// Returns whether the reader has reported a wrong length of the record itself.
    fn has_wrong_length(&self, place: Place) -> bool {
        let damaged = self.damages.records.get(&place.number);
        damaged.is_some_and(|d| d.reasons.iter().any(|r| r.rule.starts_with("length-")))
    }

    fn damage_member(&mut self, member: u64, reason: &DamageReason) {
        let reasons = self.members.entry(member).or_default();
        if !reasons.contains(reason) {
            reasons.push(reason.clone());
        }
        let group = self.group.as_ref().filter(|group| group.holds(member));
        let places: Vec<Place> = group.into_iter().flat_map(Group::places).collect();
        for place in places {
            self.damage(place, reason);
        }
    }

    fn damage(&mut self, place: Place, reason: &DamageReason) {
        let Place { number, offset, inner, .. } = place;
        let damaged = self.damages.records.entry(number).or_insert_with(|| Damaged {
            offset,
            inner,
            reasons: Vec::new(),
        });
        if !damaged.reasons.contains(reason) {
            damaged.reasons.push(reason.clone());
        }
        if !self.damages.places.contains_key(&offset) && !self.open.contains(&offset) {
            self.open.push(offset);
        }
    }

    /// Ends the damaged places that began before `offset`, because something else starts there.
    fn close(&mut self, offset: u64) {
        for start in std::mem::take(&mut self.open) {
            self.damages.places.entry(start).or_insert(offset.max(start));
        }
    }

    /// Adds the rest of a damaged member to the place of its records.
    fn extend(&mut self, end: u64) {
        for start in std::mem::take(&mut self.open) {
            self.damages.places.insert(start, end);
        }
    }

    fn is_member_start(&self, offset: u64) -> io::Result<bool> {
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(offset))?;
        let mut magic = Vec::with_capacity(4);
        file.take(4).read_to_end(&mut magic)?;
        let is_skippable = matches!(&magic[..], [0x50..=0x5f, 0x2a, 0x4d, 0x18]);
        Ok(magic.starts_with(b"\x1f\x8b") || magic == b"\x28\xb5\x2f\xfd" || is_skippable)
    }
}

/// Returns the offset of the compressed member that a warning is about; `None` for other warnings.
fn member_of(warning: &Warning) -> Option<u64> {
    match warning {
        Warning::GzipCrc { offset, .. }
        | Warning::GzipSize { offset, .. }
        | Warning::GzipTrailerCut { offset }
        | Warning::MemberDamaged { offset, .. } => Some(*offset),
        _ => None,
    }
}
