(** The verdict on a puzzle, and what it means. *)

From Coq Require Import NArith Bool List Lia.
From SudokuProof Require Import Sudoku Cnf AtMostOne Houses Encoding Constraints EncodingCorrect Lrat.
Import ListNotations.
Open Scope N_scope.

(** What the files of a bundle claim. Solutions are lists of digits, row by row. *)
Inductive claim :=
  | ClaimUnique (s : list N) (proof : list step)
  | ClaimUnsatisfiable (proof : list step)
  | ClaimSeveral (s t : list N).

Inductive outcome :=
  | Unique (s : list N)
  | Unsatisfiable
  | Several (s t : list N)
  | Refused.

(** The clause that excludes a solution: its cells do not all contain their digits. *)
Definition blocking_clause (p : puzzle) (s : list N) : clause :=
  map (fun c => Neg (var p c (grid_of p s c))) (cells p).

(** The formulas of a bundle, in groups of clauses. *)
Definition puzzle_cnf (p : puzzle) : list (list clause) := fst (encode_groups Complete Pairwise p).

Definition uniqueness_cnf (p : puzzle) (s : list N) : list (list clause) := puzzle_cnf p ++ [[blocking_clause p s]].

Definition differ (p : puzzle) (s t : list N) : bool :=
  existsb (fun c => negb (grid_of p s c =? grid_of p t c)) (cells p).

Definition verdict (p : puzzle) (files : claim) : outcome :=
  if well_formed p then
    match files with
    | ClaimUnique s proof => if is_solution p s && check (uniqueness_cnf p s) proof then Unique s else Refused
    | ClaimUnsatisfiable proof => if check (puzzle_cnf p) proof then Unsatisfiable else Refused
    | ClaimSeveral s t => if is_solution p s && is_solution p t && differ p s t then Several s t else Refused
    end
  else Refused.

(** * What a verdict means *)

Lemma refuted_has_no_solution : forall p proof g, well_formed p = true -> check (puzzle_cnf p) proof = true ->
  ~ solves p g.
Proof.
  intros p proof g Hp Hproof Hg. apply (encode_correct Complete Pairwise) in Hg as (m & Hm & _); [|easy].
  now apply (check_sound _ _ Hproof m).
Qed.

Theorem unique_is_correct : forall p files s, verdict p files = Unique s ->
  solves p (grid_of p s) /\ forall g, solves p g -> same_grid p g (grid_of p s).
Proof.
  intros p files s H. unfold verdict in H. destruct (well_formed p) eqn:Hp; [|easy].
  destruct files as [s' proof|proof|s' t].
  - destruct (is_solution p s' && check (uniqueness_cnf p s') proof) eqn:E; [|easy]. injection H as ->.
    apply andb_true_iff in E as [Hs Hproof]. apply is_solution_solves in Hs. split; [easy|].
    intros g Hg c Hc. destruct (N.eq_dec (g c) (grid_of p s c)) as [|Hne]; [easy|]. exfalso.
    pose proof (digits_in_cells p (grid_of p s) Hs) as Hdigits.
    apply (encode_correct Complete Pairwise) in Hg as (m & Hm & Hd); [|easy].
    apply (check_sound _ _ Hproof m). unfold uniqueness_cnf. rewrite concat_app. apply satisfies_app. split; [easy|].
    simpl. apply satisfies_one. exists (Neg (var p c (grid_of p s c))). split.
    + unfold blocking_clause. apply in_map_iff. exists c. now rewrite cells_In.
    + simpl. rewrite Hd by auto. apply N.eqb_neq in Hne. now rewrite Hne.
  - now destruct (check (puzzle_cnf p) proof).
  - now destruct (is_solution p s' && is_solution p t && differ p s' t).
Qed.

Theorem unsatisfiable_is_correct : forall p files, verdict p files = Unsatisfiable -> forall g, ~ solves p g.
Proof.
  intros p files H g. unfold verdict in H. destruct (well_formed p) eqn:Hp; [|easy].
  destruct files as [s proof|proof|s t].
  - now destruct (is_solution p s && check (uniqueness_cnf p s) proof).
  - destruct (check (puzzle_cnf p) proof) eqn:E; [|easy]. now apply (refuted_has_no_solution p proof).
  - now destruct (is_solution p s && is_solution p t && differ p s t).
Qed.

Theorem several_is_correct : forall p files s t, verdict p files = Several s t ->
  solves p (grid_of p s) /\ solves p (grid_of p t) /\ ~ same_grid p (grid_of p s) (grid_of p t).
Proof.
  intros p files s t H. unfold verdict in H. destruct (well_formed p) eqn:Hp; [|easy].
  destruct files as [s' proof|proof|s' t'].
  - now destruct (is_solution p s' && check (uniqueness_cnf p s') proof).
  - now destruct (check (puzzle_cnf p) proof).
  - destruct (is_solution p s' && is_solution p t' && differ p s' t') eqn:E; [|easy]. injection H as -> ->.
    rewrite !andb_true_iff in E. destruct E as [[Hs Ht] Hdiffer].
    repeat split; try now apply is_solution_solves.
    intros Hsame. apply existsb_exists in Hdiffer as (c & Hc & Hne). apply cells_In in Hc.
    rewrite (Hsame c Hc), N.eqb_refl in Hne. discriminate.
Qed.
