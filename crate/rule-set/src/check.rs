//! Checks the types of rules against the attributes and teams of the rule set.

use crate::expression::Expression;
use crate::read::{Report, short, undeclared};
use crate::typed::{Typed, TypedRule};
use crate::{AttributeKind, CollectionOperation, Operation, Reference, RuleKind, RuleSet, Statement};
use matchday_document::{At, Place};

/// Rules with their types; those with errors are left out.
pub(crate) fn rules(rule_set: &RuleSet, report: &mut Report) -> Vec<TypedRule> {
    let mut typed = Vec::new();
    let mut weights: Vec<usize> = Vec::new();
    for rule in &rule_set.rules {
        weights.push(weight(&rule.kind, &weights));
        if let (RuleKind::Compound { statement }, true) = (&rule.kind, weights.last() > Some(&MOST_EVALUATED)) {
            let words = format!(
                "rule `{}` takes more than {MOST_EVALUATED} rules, with the compound rules in it: shorten it",
                short(&rule.name)
            );
            report.error(statement.place, words);
        }
        let mut check = Check { rule_set, report, name: &rule.name };
        typed.extend(check.rule(&rule.kind));
    }
    typed
}

/// Most rules that a compound rule evaluates, with the compound rules in it.
const MOST_EVALUATED: usize = 1_000;

/// The rules that a rule evaluates; those of compound rules count each time.
fn weight(kind: &RuleKind, of_earlier: &[usize]) -> usize {
    let mut sum = 1_usize;
    if let RuleKind::Compound { statement } = kind {
        statement.value.each(&mut |rule| sum = sum.saturating_add(of_earlier.get(rule).copied().unwrap_or(1)));
    }
    sum
}

struct Check<'a> {
    rule_set: &'a RuleSet,
    report: &'a mut Report,
    /// The rule's name.
    name: &'a str,
}

impl Check<'_> {
    fn error(&mut self, place: Place, words: &str) {
        self.report.error(place, format!("rule `{}`: {words}", short(self.name)));
    }

    fn rule(&mut self, kind: &RuleKind) -> Option<TypedRule> {
        match kind {
            RuleKind::Comparison { measurements, reference, operation, .. } => {
                self.comparison(measurements, reference.as_ref(), *operation)
            }
            RuleKind::Distance { measurements, reference, .. } => self.distance(measurements, reference),
            RuleKind::BatchDistance { attribute, min, max, .. } => self.batch(attribute, *min, *max),
            RuleKind::Collection { measurements, reference, operation, .. } => {
                self.collection(measurements, reference.as_ref(), *operation)
            }
            RuleKind::Latency { .. } => Some(TypedRule::Latency),
            RuleKind::Sort { attribute, .. } => {
                let index = self.attribute(attribute)?;
                let kind = self.rule_set.attributes[index].kind;
                if !matches!(kind, AttributeKind::Number | AttributeKind::Map) {
                    let words =
                        format!("`{}` is a {}: sort by a number or a string_number_map", attribute.value, kind.name());
                    self.error(attribute.place, &words);
                }
                Some(TypedRule::Attribute(index))
            }
            RuleKind::Compound { statement } => self.compound(statement),
        }
    }

    fn attribute(&mut self, name: &At<String>) -> Option<usize> {
        let found = self.rule_set.attribute(&name.value);
        if found.is_none() {
            self.error(name.place, &undeclared(&name.value));
        }
        found
    }

    fn typed(&mut self, expression: &Expression, place: Place) -> Option<Typed> {
        match self.rule_set.typed(expression) {
            Ok(typed) => Some(typed),
            Err(words) => {
                self.error(place, &words);
                None
            }
        }
    }

    fn all(&mut self, measurements: &[At<Expression>]) -> Option<Vec<Typed>> {
        let typed: Vec<_> = measurements.iter().map(|at| self.typed(&at.value, at.place)).collect();
        typed.into_iter().collect()
    }

    /// The type of a reference that is an expression.
    #[allow(clippy::option_option)]
    fn reference(&mut self, reference: Option<&At<Reference>>) -> Option<Option<Typed>> {
        match reference {
            Some(At { value: Reference::Expression(expression), place }) => self.typed(expression, *place).map(Some),
            _ => Some(None),
        }
    }

    fn comparison(
        &mut self,
        measurements: &[At<Expression>],
        reference: Option<&At<Reference>>,
        operation: Operation,
    ) -> Option<TypedRule> {
        let (typed, typed_reference) = (self.all(measurements), self.reference(reference));
        let (typed, typed_reference) = (typed?, typed_reference?);
        for (typed, At { place, .. }) in typed.iter().zip(measurements) {
            let numbers = matches!(typed, Typed::Number(_) | Typed::Numbers(_) | Typed::NumberGroups(_));
            let texts = matches!(typed, Typed::Texts(_) | Typed::TextGroups(_));
            if !numbers && !texts {
                let words = format!("a comparison takes numbers or texts, but this is {}", typed.describe());
                self.error(*place, &words);
                continue;
            }
            let Some(At { value, place: at }) = reference else {
                if matches!(typed, Typed::Number(_)) {
                    self.error(*place, "one number is compared with nothing: add `referenceValue`");
                }
                continue;
            };
            let fits = match (value, &typed_reference) {
                (Reference::Expression(_), Some(Typed::Number(_))) => numbers,
                (Reference::Expression(_), _) | (Reference::Texts(_), _) => false,
                (Reference::Number(_), _) => numbers,
                (Reference::Text(text), _) => texts || crate::numbers::number(text).is_some(),
            };
            if !fits {
                let what = typed_reference.as_ref().map_or("a literal of another type", Typed::describe);
                let takes = if numbers { "one number" } else { "one text" };
                self.error(*at, &format!("`referenceValue` has to be {takes}, like the measurement, but is {what}"));
            } else if texts && !matches!(operation, Operation::Equal | Operation::NotEqual) {
                self.error(*place, "texts are compared only by `=` and `!=`");
            }
        }
        Some(TypedRule::Expressions { measurements: typed, reference: typed_reference })
    }

    fn distance(&mut self, measurements: &[At<Expression>], reference: &At<Reference>) -> Option<TypedRule> {
        let (typed, typed_reference) = (self.all(measurements), self.reference(Some(reference)));
        let (typed, typed_reference) = (typed?, typed_reference?);
        for (typed, At { place, .. }) in typed.iter().zip(measurements) {
            if !matches!(typed, Typed::Number(_) | Typed::Numbers(_) | Typed::NumberGroups(_)) {
                self.error(*place, &format!("a distance takes numbers, but this is {}", typed.describe()));
            }
        }
        if !matches!(typed_reference, Some(Typed::Number(_))) && crate::read::literal(reference).is_none() {
            let what = typed_reference.as_ref().map_or("a text", Typed::describe);
            self.error(reference.place, &format!("`referenceValue` has to be one number, but is {what}"));
        }
        Some(TypedRule::Expressions { measurements: typed, reference: typed_reference })
    }

    fn batch(&mut self, name: &At<String>, min: Option<At<f64>>, max: Option<At<f64>>) -> Option<TypedRule> {
        let index = self.attribute(name)?;
        match (self.rule_set.attributes[index].kind, min.or(max)) {
            (AttributeKind::Number, None) => {
                self.error(name.place, &format!("`{}` is a number, so `maxDistance` is required", name.value));
            }
            (AttributeKind::Text, Some(At { place, .. })) => {
                let words = format!("`{}` is a string, which has no distance: remove it", name.value);
                self.error(place, &words);
            }
            (AttributeKind::Number | AttributeKind::Text, _) => {}
            (kind, _) => {
                let words = format!("`{}` is a {}: batchDistance takes a number or a string", name.value, kind.name());
                self.error(name.place, &words);
            }
        }
        Some(TypedRule::Attribute(index))
    }

    fn collection(
        &mut self,
        measurements: &[At<Expression>],
        reference: Option<&At<Reference>>,
        operation: CollectionOperation,
    ) -> Option<TypedRule> {
        let (typed, typed_reference) = (self.all(measurements), self.reference(reference));
        let (typed, typed_reference) = (typed?, typed_reference?);
        for (typed, At { place, .. }) in typed.iter().zip(measurements) {
            if !matches!(typed, Typed::Lists(_) | Typed::ListGroups(_) | Typed::TextGroups(_) | Typed::TeamSets(_)) {
                let words = format!(
                    "a collection takes a list of text lists, such as `flatten(teams[*].players.attributes[name])` of a string_list, but this is {}",
                    typed.describe()
                );
                self.error(*place, &words);
            }
        }
        if let Some(At { value, place }) = reference {
            let fits = match (operation, value) {
                (CollectionOperation::Contains, Reference::Text(_)) => true,
                (CollectionOperation::Contains, _) => false,
                (_, Reference::Text(_) | Reference::Texts(_)) => true,
                (_, Reference::Expression(_)) => matches!(typed_reference, Some(Typed::Strings(_) | Typed::Texts(_))),
                (_, Reference::Number(_)) => false,
            };
            if !fits {
                let takes = if operation == CollectionOperation::Contains { "one text" } else { "a list of texts" };
                let what = typed_reference.as_ref().map_or("another value", Typed::describe);
                self.error(*place, &format!("`referenceValue` has to be {takes}, but is {what}"));
            }
        }
        Some(TypedRule::Expressions { measurements: typed, reference: typed_reference })
    }

    fn compound(&mut self, statement: &At<Statement>) -> Option<TypedRule> {
        statement.value.each(&mut |rule| {
            let rule = &self.rule_set.rules[rule];
            let what = match rule.kind {
                RuleKind::BatchDistance { .. } => "batchDistance, which a compound rule cannot use",
                RuleKind::Sort { .. } => "a sort, which is neither true nor false",
                _ => return,
            };
            let words = format!("rule `{}` is {what}: remove it from the statement", short(&rule.name));
            self.report.error(statement.place, format!("rule `{}`: {words}", short(self.name)));
        });
        Some(TypedRule::Compound(statement.value.clone()))
    }
}
