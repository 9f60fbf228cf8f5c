(** All at-most-one schemes are correct. *)

From Coq Require Import PArith NArith Bool List Lia.
From SudokuProof Require Import Sudoku Cnf AtMostOne Ladder Groups.
Import ListNotations.
Open Scope N_scope.

Lemma correct_for_two : forall clauses, correct clauses ->
  correct (fun ls n => match ls with [] | [_] => ([], n) | _ => clauses ls n end).
Proof.
  intros clauses H.
  assert (Hshort : forall m ls, (length ls < 2)%nat -> at_most_one m ls).
  { intros m [|l [|k ls]] Hlength; simpl in Hlength; [| |lia]; intros a b []. }
  split; intros [|l [|k ls]] n; simpl; intros.
  - apply Hshort. simpl. lia.
  - apply Hshort. simpl. lia.
  - now apply (sound _ H _ n).
  - exists m. split; [apply agree_refl|apply satisfies_nil].
  - exists m. split; [apply agree_refl|apply satisfies_nil].
  - now apply (complete _ H).
  - lia.
  - lia.
  - apply (grows _ H).
  - easy.
  - easy.
  - now apply (stays_below _ H).
Qed.

Theorem schemes_correct : forall s, correct (scheme_clauses s).
Proof.
  intros s. unfold scheme_clauses.
  destruct s.
  - apply (correct_for_two (fun ls n => (pairwise ls, n))). split; simpl; intros.
    + now apply pairwise_correct.
    + exists m. split; [apply agree_refl|]. now apply pairwise_correct.
    + lia.
    + now apply pairwise_bounded.
  - apply (correct_for_two (fun ls n => (ladder None ls n, after n (N.pred (length_of ls))))). split; simpl; intros.
    + now apply ladder_sound in H.
    + now apply ladder_complete.
    + apply after_grows.
    + now apply ladder_bounded.
  - apply (correct_for_two product), product_correct.
  - apply (correct_for_two commander), commander_correct.
  - apply (correct_for_two (bimander 4)), bimander_correct.
  - apply (correct_for_two (bimander 1)), bimander_correct.
Qed.
