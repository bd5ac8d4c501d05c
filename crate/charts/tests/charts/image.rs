//! Tests of charts as SVG images.

use super::replay::{POINTS, hockey_stick};
use super::servers::server_minutes;
use super::*;
use matchday_charts::servers::{self, Servers};
use matchday_charts::svg::{self, Svg};
use matchday_charts::tradeoff::{self, Tradeoff, TradeoffPoint};
use matchday_charts::{Metric, ReplaySweep, replay};
use plotters::style::RGBColor;
use roxmltree::{Document, Node};

/// A title that is not XML.
const TITLE: &str = "Waits <of> \"A\" & B's";
const FONT: &str = "system-ui, \"Segoe UI\", sans-serif";

fn image<T>(chart: impl FnOnce(&DrawingArea<Svg<'_>, Shift>, &Theme, Sheet) -> T) -> String {
    let theme = Theme { font: FONT.into(), bg: RGBColor(11, 15, 20), ..theme() };
    let drawn = svg::image(TITLE, &theme, (470.0, 190.5), |svg, sheet| {
        Ok::<_, ()>((chart(&svg.into_drawing_area(), &theme, sheet), sheet))
    });
    let (image, (_, sheet)) = drawn.unwrap();
    assert_eq!((sheet.width, sheet.height), (470.0, 190.5));
    image
}

/// Images of a run's charts, of its servers and of a sweep.
fn images() -> Vec<String> {
    let params = params(&[]);
    let (now, before) = (columns(1_440, 40, wave(9_000.0)), columns(1_440, 5, wave(7_000.0)));
    let run = Run { columns: &now, params: &params, first_day: FIRST_DAY, expected_peak: 9_000.0, scale: 1.0 };
    let (baseline, view) = (Some(Run { columns: &before, ..run }), View::whole(ONE_DAY));
    let minutes = server_minutes(1_440, |_| 100);
    let servers = Servers { minutes: &minutes, ccu: &[], view };
    let (points, theory) = (POINTS.to_vec(), hockey_stick());
    let sweep = ReplaySweep { metric: Metric::Peak, points, theory, present: 0.8, baseline: None };
    vec![
        image(|root, theme, sheet| ccu::draw(root, theme, sheet, run, baseline, view).unwrap()),
        image(|root, theme, sheet| wait::draw(root, theme, sheet, run, baseline, view).unwrap()),
        image(|root, theme, sheet| rtt::draw(root, theme, sheet, run, baseline, view).unwrap()),
        image(|root, theme, sheet| servers::waits(root, theme, sheet, servers).unwrap()),
        image(|root, theme, sheet| replay::draw(root, theme, sheet, &sweep).unwrap()),
    ]
}

fn texts<'a>(document: &'a Document<'_>) -> impl Iterator<Item = Node<'a, 'a>> {
    document.descendants().filter(|node| node.has_tag_name("text"))
}

#[test]
fn images_are_xml_with_a_title_and_shapes() {
    for image in images() {
        let document = Document::parse(&image).unwrap_or_else(|error| panic!("{error} in {image}"));
        let root = document.root_element();
        assert_eq!(root.tag_name().namespace(), Some("http://www.w3.org/2000/svg"));
        let attributes = ["role", "width", "height", "viewBox"].map(|name| root.attribute(name).unwrap());
        assert_eq!(attributes, ["img", "470", "190.5", "0 0 4700 1905"]);
        let first = root.first_element_child().unwrap();
        assert!(first.has_tag_name("title") && first.text() == Some(TITLE), "{:?}", first.text());
        let ground = first.next_sibling_element().unwrap();
        assert_eq!(
            ["width", "height", "fill"].map(|name| ground.attribute(name).unwrap()),
            ["4700", "1905", "#0b0f14"]
        );
        let shapes = document.descendants().filter(|node| node.has_tag_name("polyline")).count();
        assert!(shapes > 1, "{shapes} lines");
        assert!(texts(&document).all(|text| text.attribute("font-family") == Some(FONT)));
        assert!(!image.contains("NaN") && !image.contains("inf") && !image.contains("url("));
    }
}

#[test]
fn labels_of_an_image_are_escaped() {
    let label = "<b> & \"c\"";
    let point = |x, y, label: &str| TradeoffPoint { x, y, label: label.into() };
    let tradeoff = Tradeoff { points: vec![point(1.0, 2.0, label), point(2.0, 1.0, "")], ..Tradeoff::default() };
    let image = image(|root, theme, sheet| tradeoff::draw(root, theme, sheet, &tradeoff).unwrap());
    let document = Document::parse(&image).unwrap_or_else(|error| panic!("{error} in {image}"));
    assert!(texts(&document).any(|text| text.text().is_some_and(|text| text.trim() == label)), "{image}");
}

#[test]
fn text_of_an_image_has_the_size_that_was_asked_for() {
    let [ccu, ..] = &images()[..] else { unreachable!() };
    let document = Document::parse(ccu).unwrap();
    let sizes: Vec<f64> = texts(&document).map(|text| text.attribute("font-size").unwrap().parse().unwrap()).collect();
    assert!(sizes.iter().all(|size| [110.0, 120.0].iter().any(|known| (size - known).abs() < 1e-9)), "{sizes:?}");
    let words: Vec<&str> = texts(&document).filter_map(|text| text.text()).map(str::trim).collect();
    assert!(["Playing", "00:00", "24:00"].iter().all(|known| words.contains(known)), "{words:?}");
}
