//! The README is short, and links and paths in all documents lead to something.

use matchday_tests::file;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const MAX_BYTES: usize = 6_000;
/// Folders whose files are not ours, or are built.
const SKIPPED: [&str; 6] = ["target", "node_modules", ".git", "libraries", "pkg", "corpus"];

/// All files below a folder of the project with one of these endings.
fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let (path, name) = entry.map(|entry| (entry.path(), entry.file_name().into_string().unwrap())).unwrap();
        if path.is_dir() && !path.is_symlink() && !SKIPPED.contains(&name.as_str()) {
            found.extend(files(&path, endings));
        } else if endings.iter().any(|ending| name.ends_with(ending)) {
            found.push(path);
        }
    }
    found
}

fn documents() -> Vec<PathBuf> {
    files(&file(""), &[".md"])
}

/// The texts between two marks.
fn between<'a>(text: &'a str, before: &'a str, after: char) -> impl Iterator<Item = &'a str> {
    text.split(before).skip(1).filter_map(move |rest| rest.split(after).next())
}

/// The names of a document's headings in links, as code hosts make them.
fn anchors(markdown: &str) -> BTreeSet<String> {
    let headings = markdown.lines().filter(|line| line.starts_with('#'));
    let name = |heading: &str| {
        let kept = |c: &char| c.is_alphanumeric() || [' ', '-', '_'].contains(c);
        let text: String = heading.trim_start_matches('#').trim().to_lowercase().chars().filter(kept).collect();
        text.replace(' ', "-")
    };
    headings.map(name).collect()
}

/// What is wrong with a link of a document; `None` if it leads somewhere.
fn broken(document: &Path, link: &str) -> Option<String> {
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    let target = if path.is_empty() { document.to_owned() } else { document.parent().unwrap().join(path) };
    let is_page = target.extension().is_some_and(|extension| extension == "md");
    // Its headings are made when the guide is rendered, which checks links to them.
    let is_made = target.ends_with("guide/parameters.md");
    let leads = target.exists()
        && (anchor.is_empty()
            || !is_page
            || is_made
            || anchors(&fs::read_to_string(&target).unwrap()).contains(anchor));
    (!leads).then(|| format!("{} links to {link}", document.display()))
}

#[test]
fn the_readme_is_short() {
    let bytes = fs::read(file("README.md")).unwrap().len();
    assert!(bytes <= MAX_BYTES, "{bytes} bytes: move details into www/guide/");
}

#[test]
fn every_link_of_the_documents_leads_somewhere() {
    let (mut links, mut wrong) = (0, Vec::new());
    for document in documents() {
        let text = fs::read_to_string(&document).unwrap();
        for link in between(&text, "](", ')').filter(|link| !link.contains("://") && !link.starts_with("mailto:")) {
            links += 1;
            wrong.extend(broken(&document, link));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(links > 150, "{links}");
    // The test would see a link that leads nowhere.
    let readme = file("README.md");
    assert!(["nowhere.md", "#nowhere", "crate/README.md#nowhere"].iter().all(|link| broken(&readme, link).is_some()));
}

#[test]
fn every_path_of_the_documents_exists() {
    let root = file("");
    let all: Vec<String> = files(&root, &[""]).iter().map(|path| format!("/{}", path.display())).collect();
    let mut wrong = Vec::new();
    for document in documents().iter().filter(|path| path.ends_with("README.md") || path.ends_with("CONTRIBUTING.md")) {
        let text = fs::read_to_string(document).unwrap();
        let is_source = |path: &&str| {
            [".rs", ".js", ".ts", ".mjs", ".sh"].iter().any(|ending| path.ends_with(ending))
                && path.chars().all(|c| c.is_alphanumeric() || "./_-".contains(c))
        };
        for path in between(&text, "`", '`').filter(is_source) {
            let of_crate = path.starts_with("src/");
            let exists = if of_crate {
                document.with_file_name(path).exists()
            } else {
                all.iter().any(|known| known.ends_with(&format!("/{path}")))
            };
            if !exists {
                wrong.push(format!("{} names {path}", document.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_file_that_the_page_links_to_exists() {
    let www = file("www");
    let (mut links, mut wrong) = (0, Vec::new());
    for script in files(&www, &[".js"]) {
        let text = fs::read_to_string(&script).unwrap();
        // Addresses in the page are relative to it; those with the address of the module, to the module.
        let of_page = between(&text, "href: \"", '"').map(|link| (www.clone(), link));
        let folder = script.parent().unwrap().to_owned();
        let of_module = text.split("new URL(\"").skip(1).filter_map(|rest| rest.split_once("\", import.meta.url)"));
        let of_module = of_module.filter(|(link, _)| !link.contains('"')).map(|(link, _)| (folder.clone(), link));
        for (folder, link) in
            of_page.chain(of_module).filter(|(_, link)| !link.starts_with('#') && !link.contains("pkg/"))
        {
            links += 1;
            // The pages of the guide are rendered, and so is its index.
            let source = folder.join(link.replace(".html", ".md").replace("search.json", "search.js"));
            if !link.contains("://") && !folder.join(link).exists() && !source.exists() {
                wrong.push(format!("{} links to {link}", script.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(links >= 8, "{links}");
}

/// The keys of the object after a text.
fn keys_after<'a>(text: &'a str, before: &str) -> Vec<&'a str> {
    let object = text.split_once(before).unwrap().1.split_once('}').unwrap().0;
    let keys = object.split([',', '\n']).filter_map(|entry| entry.split_once(':')).map(|(key, _)| key.trim());
    keys.filter(|key| !key.is_empty() && key.chars().all(char::is_alphanumeric)).collect()
}

#[test]
fn the_list_of_pages_is_that_of_the_views() {
    let guide = fs::read_to_string(file("www/guide/links-and-scripts.md")).unwrap();
    let row = guide.lines().find(|line| line.starts_with("| `page` |")).unwrap();
    for view in ["rules", "experiments", "ranked"] {
        let text = fs::read_to_string(file(&format!("www/views/{view}/text.js"))).unwrap();
        let pages = keys_after(&text, "pages: {");
        assert!(pages.len() >= 4, "{view}: {pages:?}");
        for page in pages {
            assert!(row.contains(&format!("`{page}`")) || row.contains(&format!("`{page}:")), "{view}: {page}");
        }
    }
}
