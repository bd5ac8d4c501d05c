#[path = "../tests/store/synthetic.rs"]
mod synthetic;
use matchday_journal::Batch;
use matchday_store::Store;
use std::time::Instant;
fn main() {
    let days: u32 = std::env::args().nth(1).map_or(1, |a| a.parse().unwrap());
    let cuts: u32 = std::env::args().nth(2).map_or(1, |a| a.parse().unwrap());
    let keep: Option<u32> = std::env::args().nth(3).map(|a| a.parse().unwrap());
    let path = std::path::Path::new("/tmp/store_profile.sqlite");
    let _ = std::fs::remove_file(path);
    let mut store = Store::open(path).unwrap();
    store.keep_days(keep).unwrap();
    let all = synthetic::Synthetic { players: 30_000, days, matches: 257_000 * days, season_days: 90 }.all();
    let (mut m, mut t, mut p) = (0, 0, 0);
    let mut total = 0.0;
    for cut in 1..=days * cuts {
        let through = 86_400 + (cut as u64 * 86_400 / cuts as u64) as u32;
        let mut b =
            Batch { through, mode: all.mode.clone(), team_size: 1, regions: all.regions.clone(), ..Batch::default() };
        if cut == 1 {
            b.seasons = all.seasons.clone();
        }
        while m < all.matches.len() && all.matches[m].finished < through {
            b.matches.push(all.matches[m].clone());
            m += 1;
        }
        while t < all.tickets.len() && all.tickets[t].closed < through {
            b.tickets.push(all.tickets[t]);
            t += 1;
        }
        while p < all.parties.len() && all.parties[p].disbanded < through {
            b.parties.push(all.parties[p].clone());
            p += 1;
        }
        let begun = Instant::now();
        let w = store.write(&b).unwrap();
        total += begun.elapsed().as_secs_f64();
        if cut % cuts == 0 {
            let s = std::fs::metadata(path).unwrap().len();
            println!("day {} {:.2} s so far, {} MB {:?}", cut / cuts, total, s / 1_000_000, w);
        }
    }
    println!("{:?}", store.status().unwrap());
}
