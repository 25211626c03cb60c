//! Seeds out of files of any kind: shown, or made the list of a job. Each URI once, whatever the size of the files.

use crate::job::JobsError;
use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use stodola_crawl::job::Job;
use stodola_crawl::seeds::{SeedFormat, SeedList, SeedListSettings, SeedTally};
use stodola_durable::Draft;
use stodola_frontier::UriSet;

/// The list of seeds in the folder of a job, made from files of any kind.
pub(crate) const LIST: &str = "seeds.txt";
/// The first line of such a list: what it is, and its version.
const TITLE: &str = "# stodola seeds 1";

/// Which files are read, and which of their seeds are taken.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SeedFiles {
    /// The files.
    pub files: Vec<PathBuf>,
    /// Their kind, and the part to take.
    pub list: SeedListSettings,
}

/// What was read from seed files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeedsSummary {
    /// The files and their kinds.
    pub files: Vec<(PathBuf, SeedFormat)>,
    /// Numbers of lines, and the wrong ones.
    pub tally: SeedTally,
    /// Number of URIs that were taken, each counted once.
    pub taken: u64,
}

/// Reads files, and gives each URI to `take` once. What was met already is kept in files under `scratch`, which are
/// removed in the end.
pub fn read_seed_files(
    settings: &SeedFiles,
    scratch: &Path,
    take: &mut dyn FnMut(&[u8]) -> std::io::Result<()>,
) -> Result<SeedsSummary, JobsError> {
    let mut met = UriSet::create(&own_folder(scratch))?;
    let mut summary = SeedsSummary::default();
    read_into(
        SeedList::open(settings.files.clone(), &settings.list)?,
        &mut met,
        &mut summary,
        take,
    )?;
    Ok(summary)
}

/// Returns a folder for what was met, which no other process uses.
fn own_folder(scratch: &Path) -> PathBuf {
    scratch.join(format!("stodola-met-{}", std::process::id()))
}

fn read_into(
    mut list: SeedList,
    met: &mut UriSet,
    summary: &mut SeedsSummary,
    take: &mut dyn FnMut(&[u8]) -> std::io::Result<()>,
) -> Result<(), JobsError> {
    for uri in &mut list {
        let uri = uri?;
        if met.insert(&uri)? {
            take(&uri).map_err(JobsError::Output)?;
            summary.taken += 1;
        }
    }
    summary.files.extend_from_slice(list.formats());
    summary.tally = list.tally().clone();
    Ok(())
}

/// A new list of seeds for a job, which is not its list yet.
pub(crate) struct NewList {
    draft: Draft,
    /// The path of the list as it is now, in the folder of the job.
    pub(crate) path: PathBuf,
    /// What was read.
    pub(crate) summary: SeedsSummary,
}

impl NewList {
    /// Writes a list into the folder of a job: the seeds of the list it has, then those of the files, each once.
    pub(crate) fn write(job: &Job, folder: &Path, files: &SeedFiles) -> Result<NewList, JobsError> {
        let path = folder.join(LIST);
        let failed = |source| JobsError::Create { what: "write", path: path.clone(), source };
        let draft = Draft::create(&path).map_err(|error| JobsError::Create {
            what: error.doing,
            path: error.path,
            source: error.source,
        })?;
        let mut out = BufWriter::with_capacity(256 << 10, draft);
        writeln!(out, "{TITLE}").map_err(failed)?;
        let mut met = UriSet::create(&own_folder(folder))?;
        let mut write = |uri: &[u8]| out.write_all(uri).and_then(|()| out.write_all(b"\n"));
        if let Some(list) = job.seed_list(folder)? {
            read_into(list, &mut met, &mut SeedsSummary::default(), &mut write)?;
        }
        let mut summary = SeedsSummary::default();
        let list = SeedList::open(files.files.clone(), &files.list)?;
        read_into(list, &mut met, &mut summary, &mut write)?;
        let draft = out.into_inner().map_err(|error| failed(error.into_error()))?;
        Ok(NewList { draft, path: format!("{LIST}.new").into(), summary })
    }

    /// Makes it the list of the job.
    pub(crate) fn publish(self) -> Result<SeedsSummary, stodola_durable::PathError> {
        self.draft.publish()?;
        Ok(self.summary)
    }
}

/// Creates the folder of a job. Returns what removes it again if nothing is in it.
pub(crate) fn create_folder(folder: &Path) -> Result<EmptyFolders, JobsError> {
    let missing = folder.ancestors().take_while(|it| !it.as_os_str().is_empty() && !it.exists());
    let made = EmptyFolders(missing.map(Path::to_owned).collect());
    fs::create_dir_all(folder).map_err(|source| JobsError::Create {
        what: "create",
        path: folder.to_owned(),
        source,
    })?;
    Ok(made)
}

/// Folders that are removed with this, if they are empty then.
pub(crate) struct EmptyFolders(Vec<PathBuf>);

impl Drop for EmptyFolders {
    fn drop(&mut self) {
        for folder in &self.0 {
            let _ = fs::remove_dir(folder);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_uri_is_given_once_and_nothing_is_left_behind() {
        let scratch =
            std::env::temp_dir().join(format!("stodola-seed-files-{}", std::process::id()));
        fs::create_dir_all(&scratch).unwrap();
        let (one, two) = (scratch.join("one.txt"), scratch.join("two.log"));
        fs::write(&one, "http://a.cz/\nb.cz\nhttp://a.cz/#x\nftp://x.cz/\n").unwrap();
        let line = "2011-06-23T17:12:09.591Z   200      15829 URI L - text/html #025 - - - -\n";
        let log = [line.replace("URI", "http://b.cz/"), line.replace("URI", "http://c.cz/")];
        fs::write(&two, log.concat()).unwrap();
        let files = vec![one.clone(), two.clone()];
        let settings = SeedFiles { files, ..SeedFiles::default() };
        let mut taken = Vec::new();
        let summary = read_seed_files(&settings, &scratch, &mut |uri| {
            taken.push(String::from_utf8_lossy(uri).into_owned());
            Ok(())
        })
        .unwrap();
        assert_eq!(taken, ["http://a.cz/", "http://b.cz/", "http://c.cz/"]);
        assert_eq!(summary.files, [(one, SeedFormat::List), (two, SeedFormat::CrawlLog)]);
        assert_eq!((summary.taken, summary.tally.uris, summary.tally.wrong()), (3, 5, 1));

        let folder = scratch.join("jobs").join("j");
        let made = create_folder(&folder).unwrap();
        fs::write(folder.join("old.txt"), "http://o.cz/\nhttp://b.cz/\n").unwrap();
        let job = Job { seeds_file: Some("old.txt".into()), ..Job::default() };
        let list = NewList::write(&job, &folder, &settings).unwrap();
        assert!(folder.join(&list.path).exists() && !folder.join(LIST).exists());
        assert_eq!(list.publish().unwrap().taken, 2);
        drop(made);
        let text = fs::read_to_string(folder.join(LIST)).unwrap();
        assert_eq!(
            text,
            format!("{TITLE}\nhttp://o.cz/\nhttp://b.cz/\nhttp://a.cz/\nhttp://c.cz/\n")
        );
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);

        let made = create_folder(&scratch.join("new").join("deep")).unwrap();
        drop(made);
        assert!(!scratch.join("new").exists());
        fs::remove_dir_all(scratch).unwrap();
    }
}
