//! An incremental SAT solver for rules and facts. Assumptions select the rules and facts that hold.

use itertools::Itertools;
use sudoku_cnf::clauses::encoding::TooManyVariables;
use sudoku_cnf::{ClauseSink, Lit, Model, Var};
use typed_index_collections::{TiSlice, TiVec, ti_vec};

use super::clause_set::ClauseSet;
use super::element::{Element, Literal};
use super::ids::{CandidateId, ElementId};
use super::known::{Known, Value};
use super::tables::Tables;
use crate::search::SolveError;
use crate::solver::{LimitPoller, Limits, Native, SatSolver};

/// The maximum number of times that the core of a core is computed.
const CORES: usize = 4;
/// Elements that are known to be necessary are assumed until there are more than this number. Then they become
/// permanent.
pub(super) const ASSUMED: usize = 32;
/// The largest boards on which the first decisions of a solver for the whole board exclude candidates. This leads to
/// smaller cores there, and to larger ones on larger boards.
const LARGEST_NEGATIVE: usize = 9;

/// Rules and facts, and the negation of a conclusion.
///
/// Most sets of rules mention few candidates of the board, so the solver has variables only for those.
pub(super) struct ElementSolver<'t> {
    tables: &'t Tables,
    elements: TiVec<ElementId, Element>,
    /// For each element, the literal that selects it. Facts select themselves.
    selectors: TiVec<ElementId, Lit>,
    /// The selectors in ascending order, with the indices of their elements.
    indices: Vec<(Lit, ElementId)>,
    /// The variable of each candidate, and of each auxiliary variable of rules, if it has one.
    vars: TiVec<CandidateId, Option<Var>>,
    /// The candidate or auxiliary variable of each variable, or `None` if it selects a rule.
    ids: Vec<Option<CandidateId>>,
    solver: Native,
}

pub(super) fn too_many_variables() -> SolveError {
    TooManyVariables(1 << 31).into()
}

/// Adds clauses to `solver` that hold if the returned literal is assumed. Its variable has the number `variable`.
pub(super) fn add_selectable<'c>(
    solver: &mut dyn SatSolver,
    clauses: impl IntoIterator<Item = &'c [Lit]>,
    variable: usize,
) -> Result<Lit, SolveError> {
    let selector = Var::new(variable).ok_or_else(too_many_variables)?.positive();
    for clause in clauses {
        solver.add_clause(&[clause, &[!selector]].concat())?;
    }
    Ok(selector)
}

impl<'t> ElementSolver<'t> {
    /// Returns a solver for `elements` and the negation of `derived`. An empty conclusion is a contradiction.
    ///
    /// Decisions assign `true` to variables without a value so far. They place candidates, so few of them complete a
    /// model.
    pub(super) fn new(
        elements: Vec<Element>,
        derived: &[Literal],
        tables: &'t Tables,
        limits: &Limits,
    ) -> Result<Self, SolveError> {
        Self::with(Native::with_positive_phases(), elements, derived, tables, limits)
    }

    fn with(
        solver: Native,
        elements: Vec<Element>,
        derived: &[Literal],
        tables: &'t Tables,
        limits: &Limits,
    ) -> Result<Self, SolveError> {
        let mut limits = LimitPoller::new(limits.clone());
        let mut solver = Self {
            tables,
            elements: TiVec::new(),
            selectors: TiVec::with_capacity(elements.len()),
            indices: Vec::new(),
            vars: ti_vec![None; tables.variable_count],
            ids: Vec::new(),
            solver,
        };
        for &element in &elements {
            limits.step()?;
            let selector = match element {
                Element::Placed(id) => solver.new_lit(Literal::placed(id))?,
                Element::Excluded(id) => solver.new_lit(Literal::excluded(id))?,
                _ => solver.new_var(None)?.positive(),
            };
            solver.selectors.push(selector);
            let of_element;
            let clauses = match (element, element.rule(tables)) {
                (Element::Rule(rule), _) => &tables.rules[rule].clauses,
                (_, rule) => {
                    let clauses = rule.map(|rule| rule.clauses(&tables.puzzle, tables.variable_count));
                    of_element = clauses.unwrap_or_default();
                    &of_element
                }
            };
            for clause in clauses.clauses() {
                let literals = clause.iter().map(|literal| {
                    let (id, is_placed) = ((literal.var().number() - 1).into(), literal.is_positive());
                    solver.new_lit(Literal { id, is_placed })
                });
                let mut clause = literals.collect::<Result<Vec<Lit>, SolveError>>()?;
                clause.push(!selector);
                solver.solver.add_clause(&clause)?;
            }
        }
        if !derived.is_empty() {
            let literals = derived.iter().map(|&literal| Ok(!solver.new_lit(literal)?));
            let clause = literals.collect::<Result<Vec<Lit>, SolveError>>()?;
            solver.solver.add_clause(&clause)?;
        }
        solver.elements = elements.into();
        let selectors = solver.selectors.iter_enumerated();
        solver.indices = selectors.map(|(element, &selector)| (selector, element)).collect();
        solver.indices.sort_unstable();
        Ok(solver)
    }

    fn new_var(&mut self, id: Option<CandidateId>) -> Result<Var, SolveError> {
        self.ids.push(id);
        Var::new(self.ids.len()).ok_or_else(too_many_variables)
    }

    /// Returns a literal of the SAT solver, with a new variable if the candidate has none yet.
    fn new_lit(&mut self, literal: Literal) -> Result<Lit, SolveError> {
        if self.vars[literal.id].is_none() {
            self.vars[literal.id] = Some(self.new_var(Some(literal.id))?);
        }
        self.lit(literal).ok_or_else(too_many_variables)
    }

    /// Returns a literal of the SAT solver, or `None` if no rule or fact mentions the candidate.
    pub(super) fn lit(&self, literal: Literal) -> Option<Lit> {
        Some(self.vars[literal.id]?.literal(literal.is_placed))
    }

    /// Returns a solver for the rules of `board`. The known facts always hold.
    pub(super) fn of_board(
        board: &ClauseSet,
        known: &Known<'t>,
        limits: &Limits,
    ) -> Result<Self, SolveError> {
        let tables = known.tables;
        let native = if tables.n > LARGEST_NEGATIVE { Native::with_positive_phases() } else { Native::new() };
        let mut solver = Self::with(native, board.elements().raw.to_vec(), &[], tables, limits)?;
        let ids: Vec<CandidateId> = tables.candidates().collect();
        solver.learn(&ids, known)?;
        Ok(solver)
    }

    /// Adds the known values of the candidates `ids` permanently.
    pub(super) fn learn(&mut self, ids: &[CandidateId], known: &Known<'_>) -> Result<(), SolveError> {
        for &id in ids.iter().filter(|&&id| !known.is_open(id)) {
            let literal = Literal { id, is_placed: known.value(id) == Value::Placed };
            if let Some(lit) = self.lit(literal) {
                self.solver.add_clause(&[lit])?;
            }
        }
        Ok(())
    }

    /// Makes elements hold from now on, so that they need not be chosen.
    pub(super) fn require(
        &mut self,
        elements: impl IntoIterator<Item = ElementId>,
    ) -> Result<(), SolveError> {
        for index in elements {
            self.solver.add_clause(&[self.selectors[index]])?;
        }
        Ok(())
    }

    /// Removes elements, which must not be chosen from now on.
    pub(super) fn dismiss(
        &mut self,
        elements: impl IntoIterator<Item = ElementId>,
    ) -> Result<(), SolveError> {
        for index in elements {
            // A fact selects itself, and its opposite need not hold.
            if !self.elements[index].is_fact() {
                self.solver.add_clause(&[!self.selectors[index]])?;
            }
        }
        Ok(())
    }

    pub(super) fn tables(&self) -> &'t Tables {
        self.tables
    }

    pub(super) fn elements(&self) -> &TiSlice<ElementId, Element> {
        &self.elements
    }

    /// Returns a model of the elements with the indices `chosen` and of the literals `more`.
    ///
    /// If there is none, returns selectors and literals of `more` that contradict the negated conclusion.
    pub(super) fn solve(
        &mut self,
        chosen: &[ElementId],
        more: &[Lit],
        limits: &Limits,
    ) -> Result<Result<Model, Vec<Lit>>, SolveError> {
        let selectors = chosen.iter().map(|&index| self.selectors[index]);
        let assumptions: Vec<Lit> = selectors.chain(more.iter().copied()).collect();
        Ok(self.solver.solve(&assumptions, limits)?.known()?)
    }

    /// Returns elements of `chosen` that imply `goal`, or the conclusion of the solver if `goal` is `None`.
    ///
    /// Returns `None` if they do not imply it.
    pub(super) fn core(
        &mut self,
        chosen: &[ElementId],
        goal: Option<Literal>,
        limits: &Limits,
    ) -> Result<Option<Vec<ElementId>>, SolveError> {
        let negated: Vec<Lit> =
            goal.and_then(|goal| self.lit(goal)).into_iter().map(|literal| !literal).collect();
        let mut best: Option<Vec<ElementId>> = None;
        for _ in 0..CORES {
            let chosen = best.as_deref().unwrap_or(chosen);
            let Err(core) = self.solve(chosen, &negated, limits)? else { return Ok(None) };
            let core = self.selected_by(&core);
            let is_smaller = core.len() < chosen.len();
            best = Some(core);
            if !is_smaller {
                break;
            }
        }
        Ok(best)
    }

    /// Returns the indices of the elements with a selector in `core`, in ascending order.
    pub(super) fn selected_by(&self, core: &[Lit]) -> Vec<ElementId> {
        let index = |literal: &Lit| {
            let position = self.indices.binary_search_by_key(literal, |&(selector, _)| selector).ok()?;
            Some(self.indices[position].1)
        };
        core.iter().filter_map(index).sorted_unstable().dedup().collect()
    }

    /// Returns the indices of the elements that `model` satisfies, and of those that it violates.
    pub(super) fn split(&self, model: &Model) -> (Vec<ElementId>, Vec<ElementId>) {
        let is_true = self.values(model);
        self.elements.keys().partition(|&element| self.elements[element].holds(&is_true, self.tables))
    }

    /// Returns whether each candidate is true in `model`.
    pub(super) fn values(&self, model: &Model) -> TiVec<CandidateId, bool> {
        let mut is_true = ti_vec![false; self.tables.candidate_count()];
        for id in model.true_vars().filter_map(|var| *self.ids.get(var.number() - 1)?) {
            if let Some(is_true) = is_true.get_mut(id) {
                *is_true = true;
            }
        }
        is_true
    }
}
