(** Prints the axioms that the theorems depend on, and extracts the program. *)

From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlChar.
From SudokuProof Require Import Sudoku AtMostOne Schemes EveryDigit Encoding EncodingCorrect Triad TriadCorrect
  Verdict Files.

Print Assumptions unique_is_correct.
Print Assumptions unsatisfiable_is_correct.
Print Assumptions several_is_correct.
Print Assumptions encode_correct.
Print Assumptions model_decodes.
Print Assumptions triad_correct.
Print Assumptions triad_model_solves.
Print Assumptions decodes_one_to_one.
Print Assumptions schemes_correct.
Print Assumptions every_digit.

Extraction Language OCaml.
Extraction "proved" well_formed is_solution verdict statement_files encode_groups triad_groups dimacs.
