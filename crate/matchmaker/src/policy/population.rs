//! Attributes of simulated players, drawn from declared distributions.

use super::{Attribute, Kind, Schema, SkillBands, Symbol};
use matchday_base::{Rng, rng};
use rand::RngExt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use thiserror::Error;

/// Most attributes of a player.
pub const MOST_ATTRIBUTES: usize = 20;
/// Most texts of a distribution.
pub const MOST_TEXTS: usize = 100;
/// The attribute of a ladder's rating.
pub const SKILL: &str = "skill";

/// The distributions of the attributes of all players, read from text:
///
/// | text | attribute |
/// |---|---|
/// | `level:20` | the number 20 |
/// | `level:normal(20,5)` | a normal number of mean 20 and standard deviation 5 |
/// | `level:uniform(1,50)` | a number from 1 to 50, all equally likely |
/// | `mode:tdm*3\|ctf` | `tdm` three times as often as `ctf` |
/// | `maps:some(town\|woods*0.2)` | a list: `town` with half of the players, `woods` with a fifth; the first where a list would be empty |
///
/// Several are separated by `;`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Population {
    schema: Schema,
    distributions: Vec<Distribution>,
}

#[derive(Clone, Debug, PartialEq)]
enum Distribution {
    Constant(f64),
    Normal {
        mean: f64,
        sd: f64,
    },
    Uniform {
        min: f64,
        max: f64,
    },
    /// Texts and their weights, added up.
    One(Vec<(Symbol, f64)>),
    /// Texts and their probabilities.
    Some(Vec<(Symbol, f64)>),
    /// The rating of the ladder.
    Rating,
}

/// A text that declares no attributes.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PopulationError {
    /// A part without name or distribution.
    #[error("'{0}' is no attribute: expected a name and a distribution, such as level:normal(20,5) or mode:tdm*3|ctf")]
    Malformed(String),
    /// A name that has been declared before.
    #[error("the attribute '{0}' is declared twice")]
    Doubled(String),
    /// The attribute that the players of a ladder have already.
    #[error("on a ranked day the attribute '{SKILL}' is the player's rating: leave it out")]
    OfLadder,
    /// A number that is none, or out of bounds.
    #[error("{attribute}: '{text}' is not {expected}")]
    Number {
        /// The attribute.
        attribute: String,
        /// The text.
        text: String,
        /// What was expected.
        expected: &'static str,
    },
    /// More attributes, or texts of one, than there may be.
    #[error("at most {MOST_ATTRIBUTES} attributes of at most {MOST_TEXTS} texts can be declared")]
    TooMany,
}

impl Population {
    /// Names and kinds of the attributes.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// The same for the players of a ladder: their rating is the attribute [`SKILL`].
    ///
    /// # Errors
    /// A text that declares no attributes, or that attribute.
    pub fn of_ladder(text: &str) -> Result<Self, PopulationError> {
        let mut all = Self::default();
        all.schema.add(SKILL, Kind::Number);
        all.distributions.push(Distribution::Rating);
        all.declare_all(text)?;
        Ok(all)
    }

    /// The numbers that an attribute takes, of those that have bounds; of normal ones, five standard deviations.
    pub fn ranges(&self) -> Vec<(&str, RangeInclusive<f64>)> {
        let named = self.schema.attributes().iter().zip(&self.distributions);
        named.filter_map(|((name, _), of)| Some((name.as_str(), of.range()?))).collect()
    }

    /// The index of the players' skill, and its bands: half a standard deviation each, or an eighth of a uniform
    /// distribution, or 125 points of a rating. `None` where no number named [`SKILL`] differs between players.
    pub fn skill(&self) -> Option<(usize, SkillBands)> {
        let at = self.schema.find(SKILL)?;
        // The outer bands are open, so six edges' widths lie between their edges.
        let around = |mean: f64, width: f64| SkillBands { from: mean - 3.0 * width, width };
        let bands = match self.distributions[at] {
            Distribution::Normal { mean, sd } => around(mean, sd / 2.0),
            Distribution::Uniform { min, max } => around((min + max) / 2.0, (max - min) / SkillBands::COUNT as f64),
            Distribution::Rating => around(1500.0, 125.0),
            Distribution::Constant(_) | Distribution::One(_) | Distribution::Some(_) => return None,
        };
        (bands.width > 0.0).then_some((at, bands))
    }

    /// The attributes of a player with this rating, if there is a ladder. The same number always has the same ones.
    pub fn draw(&self, key: u64, number: u32, rating: f64) -> Vec<Attribute> {
        let draws = (0..).zip(&self.distributions);
        draws.map(|(at, of)| of.draw(&mut rng::at_moment(key, u64::from(number) << 32 | at), rating)).collect()
    }
}

impl Distribution {
    fn kind(&self) -> Kind {
        match self {
            Self::Constant(_) | Self::Normal { .. } | Self::Uniform { .. } | Self::Rating => Kind::Number,
            Self::One(_) => Kind::Text,
            Self::Some(_) => Kind::List,
        }
    }

    fn range(&self) -> Option<RangeInclusive<f64>> {
        match *self {
            Self::Constant(number) => Some(number..=number),
            Self::Normal { mean, sd } => Some(mean - 5.0 * sd..=mean + 5.0 * sd),
            Self::Uniform { min, max } => Some(min..=max),
            Self::One(_) | Self::Some(_) | Self::Rating => None,
        }
    }

    fn draw(&self, rng: &mut Rng, rating: f64) -> Attribute {
        match self {
            Self::Rating => Attribute::Number(rating),
            Self::Constant(number) => Attribute::Number(*number),
            Self::Normal { mean, sd } => Attribute::Number(mean + sd * rng::normal(rng)),
            Self::Uniform { min, max } => Attribute::Number(min + (max - min) * rng.random::<f64>()),
            Self::One(texts) => {
                let all = texts.last().map_or(0.0, |&(_, sum)| sum);
                let at = rng.random::<f64>() * all;
                let one = texts.iter().find(|&&(_, sum)| at < sum).or(texts.last());
                Attribute::Text(one.map_or(Symbol(0), |&(text, _)| text))
            }
            Self::Some(texts) => {
                // Every text is drawn, so that the others do not change with a probability.
                let drawn: Vec<bool> = texts.iter().map(|&(_, chance)| rng.random::<f64>() < chance).collect();
                let mut list: Vec<Symbol> =
                    texts.iter().zip(drawn).filter(|(_, is_in)| *is_in).map(|(&(text, _), _)| text).collect();
                if list.is_empty() {
                    list.extend(texts.first().map(|&(text, _)| text));
                }
                Attribute::List(list)
            }
        }
    }
}

impl FromStr for Population {
    type Err = PopulationError;

    fn from_str(text: &str) -> Result<Self, PopulationError> {
        let mut all = Self::default();
        all.declare_all(text)?;
        Ok(all)
    }
}

impl Population {
    fn declare_all(&mut self, text: &str) -> Result<(), PopulationError> {
        for part in text.split(';').map(str::trim).filter(|part| !part.is_empty()) {
            self.declare(part)?;
        }
        if self.distributions.len() > MOST_ATTRIBUTES { Err(PopulationError::TooMany) } else { Ok(()) }
    }

    fn declare(&mut self, part: &str) -> Result<(), PopulationError> {
        let malformed = || PopulationError::Malformed(part.chars().take(80).collect());
        let (name, text) = part.split_once(':').ok_or_else(malformed)?;
        let (name, text) = (name.trim(), text.trim());
        if name.is_empty() || text.is_empty() {
            return Err(malformed());
        }
        if let Some(at) = self.schema.find(name) {
            return Err(match self.distributions[at] {
                Distribution::Rating => PopulationError::OfLadder,
                _ => PopulationError::Doubled(name.to_owned()),
            });
        }
        let of = Reading { schema: &mut self.schema, name }.read(text)?;
        self.schema.add(name, of.kind());
        self.distributions.push(of);
        Ok(())
    }
}

/// Reads the distribution of an attribute.
struct Reading<'a> {
    schema: &'a mut Schema,
    name: &'a str,
}

impl Reading<'_> {
    fn read(mut self, text: &str) -> Result<Distribution, PopulationError> {
        if let Some(inner) = call(text, "normal") {
            let (mean, sd) = self.pair(inner)?;
            let sd = if sd < 0.0 { Err(self.wrong(inner, "a mean and a positive standard deviation")) } else { Ok(sd) };
            return Ok(Distribution::Normal { mean, sd: sd? });
        }
        if let Some(inner) = call(text, "uniform") {
            let (min, max) = self.pair(inner)?;
            let max = if max < min { Err(self.wrong(inner, "two numbers, the smaller one first")) } else { Ok(max) };
            return Ok(Distribution::Uniform { min, max: max? });
        }
        if let Some(inner) = call(text, "some") {
            let texts = self.texts(inner, 0.5)?;
            let is_chance = |&(_, chance): &(Symbol, f64)| chance <= 1.0;
            let in_bounds = texts.iter().all(is_chance);
            return if in_bounds {
                Ok(Distribution::Some(texts))
            } else {
                Err(self.wrong(inner, "a list of texts with probabilities up to 1"))
            };
        }
        if let Ok(number) = self.number(text) {
            return Ok(Distribution::Constant(number));
        }
        let mut texts = self.texts(text, 1.0)?;
        let mut sum = 0.0;
        for (_, weight) in &mut texts {
            sum += *weight;
            *weight = sum;
        }
        Ok(Distribution::One(texts))
    }

    /// Texts separated by `|`, each with a number after `*`.
    fn texts(&mut self, text: &str, default: f64) -> Result<Vec<(Symbol, f64)>, PopulationError> {
        let mut texts = Vec::new();
        for part in text.split('|') {
            let (word, number) = match part.split_once('*') {
                Some((word, number)) => (word.trim(), self.number(number)?),
                None => (part.trim(), default),
            };
            if word.is_empty() || number <= 0.0 {
                return Err(self.wrong(part, "a text, with a number above 0 after '*' if there is one"));
            }
            texts.push((self.schema.symbol(word), number));
            if texts.len() > MOST_TEXTS {
                return Err(PopulationError::TooMany);
            }
        }
        Ok(texts)
    }

    fn pair(&self, text: &str) -> Result<(f64, f64), PopulationError> {
        let (first, second) = text.split_once(',').ok_or_else(|| self.wrong(text, "two numbers"))?;
        Ok((self.number(first)?, self.number(second)?))
    }

    fn number(&self, text: &str) -> Result<f64, PopulationError> {
        let number = text.trim().parse::<f64>().ok().filter(|number| number.abs() <= 1e9);
        number.ok_or_else(|| self.wrong(text, "a number up to a billion"))
    }

    fn wrong(&self, text: &str, expected: &'static str) -> PopulationError {
        PopulationError::Number { attribute: self.name.to_owned(), text: text.chars().take(80).collect(), expected }
    }
}

/// What stands in the parentheses of a call.
fn call<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.strip_prefix(name)?.trim_start().strip_prefix('(')?.strip_suffix(')')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(text: &str) -> (Population, Vec<Vec<Attribute>>) {
        let population: Population = text.parse().unwrap();
        let drawn = (0..20_000).map(|number| population.draw(7, number, 0.0)).collect();
        (population, drawn)
    }

    #[test]
    fn attributes_have_their_distributions() {
        let (population, all) =
            drawn("level:normal(20,5); age:uniform(10,30);mode:tdm*3|ctf;maps:some(town|woods*0.2);one:4.5");
        let kinds: Vec<_> =
            population.schema().attributes().iter().map(|(name, kind)| (name.as_str(), *kind)).collect();
        let [number, text, list] = [Kind::Number, Kind::Text, Kind::List];
        assert_eq!(kinds, [("level", number), ("age", number), ("mode", text), ("maps", list), ("one", number)]);
        let count = all.len() as f64;
        let numbers = |at: usize| -> Vec<f64> {
            let number = |of: &Vec<Attribute>| if let Attribute::Number(number) = of[at] { number } else { f64::NAN };
            all.iter().map(number).collect()
        };
        let moments = |numbers: &[f64]| {
            let mean = numbers.iter().sum::<f64>() / count;
            (mean, (numbers.iter().map(|number| (number - mean) * (number - mean)).sum::<f64>() / count).sqrt())
        };
        // Four standard errors: 5 / sqrt(20,000) = 0.035; those of a uniform number of width 20 are 0.041.
        let (mean, sd) = moments(&numbers(0));
        assert!((mean - 20.0).abs() < 0.14 && (sd - 5.0).abs() < 0.1, "{mean} {sd}");
        let (mean, sd) = moments(&numbers(1));
        assert!((mean - 20.0).abs() < 0.17 && (sd - 20.0 / 12_f64.sqrt()).abs() < 0.1, "{mean} {sd}");
        assert!(numbers(1).iter().all(|number| (10.0..=30.0).contains(number)));
        assert!(numbers(4).iter().all(|&number| number == 4.5));
        let share = |holds: &dyn Fn(&[Attribute]) -> bool| all.iter().filter(|of| holds(of)).count() as f64 / count;
        let text = |symbol: &Symbol| population.schema().text(*symbol).unwrap();
        let has = |word: &'static str| move |of: &[Attribute]| matches!(&of[3], Attribute::List(list) if list.iter().any(|own| text(own) == word));
        // Four standard errors of a share are at most 0.0142.
        assert!((share(&|of| matches!(&of[2], Attribute::Text(own) if text(own) == "tdm")) - 0.75).abs() < 0.0123);
        assert!((share(&has("woods")) - 0.2).abs() < 0.0114);
        // Town stands in for an empty list: 0.5 + 0.5 * 0.8.
        assert!((share(&has("town")) - 0.9).abs() < 0.0085);
    }

    #[test]
    fn a_player_keeps_its_attributes() {
        let population: Population = "level:normal(20,5);mode:tdm|ctf".parse().unwrap();
        let draw = |key, number| population.draw(key, number, 0.0);
        assert_eq!(draw(7, 1), draw(7, 1));
        assert_ne!(draw(7, 1), draw(7, 2));
        assert_ne!(draw(7, 1), draw(8, 1));
        // An attribute does not depend on those after it.
        assert_eq!("level:normal(20,5)".parse::<Population>().unwrap().draw(7, 1, 0.0), draw(7, 1)[..1]);
        assert_eq!("".parse::<Population>().unwrap().draw(7, 1, 0.0), []);
        let bounded: Population = "level:normal(20,5);mode:tdm|ctf;age:uniform(10,30);one:4".parse().unwrap();
        assert_eq!(bounded.ranges(), [("level", -5.0..=45.0), ("age", 10.0..=30.0), ("one", 4.0..=4.0)]);
    }

    #[test]
    fn bands_of_skill_fit_its_distribution() {
        let skill = |text: &str| text.parse::<Population>().unwrap().skill();
        // Three standard deviations around the mean, half of one wide.
        assert_eq!(skill("level:3;skill:normal(1500,300)"), Some((1, SkillBands { from: 1_050.0, width: 150.0 })));
        // The outer bands are open, and as wide as the others: from 0 to 800.
        assert_eq!(skill("skill:uniform(0,800)"), Some((0, SkillBands { from: 100.0, width: 100.0 })));
        for alike in ["skill:4", "skill:normal(4,0)", "skill:uniform(4,4)", "skill:a|b", "level:normal(20,5)", ""] {
            assert_eq!(skill(alike), None, "{alike}");
        }
    }

    #[test]
    fn the_skill_of_a_ladders_player_is_its_rating() {
        let population = Population::of_ladder("level:4").unwrap();
        assert_eq!(population.draw(7, 1, 1_520.5), [Attribute::Number(1_520.5), Attribute::Number(4.0)]);
        assert_eq!(population.schema().find(SKILL), Some(0));
        assert_eq!(Population::of_ladder("skill:4"), Err(PopulationError::OfLadder));
        assert_eq!(
            PopulationError::OfLadder.to_string(),
            "on a ranked day the attribute 'skill' is the player's rating: leave it out"
        );
    }

    #[test]
    fn what_declares_nothing_is_named() {
        let table = [
            (
                "level",
                "'level' is no attribute: expected a name and a distribution, such as level:normal(20,5) or mode:tdm*3|ctf",
            ),
            (
                ":3",
                "':3' is no attribute: expected a name and a distribution, such as level:normal(20,5) or mode:tdm*3|ctf",
            ),
            ("a:1;a:2", "the attribute 'a' is declared twice"),
            ("a:normal(1)", "a: '1' is not two numbers"),
            ("a:normal(1,x)", "a: 'x' is not a number up to a billion"),
            ("a:normal(1,-1)", "a: '1,-1' is not a mean and a positive standard deviation"),
            ("a:normal(NaN,1)", "a: 'NaN' is not a number up to a billion"),
            ("a:uniform(3,1)", "a: '3,1' is not two numbers, the smaller one first"),
            ("a:x*0|y", "a: 'x*0' is not a text, with a number above 0 after '*' if there is one"),
            ("a:|", "a: '' is not a text, with a number above 0 after '*' if there is one"),
            ("a:some(x*2)", "a: 'x*2' is not a list of texts with probabilities up to 1"),
        ];
        for (text, error) in table {
            assert_eq!(text.parse::<Population>().map_err(|error| error.to_string()), Err(error.to_owned()), "{text}");
        }
        let many = |separator: &str| (0..101).map(|at| format!("a{at}:1")).collect::<Vec<_>>().join(separator);
        for text in [many(";"), format!("a:{}", many("|"))] {
            let error = text.parse::<Population>().unwrap_err().to_string();
            assert_eq!(error, "at most 20 attributes of at most 100 texts can be declared");
        }
    }
}
