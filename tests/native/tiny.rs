//! Tiny worlds: a few players, places and datacenters, any rules. The engine simulates each of them, and so does the naive simulator
//! below, which is written from the rules alone: lists that are searched again in every second. Their random numbers differ, so sums
//! over many worlds are compared: the difference of each figure must be nothing but chance.

use matchday_atlas::{GridCell, JoinData, Location, RecordedJoins};
use matchday_base::{Rng, Streams};
use matchday_matchmaker::RowId;
use matchday_sim::Simulate;
use matchday_sim::{SimulationData, World};
use matchday_tests::{built_in, finished, params};
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};

const DAY_S: u32 = 86_400;
/// Nobody who joins in the morning is inside at midnight, so no day has to do with the next one.
const MORNING_S: u32 = 21_600;
/// Where people live, near each other and far away.
const PLACES: [(f64, f64); 8] = [
    (50.1, 8.7),
    (48.8, 2.3),
    (52.2, 21.0),
    (40.7, -74.0),
    (34.0, -118.2),
    (-23.5, -46.6),
    (19.0, 72.8),
    (35.6, 139.7),
];

/// What a figure is of, by its place in [`Figures`].
const FIGURES: [&str; 9] =
    ["matches", "matches with bots", "failed", "gave up", "left", "waited", "rtt", "warm", "inside"];
type Figures = [f64; FIGURES.len()];

/// A world and its rules.
struct Tiny {
    players: usize,
    caps_ms: [u16; 2],
    /// Longest time in each state of a search.
    states_s: [u32; 3],
    patience_s: u32,
    interval_s: u32,
    bots: bool,
    match_s: u32,
    pause_s: u32,
    replay: f64,
    datacenters: Vec<String>,
    /// Seconds and places of joins, in order.
    joins: Vec<(u32, usize)>,
}

impl Tiny {
    fn draw(rng: &mut Rng, names: &[String]) -> Self {
        let ideal_ms = rng.random_range(10..90);
        let states_s = std::array::from_fn(|_| rng.random_range(1..13));
        let [ideal_s, expand_s, warm_s] = states_s;
        let ends_s = [ideal_s + expand_s + warm_s, expand_s + warm_s, warm_s];
        // Who would give up in the second in which the search fails may do either.
        let patience_s = if rng.random() { 120 } else { rng.random_range(10..30) };
        let patience_s = if ends_s.contains(&patience_s) { 120 } else { patience_s };
        let lives: Vec<usize> = (0..rng.random_range(1..5)).map(|_| rng.random_range(0..PLACES.len())).collect();
        let within_s = *[10, 60, 600].choose(rng).unwrap();
        let mut joins: Vec<(u32, usize)> = (0..rng.random_range(2..50))
            .map(|_| (MORNING_S + rng.random_range(0..within_s), *lives.choose(rng).unwrap()))
            .collect();
        joins.sort_unstable();
        let datacenters = rng.random_range(1..5);
        Self {
            players: rng.random_range(2..6),
            caps_ms: [ideal_ms, ideal_ms + rng.random_range(1..120)],
            states_s,
            patience_s,
            interval_s: *[1, 1, 2, 5].choose(rng).unwrap(),
            bots: rng.random_bool(0.3),
            match_s: rng.random_range(10..300),
            pause_s: rng.random_range(0..40),
            replay: f64::from(rng.random_range(0..90_u32)) / 100.0,
            datacenters: names.sample(rng, datacenters).cloned().collect(),
            joins,
        }
    }

    /// The day of the engine, and the RTTs of each place to its datacenters.
    fn simulate(&self, dataset: &mut SimulationData, seed: u64) -> (Figures, Vec<Vec<u16>>) {
        let mut rows = "time,lat,long\n".to_owned();
        for &(second, place) in &self.joins {
            let (lat, long) = PLACES[place];
            rows += &format!("{:02}:{:02}:{:02},{lat},{long}\n", second / 3_600, second / 60 % 60, second % 60);
        }
        let mut reader = RecordedJoins::reader("joins.csv");
        reader.push(rows.as_bytes());
        dataset.set_joins(JoinData::Recorded(reader.finish().unwrap().0));
        let sites = dataset.sites.iter().map(|site| (&site.datacenter.name, site.default));
        let switches = sites.filter_map(|(name, is_on)| match (is_on, self.datacenters.contains(name)) {
            (true, false) => Some(format!("-{name}")),
            (false, true) => Some(name.clone()),
            _ => None,
        });
        let dcs: Vec<String> = switches.collect();
        let numbers = [
            ("players", self.players as u32),
            ("ideal_ms", self.caps_ms[0].into()),
            ("expand_ms", self.caps_ms[1].into()),
            ("ideal_s", self.states_s[0]),
            ("expand_s", self.states_s[1]),
            ("warm_s", self.states_s[2]),
            ("patience_s", self.patience_s),
            ("interval_s", self.interval_s),
            ("bots", self.bots.into()),
            ("match_s", self.match_s),
            ("pause_s", self.pause_s),
        ];
        let mut params = params(&[("joins", "exact"), ("dcs", &dcs.join(",")), ("replay", &self.replay.to_string())]);
        numbers.iter().for_each(|(key, number)| params.set(key, &number.to_string()).unwrap());
        params.set("seed", &seed.to_string()).unwrap();
        let world = World::new(dataset, &params).unwrap();
        let rtts = PLACES.map(|(lat, long)| {
            let cell = GridCell::of(Location::named(lat, long).unwrap());
            let row = world.cells.iter().position(|&known| known == cell);
            row.map_or(Vec::new(), |row| world.latencies.rtts_ms(RowId(row as u32)).to_vec())
        });
        let day = finished(dataset, &params).summary();
        let matched = day.matches as f64 * self.players as f64;
        let sum = |mean: Option<f64>| mean.map_or(0.0, |mean| mean * matched);
        // A wait of whole seconds ends within the next one: half a second later in the mean.
        let waited = sum(day.wait_mean_s.map(|mean_s| mean_s - 0.5));
        let counts = [day.matches, day.bots_matches, day.failed, day.abandoned, day.left].map(|count| count as f64);
        let [matches, with_bots, failed, gave_up, left] = counts;
        let figures = [matches, with_bots, failed, gave_up, left, waited, sum(day.rtt_mean_ms), sum(day.warm_share)];
        let mut all = [0.0; FIGURES.len()];
        all[..8].copy_from_slice(&figures);
        all[8] = day.ccu_mean * f64::from(DAY_S);
        (all, rtts.to_vec())
    }
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    /// IDEAL, EXPAND or WARMBODY, since a second.
    Searching(usize, u32),
    Playing(u32),
    Pausing(u32),
    Gone,
}

#[derive(Clone, Copy)]
struct Person {
    place: usize,
    state: State,
    enqueued: u32,
}

/// The naive simulator.
struct Naive<'a> {
    tiny: &'a Tiny,
    rtts_ms: &'a [Vec<u16>],
    people: Vec<Person>,
    now: u32,
    figures: Figures,
    rng: Rng,
}

impl Naive<'_> {
    fn day(mut self) -> Figures {
        let mut joins = self.tiny.joins.iter().peekable();
        while self.now < DAY_S && (joins.peek().is_some() || self.people.iter().any(|one| one.state != State::Gone)) {
            while let Some(&(_, place)) = joins.next_if(|(second, _)| *second == self.now) {
                self.people.push(Person { place, state: State::Gone, enqueued: 0 });
                self.search(self.people.len() - 1);
            }
            (0..self.people.len()).for_each(|at| self.due(at));
            if self.now.is_multiple_of(self.tiny.interval_s) {
                self.walk();
                self.place_warm_bodies();
            }
            self.figures[8] += self.people.iter().filter(|one| one.state != State::Gone).count() as f64;
            self.now += 1;
        }
        self.figures
    }

    fn rtt_ms(&self, at: usize, datacenter: usize) -> u16 {
        self.rtts_ms[self.people[at].place][datacenter]
    }

    /// A search begins in the first state that has a datacenter.
    fn search(&mut self, at: usize) {
        let has = |cap_ms| (0..self.tiny.datacenters.len()).any(|datacenter| self.rtt_ms(at, datacenter) <= cap_ms);
        let state = self.tiny.caps_ms.iter().position(|&cap_ms| has(cap_ms)).unwrap_or(2);
        (self.people[at].state, self.people[at].enqueued) = (State::Searching(state, self.now), self.now);
    }

    /// What is due for a person in this second.
    fn due(&mut self, at: usize) {
        let Self { tiny, now, .. } = *self;
        if self.people[at].state == State::Playing(now) {
            self.people[at].state = State::Pausing(now + tiny.pause_s);
        }
        if self.people[at].state == State::Pausing(now) {
            if self.rng.random_bool(tiny.replay) {
                self.search(at);
            } else {
                self.leave(at, 4);
            }
        }
        let Person { state: State::Searching(state, since), enqueued, .. } = self.people[at] else { return };
        if now - enqueued >= tiny.patience_s {
            self.leave(at, 3);
        } else if now - since >= tiny.states_s[state] {
            match state {
                0 | 1 => self.people[at].state = State::Searching(state + 1, now),
                _ if tiny.bots => {
                    self.figures[1] += 1.0;
                    self.people[at].state = State::Playing(now + tiny.match_s);
                }
                _ => self.leave(at, 2),
            }
        }
    }

    fn leave(&mut self, at: usize, figure: usize) {
        self.people[at].state = State::Gone;
        self.figures[figure] += 1.0;
    }

    /// Who stands in the queue of a datacenter.
    fn queue(&self, datacenter: usize) -> Vec<usize> {
        let stands = |&at: &usize| match self.people[at].state {
            State::Searching(state @ (0 | 1), _) => self.rtt_ms(at, datacenter) <= self.tiny.caps_ms[state],
            _ => false,
        };
        (0..self.people.len()).filter(stands).collect()
    }

    fn walk(&mut self) {
        let mut order: Vec<usize> = (0..self.tiny.datacenters.len()).collect();
        order.shuffle(&mut self.rng);
        for datacenter in order {
            let mut queue = self.queue(datacenter);
            queue.shuffle(&mut self.rng);
            queue.chunks_exact(self.tiny.players).for_each(|group| self.start(group, datacenter));
        }
    }

    fn place_warm_bodies(&mut self) {
        let mut warm: Vec<usize> =
            (0..self.people.len()).filter(|&at| matches!(self.people[at].state, State::Searching(2, _))).collect();
        warm.shuffle(&mut self.rng);
        warm.sort_by_key(|&at| self.people[at].enqueued);
        let players = self.tiny.players;
        while !warm.is_empty() {
            let qualifies = |&datacenter: &usize| {
                let leftovers = self.queue(datacenter).len();
                leftovers > 0 && leftovers + warm.len() >= players
            };
            let own = |&datacenter: &usize| self.rtt_ms(warm[0], datacenter);
            let Some(best) = (0..self.tiny.datacenters.len()).filter(qualifies).min_by_key(own) else { break };
            let mut group = self.queue(best);
            group.extend(warm.drain(..players - group.len()));
            self.start(&group, best);
        }
        // The oldest one, and those nearest to the datacenter that is nearest to it.
        while warm.len() >= players {
            let nearest = |of: &[usize]| {
                let sum =
                    |&datacenter: &usize| of.iter().map(|&at| u32::from(self.rtt_ms(at, datacenter))).sum::<u32>();
                (0..self.tiny.datacenters.len()).min_by_key(sum).unwrap()
            };
            let to = nearest(&warm[..1]);
            warm[1..].sort_by_key(|&at| (self.rtt_ms(at, to), self.people[at].enqueued));
            let group: Vec<usize> = warm[..players].to_vec();
            let at = nearest(&group);
            self.start(&group, at);
            warm.drain(..players);
            warm.sort_by_key(|&at| self.people[at].enqueued);
        }
    }

    fn start(&mut self, group: &[usize], datacenter: usize) {
        self.figures[0] += 1.0;
        for &at in group {
            let Person { state: State::Searching(state, _), enqueued, .. } = self.people[at] else { panic!("{at}") };
            self.figures[5] += f64::from(self.now - enqueued);
            self.figures[6] += f64::from(self.rtt_ms(at, datacenter));
            self.figures[7] += f64::from(u8::from(state == 2));
            self.people[at].state = State::Playing(self.now + self.tiny.match_s);
        }
    }
}

/// Compares this many worlds.
fn compare(worlds: u64) {
    let mut dataset = built_in();
    let names: Vec<String> = dataset.sites.iter().map(|site| site.datacenter.name.clone()).collect();
    let mut sums = [(0.0, 0.0); FIGURES.len()];
    let mut totals: Figures = [0.0; FIGURES.len()];
    for world in 0..worlds {
        let streams = Streams::new(world);
        let tiny = Tiny::draw(&mut streams.stream("tiny worlds"), &names);
        let (engine, rtts_ms) = tiny.simulate(&mut dataset, world);
        let naive = Naive {
            tiny: &tiny,
            rtts_ms: &rtts_ms,
            people: Vec::new(),
            now: MORNING_S,
            figures: [0.0; FIGURES.len()],
            rng: streams.stream("naive"),
        };
        let naive = naive.day();
        for at in 0..FIGURES.len() {
            let apart = engine[at] - naive[at];
            totals[at] += engine[at];
            sums[at] = (sums[at].0 + apart, sums[at].1 + apart * apart);
        }
    }
    for ((name, (sum, squares)), total) in FIGURES.iter().zip(sums).zip(totals) {
        // Standard errors of a sum of independent differences.
        let z = sum / libm::sqrt(squares);
        println!("{name}: {total} in {worlds} worlds, {sum:+} apart, z {z:.2}");
        assert!(total > 0.0 && z.abs() < 4.5, "{name}: {sum:+} of {total}, z {z}");
    }
}

#[test]
fn tiny_worlds_are_those_of_a_naive_simulator() {
    compare(100);
}

#[test]
#[ignore = "takes minutes; `cargo xtask test --full` runs it"]
fn thousands_of_tiny_worlds_are_those_of_a_naive_simulator() {
    compare(10_000);
}
