//! The links of a page: their target files, and their addresses in the rendered guide.

use super::{FOLDER, Guide, page::Page};

/// The file that a link of `source` names, relative to the project; `None` for a file outside the project and
/// for an address on the web.
pub fn resolve(source: &str, target: &str) -> Option<String> {
    if target.contains(':') || target.starts_with('/') {
        return None;
    }
    let path = target.split(['#', '?']).next().unwrap_or_default();
    if path.is_empty() {
        return Some(source.to_owned());
    }
    let mut parts: Vec<&str> = source.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

impl Guide<'_> {
    /// The address of a link in the rendered guide: a page and heading, a file of the site, or another site.
    /// Any other link is refused with the reason.
    pub(super) fn address(&self, from: &Page, target: &str) -> Result<String, String> {
        if target.starts_with("https://") {
            return Ok(target.to_owned());
        }
        let refuse = |why: &str| Err(format!("links to {target}, which {why}"));
        let Some(path) = resolve(&from.source, target) else { return refuse("is not an address inside the project") };
        let fragment = target.split_once('#').map(|(_, fragment)| fragment);
        if let Some(page) = self.pages.iter().find(|page| page.source == path) {
            let Some(id) = fragment else { return Ok(page.file()) };
            if !page.sections.iter().any(|section| section.id == id) {
                return refuse("is not the name of a heading there");
            }
            return Ok(format!("{}#{id}", page.file()));
        }
        let Some(served) = path.strip_prefix("www/") else {
            return refuse("is neither a page of the guide nor served");
        };
        if path.starts_with(FOLDER) || !self.root.join(&path).is_file() {
            return refuse("does not exist");
        }
        Ok(format!("../{served}{}", fragment.map(|fragment| format!("#{fragment}")).unwrap_or_default()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_relative_to_their_page() {
        let from_guide = |target: &str| resolve("www/guide/a.md", target);
        assert_eq!(from_guide("b.md#c").as_deref(), Some("www/guide/b.md"));
        assert_eq!(from_guide("#c").as_deref(), Some("www/guide/a.md"));
        assert_eq!(from_guide("../../data/README.md").as_deref(), Some("data/README.md"));
        assert_eq!(from_guide("../index.html#v=1").as_deref(), Some("www/index.html"));
        for outside in ["../../../b.md", "/b.md", "https://example.org/b.md", "mailto:a@example.org"] {
            assert_eq!(from_guide(outside), None, "{outside}");
        }
    }
}
