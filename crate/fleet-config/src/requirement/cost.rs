//! Upper bounds on the cost of an expression, without evaluating it.
//!
//! Sizes count [`VALUE`] per value and 1 per character, with shared parts counted each time: JMESPath's
//! results share parts, but comparisons and searches visit each one. The size of a result and the number of
//! steps grow at most linearly with the size of the input, because functions with larger results are refused.
//! So both are a constant and a factor, which add up along the expression.

use super::{FUNCTIONS, RequirementError};
use jmespath::Variable;
use jmespath::ast::Ast;

/// Size of a value, besides its characters.
pub(super) const VALUE: u64 = 1;
/// The largest match for requirements, as a size.
pub(super) const LARGEST_MATCH: u64 = 2000;
/// Most steps for one match: a few milliseconds.
const MOST_STEPS: u64 = 200_000;
/// Largest number in an index or a slice: the interpreter adds them in 32 bits.
const LARGEST_INDEX: i32 = 1_000_000;

/// Refuses expressions that could take long, or whose cost has no bound.
pub(super) fn check(ast: &Ast) -> Result<(), RequirementError> {
    let steps = cost(ast)?.read().steps.of(LARGEST_MATCH);
    if steps > MOST_STEPS { Err(RequirementError::TooCostly(steps)) } else { Ok(()) }
}

/// The size of a text.
pub(super) fn text(text: &str) -> u64 {
    VALUE + text.len() as u64
}

/// The size of a value.
pub(super) fn size(value: &Variable) -> u64 {
    match value {
        Variable::String(s) => text(s),
        Variable::Array(items) => VALUE + items.iter().map(|item| size(item)).sum::<u64>(),
        Variable::Object(fields) => VALUE + fields.iter().map(|(name, value)| text(name) + size(value)).sum::<u64>(),
        _ => VALUE,
    }
}

/// The bound `constant + factor x` for input of size `x`. Saturates, far above every limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bound {
    constant: u64,
    factor: u64,
}

impl Bound {
    const SAME: Bound = Bound { constant: 0, factor: 1 };

    fn constant(constant: u64) -> Bound {
        Bound { constant, factor: 0 }
    }

    fn of(self, size: u64) -> u64 {
        self.constant.saturating_add(self.factor.saturating_mul(size))
    }

    fn plus(self, other: Bound) -> Bound {
        Bound {
            constant: self.constant.saturating_add(other.constant),
            factor: self.factor.saturating_add(other.factor),
        }
    }

    /// This bound, applied to the result of `inner`.
    fn after(self, inner: Bound) -> Bound {
        Bound { constant: self.of(inner.constant), factor: self.factor.saturating_mul(inner.factor) }
    }

    /// The sum of this bound over the parts of an input of size `x`, at most `x` parts.
    fn of_parts(self) -> Bound {
        Bound { constant: 0, factor: self.constant.saturating_add(self.factor) }
    }
}

/// Bounds on the steps of an evaluation, and on the size of its result.
#[derive(Clone, Copy)]
struct Cost {
    steps: Bound,
    result: Bound,
}

impl Cost {
    fn leaf(result: Bound) -> Cost {
        Cost { steps: Bound::constant(1), result }
    }

    /// One more step, with another result.
    fn then(self, result: Bound) -> Cost {
        Cost { steps: self.steps.plus(Bound::constant(1)), result }
    }

    /// The cost of `self`, then `next` on its result.
    fn pipe(self, next: Cost) -> Cost {
        Cost { steps: self.steps.plus(next.steps.after(self.result)), result: next.result.after(self.result) }
    }

    /// The cost of both on the same input, with the sum of their results.
    fn and(self, other: Cost) -> Cost {
        Cost { steps: self.steps.plus(other.steps), result: self.result.plus(other.result) }
    }

    /// As many additional steps as the size of the result, which is compared, copied or searched.
    fn read(self) -> Cost {
        Cost { steps: self.steps.plus(self.result), result: self.result }
    }

    fn all<'a>(parts: impl IntoIterator<Item = &'a Ast>) -> Result<Cost, RequirementError> {
        let nothing = Cost::leaf(Bound::constant(VALUE));
        parts.into_iter().try_fold(nothing, |sum, part| Ok(sum.and(cost(part)?)))
    }
}

fn cost(ast: &Ast) -> Result<Cost, RequirementError> {
    Ok(match ast {
        Ast::Field { .. } | Ast::Identity { .. } => Cost::leaf(Bound::SAME),
        Ast::Index { idx, .. } => {
            index(Some(*idx))?;
            Cost::leaf(Bound::SAME)
        }
        Ast::Slice { start, stop, step, .. } => {
            [*start, *stop, Some(*step)].into_iter().try_for_each(index)?;
            Cost::leaf(Bound::SAME).read()
        }
        Ast::Literal { value, .. } => Cost::leaf(Bound::constant(size(value))),
        Ast::Subexpr { lhs, rhs, .. } => cost(lhs)?.pipe(cost(rhs)?),
        // A boolean, or null.
        Ast::Comparison { lhs, rhs, .. } => cost(lhs)?.and(cost(rhs)?).read().then(Bound::constant(VALUE)),
        Ast::Not { node, .. } => cost(node)?.then(Bound::constant(VALUE)),
        Ast::And { lhs, rhs, .. } | Ast::Or { lhs, rhs, .. } => cost(lhs)?.and(cost(rhs)?),
        Ast::Condition { predicate, then, .. } => {
            let (predicate, then) = (cost(predicate)?, cost(then)?);
            Cost { steps: predicate.steps.plus(then.steps), result: then.result.plus(Bound::constant(VALUE)) }
        }
        Ast::ObjectValues { node, .. } | Ast::Flatten { node, .. } => cost(node)?.read(),
        Ast::Projection { lhs, rhs, .. } => {
            let (list, each) = (cost(lhs)?, cost(rhs)?);
            let parts =
                Cost { steps: each.steps.of_parts(), result: each.result.of_parts().plus(Bound::constant(VALUE)) };
            list.read().pipe(parts)
        }
        Ast::MultiList { elements, .. } => Cost::all(elements)?,
        Ast::MultiHash { elements, .. } => {
            let names = elements.iter().map(|pair| text(&pair.key)).sum();
            let values = Cost::all(elements.iter().map(|pair| &pair.value))?;
            Cost {
                steps: values.steps.plus(Bound::constant(names)),
                result: values.result.plus(Bound::constant(names)),
            }
        }
        Ast::Function { name, args, .. } => {
            if !FUNCTIONS.contains(&name.as_str()) {
                return Err(RequirementError::Function(name.clone()));
            }
            // Checks of the arguments' kinds, with their messages, are a few dozen steps.
            let arguments = Cost::all(args)?.read();
            Cost {
                steps: arguments.steps.plus(Bound::constant(50)),
                result: arguments.result.plus(Bound::constant(10)),
            }
        }
        Ast::Expref { .. } => return Err(RequirementError::Construct("a reference to an expression (`&`)")),
    })
}

fn index(number: Option<i32>) -> Result<(), RequirementError> {
    match number {
        Some(number) if number.saturating_abs() > LARGEST_INDEX => {
            Err(RequirementError::Construct("an index beyond a million"))
        }
        _ => Ok(()),
    }
}
