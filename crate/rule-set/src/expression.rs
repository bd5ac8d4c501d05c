//! Property expressions, as written: `avg(flatten(teams[*].players.attributes[skill]))`.

/// A property expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    /// A function of an expression.
    Call(Function, Box<Expression>),
    /// Values of players.
    Values(Scope, Item),
}

/// The players of an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Scope {
    /// `players`: all players, as one list.
    Match,
    /// `teams[*]`.
    AllTeams,
    /// `teams[red]`, `teams[red,blue]`.
    Teams(Vec<String>),
}

/// The value of each player.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// The player itself, to be counted.
    Player,
    /// `playerId`.
    Id,
    /// `attributes[name]`.
    Attribute(String),
}

/// A function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// `min`.
    Min,
    /// `max`.
    Max,
    /// `avg`.
    Avg,
    /// `median`.
    Median,
    /// `sum`.
    Sum,
    /// `count`.
    Count,
    /// `stddev`, of the whole population.
    StdDev,
    /// `flatten`.
    Flatten,
    /// `set_intersection`.
    SetIntersection,
}

const FUNCTIONS: [(&str, Function); 9] = [
    ("min", Function::Min),
    ("max", Function::Max),
    ("avg", Function::Avg),
    ("median", Function::Median),
    ("sum", Function::Sum),
    ("count", Function::Count),
    ("stddev", Function::StdDev),
    ("flatten", Function::Flatten),
    ("set_intersection", Function::SetIntersection),
];

/// Deepest nesting of functions; more than five have no types that fit.
const DEEPEST: usize = 8;

/// What is wrong with an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wrong {
    /// Characters before it.
    pub offset: usize,
    /// The problem and its remedy.
    pub words: String,
}

impl Function {
    /// As written.
    pub fn name(self) -> &'static str {
        FUNCTIONS.iter().find(|(_, function)| *function == self).map_or("", |(name, _)| name)
    }
}

/// Whether a text is meant as an expression, not as a text.
pub(crate) fn is_expression(text: &str) -> bool {
    let text = text.trim_start();
    let word: String = text.chars().take_while(|letter| letter.is_ascii_alphabetic() || *letter == '_').collect();
    let next = text[word.len()..].trim_start().chars().next();
    match word.as_str() {
        "team" | "teams" => next == Some('['),
        "players" => matches!(next, Some('.' | '[')),
        _ => next == Some('(') && FUNCTIONS.iter().any(|(name, _)| *name == word),
    }
}

/// Reads an expression.
pub(crate) fn parse(text: &str) -> Result<Expression, Wrong> {
    let mut reader = Reader { text, at: 0 };
    let expression = reader.expression(0)?;
    reader.blanks();
    if reader.at < text.len() {
        return Err(reader.wrong("the expression should end here: remove the rest"));
    }
    Ok(expression)
}

struct Reader<'a> {
    text: &'a str,
    /// Bytes read.
    at: usize,
}

impl<'a> Reader<'a> {
    fn wrong(&self, words: &str) -> Wrong {
        Wrong { offset: self.text[..self.at].chars().count(), words: words.to_string() }
    }

    fn blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn take(&mut self, token: char) -> bool {
        self.blanks();
        let found = self.text[self.at..].starts_with(token);
        self.at += if found { token.len_utf8() } else { 0 };
        found
    }

    fn need(&mut self, token: char) -> Result<(), Wrong> {
        if self.take(token) { Ok(()) } else { Err(self.wrong(&format!("`{token}` is missing here"))) }
    }

    fn word(&mut self) -> &'a str {
        self.blanks();
        let rest = &self.text[self.at..];
        let word =
            &rest[..rest.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').unwrap_or(rest.len())];
        self.at += word.len();
        word
    }

    /// The text up to a bracket.
    fn name(&mut self) -> Result<&'a str, Wrong> {
        self.need('[')?;
        let rest = &self.text[self.at..];
        let Some(end) = rest.find(']') else { return Err(self.wrong("`]` is missing after here")) };
        let name = rest[..end].trim();
        if name.is_empty() || name.contains('[') {
            return Err(self.wrong("a name is missing between `[` and `]`"));
        }
        self.at += end + 1;
        Ok(name)
    }

    fn expression(&mut self, depth: usize) -> Result<Expression, Wrong> {
        if depth > DEEPEST {
            return Err(self.wrong(&format!("functions are nested more than {DEEPEST} deep: write it flatter")));
        }
        self.blanks();
        let start = self.at;
        match self.word() {
            "teams" | "team" => self.teams(),
            "players" => self.item(Scope::Match),
            word => {
                let Some((_, function)) = FUNCTIONS.iter().find(|(name, _)| *name == word) else {
                    self.at = start;
                    return Err(self.wrong(&unknown(word)));
                };
                self.need('(')?;
                let inner = self.expression(depth + 1)?;
                self.need(')')?;
                Ok(Expression::Call(*function, Box::new(inner)))
            }
        }
    }

    fn teams(&mut self) -> Result<Expression, Wrong> {
        let names = self.name()?;
        let scope = match names {
            "*" => Scope::AllTeams,
            _ => Scope::Teams(names.split(',').map(|name| name.trim().to_string()).collect()),
        };
        self.need('.')?;
        if self.word() != "players" {
            return Err(self.wrong("`players` is missing after the teams: write `teams[red].players`"));
        }
        self.item(scope)
    }

    /// What follows `players`.
    fn item(&mut self, scope: Scope) -> Result<Expression, Wrong> {
        self.blanks();
        if self.text[self.at..].starts_with('[') {
            let inner = self.name()?;
            let words = "only `playerId` may stand in brackets after `players`: write `players.attributes[name]`";
            let id = if inner == "playerId" { Ok(Item::Id) } else { Err(self.wrong(words)) };
            return Ok(Expression::Values(scope, id?));
        }
        if !self.take('.') {
            return Ok(Expression::Values(scope, Item::Player));
        }
        match self.word() {
            "playerId" => Ok(Expression::Values(scope, Item::Id)),
            "attributes" => Ok(Expression::Values(scope, Item::Attribute(self.name()?.to_string()))),
            _ => Err(self.wrong("after `players.` stands `attributes[name]` or `playerId`")),
        }
    }
}

fn unknown(word: &str) -> String {
    let names: Vec<_> = FUNCTIONS.iter().map(|(name, _)| *name).collect();
    let what =
        if word.is_empty() { "an expression is missing here".to_string() } else { format!("`{word}` is unknown") };
    format!("{what}: it begins with `teams[...]`, `players`, or a function ({})", names.join(", "))
}
