//! Labels that neither overlap nor leave the picture.

/// A label beside the end of a line. In a list, the most important come first.
#[derive(Clone, Debug, PartialEq)]
pub struct Label<C> {
    /// Its text.
    pub text: String,
    /// The series that it names, as [`Frame::only`](crate::Frame::only) takes it; `None` if it names none that can be
    /// shown alone.
    pub series: Option<&'static str>,
    /// Its colour.
    pub color: C,
    /// Its middle: wanted position, then position after [`spread`].
    pub y: f64,
}

/// Distance between the middles of two labels, CSS pixels.
pub const GAP: f64 = 14.0;

/// Moves labels apart and into `low..=high`, keeping their order from top to bottom. If there is no room,
/// drops the last of the list first.
pub fn spread<C>(mut labels: Vec<Label<C>>, low: f64, high: f64) -> Vec<Label<C>> {
    let room = ((high - low) / GAP).floor() + 1.0;
    labels.truncate(room.max(0.0) as usize);
    // Insertion sort: there are at most four.
    for end in 1..labels.len() {
        let place = labels[..end].partition_point(|label| label.y <= labels[end].y);
        labels[place..=end].rotate_right(1);
    }
    let mut least = low;
    for label in &mut labels {
        label.y = label.y.max(least);
        least = label.y + GAP;
    }
    let mut most = high;
    for label in labels.iter_mut().rev() {
        label.y = label.y.min(most);
        most = label.y - GAP;
    }
    labels
}

/// A rectangle: left, top, right, bottom.
pub type Area = [f64; 4];

/// Whether two rectangles overlap.
pub fn touch(a: Area, b: Area) -> bool {
    a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
}

/// The rectangle farthest from the points, the first of several equal; `None` if each contains a point.
pub fn roomiest(areas: &[Area], points: &[(f64, f64)]) -> Option<usize> {
    let distance = |area: &Area| {
        let near = |&&(x, _): &&(f64, f64)| (area[0] - 4.0..=area[2] + 4.0).contains(&x);
        let gap = |&(_, y): &(f64, f64)| (area[1] - y).max(y - area[3]);
        points.iter().filter(near).map(gap).fold(f64::INFINITY, f64::min)
    };
    let distances = areas.iter().map(distance).enumerate();
    let best = distances.reduce(|best, next| if next.1 > best.1 { next } else { best });
    best.filter(|&(_, distance)| distance >= 0.0).map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::RngExt;

    fn ys(wanted: &[f64], low: f64, high: f64) -> Vec<f64> {
        let labels = wanted.iter().map(|&y| Label { text: String::new(), series: None, color: (), y }).collect();
        spread(labels, low, high).iter().map(|label| label.y).collect()
    }

    #[test]
    fn labels_keep_their_distance_and_their_bounds() {
        assert_eq!(ys(&[10.0, 50.0], 0.0, 100.0), [10.0, 50.0], "free ones stay");
        assert_eq!(ys(&[50.0, 50.0, 51.0], 0.0, 100.0), [50.0, 64.0, 78.0]);
        assert_eq!(ys(&[99.0, 98.0, 120.0], 0.0, 100.0), [72.0, 86.0, 100.0]);
        assert_eq!(ys(&[-9.0, 300.0], 0.0, 100.0), [0.0, 100.0]);
        assert_eq!(ys(&[20.0, 21.0, 22.0], 0.0, 20.0), [6.0, 20.0], "the third finds no room");
        assert_eq!(ys(&[5.0], 10.0, 0.0), [0.0; 0]);
    }

    #[test]
    fn random_labels_never_touch() {
        let mut rng = matchday_base::Streams::new(1).stream("test");
        for _ in 0..2_000 {
            let wanted: Vec<f64> =
                (0..rng.random_range(..9_u32)).map(|_| f64::from(rng.random_range(..300_u32)) - 50.0).collect();
            let high = f64::from(rng.random_range(..200_u32));
            let got = ys(&wanted, 0.0, high);
            assert!(got.windows(2).all(|pair| pair[1] - pair[0] >= GAP - 1e-9), "{wanted:?}: {got:?}");
            assert!(got.iter().all(|y| (0.0..=high).contains(y)), "{wanted:?}: {got:?}");
        }
    }

    #[test]
    fn the_roomiest_place_is_away_from_the_points() {
        let areas = [[0.0, 0.0, 10.0, 10.0], [20.0, 0.0, 30.0, 10.0], [40.0, 0.0, 50.0, 10.0]];
        assert_eq!(roomiest(&areas, &[(5.0, 12.0), (25.0, 40.0), (45.0, 5.0)]), Some(1));
        assert_eq!(roomiest(&areas, &[]), Some(0));
        assert_eq!(roomiest(&areas, &[(5.0, 5.0), (25.0, 0.0), (45.0, 10.1), (44.0, 5.0)]), Some(1));
        assert_eq!(roomiest(&areas[..1], &[(5.0, 5.0)]), None);
    }
}
