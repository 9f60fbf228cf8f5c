(** Prints the axioms that the theorems depend on, and extracts the program. *)

From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlChar.
From SudokuProof Require Import Sudoku AtMostOne Encoding Verdict Dimacs.

Print Assumptions unique_is_correct.
Print Assumptions unsatisfiable_is_correct.
Print Assumptions several_is_correct.
Print Assumptions encode_correct.
Print Assumptions decodes_one_to_one.
Print Assumptions schemes_correct.

Extraction Language OCaml.
Extraction "proved" verdict is_solution well_formed puzzle_cnf uniqueness_cnf encode_groups last_candidate dimacs.
