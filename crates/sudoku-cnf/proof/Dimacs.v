(** The DIMACS text of clauses, as sudoku-cnf writes it with --no-comments. *)

From Coq Require Import NArith List Ascii.
From SudokuProof Require Import Sudoku Cnf AtMostOne Encoding.
Import ListNotations.
Open Scope char_scope.

Definition text := list ascii.

Fixpoint digits_text (d : Decimal.uint) : text :=
  match d with
  | Decimal.Nil => []
  | Decimal.D0 d => "0" :: digits_text d
  | Decimal.D1 d => "1" :: digits_text d
  | Decimal.D2 d => "2" :: digits_text d
  | Decimal.D3 d => "3" :: digits_text d
  | Decimal.D4 d => "4" :: digits_text d
  | Decimal.D5 d => "5" :: digits_text d
  | Decimal.D6 d => "6" :: digits_text d
  | Decimal.D7 d => "7" :: digits_text d
  | Decimal.D8 d => "8" :: digits_text d
  | Decimal.D9 d => "9" :: digits_text d
  end.

Definition number_text (n : N) : text := digits_text (N.to_uint n).

Definition literal_text (l : literal) : text :=
  match l with
  | Pos v => number_text (Npos v)
  | Neg v => "-" :: number_text (Npos v)
  end.

Definition clause_text (c : clause) : text :=
  (flat_map (fun l => literal_text l ++ [" "]) c ++ ["0"; "010"])%list.

Definition header_text (variables clauses : N) : text :=
  (["p"; " "; "c"; "n"; "f"; " "] ++ number_text variables ++ [" "] ++ number_text clauses ++ ["010"])%list.

Definition clause_count (groups : list (list clause)) : N :=
  fold_left (fun count f => fold_left (fun count _ => N.succ count) f count) groups 0%N.

(** The text in pieces: the header, and the clauses of each group. *)
Definition dimacs (groups : list (list clause)) (variables : positive) : list text :=
  header_text (Npos variables) (clause_count groups) :: map (flat_map clause_text) groups.
