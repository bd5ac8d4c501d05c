//! The page as files for any static host, in any folder of that host.
//!
//! Each version has its own folder with everything that it needs, so a new version changes no old one:
//!
//! | path | what |
//! |---|---|
//! | `index.html`, `embed.html`, `embed.js`, ... | the newest version; these pages point into its folder |
//! | `guide/*.html` | the guide of the newest version |
//! | `third-party.txt` | licences of what others wrote |
//! | `v0.1.0/index.html`, `v0.1.0/guide/*.html`, ... | the same pages of that version; they never change |
//! | `v0.1.0/assets/<checksum>/` | its JavaScript, modules and style |
//! | `v0.1.0/data/<checksum>/` | its data set |
//! | `_headers` | HTTP headers for hosts that read this file: policy and caching |
//!
//! The checksum is that of the folder's content, so its files can be cached without a time limit.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::build::{self, Profile};
use crate::error::{Error, Result, at};
use crate::notices;
use crate::serve::CONTENT_SECURITY_POLICY;
use crate::setup::Tools;
use crate::slim;

/// Contents by path; `/` between the parts.
type Files = BTreeMap<String, Vec<u8>>;

/// The script that article writers name in their own pages, so its address never changes.
const AUTHORS_SCRIPT: &str = "embed.js";
/// The page that `index.html` offers for articles: the one of its own version, so that figures never change.
const EMBED_PAGE: &str = "embed.html";
/// The folders that have pages: the top, the guide, the example of an article.
const PAGE_FOLDERS: [&str; 3] = ["", "guide/", "embed/"];
const MANIFEST: &str = "manifest.json";
/// Endings of files in `data/` that are published: the data set and its documentation. The others are tools.
const DATA_KINDS: [&str; 5] = ["bin", "csv", "json", "md", "png"];
/// A page's policy is put after this line, before everything to which it applies.
const HEAD: &str = "<meta charset=\"utf-8\">\n";

/// The arguments of `cargo xtask dist`.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Options {
    into: Option<PathBuf>,
}

impl Options {
    /// Reads `[--into DIR]`.
    pub fn parse(args: &[String]) -> Result<Self> {
        match args {
            [] => Ok(Self::default()),
            [flag, folder] if flag == "--into" => Ok(Self { into: Some(folder.into()) }),
            _ => Err(Error::Usage("dist takes [--into DIR]".to_owned())),
        }
    }
}

/// Builds the modules and adds this version to the site in the wanted folder. Returns the folder.
pub fn dist(tools: &Tools, options: &Options) -> Result<PathBuf> {
    build::build(tools, Profile::Dist)?;
    lay_out(tools, options)
}

/// Adds this version, as it is built already, to the site in the wanted folder. Returns the folder.
pub fn lay_out(tools: &Tools, options: &Options) -> Result<PathBuf> {
    notices::write(tools, &build::PACKAGES)?;
    let site = match &options.into {
        Some(site) => site.clone(),
        None => fresh_folder(tools.root().join("target/dist"))?,
    };
    add_version(tools.root(), &site, Version::CURRENT)?;
    Ok(site)
}

fn fresh_folder(folder: PathBuf) -> Result<PathBuf> {
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(at(&folder))?;
    }
    Ok(folder)
}

/// Adds the folder of `version`. If it is the newest, also replaces the pages at the top.
fn add_version(root: &Path, site: &Path, version: Version) -> Result<()> {
    let source = Source::read(root)?;
    let folder = site.join(version.folder());
    let files = source.version()?;
    if folder.exists() {
        // Links and articles rely on published versions, so they never change.
        if read_all(&folder)? != files {
            return Err(Error::Published(version.folder()));
        }
    } else {
        // The version is written elsewhere and moved when it is complete, so nobody sees a part of it.
        let staging = fresh_folder(site.join(format!(".{}", version.folder())))?;
        write_all(&staging, &files)?;
        fs::rename(&staging, &folder).map_err(at(&folder))?;
    }
    let versions = Version::all_in(site)?;
    if versions.last() == Some(&version) {
        write_all(site, &source.top(version)?)?;
    }
    write_all(site, &[("_headers".to_owned(), headers_file(&versions).into_bytes())].into())
}

/// The parts of a version in the form that is sent.
struct Source {
    pages: Files,
    assets: Files,
    data: Files,
}

impl Source {
    fn read(root: &Path) -> Result<Self> {
        let is_page = |name: &str| {
            let is_in = |folder: &&str| name.strip_prefix(*folder).is_some_and(|name| !name.contains('/'));
            name == AUTHORS_SCRIPT || name == notices::FILE || name.ends_with(".html") && PAGE_FOLDERS.iter().any(is_in)
        };
        let (pages, assets) = read_all(&root.join("www"))?
            .into_iter()
            .filter(|(name, _)| !name.ends_with(".d.ts") && !name.ends_with(".md"))
            .map(|(name, content)| {
                let sent = slim::as_sent(Path::new(&name), content);
                (name, sent)
            })
            .partition(|(name, _)| is_page(name));
        let mut data = read_all(&root.join("data"))?;
        data.retain(|name, _| DATA_KINDS.iter().any(|kind| name.ends_with(&format!(".{kind}"))));
        Ok(Self { pages, assets, data })
    }

    /// Everything in the folder of a version.
    fn version(&self) -> Result<Files> {
        let mut files = self.pages_in("")?;
        for (folder, content) in [(self.assets_folder(), &self.assets), (self.data_folder(), &self.data)] {
            files.extend(content.iter().map(|(name, bytes)| (format!("{folder}{name}"), bytes.clone())));
        }
        Ok(files)
    }

    /// The pages at the top of the site.
    fn top(&self, version: Version) -> Result<Files> {
        self.pages_in(&format!("{}/", version.folder()))
    }

    fn assets_folder(&self) -> String {
        format!("assets/{}/", checksum(&self.assets))
    }

    fn data_folder(&self) -> String {
        format!("data/{}/", checksum(&self.data))
    }

    /// The pages for a folder from which `prefix` is the path to the folder of the version.
    fn pages_in(&self, prefix: &str) -> Result<Files> {
        let moved = PAGE_FOLDERS.map(|folder| (folder, self.moved(folder, prefix)));
        let page = |(name, content): (&String, &Vec<u8>)| {
            // The top comes first, and is a prefix of every name.
            let of_folder = moved.iter().rev().find(|(folder, _)| name.starts_with(folder));
            let moved = of_folder.map_or(&[][..], |(_, moved)| moved);
            let content = if name.ends_with(".html") { page(name, content, moved)? } else { content.clone() };
            Ok((name.clone(), content))
        };
        self.pages.iter().map(page).collect()
    }

    /// The references of pages in `folder`: the address in the sources, and the address on the site.
    fn moved(&self, folder: &str, prefix: &str) -> Vec<(String, String)> {
        let up = if folder.is_empty() { "" } else { "../" };
        let (assets, data) = (self.assets_folder(), self.data_folder());
        let moved = |from: &str, to: String| {
            let from = from.strip_prefix(folder).map_or_else(|| format!("{up}{from}"), str::to_owned);
            (from, format!("{up}{prefix}{to}"))
        };
        let assets = self.assets.keys().map(|name| moved(name, format!("{assets}{name}")));
        let others =
            [moved(&format!("data/{MANIFEST}"), format!("{data}{MANIFEST}")), moved(EMBED_PAGE, EMBED_PAGE.to_owned())];
        assets.chain(others).collect()
    }
}

/// A page with its references changed to the files' addresses on the site, and with the policy that the
/// development server sends as a header. A policy in the page does not apply to its workers, and cannot
/// forbid framing. On hosts that send `_headers`, it also applies to workers.
fn page(name: &str, content: &[u8], moved: &[(String, String)]) -> Result<Vec<u8>> {
    let refuse = |reason: &str| Error::Content { path: name.into(), reason: reason.to_owned() };
    let mut html = String::from_utf8(content.to_vec()).map_err(|_| refuse("is not UTF-8"))?;
    for (from, to) in moved {
        html = html.replace(&format!("=\"{from}\""), &format!("=\"{to}\""));
    }
    let (before, after) = html.split_once(HEAD).ok_or_else(|| refuse("does not name its charset"))?;
    let policy = CONTENT_SECURITY_POLICY.join("; ");
    Ok(format!("{before}{HEAD}<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n{after}")
        .into_bytes())
}

/// For Netlify, Cloudflare Pages and others that read this file at the top of the host.
fn headers_file(versions: &[Version]) -> String {
    let mut file = format!(
        "/*\n  Content-Security-Policy: {}\n  X-Content-Type-Options: nosniff\n",
        CONTENT_SECURITY_POLICY.join("; ")
    );
    for version in versions {
        for folder in ["assets", "data"] {
            file +=
                &format!("/{}/{folder}/*\n  Cache-Control: public, max-age=31536000, immutable\n", version.folder());
        }
    }
    file
}

/// A released version, in order of age.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Version([u32; 3]);

impl Version {
    /// The version of the workspace.
    const CURRENT: Self = Self([
        number(env!("CARGO_PKG_VERSION_MAJOR")),
        number(env!("CARGO_PKG_VERSION_MINOR")),
        number(env!("CARGO_PKG_VERSION_PATCH")),
    ]);

    fn folder(self) -> String {
        let Self([major, minor, patch]) = self;
        format!("v{major}.{minor}.{patch}")
    }

    fn of_folder(name: &str) -> Option<Self> {
        let parts = name.strip_prefix('v')?.split('.').map(|part| part.parse().ok()).collect::<Option<Vec<_>>>()?;
        let version = Self(parts.try_into().ok()?);
        (version.folder() == name).then_some(version)
    }

    /// The versions of a site, oldest first.
    fn all_in(site: &Path) -> Result<Vec<Self>> {
        let mut versions = Vec::new();
        for entry in fs::read_dir(site).map_err(at(site))? {
            let name = entry.map_err(at(site))?.file_name();
            versions.extend(Self::of_folder(&name.to_string_lossy()));
        }
        versions.sort();
        Ok(versions)
    }
}

/// A part of a version, which cargo gives as decimal text.
const fn number(text: &str) -> u32 {
    let (bytes, mut value, mut i) = (text.as_bytes(), 0, 0);
    while i < bytes.len() {
        value = 10 * value + (bytes[i] - b'0') as u32;
        i += 1;
    }
    value
}

/// A checksum of names and contents.
fn checksum(files: &Files) -> String {
    let mut crc = flate2::Crc::new();
    for (name, content) in files {
        crc.update(name.as_bytes());
        crc.update(&(content.len() as u64).to_le_bytes());
        crc.update(content);
    }
    format!("{:08x}", crc.sum())
}

/// All files below `folder`, except hidden ones.
fn read_all(folder: &Path) -> Result<Files> {
    let mut files = Files::new();
    for entry in fs::read_dir(folder).map_err(at(folder))? {
        let path = entry.map_err(at(folder))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with('.') {
            continue;
        }
        if path.is_dir() {
            files.extend(read_all(&path)?.into_iter().map(|(below, content)| (format!("{name}/{below}"), content)));
        } else {
            files.insert(name, fs::read(&path).map_err(at(&path))?);
        }
    }
    Ok(files)
}

fn write_all(folder: &Path, files: &Files) -> Result<()> {
    for (name, content) in files {
        let path = folder.join(name);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(at(parent))?;
        fs::write(&path, content).map_err(at(&path))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: Version = Version([0, 1, 0]);
    const NEW: Version = Version([0, 10, 0]);

    /// A project of a few small files in its own folder, which is removed at the end.
    struct Project(PathBuf);

    impl Project {
        fn new(name: &str) -> Self {
            let folder = std::env::temp_dir().join(format!("matchday-dist-{}-{name}", std::process::id()));
            let project = Self(fresh_folder(folder).unwrap());
            let html = format!(
                "{HEAD}<link href=\"style.css\"><link href=\"data/manifest.json\"><link href=\"embed.html\">\
                 <script src=\"main.js\"></script><script src=\"embed.js\"></script><a href=\"./\"></a>"
            );
            let guide = format!(
                "{HEAD}<link href=\"../style.css\"><script src=\"guide.js\"></script><a href=\"../map/map.js\"></a>\
                 <a href=\"servers.html\"></a><a href=\"../index.html\"></a>"
            );
            let example = format!(
                "{HEAD}<link href=\"../style.css\"><script src=\"example.js\"></script><script src=\"../embed.js\"></script>"
            );
            for (file, content) in [
                ("www/index.html", html.as_str()),
                ("www/guide/index.html", guide.as_str()),
                ("www/guide/servers.html", guide.as_str()),
                ("www/embed/example.html", example.as_str()),
                ("www/embed/example.js", "figures();"),
                ("www/guide/servers.md", "# Servers"),
                ("www/guide/guide.js", "search();"),
                ("www/guide/search.json", "[]"),
                ("www/embed.js", "// For articles.\nauthors();\n"),
                ("www/main.js", "/** Starts. */\nimport \"./map/map.js\";\n"),
                ("www/map/map.js", "map();"),
                ("www/style.css", "body {}"),
                ("www/types.d.ts", "export {}"),
                ("www/pkg/.built-from", "stamp"),
                ("www/pkg/a_bg.wasm", "\0asm"),
                ("www/pkg-b/b_bg.wasm", "\0asm b"),
                ("data/manifest.json", "{}"),
                ("data/maps/a.png", "png"),
                ("data/fetch-sources.sh", "exit"),
            ] {
                project.write(file, content);
            }
            project
        }

        fn write(&self, file: &str, content: &str) {
            write_all(&self.0, &[(file.to_owned(), content.into())].into()).unwrap();
        }

        fn site(&self) -> PathBuf {
            self.0.join("site")
        }

        fn add(&self, version: Version) -> Result<Files> {
            add_version(&self.0, &self.site(), version)?;
            read_all(&self.site())
        }
    }

    impl Drop for Project {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn text(files: &Files, name: &str) -> String {
        String::from_utf8(files[name].clone()).unwrap()
    }

    #[test]
    fn a_version_holds_all_it_needs_and_nothing_else() {
        let site = Project::new("whole").add(OLD).unwrap();
        let is_checksum = |part: &str| part.len() == 8 && part.chars().all(|c| c.is_ascii_hexdigit());
        let shown = |name: &String| -> String {
            let parts = name.split('/').map(|part| if is_checksum(part) { "#" } else { part });
            parts.collect::<Vec<_>>().join("/")
        };
        assert_eq!(
            site.keys().map(shown).collect::<Vec<_>>(),
            [
                "_headers",
                "embed.js",
                "embed/example.html",
                "guide/index.html",
                "guide/servers.html",
                "index.html",
                "v0.1.0/assets/#/embed/example.js",
                "v0.1.0/assets/#/guide/guide.js",
                "v0.1.0/assets/#/guide/search.json",
                "v0.1.0/assets/#/main.js",
                "v0.1.0/assets/#/map/map.js",
                "v0.1.0/assets/#/pkg-b/b_bg.wasm",
                "v0.1.0/assets/#/pkg/a_bg.wasm",
                "v0.1.0/assets/#/style.css",
                "v0.1.0/data/#/manifest.json",
                "v0.1.0/data/#/maps/a.png",
                "v0.1.0/embed.js",
                "v0.1.0/embed/example.html",
                "v0.1.0/guide/index.html",
                "v0.1.0/guide/servers.html",
                "v0.1.0/index.html",
            ]
        );
        assert_eq!(text(&site, "v0.1.0/embed.js"), "\nauthors();\n", "slim");
    }

    #[test]
    fn every_page_leads_to_its_files_and_carries_the_policy() {
        let site = Project::new("pages").add(OLD).unwrap();
        for folder in ["", "v0.1.0/"] {
            let html = text(&site, &format!("{folder}index.html"));
            let references: Vec<_> = html.split('"').filter(|part| part.contains('.') && !part.contains(' ')).collect();
            assert_eq!(references.len(), 6, "{html}");
            for reference in references.into_iter().filter(|reference| !["./"].contains(reference)) {
                let known = reference.ends_with("embed.html") || site.contains_key(&format!("{folder}{reference}"));
                assert!(known, "{folder}index.html names {reference}");
            }
            assert!(html.contains("script-src 'self' 'wasm-unsafe-eval'"), "{html}");
            assert!(!html.contains("frame-ancestors"), "a browser ignores it here, and complains");
        }
        assert!(text(&site, "index.html").contains("\"v0.1.0/embed.html\""), "articles keep their version");
    }

    #[test]
    fn the_example_of_an_article_leads_to_the_files_of_its_version() {
        let site = Project::new("example").add(OLD).unwrap();
        for (folder, up) in [("", "../v0.1.0/"), ("v0.1.0/", "../")] {
            let html = text(&site, &format!("{folder}embed/example.html"));
            for asset in ["style.css", "embed/example.js"] {
                let named = html.split('"').find(|part| part.ends_with(asset)).unwrap();
                let path = named.strip_prefix(up).unwrap();
                assert!(site.contains_key(&format!("v0.1.0/{path}")), "{folder}embed/example.html names {named}");
            }
            assert!(html.contains("\"../embed.js\""), "{html}");
        }
    }

    #[test]
    fn the_pages_of_the_guide_lead_to_the_files_of_their_version_and_to_one_another() {
        let site = Project::new("guide").add(OLD).unwrap();
        for folder in ["", "v0.1.0/"] {
            let html = text(&site, &format!("{folder}guide/index.html"));
            assert!(html.contains("Content-Security-Policy"), "{html}");
            let references: Vec<_> = html.split('"').filter(|part| part.contains('.') && !part.contains(' ')).collect();
            assert_eq!(references.len(), 5, "{html}");
            for reference in references {
                let path = match reference.strip_prefix("../") {
                    Some(from_top) => format!("{folder}{from_top}"),
                    None => format!("{folder}guide/{reference}"),
                };
                assert!(site.contains_key(&path), "{folder}guide/index.html names {reference}");
            }
        }
    }

    #[test]
    fn the_same_tree_gives_the_same_bytes() {
        assert_eq!(Project::new("one").add(OLD).unwrap(), Project::new("two").add(OLD).unwrap());
    }

    #[test]
    fn an_earlier_version_stays_byte_for_byte() {
        let project = Project::new("keep");
        let before = project.add(OLD).unwrap();
        project.write("www/main.js", "other();");
        let after = project.add(NEW).unwrap();
        for (name, content) in before.iter().filter(|(name, _)| name.starts_with("v0.1.0/")) {
            assert_eq!(after.get(name), Some(content), "{name}");
        }
        assert!(text(&after, "index.html").contains("\"v0.10.0/assets/"), "the newest is at the top");
        assert!(text(&after, "_headers").contains("/v0.1.0/assets/*"));
    }

    #[test]
    fn an_older_version_that_comes_late_leaves_the_top_alone() {
        let project = Project::new("late");
        let before = project.add(NEW).unwrap();
        let after = project.add(OLD).unwrap();
        assert_eq!(before["index.html"], after["index.html"]);
        assert!(after.contains_key("v0.1.0/index.html"));
    }

    #[test]
    fn what_was_published_is_never_replaced() {
        let project = Project::new("published");
        let before = project.add(OLD).unwrap();
        assert_eq!(project.add(OLD).unwrap(), before, "the same again is no change");
        project.write("www/style.css", "body { color: red }");
        assert!(matches!(project.add(OLD), Err(Error::Published(_))));
        assert_eq!(read_all(&project.site()).unwrap(), before);
    }

    #[test]
    fn a_changed_file_changes_the_name_of_its_folder_alone() {
        let project = Project::new("hash");
        let before = Source::read(&project.0).unwrap();
        project.write("data/maps/a.png", "gnp");
        let after = Source::read(&project.0).unwrap();
        assert_eq!(before.assets_folder(), after.assets_folder());
        assert_ne!(before.data_folder(), after.data_folder());
    }

    #[test]
    fn versions_are_ordered_as_numbers() {
        assert!(OLD < Version([0, 2, 0]) && Version([0, 2, 0]) < NEW);
        assert_eq!(Version::of_folder("v0.10.0"), Some(NEW));
        for other in ["0.1.0", "v0.1", "v0.1.0.0", "v0.1.x", "v00.1.0", "v0.1.0.staging", "v"] {
            assert_eq!(Version::of_folder(other), None, "{other}");
        }
        assert_eq!(Version::CURRENT.folder(), format!("v{}", env!("CARGO_PKG_VERSION")));
    }
}
