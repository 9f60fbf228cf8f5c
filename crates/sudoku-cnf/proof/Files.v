(** The files of a bundle, byte by byte, as sudoku-sat writes them. *)

From Coq Require Import NArith List Ascii String.
From SudokuProof Require Import Sudoku Cnf AtMostOne Encoding Verdict.
Import ListNotations.

Definition text := list ascii.

Definition newline : text := ["010"%char].

Notation "'ascii_text' s" := (ltac:(let t := eval compute in (list_ascii_of_string s) in exact t)) (at level 9,
  only parsing).

Fixpoint digits_text (d : Decimal.uint) : text :=
  match d with
  | Decimal.Nil => []
  | Decimal.D0 d => "0"%char :: digits_text d
  | Decimal.D1 d => "1"%char :: digits_text d
  | Decimal.D2 d => "2"%char :: digits_text d
  | Decimal.D3 d => "3"%char :: digits_text d
  | Decimal.D4 d => "4"%char :: digits_text d
  | Decimal.D5 d => "5"%char :: digits_text d
  | Decimal.D6 d => "6"%char :: digits_text d
  | Decimal.D7 d => "7"%char :: digits_text d
  | Decimal.D8 d => "8"%char :: digits_text d
  | Decimal.D9 d => "9"%char :: digits_text d
  end.

Definition number_text (n : N) : text := digits_text (N.to_uint n).

Fixpoint joined (separator : text) (parts : list text) : text :=
  match parts with
  | [] => []
  | [part] => part
  | part :: rest => part ++ separator ++ joined separator rest
  end.

(** * Grids *)

(** Digits are characters on boards up to 9x9, and numbers with spaces between them on larger boards. *)
Definition cells_text (p : puzzle) (numbers : list N) : text :=
  let symbol d := if (d =? 0)%N then ascii_text "." else number_text d in
  joined (if (board_size p <=? 9)%N then [] else ascii_text " ") (map symbol numbers).

Definition solution_text (p : puzzle) (s : list N) : text := cells_text p s ++ newline.

(** * Puzzles *)

Definition array_text (parts : list text) : text := ascii_text "[" ++ joined (ascii_text ",") parts ++ ascii_text "]".

(** The most nearly square shape is the default. Its boxes have at least as many columns as rows, and at least two. *)
Definition is_default_shape (rows columns : N) : bool :=
  (2 <=? rows)%N && (rows <=? columns)%N &&
  forallb (fun more => negb (let other := (rows + 1 + more)%N in
    (other * other <=? rows * columns)%N && ((rows * columns) mod other =? 0)%N)) (range columns).

Definition boxes_text (p : puzzle) : text :=
  match boxes_of p with
  | Rectangles rows columns =>
      if is_default_shape rows columns then []
      else ascii_text ",""box"":""" ++ number_text rows ++ ascii_text "x" ++ number_text columns ++ ascii_text """"
  | Regions labels => ascii_text ",""regions"":" ++ array_text (map number_text labels)
  end.

Definition variant_text (v : variant) : text :=
  match v with
  | Diagonals => ascii_text """x"""
  | Windoku => ascii_text """windoku"""
  | Disjoint => ascii_text """disjoint"""
  | AntiKnight => ascii_text """antiknight"""
  | AntiKing => ascii_text """antiking"""
  end.

(** Rows, columns and digits are counted from 1. *)
Definition candidate_text (candidate : cell * N) : text :=
  let (c, d) := candidate in array_text (map number_text [row c + 1; column c + 1; d])%N.

Definition list_text (name : text) (parts : list text) : text :=
  match parts with [] => [] | _ => name ++ array_text parts end.

(** A bundle describes the puzzle in one line of JSON. *)
Definition puzzle_text (p : puzzle) : text :=
  ascii_text "{""version"":1,""puzzle"":""" ++ cells_text p (givens p) ++ ascii_text """" ++ boxes_text p ++
  list_text (ascii_text ",""variants"":") (map variant_text (variants p)) ++
  list_text (ascii_text ",""excluded"":") (map candidate_text (excluded p)) ++ ascii_text "}" ++ newline.

(** * Formulas *)

Definition literal_text (l : literal) : text :=
  match l with
  | Pos v => number_text (Npos v)
  | Neg v => "-"%char :: number_text (Npos v)
  end.

Definition clause_text (c : clause) : text :=
  flat_map (fun l => literal_text l ++ ascii_text " ") c ++ ascii_text "0" ++ newline.

Definition clause_count (groups : list (list clause)) : N :=
  fold_left (fun count f => fold_left (fun count _ => N.succ count) f count) groups 0%N.

(** A formula in DIMACS format, in pieces: the header, and the clauses of each group. *)
Definition dimacs (groups : list (list clause)) (variables : positive) : list text :=
  (ascii_text "p cnf " ++ number_text (Npos variables) ++ ascii_text " " ++ number_text (clause_count groups) ++
    newline) ::
  map (flat_map clause_text) groups.

(** * Bundles *)

(** The names and the contents, in pieces, of the files that state what is proved. The others contain the proof. *)
Definition statement_files (p : puzzle) (c : claim) : list (text * list text) :=
  let cnf groups := dimacs groups (last_candidate p) in
  [(ascii_text "puzzle.json", [puzzle_text p]); (ascii_text "puzzle.cnf", cnf (puzzle_cnf p))] ++
  match c with
  | ClaimUnique s _ =>
      [(ascii_text "solution.txt", [solution_text p s]); (ascii_text "uniqueness.cnf", cnf (uniqueness_cnf p s))]
  | ClaimUnsatisfiable _ => []
  | ClaimSeveral s t =>
      [(ascii_text "solution-1.txt", [solution_text p s]); (ascii_text "solution-2.txt", [solution_text p t])]
  end.
