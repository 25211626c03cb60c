//! What captures say about a nation: the sites that portals link to, and the pages that its own domain links to.

use super::PackError;
use crate::sort::LineSorter;
use crate::warc::{InputProblem, InputsEnded, Notice, ReportNotice};
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use stodola_archive::Content;
use stodola_durable::Draft;
use stodola_extract::{ExtractOptions, Input, LinkKind, Type, extract};
use stodola_judge::{IN_LINKS_HEAD, Pack, in_link_uri};
use stodola_warc::{Reader, Record, RecordType};

/// Maximum number of bytes of a page that are read.
const MAX_BYTES: u64 = 16 << 20;
/// Maximum length of a URI in bytes; longer ones are not counted.
const MAX_URI: usize = 4096;

/// What is gathered, and from which captures.
#[derive(Clone, Debug)]
pub struct GatherSettings {
    /// WARC and ARC files, or folders of these.
    pub inputs: Vec<PathBuf>,
    /// Pack of the nation: the name of a built-in one, or a folder.
    pub pack: String,
    /// File to write.
    pub out: PathBuf,
    /// Number of pages that must link to what is gathered.
    pub least: u64,
}

/// The result of gathering.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gathered {
    /// How the work on the inputs ended.
    pub ended: InputsEnded,
    /// Number of pages whose links were read.
    pub pages: u64,
    /// Number of sites or URIs written.
    pub written: u64,
}

/// Writes the sites that captured pages of portals link to, as a list for a pack. Portals are hosts or domains; their
/// own sites are left out. Unless `everywhere`, only sites in the nation's own domain are written.
pub fn gather_sites(
    settings: &GatherSettings,
    portals: &[String],
    everywhere: bool,
    watch: &dyn ReportNotice,
) -> Result<Gathered, PackError> {
    let pack = Pack::open(&settings.pack)?;
    let portals: Vec<String> =
        portals.iter().map(|it| it.trim_matches('.').to_ascii_lowercase()).collect();
    let is_portal = |host: &str| portals.iter().any(|portal| is_in(host, portal));
    let is_wanted = |host: &str| {
        let is_home = pack.domains().iter().any(|domain| is_in(host, domain));
        (everywhere || is_home) && host.contains('.') && !is_portal(host)
    };
    let mut sites = LineSorter::default();
    let mut gathered = Gathered::default();
    gathered.ended = each_page(&settings.inputs, watch, &mut |uri, links| {
        let Some(_) = stodola_uri::host(uri).filter(|host| is_portal(host)) else { return Ok(()) };
        gathered.pages += 1;
        let hosts: HashSet<_> = links.iter().filter_map(|link| stodola_uri::host(link)).collect();
        for host in hosts.iter().filter(|host| is_wanted(host)) {
            let site = host.strip_prefix("www.").unwrap_or(host);
            sites.push(format!("{site}\t{}", gathered.pages).as_bytes())?;
        }
        Ok(())
    })?;
    let mut text = format!("# Sites that pages of portals link to: {}.\n", portals.join(", "));
    text += &format!("# {} pages; gathered by `stodola pack sites`.\n", gathered.pages);
    let mut counted = Counted::new(settings.least, |site: &[u8], _| {
        text.push_str(&String::from_utf8_lossy(site));
        text.push('\n');
        Ok(())
    });
    let sorted = sites.finish(&mut counted).and_then(|()| counted.end());
    gathered.written = sorted.map_err(|source| output(&settings.out, source))?;
    stodola_durable::replace(&settings.out, text.as_bytes())?;
    Ok(gathered)
}

/// Counts the captured pages of the nation's own domain that link to each page elsewhere, and writes the numbers.
pub fn gather_links(
    settings: &GatherSettings,
    watch: &dyn ReportNotice,
) -> Result<Gathered, PackError> {
    let pack = Pack::open(&settings.pack)?;
    let is_home = |host: &str| pack.domains().iter().any(|domain| is_in(host, domain));
    let mut targets = LineSorter::default();
    let mut gathered = Gathered::default();
    gathered.ended = each_page(&settings.inputs, watch, &mut |uri, links| {
        let Some(_) = stodola_uri::host(uri).filter(|host| is_home(host)) else { return Ok(()) };
        gathered.pages += 1;
        for link in links {
            let is_web = link.starts_with(b"http://") || link.starts_with(b"https://");
            let is_abroad = stodola_uri::host(link).is_some_and(|host| !is_home(&host));
            if is_web && is_abroad && link.len() <= MAX_URI && !link.iter().any(|it| *it <= b' ') {
                let mut line = in_link_uri(link);
                line.extend_from_slice(format!("\t{}", gathered.pages).as_bytes());
                targets.push(&line)?;
            }
        }
        Ok(())
    })?;
    let failed = |source| output(&settings.out, source);
    let mut out = BufWriter::new(Draft::create(&settings.out)?);
    writeln!(out, "{IN_LINKS_HEAD}").map_err(failed)?;
    let mut counted = Counted::new(settings.least, |uri: &[u8], count| {
        write!(out, "{count}\t")?;
        out.write_all(uri)?;
        out.write_all(b"\n")
    });
    let sorted = targets.finish(&mut counted).and_then(|()| counted.end());
    gathered.written = sorted.map_err(failed)?;
    out.into_inner().map_err(|error| failed(error.into_error()))?.publish()?;
    Ok(gathered)
}

fn output(path: &Path, source: io::Error) -> PackError {
    PackError::Output { path: path.to_owned(), source }
}

fn is_in(host: &str, domain: &str) -> bool {
    host.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

/// Gets sorted lines, a text and a tab and the number of a page, and passes each text on with the number of its pages.
struct Counted<F> {
    least: u64,
    take: F,
    rest: Vec<u8>,
    last: Vec<u8>,
    count: u64,
    taken: u64,
}

impl<F: FnMut(&[u8], u64) -> io::Result<()>> Counted<F> {
    fn new(least: u64, take: F) -> Counted<F> {
        Counted { least, take, rest: Vec::new(), last: Vec::new(), count: 0, taken: 0 }
    }

    fn line(&mut self) -> io::Result<()> {
        let end = self.rest.iter().rposition(|byte| *byte == b'\t').unwrap_or(self.rest.len());
        if self.rest[..end] != self.last[..] {
            self.pass_on()?;
            self.last = self.rest[..end].to_vec();
            self.count = 0;
        }
        self.count += 1;
        self.rest.clear();
        Ok(())
    }

    fn pass_on(&mut self) -> io::Result<()> {
        if self.count >= self.least.max(1) {
            (self.take)(&self.last, self.count)?;
            self.taken += 1;
        }
        Ok(())
    }

    /// Passes the last text on. Returns the number of all.
    fn end(&mut self) -> io::Result<u64> {
        self.pass_on()?;
        Ok(self.taken)
    }
}

impl<F: FnMut(&[u8], u64) -> io::Result<()>> Write for Counted<F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            match part.strip_suffix(b"\n") {
                Some(end) => {
                    self.rest.extend_from_slice(end);
                    self.line()?;
                }
                None => self.rest.extend_from_slice(part),
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Gets the URI and the links of a page.
type Take<'a> = dyn FnMut(&[u8], &[Vec<u8>]) -> io::Result<()> + 'a;

/// Reads all HTML pages of WARC and ARC files. Files that cannot be read are reported.
fn each_page(
    inputs: &[PathBuf],
    watch: &dyn ReportNotice,
    take: &mut Take<'_>,
) -> Result<InputsEnded, PackError> {
    let mut files = Vec::new();
    let mut ended = InputsEnded::default();
    for input in inputs {
        if let Err(error) = add_files(input, &mut files) {
            watch.notice(&input.display().to_string(), Notice::CannotOpen(&error));
            ended.has_failed = true;
        }
    }
    watch.begin("read", None);
    for path in &files {
        match file(path, watch, take) {
            Ok(is_data_bad) => ended.is_data_bad |= is_data_bad,
            Err(error) => {
                watch.notice(&path.display().to_string(), Notice::Failed(&error));
                ended.has_failed = true;
            }
        }
    }
    watch.end();
    match files.is_empty() && !ended.has_failed {
        true => Err(PackError::NoInputs),
        false => Ok(ended),
    }
}

/// Adds a file, or all WARC and ARC files of a folder, in the order of their names.
fn add_files(input: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !fs::metadata(input)?.is_dir() {
        files.push(input.to_owned());
        return Ok(());
    }
    let mut entries: Vec<PathBuf> =
        fs::read_dir(input)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    entries.sort();
    for path in entries {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        // Links could lead in a circle.
        let is_folder = fs::symlink_metadata(&path)?.is_dir();
        if is_folder {
            add_files(&path, files)?;
        } else if name.contains(".warc") || name.contains(".arc") {
            files.push(path);
        }
    }
    Ok(())
}

/// Reads the pages of a file. Returns whether something is wrong with its data.
fn file(path: &Path, watch: &dyn ReportNotice, take: &mut Take<'_>) -> io::Result<bool> {
    let mut reader = Reader::new(File::open(path)?).with_probe(File::open(path)?);
    let mut is_data_bad = false;
    while let Some(mut record) = reader.next_record()? {
        let offset = record.offset();
        page(&mut record, take)?;
        for warning in record.finish()?.warnings.iter().filter(|it| it.is_damage()) {
            let damage = Notice::At(offset, InputProblem::Damage(warning));
            watch.notice(&path.display().to_string(), damage);
            is_data_bad = true;
        }
    }
    Ok(is_data_bad)
}

fn page<R: Read>(record: &mut Record<'_, R>, take: &mut Take<'_>) -> io::Result<()> {
    let is_page = matches!(record.kind(), RecordType::Response | RecordType::Resource);
    let Some(uri) = record.uri().filter(|_| is_page).map(<[u8]>::to_vec) else { return Ok(()) };
    let content_type = record.content_type().unwrap_or_default().to_vec();
    let content = Content::of(record)?;
    let headers: Vec<(Vec<u8>, Vec<u8>)> = match content.head() {
        Some(head) if head.status.is_some_and(|status| status != 200) => return Ok(()),
        Some(head) => crate::recognise::without_codings(&head.fields),
        None => vec![(b"Content-Type".to_vec(), content_type)],
    };
    let pairs: Vec<_> = headers.iter().map(|(name, value)| (&name[..], &value[..])).collect();
    let input = Input { headers: &pairs, ..Input::new(&uri) };
    let options = ExtractOptions { max_bytes: MAX_BYTES, ..ExtractOptions::default() };
    let mut links = Vec::new();
    let body = content.into_decoded(MAX_BYTES);
    let summary = extract(&input, body, &options, &mut |link| {
        if link.kind == LinkKind::Navigation {
            links.push(link.uri.to_vec());
        }
    });
    match summary.document {
        Type::Html | Type::Xhtml => take(&uri, &links),
        _ => Ok(()),
    }
}
