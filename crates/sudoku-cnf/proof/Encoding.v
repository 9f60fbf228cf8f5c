(** The encodings of Sudoku as clauses, in the order of sudoku-cnf. *)

From Coq Require Import NArith Bool List Lia.
From SudokuProof Require Import Sudoku Cnf AtMostOne Schemes Houses EveryDigit.
Import ListNotations.
Open Scope N_scope.

Inductive encoding := Minimal | Natural | Complete | Classic.

(** The variable that is true if a cell contains a digit: cell * n + digit. *)
Definition var (p : puzzle) (c : cell) (d : N) : positive :=
  N.succ_pos ((row c * board_size p + column c) * board_size p + N.pred d).

(** The largest of these variables. *)
Definition last_candidate (p : puzzle) : positive := N.succ_pos (N.pred (board_size p * board_size p * board_size p)).

Definition cell_literals (p : puzzle) (c : cell) : list literal := map (fun d => Pos (var p c d)) (digits p).

Definition place_literals (p : puzzle) (cs : list cell) (d : N) : list literal := map (fun c => Pos (var p c d)) cs.

(** * From puzzles to constraints *)

Inductive constraint := Clauses (f : list clause) | AtMostOne (ls : list literal).

Definition units (p : puzzle) : list constraint := [
  Clauses (map (fun given => [Pos (var p (fst given) (snd given))]) (given_candidates p));
  Clauses (map (fun other => [Neg (var p (fst other) (snd other))]) (excluded p))].

Definition cells_at_least_one (p : puzzle) : list constraint :=
  map (fun c => Clauses [cell_literals p c]) (cells p).

Definition cells_at_most_one (p : puzzle) : list constraint :=
  map (fun c => AtMostOne (cell_literals p c)) (cells p).

(** A house of n cells contains every digit. On a board of one cell, the constraint on the cell suffices. *)
Definition is_complete (p : puzzle) (h : house) : bool :=
  (N.of_nat (length (members h)) =? board_size p) && (1 <? board_size p).

Definition houses_at_least_one (p : puzzle) (hs : list house) : list constraint :=
  flat_map (fun h => map (fun d => Clauses [place_literals p (members h) d]) (digits p)) (filter (is_complete p) hs).

(** With the pairwise scheme, two cells that share several houses have one clause per digit. *)
Definition house_at_most_one (s : scheme) (p : puzzle) (h : house) (d : N) : constraint :=
  match s with
  | Pairwise => Clauses (map (fun pair => [Neg (var p (fst pair) d); Neg (var p (snd pair) d)]) (fresh h))
  | _ => AtMostOne (place_literals p (members h) d)
  end.

Definition houses_at_most_one (s : scheme) (p : puzzle) (hs : list house) : list constraint :=
  flat_map (fun h => map (house_at_most_one s p h) (digits p)) hs.

(** The classic encoding visits the cells by column, with the digits in descending order, and has a clause for each
    ordered pair of cells in a house. *)
Definition cells_by_column (p : puzzle) : list cell :=
  map (fun position => Cell (snd position) (fst position)) (positions (board_size p) (board_size p)).

Fixpoint ordered_pairs {A} (before l : list A) : list (A * A) :=
  match l with
  | [] => []
  | x :: rest => map (pair x) (before ++ rest) ++ ordered_pairs (before ++ [x]) rest
  end.

Definition classic_cells (p : puzzle) : list constraint :=
  map (fun c => Clauses [rev (cell_literals p c)]) (cells_by_column p).

Definition classic_houses (p : puzzle) (hs : list house) : list constraint :=
  flat_map (fun h => map (fun d => Clauses (map (fun pair => [Neg (var p (fst pair) d); Neg (var p (snd pair) d)])
    (ordered_pairs [] (members h)))) (digits p)) hs.

Definition constraints (e : encoding) (s : scheme) (p : puzzle) : list constraint :=
  let hs := houses p in
  units p ++ match e with
  | Minimal => cells_at_least_one p ++ houses_at_most_one s p hs
  | Natural => cells_at_least_one p ++ cells_at_most_one p ++ houses_at_most_one s p hs
  | Complete => cells_at_least_one p ++ cells_at_most_one p ++ houses_at_least_one p hs ++ houses_at_most_one s p hs
  | Classic => classic_cells p ++ classic_houses p hs
  end.

(** * From constraints to clauses *)

(** The clauses of each constraint, and the largest variable. *)
Fixpoint emit (s : scheme) (cs : list constraint) (largest : positive) : list (list clause) * positive :=
  match cs with
  | [] => ([], largest)
  | Clauses f :: rest => let (fs, last) := emit s rest largest in (f :: fs, last)
  | AtMostOne ls :: rest =>
      let (f, next) := scheme_clauses s ls largest in
      let (fs, last) := emit s rest next in (f :: fs, last)
  end.

Definition encode_groups (e : encoding) (s : scheme) (p : puzzle) : list (list clause) * positive :=
  emit s (constraints e s p) (last_candidate p).

Definition encode (e : encoding) (s : scheme) (p : puzzle) : list clause := concat (fst (encode_groups e s p)).

(** * Decoding *)

(** A model and a grid describe the same digits. *)
Definition decodes (p : puzzle) (m : model) (g : grid) : Prop :=
  forall c d, on_board p c -> is_digit p d -> m (var p c d) = (g c =? d).

Definition decode (p : puzzle) (m : model) : grid := fun c => hd 0 (filter (fun d => m (var p c d)) (digits p)).

(** The model in which exactly the digits of the grid are true. *)
Definition model_of (p : puzzle) (g : grid) : model := fun v => existsb (fun c => (v =? var p c (g c))%positive)
  (cells p).
