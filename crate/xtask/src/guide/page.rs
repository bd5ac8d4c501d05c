//! One page: its Markdown, its links and its HTML.

use std::collections::BTreeMap;

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use super::links;

/// A heading and the text below it, up to the next heading.
pub struct Section {
    pub level: HeadingLevel,
    /// Unique on its page; made like those of code hosts, so that links also work in the sources.
    pub id: String,
    pub title: String,
    pub text: String,
}

/// A page of the guide.
pub struct Page {
    /// Its source, relative to the project: `www/guide/servers.md`.
    pub source: String,
    /// Never empty: the first one has the page's title.
    pub sections: Vec<Section>,
    events: Vec<Event<'static>>,
}

impl Page {
    /// Reads the Markdown of a page. An error is a message for its author.
    pub fn parse(source: &str, markdown: &str) -> Result<Self, String> {
        let events: Vec<_> = Parser::new_ext(markdown, Options::ENABLE_TABLES).map(Event::into_static).collect();
        if !matches!(events.first(), Some(Event::Start(Tag::Heading { level: HeadingLevel::H1, .. }))) {
            return Err("does not begin with its title, a line such as `# Servers`".to_owned());
        }
        let mut page = Self { source: source.to_owned(), sections: sections(&events), events };
        page.name_headings();
        Ok(page)
    }

    pub fn title(&self) -> &str {
        &self.sections[0].title
    }

    /// The rendered file. The README of a folder takes the folder's name.
    pub fn file(&self) -> String {
        let path = self.source.trim_end_matches(".md").trim_end_matches("/README");
        format!("{}.html", path.rsplit('/').next().unwrap_or(path))
    }

    /// The pages that this one links to below each of its second-level headings, as paths relative to the
    /// project.
    pub fn pages_by_heading(&self) -> Vec<(String, Vec<String>)> {
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        let mut titles = self.sections.iter().map(|section| section.title.clone());
        for event in &self.events {
            match event {
                Event::Start(Tag::Heading { level, .. }) => {
                    let title = titles.next().unwrap_or_default();
                    if *level == HeadingLevel::H2 {
                        groups.push((title, Vec::new()));
                    }
                }
                Event::Start(Tag::Link { dest_url, .. }) => {
                    let page = links::resolve(&self.source, dest_url).filter(|path| path.ends_with(".md"));
                    if let (Some(page), Some((_, pages))) = (page, groups.last_mut()) {
                        pages.push(page);
                    }
                }
                _ => {}
            }
        }
        groups
    }

    /// The page's content; `address` gives the address of a link in the rendered guide, or the reason to
    /// refuse it.
    pub fn html(&self, address: impl Fn(&str) -> Result<String, String>) -> Result<String, String> {
        let mut out = Vec::new();
        for event in self.events.clone() {
            match event {
                Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                    let dest_url = address(&dest_url)?.into();
                    out.push(Event::Start(Tag::Link { link_type, dest_url, title, id }));
                }
                // Aligned columns would need an inline style, which the policy refuses. A table wider than
                // the screen can be scrolled, also with the keyboard.
                Event::Start(Tag::Table(columns)) => {
                    out.push(raw("<div class=\"table\" tabindex=\"0\" role=\"region\" aria-label=\"Table\">"));
                    out.push(Event::Start(Tag::Table(
                        columns.iter().map(|_| pulldown_cmark::Alignment::None).collect(),
                    )));
                }
                Event::End(TagEnd::Table) => out.extend([Event::End(TagEnd::Table), raw("</div>\n")]),
                event => out.push(event),
            }
        }
        let mut html = String::new();
        html::push_html(&mut html, out.into_iter());
        Ok(html)
    }

    fn name_headings(&mut self) {
        let mut ids = self.sections.iter().map(|section| CowStr::from(section.id.clone()));
        for event in &mut self.events {
            if let Event::Start(Tag::Heading { id, .. }) = event {
                *id = ids.next();
            }
        }
    }
}

fn raw(html: &'static str) -> Event<'static> {
    Event::Html(html.into())
}

fn sections(events: &[Event]) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let mut in_heading = false;
    for event in events {
        if let Event::Start(Tag::Heading { level, .. }) = event {
            in_heading = true;
            let (id, title, text) = Default::default();
            sections.push(Section { level: *level, id, title, text });
        }
        let Some(section) = sections.last_mut() else { continue };
        let out = if in_heading { &mut section.title } else { &mut section.text };
        match event {
            Event::Text(text) | Event::Code(text) => out.push_str(text),
            Event::SoftBreak | Event::HardBreak => out.push(' '),
            Event::End(TagEnd::Heading(_)) => in_heading = false,
            Event::End(TagEnd::Paragraph | TagEnd::Item | TagEnd::TableCell | TagEnd::CodeBlock) => out.push(' '),
            _ => {}
        }
    }
    let mut seen = BTreeMap::new();
    for section in &mut sections {
        section.id = unique(&mut seen, &slug(&section.title));
        section.text = section.text.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    sections
}

/// Lower case, blanks as hyphens, without punctuation.
fn slug(title: &str) -> String {
    let kept = title.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect::<String>().to_lowercase()
}

/// The second `ratings` of a page is `ratings-1`.
fn unique(seen: &mut BTreeMap<String, usize>, id: &str) -> String {
    let before = seen.entry(id.to_owned()).and_modify(|count| *count += 1).or_insert(0);
    if *before == 0 { id.to_owned() } else { format!("{id}-{before}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_named_as_code_hosts_name_them() {
        let page = Page::parse("www/guide/a.md", "# A and B\n\n## `boot_s`, 95 %\n\n## Twice\n\n### Twice\n").unwrap();
        let ids: Vec<_> = page.sections.iter().map(|section| section.id.as_str()).collect();
        assert_eq!(ids, ["a-and-b", "boot_s-95-", "twice", "twice-1"]);
    }

    #[test]
    fn files_are_named_after_their_source() {
        let file = |source: &str| Page::parse(source, "# A\n").unwrap().file();
        assert_eq!(file("www/guide/servers.md"), "servers.html");
        assert_eq!(file("data/README.md"), "data.html");
    }

    #[test]
    fn a_page_begins_with_its_title() {
        assert!(Page::parse("www/guide/a.md", "Text first.\n\n# A\n").is_err());
        assert!(Page::parse("www/guide/a.md", "").is_err());
    }

    #[test]
    fn the_contents_name_the_pages_of_each_group() {
        let markdown = "# Guide\n\n[Before](x.md)\n\n## Start\n\n- [A](a.md#b), [out](https://example.org)\n- [B](../../data/README.md)\n";
        let groups = Page::parse("www/guide/index.md", markdown).unwrap().pages_by_heading();
        let pages = ["www/guide/a.md", "data/README.md"].map(str::to_owned);
        assert_eq!(groups, [("Start".to_owned(), pages.to_vec())]);
    }
}
