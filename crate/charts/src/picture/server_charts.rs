//! Tests of the charts of servers.

use super::*;
use crate::servers::Servers;

fn server_charts(sheet: Sheet, servers: Servers<'_>) -> [Picture; 3] {
    [
        Picture::draw(sheet, |root, theme, sheet| servers::groups(root, theme, sheet, servers).unwrap()),
        Picture::draw(sheet, |root, theme, sheet| servers::waits(root, theme, sheet, servers).unwrap()),
        Picture::draw(sheet, |root, theme, sheet| servers::churn(root, theme, sheet, servers).unwrap()),
    ]
}

#[test]
fn charts_of_servers_can_be_read_at_any_size() {
    for (recorded, most) in [(0, 1), (1, 1), (700, 60), (1_440, 6_000), (1_440, 1_234_567)] {
        let minutes = server_minutes(recorded, |minute| most - (minute as u32 % 7).min(most - 1));
        let ccu: Vec<f64> = (0..recorded).map(|minute| 900.0 + minute as f64).collect();
        for (width, height) in [(470.0, 220.0), (330.0, 220.0), (1_600.0, 220.0)] {
            let servers = Servers { minutes: &minutes, ccu: &ccu, view: View::whole(ONE_DAY) };
            for chart in server_charts(sheet(width, height), servers) {
                chart.assert_readable(&format!("{recorded} minutes, {most} at most, {width} wide"));
            }
        }
    }
}

#[test]
fn servers_stand_at_their_numbers_and_waits_at_their_means() {
    let minutes = server_minutes(1_440, |_| 100);
    let [groups, waits, churn] =
        server_charts(sheet(470.0, 220.0), Servers { minutes: &minutes, ccu: &[], view: View::whole(ONE_DAY) });
    let Axes { top, bottom, y1, .. } = groups.axes;
    let allocated = groups.of_color("polygon", "fill", PLAYING).remove(0).points();
    let highest = allocated.iter().map(|point| point.1).fold(f64::MAX, f64::min) / 8.0;
    assert!((highest - (bottom - (bottom - top) * 100.0 / y1)).abs() < 0.2, "{highest}");
    for (chart, expected) in [
        (&groups, ["Allocated 100", "Ready 43", "Booting 4"]),
        (&waits, ["Pickup 5.0\u{a0}s", "Loading 2.0\u{a0}s", "21 % without a server"]),
        (&churn, ["Created 10.0", "Deleted 10.0", "Expired 10.0"]),
    ] {
        let texts = chart.texts();
        for words in expected {
            assert!(texts.iter().any(|(text, _)| *text == words), "{words} in {texts:?}");
        }
    }
}
