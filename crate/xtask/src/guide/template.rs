//! The frame around a page's content: header, search, navigation, headings, and the pages before and after
//! it.

use pulldown_cmark::{Event, HeadingLevel, html};

use super::{Group, Guide, page::Page};

const TEMPLATE: &str = include_str!("page.html");

/// The whole page number `index`, with its rendered content. The list of headings is below the title.
pub fn fill(guide: &Guide, index: usize, content: &str) -> String {
    let page = &guide.pages[index];
    let (heading, text) = content.split_once("</h1>\n").unwrap_or_default();
    TEMPLATE
        .replace("{{title}}", &escaped(page.title()))
        .replace("{{navigation}}", &navigation(guide, index))
        .replace("{{headings}}", &headings(page))
        .replace("{{neighbours}}", &neighbours(guide, index))
        .replace("{{heading}}", heading)
        .replace("{{text}}", text)
}

fn navigation(guide: &Guide, current: usize) -> String {
    let entry = |&index: &usize| {
        let mark = if index == current { " aria-current=\"page\"" } else { "" };
        format!("<li>{}</li>\n", link(&guide.pages[index].file(), guide.pages[index].title(), mark))
    };
    let group =
        |title: &str, pages: &[usize]| format!("{title}<ul>\n{}</ul>\n", pages.iter().map(entry).collect::<String>());
    let groups = guide.groups.iter();
    let groups = groups.map(|Group { title, pages }| group(&format!("<h2>{}</h2>\n", escaped(title)), pages));
    group("", &[0]) + &groups.collect::<String>()
}

/// Links to the headings of the second and third level; empty for a single heading.
fn headings(page: &Page) -> String {
    let wanted = page.sections.iter().filter(|section| matches!(section.level, HeadingLevel::H2 | HeadingLevel::H3));
    let entries: Vec<_> = wanted
        .map(|section| {
            let class = if section.level == HeadingLevel::H3 { " class=\"sub\"" } else { "" };
            format!("<li{class}>{}</li>\n", link(&format!("#{}", section.id), &section.title, ""))
        })
        .collect();
    if entries.len() < 2 {
        return String::new();
    }
    let label = "<p id=\"headings\">On this page</p>";
    format!("<nav class=\"headings\" aria-labelledby=\"headings\">\n{label}\n<ul>\n{}</ul>\n</nav>", entries.concat())
}

fn neighbours(guide: &Guide, index: usize) -> String {
    let neighbour = |index: Option<usize>, rel: &str, label: &str| {
        let page = index.and_then(|index| guide.pages.get(index));
        let entry = |page: &Page| {
            let title = escaped(page.title());
            format!("<a rel=\"{rel}\" href=\"{}\"><small>{label}</small>{title}</a>\n", page.file())
        };
        page.map(entry).unwrap_or_default()
    };
    neighbour(index.checked_sub(1), "prev", "Previous") + &neighbour(Some(index + 1), "next", "Next")
}

fn link(address: &str, text: &str, attributes: &str) -> String {
    format!("<a href=\"{address}\"{attributes}>{}</a>", escaped(text))
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    html::push_html(&mut out, std::iter::once(Event::Text(text.into())));
    out
}
