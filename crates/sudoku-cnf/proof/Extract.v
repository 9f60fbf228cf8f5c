(** Prints the axioms that the theorems depend on, and extracts the program. *)

From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlChar.
From SudokuProof Require Import Sudoku AtMostOne Schemes Encoding Verdict Files.

Print Assumptions unique_is_correct.
Print Assumptions unsatisfiable_is_correct.
Print Assumptions several_is_correct.
Print Assumptions encode_correct.
Print Assumptions decodes_one_to_one.
Print Assumptions schemes_correct.

Extraction Language OCaml.
Extraction "proved" well_formed is_solution verdict statement_files encode_groups dimacs.
