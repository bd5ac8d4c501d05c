//! Tests of the charts of servers.

use super::*;
use matchday_charts::servers::{self, Servers};
use matchday_sim::servers::minutes::ServerMinutes;

/// This many minutes of servers at two datacenters: the first has `allocated` servers, the second 40 Ready
/// ones.
pub fn server_minutes(minutes: usize, allocated: impl Fn(usize) -> u32) -> ServerMinutes {
    let mut servers = ServerMinutes::new(2);
    for minute in 0..minutes {
        let mut row = vec![0; servers.width()];
        row[..9].copy_from_slice(&[allocated(minute), 2, 3, 4, 5, 9, 8, 30, 7]);
        row[9..18].copy_from_slice(&[0, 0, 40, 0, 0, 1, 2, 3, 0]);
        // Each picked up after 5 s, ready after 2 s; some lost, expired and failed.
        row[18..22].copy_from_slice(&[30, 150, 30, 60]);
        row[22..].fill(1);
        servers.push_rows(&row);
    }
    servers
}

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
    let allocated = highest(&groups.of_color("polygon", "fill", PLAYING).remove(0).points());
    assert!((allocated - groups.place((0.0, 100.0)).1).abs() < 1.0, "{allocated}");
    groups.assert_words(["Allocated 100", "Ready 43", "Booting 4"]);
    waits.assert_words(["Pickup 5.0\u{a0}s", "Loading 2.0\u{a0}s", "21 % without a server"]);
    churn.assert_words(["Created 10.0", "Deleted 10.0", "Expired 10.0"]);
}
