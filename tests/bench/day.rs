//! How long a day takes.
use matchday_matchmaker::{Article, Cascade, Matchmaker};
use matchday_sim::{Simulation, World};
use matchday_tests::{built_in, params};
use std::sync::Arc;
use std::time::Instant;
fn run<M: Matchmaker>(world: &Arc<World>, p: &matchday_base::Params) -> (f64, u64, f64, f64) {
    let t = Instant::now();
    let mut day = Simulation::<M>::with_matchmaker(Arc::clone(world), p, std::env::var("FRAMES").is_ok());
    day.advance(u32::MAX);
    let s = day.summary();
    (t.elapsed().as_secs_f64(), s.matches, s.wait_mean_s, s.rtt_mean_ms)
}
fn main() {
    let set = built_in();
    for ccu in std::env::var("CCU").unwrap_or("500,25000,200000".into()).split(',') {
        let p = params(&[("ccu", ccu)]);
        let t = Instant::now();
        let world = Arc::new(World::new(&set, &p).unwrap());
        println!("world {:?}", t.elapsed());
        for _ in 0..std::env::var("LOOPS").map_or(3, |n| n.parse().unwrap()) {
            if std::env::var("ARTICLE").is_ok() {
                println!("{ccu} article {:?}", run::<Article>(&world, &p));
            }
            println!("{ccu} cascade {:?}", run::<Cascade>(&world, &p));
        }
    }
}
