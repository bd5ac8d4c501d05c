//! The guide: Markdown in `www/guide/`, rendered into the pages beside it.
//!
//! `www/guide/index.md` is the table of contents. Its second-level headings are the groups of the navigation,
//! and each page that it links to is a page of the guide, in that order. A page can be elsewhere in the
//! project, such as the README of a folder. Links between pages are links between files
//! (`servers.md#incidents`), so they also work in the sources. The renderer changes them into links between
//! rendered pages, and refuses broken links.

mod links;
mod page;
mod parameters;
mod template;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::json;

use crate::error::{Error, Result, at};
use page::Page;

/// The folder of the sources and of the rendered pages.
const FOLDER: &str = "www/guide";
const CONTENTS: &str = "www/guide/index.md";
/// The search index: every heading with the text below it.
const INDEX: &str = "search.json";
/// The place of the table of parameters in a source.
const PARAMETERS: &str = "<!-- parameters -->";

/// Renders the guide into `www/guide/`. Writes only what has changed; pages without a source are removed.
pub fn build(root: &Path) -> Result<()> {
    let folder = root.join(FOLDER);
    let files = Guide::read(root)?.render()?;
    for entry in fs::read_dir(&folder).map_err(at(&folder))? {
        let path = entry.map_err(at(&folder))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if is_generated(&path) && !files.contains_key(&*name) {
            fs::remove_file(&path).map_err(at(&path))?;
        }
    }
    for (name, content) in files {
        let path = folder.join(name);
        if fs::read(&path).is_ok_and(|old| old == content.as_bytes()) {
            continue;
        }
        fs::write(&path, content).map_err(at(&path))?;
    }
    Ok(())
}

/// Whether a file is written by [`build`] rather than by people.
pub fn is_generated(path: &Path) -> bool {
    let in_guide = path.parent().is_some_and(|folder| folder.ends_with(FOLDER));
    in_guide && (path.extension().is_some_and(|extension| extension == "html") || path.ends_with(INDEX))
}

/// A heading of the contents, and the pages below it.
struct Group {
    title: String,
    /// Indices into [`Guide::pages`].
    pages: Vec<usize>,
}

/// All pages, the contents first.
struct Guide<'a> {
    root: &'a Path,
    pages: Vec<Page>,
    groups: Vec<Group>,
}

impl<'a> Guide<'a> {
    fn read(root: &'a Path) -> Result<Self> {
        let contents = read_page(root, CONTENTS)?;
        let mut guide = Self { root, pages: Vec::new(), groups: Vec::new() };
        for (group, sources) in contents.pages_by_heading() {
            let first = guide.pages.len() + 1;
            for source in sources {
                guide.pages.push(read_page(root, &source)?);
            }
            guide.groups.push(Group { title: group, pages: (first..=guide.pages.len()).collect() });
        }
        guide.pages.insert(0, contents);
        Ok(guide)
    }

    /// The rendered pages and the search index, by file name.
    fn render(&self) -> Result<BTreeMap<String, String>> {
        let mut files = BTreeMap::new();
        for index in 0..self.pages.len() {
            let page = &self.pages[index];
            let html = page.html(|target| self.address(page, target));
            let html = html.map_err(|reason| Error::Content { path: self.root.join(&page.source), reason })?;
            files.insert(page.file(), template::fill(self, index, &html));
        }
        files.insert(INDEX.to_owned(), self.search_index());
        Ok(files)
    }

    /// One entry per heading: the page's title, the heading, its address, and the text up to the next
    /// heading. The table of contents comes last, because it only names the topics of other pages.
    fn search_index(&self) -> String {
        let (contents, pages) = self.pages.split_at(1);
        let entries = pages.iter().chain(contents).flat_map(|page| {
            page.sections.iter().map(|section| {
                let address = format!("{}#{}", page.file(), section.id);
                json!({ "page": page.title(), "heading": section.title, "address": address, "text": section.text })
            })
        });
        serde_json::Value::Array(entries.collect()).to_string()
    }
}

fn read_page(root: &Path, source: &str) -> Result<Page> {
    let path = root.join(source);
    let markdown = fs::read_to_string(&path).map_err(at(&path))?;
    let page = Page::parse(source, &markdown.replace(PARAMETERS, &parameters::table()));
    page.map_err(|reason| Error::Content { path, reason })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root() -> &'static Path {
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
    }

    /// A guide of these files; the first is the table of contents.
    fn guide<'a>(files: &[(&str, &str)]) -> Guide<'a> {
        let pages = files.iter().map(|(source, markdown)| Page::parse(source, markdown).unwrap()).collect();
        Guide { root: root(), pages, groups: Vec::new() }
    }

    #[test]
    fn every_link_of_the_guide_leads_somewhere() {
        let files = Guide::read(root()).unwrap().render().unwrap();
        assert!(files.len() > 10, "{:?}", files.keys());
    }

    #[test]
    fn every_source_is_in_the_contents() {
        let guide = Guide::read(root()).unwrap();
        for entry in fs::read_dir(root().join(FOLDER)).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let source = format!("{FOLDER}/{name}");
            let known = !name.ends_with(".md") || guide.pages.iter().any(|page| page.source == source);
            assert!(known, "{CONTENTS} does not link to {name}");
        }
    }

    #[test]
    fn every_heading_is_in_the_search_index() {
        let guide = Guide::read(root()).unwrap();
        let index: serde_json::Value = serde_json::from_str(&guide.search_index()).unwrap();
        let known: Vec<_> = index.as_array().unwrap().iter().map(|entry| entry["address"].as_str().unwrap()).collect();
        let mut headings = 0;
        for (file, html) in guide.render().unwrap().iter().filter(|(file, _)| file.ends_with(".html")) {
            let article = html.split_once("<article").unwrap().1.split_once("</article>").unwrap().0;
            for level in ["<h1", "<h2", "<h3", "<h4"] {
                for heading in article.split(level).skip(1) {
                    let id = heading.strip_prefix(" id=\"").expect(heading).split('"').next().unwrap();
                    assert!(known.contains(&format!("{file}#{id}").as_str()), "{file}#{id}");
                    headings += 1;
                }
            }
        }
        assert_eq!(headings, known.len());
    }

    #[test]
    fn every_parameter_is_on_its_page() {
        let files = Guide::read(root()).unwrap().render().unwrap();
        let page = &files["parameters.html"];
        for spec in parameters::SPECS {
            assert!(page.contains(&format!("<td><code>{}</code></td>", spec.key)), "{}", spec.key);
        }
    }

    #[test]
    fn pages_obey_the_policy() {
        for (file, html) in Guide::read(root()).unwrap().render().unwrap() {
            assert!(!html.contains(" style="), "{file} has an inline style, which the policy refuses");
            assert!(!html.contains(" onclick=") && !html.contains("<script>"), "{file} has an inline script");
        }
    }

    #[test]
    fn broken_links_are_refused() {
        let render = |link: &str| {
            let a = format!("# A\n\n## One & two\n\n[link]({link})\n");
            guide(&[("www/guide/index.md", &a), ("www/guide/b.md", "# B\n"), ("data/README.md", "# Data\n")]).render()
        };
        for good in
            ["b.md", "b.md#b", "#one--two", "../../data/README.md#data", "https://example.org", "../index.html#v=1"]
        {
            assert!(render(good).is_ok(), "{good}");
        }
        for bad in ["c.md", "b.html", "b.md#c", "#one", "../../README.md", "../nowhere.js", "/b.md", "../../../b.md"] {
            assert!(render(bad).is_err(), "{bad}");
        }
        let html = &render("../../data/README.md#data").unwrap()["index.html"];
        assert!(html.contains("<a href=\"data.html#data\">"), "{html}");
    }

    #[test]
    fn the_search_index_holds_the_text_below_each_heading() {
        let guide =
            guide(&[("www/guide/index.md", "# A\n\nfirst `code`\n\n## B\n\n| x | y |\n|---|---|\n| 1 | 2 |\n")]);
        let expected = json!([
            { "page": "A", "heading": "A", "address": "index.html#a", "text": "first code" },
            { "page": "A", "heading": "B", "address": "index.html#b", "text": "x y 1 2" },
        ]);
        assert_eq!(guide.search_index(), expected.to_string());
    }

    #[test]
    fn only_our_own_output_counts_as_generated() {
        for (path, generated) in [
            ("www/guide/index.html", true),
            ("www/guide/search.json", true),
            ("www/guide/guide.js", false),
            ("www/index.html", false),
        ] {
            assert_eq!(is_generated(&root().join(path)), generated, "{path}");
        }
    }
}
