//! Frames as bytes.

use matchday_sim::snapshot::Counts;

/// Begins differences that do not fit in one byte.
pub(super) const ESCAPE: u8 = 255;

/// Difference of two [`Counts`].
type Delta = [i32; 3];

/// Adds the differences of a frame, or takes them off again.
pub(super) fn apply(frame: &[u8], sign: i32, counts: &mut [Counts]) {
    for (cell, delta) in Reader::new(frame) {
        if let Some(counts) = counts.get_mut(cell) {
            for (count, change) in counts.iter_mut().zip(delta) {
                *count = count.wrapping_add_signed(sign * change);
            }
        }
    }
}

/// Merges two consecutive frames.
pub(super) fn merge(first: &[u8], second: &[u8]) -> Vec<u8> {
    let mut writer = Writer::default();
    let (mut a, mut b) = (Reader::new(first).peekable(), Reader::new(second).peekable());
    loop {
        let next = match (a.peek(), b.peek()) {
            (Some(&(cell, x)), Some(&(other, y))) if cell == other => {
                a.next();
                b.next();
                (cell, std::array::from_fn(|s| x[s] + y[s]))
            }
            (Some(&(cell, _)), Some(&(other, y))) if other < cell => {
                b.next();
                (other, y)
            }
            (Some(&item), _) => {
                a.next();
                item
            }
            (None, Some(&item)) => {
                b.next();
                item
            }
            (None, None) => return writer.bytes,
        };
        writer.push(next.0, next.1);
    }
}

/// Encodes a frame, cell by cell in ascending order. Cells without a difference take no bytes.
#[derive(Default)]
pub(super) struct Writer {
    pub bytes: Vec<u8>,
    /// The cell that a gap of 0 denotes.
    next: usize,
}

impl Writer {
    pub fn push(&mut self, cell: usize, delta: Delta) {
        if delta == [0; 3] {
            return;
        }
        self.leb128((cell - self.next) as u64);
        self.next = cell + 1;
        match delta {
            [p @ -3..=3, b @ -2..=2, s @ -3..=3] => self.bytes.push(((p + 3) + 7 * (b + 2) + 35 * (s + 3)) as u8),
            _ => {
                self.bytes.push(ESCAPE);
                delta.iter().for_each(|&d| self.leb128(((i64::from(d) << 1) ^ (i64::from(d) >> 63)) as u64));
            }
        }
    }

    fn leb128(&mut self, mut value: u64) {
        while value > 127 {
            self.bytes.push(value as u8 | 128);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }
}

/// Decodes a frame into cells and differences; stops at damaged bytes.
struct Reader<'a> {
    bytes: std::slice::Iter<'a, u8>,
    next: usize,
}

impl<'a> Reader<'a> {
    fn new(frame: &'a [u8]) -> Self {
        Self { bytes: frame.iter(), next: 0 }
    }

    fn leb128(&mut self) -> Option<u64> {
        let mut value = 0;
        for shift in (0..63).step_by(7) {
            let byte = u64::from(*self.bytes.next()?);
            value |= (byte & 127) << shift;
            if byte < 128 {
                return Some(value);
            }
        }
        None
    }

    fn zigzag(&mut self) -> Option<i32> {
        let value = self.leb128()?;
        Some(((value >> 1) as i64 ^ -((value & 1) as i64)) as i32)
    }
}

impl Iterator for Reader<'_> {
    type Item = (usize, Delta);

    fn next(&mut self) -> Option<Self::Item> {
        let cell = self.next.checked_add(self.leb128()? as usize)?;
        self.next = cell + 1;
        let delta = match *self.bytes.next()? {
            ESCAPE => [self.zigzag()?, self.zigzag()?, self.zigzag()?],
            code => {
                let code = i32::from(code);
                [code % 7 - 3, code / 7 % 5 - 2, code / 35 - 3]
            }
        };
        Some((cell, delta))
    }
}
