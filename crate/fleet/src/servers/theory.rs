//! Closed forms of servers: probabilities that none is free.

/// Erlang B: the share of matches that find all `servers` in use, with Poisson arrivals, load `offered`
/// (their rate times their length), and no waiting. It holds for matches of any length distribution (A. K.
/// Erlang 1917; Sevastyanov 1957).
pub fn erlang_b(offered: f64, servers: u32) -> f64 {
    if offered <= 0.0 {
        return if servers == 0 { 1.0 } else { 0.0 };
    }
    let inverse = (1..=servers).fold(1.0, |inverse, c| 1.0 + inverse * f64::from(c) / offered);
    1.0 / inverse
}

/// Probability that a buffer misses before it is refilled: that more than `buffer` matches come when `demand`
/// are expected. `demand` is the rate of matches times the time from one look of the autoscaler until the
/// servers of the next look have booted.
pub fn buffer_miss(demand: f64, buffer: u32) -> f64 {
    if demand <= 0.0 {
        return 0.0;
    }
    // The largest summand is next to the buffer on either side; all others decrease from there.
    let summand = |k: f64| libm::exp(k * libm::log(demand) - demand - libm::lgamma(k + 1.0));
    let at = f64::from(buffer);
    let series = |mut term: f64, mut k: f64, next: fn(f64, f64) -> f64, step: f64| {
        let mut sum = 0.0;
        while term > sum * 1e-17 && k >= 0.0 {
            sum += term;
            term *= next(demand, k);
            k += step;
        }
        sum
    };
    if at < demand {
        (1.0 - series(summand(at), at, |demand, k| k / demand, -1.0)).max(0.0)
    } else {
        series(summand(at + 1.0), at + 1.0, |demand, k| demand / (k + 1.0), 1.0).min(1.0)
    }
}

/// The same with reused servers: servers whose matches end meanwhile take matches too. The probability that
/// more than `buffer` more matches come than end, when `demand` of each are expected and matches last longer
/// than that time: P(X - Y > `buffer`) of two Poisson variables (J. G. Skellam 1946).
pub fn reused_buffer_miss(demand: f64, buffer: u32) -> f64 {
    if demand <= 0.0 {
        return 0.0;
    }
    let (middle, reach) = (libm::floor(demand), libm::ceil(10.0 * libm::sqrt(demand)) + 10.0);
    let ended = |k: f64| libm::exp(k * libm::log(demand) - demand - libm::lgamma(k + 1.0));
    let least = (middle - reach).max(0.0) as u32;
    (least..=(middle + reach) as u32).map(|k| ended(f64::from(k)) * buffer_miss(demand, buffer.saturating_add(k))).sum()
}

/// Rule of thumb for the smallest sufficient buffer of reused servers for `demand` expected matches (see
/// [`reused_buffer_miss`]) with `z` standard deviations of margin: as many matches end as begin, so the variance
/// is twice that of the arrivals.
pub fn reused_buffer_needed(demand: f64, z: f64) -> u32 {
    libm::ceil(z * libm::sqrt(2.0 * demand.max(0.0))) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(value: f64, expected: f64, tolerance: f64) {
        assert!((value - expected).abs() <= tolerance, "{value}, expected {expected}");
    }

    #[test]
    fn reused_buffers_miss_what_two_poisson_variables_differ_by() {
        // Both summed by definition.
        let poisson = |mean: f64| {
            let mut p = libm::exp(-mean);
            (1..200).fold(vec![p], |mut all, k| {
                p *= mean / f64::from(k);
                all.push(p);
                all
            })
        };
        for (demand, buffer) in [(0.3, 0), (4.5, 5), (4.5, 10), (60.0, 25)] {
            let p = poisson(demand);
            let beyond = |x: usize, y: usize| if x > y + buffer { p[x] * p[y] } else { 0.0 };
            let sum: f64 = (0..200).flat_map(|x| (0..200).map(move |y| (x, y))).map(|(x, y)| beyond(x, y)).sum();
            near(reused_buffer_miss(demand, buffer as u32), sum, 1e-12);
        }
        // Half of what does not tie, without a buffer: P(X > Y) = (1 - P(X = Y)) / 2.
        let p = poisson(7.0);
        let tie: f64 = p.iter().map(|p| p * p).sum();
        near(reused_buffer_miss(7.0, 0), (1.0 - tie) / 2.0, 1e-12);
    }

    #[test]
    fn erlang_b_of_tables() {
        near(erlang_b(10.0, 10), 0.2146, 5e-5);
        near(erlang_b(100.0, 117), 0.0098, 5e-5);
        assert_eq!((erlang_b(3.0, 0), erlang_b(0.0, 3), erlang_b(0.0, 0)), (1.0, 0.0, 1.0));
        // By definition: a^c / c! over the sum of a^k / k!.
        let (mut term, mut sum) = (1.0, 1.0);
        for c in 1..=60 {
            term *= 42.0 / f64::from(c);
            sum += term;
            near(erlang_b(42.0, c), term / sum, 1e-14);
        }
        near(erlang_b(1e6, 1_000_000), 0.000_797_7, 1e-6);
    }

    #[test]
    fn a_buffer_misses_as_a_poisson_number_exceeds_it() {
        near(buffer_miss(4.5, 5), 0.297, 5e-4);
        near(buffer_miss(4.5, 10), 0.0067, 5e-5);
        for demand in [0.01, 0.7, 4.5, 30.0, 200.0] {
            let mut term = libm::exp(-demand);
            let mut at_most = term;
            for buffer in 0..400_u32 {
                near(buffer_miss(demand, buffer), 1.0 - at_most, 1e-12);
                term *= demand / f64::from(buffer + 1);
                at_most += term;
            }
        }
        assert_eq!((buffer_miss(0.0, 0), buffer_miss(-1.0, 3)), (0.0, 0.0));
        // Half of a large number exceeds its mean, to 1 / sqrt of it.
        near(buffer_miss(1e6, 1_000_000), 0.5, 1e-3);
        assert!(buffer_miss(5.0, u32::MAX) < 1e-300 && buffer_miss(1e6, 0) > 0.999_999);
    }

    #[test]
    fn the_rule_of_thumb_is_enough_by_its_deviations() {
        let needed = |demand, z| reused_buffer_needed(demand, z);
        assert_eq!((needed(4.5, 0.0), needed(4.5, 2.0), needed(0.0, 3.0), needed(-1.0, 3.0)), (0, 6, 0, 0));
        for demand in [2.0, 10.0, 100.0, 5_000.0] {
            // 2.33 deviations of a normal number leave 1 %; whole servers leave less.
            let miss = reused_buffer_miss(demand, reused_buffer_needed(demand, 2.33));
            assert!((0.003..0.012).contains(&miss), "{demand}: {miss}");
        }
    }
}
