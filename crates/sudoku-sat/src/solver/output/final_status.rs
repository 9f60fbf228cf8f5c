//! The final status in a solver's output.

/// The final status in a solver's output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FinalStatus {
    /// The solver found at least one model. There may be further models.
    Satisfiable,
    /// There are no models, or none other than those already found.
    Unsatisfiable,
    /// The solver gave up. The string is the status that the solver reported.
    Unknown(String),
}

impl FinalStatus {
    /// Returns the status that `text` names, in upper or lower case, or `None` if it names none.
    pub(super) fn parse(text: &str) -> Option<Self> {
        match &*text.to_ascii_uppercase() {
            // Pseudo-Boolean solvers report an optimum if the problem has an objective function.
            "SAT" | "SATISFIABLE" | "OPTIMUM FOUND" => Some(Self::Satisfiable),
            "UNSAT" | "UNSATISFIABLE" => Some(Self::Unsatisfiable),
            "INDET" | "INDETERMINATE" | "UNKNOWN" => Some(Self::Unknown(text.to_owned())),
            _ => None,
        }
    }
}
