//! Statements of compound rules: `or(and(A, B), not(C))`.

/// A statement over rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// A rule, by index.
    Rule(usize),
    /// `and`.
    And(Vec<Statement>),
    /// `or`.
    Or(Vec<Statement>),
    /// `xor`: exactly one of two.
    Xor(Box<(Statement, Statement)>),
    /// `not`.
    Not(Box<Statement>),
}

/// What a statement names: the index of a rule, or why it cannot be used.
pub(crate) type Resolve<'a> = &'a mut dyn FnMut(&str) -> Result<usize, String>;

/// Deepest nesting.
const DEEPEST: usize = 32;
/// Most rules and operators.
const MOST: usize = 500;

/// Reads a statement. An error has the number of characters before it.
pub(crate) fn parse(text: &str, resolve: Resolve<'_>) -> Result<Statement, (usize, String)> {
    let mut reader = Reader { text, at: 0, parts: 0, resolve };
    let statement = reader.statement(0)?;
    reader.blanks();
    if reader.at < text.len() {
        return Err(reader.wrong("the statement should end here: remove the rest".to_string()));
    }
    Ok(statement)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    parts: usize,
    resolve: Resolve<'a>,
}

impl Reader<'_> {
    fn wrong(&self, words: String) -> (usize, String) {
        (self.text[..self.at].chars().count(), words)
    }

    fn blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn statement(&mut self, depth: usize) -> Result<Statement, (usize, String)> {
        self.parts += 1;
        if depth > DEEPEST || self.parts > MOST {
            return Err(self.wrong(format!(
                "a statement has at most {MOST} rules and operators, nested at most {DEEPEST} deep: split it"
            )));
        }
        self.blanks();
        let start = self.at;
        let rest = &self.text[start..];
        let word = rest[..rest.find(['(', ')', ',']).unwrap_or(rest.len())].trim_end();
        self.at += word.len();
        self.blanks();
        if self.text[self.at..].starts_with('(') {
            self.at += 1;
            return self.operator(word, start, depth);
        }
        let rule = (self.resolve)(word);
        rule.map(Statement::Rule).map_err(|words| (self.text[..start].chars().count(), words))
    }

    fn operator(&mut self, word: &str, start: usize, depth: usize) -> Result<Statement, (usize, String)> {
        let mut parts = vec![self.statement(depth + 1)?];
        loop {
            self.blanks();
            let next = self.text[self.at..].chars().next();
            if !matches!(next, Some(',' | ')')) {
                return Err(self.wrong("`,` or `)` is missing here".to_string()));
            }
            self.at += 1;
            if next == Some(')') {
                break;
            }
            parts.push(self.statement(depth + 1)?);
        }
        let count = parts.len();
        let mut parts = parts.into_iter();
        match (word, count, parts.next(), parts.next()) {
            ("and", 2.., Some(one), Some(two)) => Ok(Statement::And([one, two].into_iter().chain(parts).collect())),
            ("or", 2.., Some(one), Some(two)) => Ok(Statement::Or([one, two].into_iter().chain(parts).collect())),
            ("xor", 2, Some(one), Some(two)) => Ok(Statement::Xor(Box::new((one, two)))),
            ("not", 1, Some(one), _) => Ok(Statement::Not(Box::new(one))),
            _ => {
                self.at = start;
                let words = match word {
                    "and" | "or" => format!("`{word}` takes two or more rules, not {count}"),
                    "xor" => format!("`xor` takes two rules, not {count}"),
                    "not" => format!("`not` takes one rule, not {count}"),
                    _ => format!("`{word}` is no operator: use and, or, not, xor"),
                };
                Err(self.wrong(words))
            }
        }
    }
}

impl Statement {
    /// Calls a function for each rule.
    pub(crate) fn each(&self, call: &mut dyn FnMut(usize)) {
        match self {
            Statement::Rule(rule) => call(*rule),
            Statement::And(parts) | Statement::Or(parts) => parts.iter().for_each(|part| part.each(call)),
            Statement::Xor(pair) => [&pair.0, &pair.1].into_iter().for_each(|part| part.each(call)),
            Statement::Not(part) => part.each(call),
        }
    }
}
