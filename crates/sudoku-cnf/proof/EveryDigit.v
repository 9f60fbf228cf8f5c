(** In a solution, every row, column and box contains every digit, because n different digits are all digits. The
    specification does not require this. *)

From Coq Require Import NArith Bool List FinFun Lia.
From SudokuProof Require Import Sudoku Cnf Houses.
Import ListNotations.
Open Scope N_scope.

Lemma group_seen : forall p group a b, well_formed p = true -> In group (groups p) -> In a group -> In b group ->
  a <> b -> sees p a b = true.
Proof.
  intros p group a b Hp Hg Ha Hb Hab. destruct (group_NoDup _ _ Hg) as [_ Hboard].
  apply share_sees; auto. exists group. auto.
Qed.

Lemma NoDup_map_in : forall A B (f : A -> B) l,
  (forall x y, In x l -> In y l -> f x = f y -> x = y) -> NoDup l -> NoDup (map f l).
Proof.
  intros A B f l Hf Hl. induction Hl as [|x l Hx Hl IH]; simpl; constructor.
  - intros Hin. apply in_map_iff in Hin as (y & E & Hy). apply Hx. rewrite <- (Hf y x); simpl; auto.
  - apply IH. intros y z Hy Hz. apply Hf; simpl; auto.
Qed.

(** A group of n cells contains every digit. *)
Lemma group_has_digit : forall p g group d, well_formed p = true -> solves p g -> In group (groups p) ->
  (N.to_nat (board_size p) <= length group)%nat -> is_digit p d -> exists c, In c group /\ g c = d.
Proof.
  intros p g group d Hp Hg Hgroup Hlength Hd. destruct (group_NoDup _ _ Hgroup) as [HNoDup Hboard].
  assert (Hin : In d (map g group)).
  { apply (NoDup_length_incl (l := map g group) (l' := digits p)).
    - apply NoDup_map_in; [|easy]. intros a b Ha Hb E.
      destruct (cell_eqb a b) eqn:Eab; [now apply cell_eqb_eq|]. exfalso.
      assert (Hab : a <> b) by (rewrite <- cell_eqb_eq; congruence).
      apply (seen_cells_differ p g Hg a b); auto. now apply (group_seen p group).
    - now rewrite digits_length, map_length.
    - intros e He. apply in_map_iff in He as (c & <- & Hc). apply digits_In, (digits_in_cells p g Hg). auto.
    - now apply digits_In. }
  apply in_map_iff in Hin as (c & E & Hin). eauto.
Qed.

(** The boxes, rows and columns. *)
Definition complete_groups (p : puzzle) : list (list cell) :=
  map (row_cells p) (range (board_size p)) ++ map (column_cells p) (range (board_size p)) ++ box_cells p.

Lemma complete_groups_In : forall p group, In group (complete_groups p) -> In group (groups p).
Proof. intros p group. unfold complete_groups, groups. rewrite !in_app_iff. tauto. Qed.

Lemma long_enough : forall A (f : A -> cell) l group, NoDup l -> (forall x y, f x = f y -> x = y) ->
  (forall x, In x l -> In (f x) group) -> (length l <= length group)%nat.
Proof.
  intros A f l group Hl Hf Hin. rewrite <- (map_length f). apply NoDup_incl_length.
  - now apply Injective_map_NoDup.
  - intros c Hc. apply in_map_iff in Hc as (x & <- & Hx). auto.
Qed.

Lemma complete_groups_length : forall p group, well_formed p = true -> In group (complete_groups p) ->
  (N.to_nat (board_size p) <= length group)%nat.
Proof.
  intros p group Hp Hg. unfold complete_groups in Hg. rewrite !in_app_iff, !in_map_iff in Hg.
  destruct Hg as [(k & <- & Hk)|[(k & <- & Hk)|Hg]].
  - apply range_In in Hk. rewrite <- range_length. apply (long_enough N (fun i => Cell k i)); [apply range_NoDup| |].
    + intros x y E. now inversion E.
    + intros x Hx. apply range_In in Hx. apply cells_where_In. split; [now split|]. apply N.eqb_refl.
  - apply range_In in Hk. rewrite <- range_length. apply (long_enough N (fun i => Cell i k)); [apply range_NoDup| |].
    + intros x y E. now inversion E.
    + intros x Hx. apply range_In in Hx. apply cells_where_In. split; [now split|]. apply N.eqb_refl.
  - unfold well_formed, boxes_fit in Hp. rewrite !andb_true_iff in Hp. destruct Hp as [[[[Hp _] _] _] _].
    unfold box_cells in Hg. destruct (boxes_of p) as [rows columns|labels] eqn:Eboxes.
    + rewrite !andb_true_iff, !negb_true_iff, !N.eqb_neq, N.eqb_eq in Hp. destruct Hp as [[Hn Hr] Hc].
      apply in_map_iff in Hg as ((i & j) & <- & Hij). apply positions_In in Hij as [Hi Hj].
      assert (El : length (positions rows columns) = N.to_nat (board_size p)).
      { unfold positions. rewrite prod_length, !range_length, <- Hn, N2Nat.inj_mul. reflexivity. }
      rewrite <- El. apply (long_enough _ (fun q => Cell (i * rows + fst q) (j * columns + snd q))).
      * apply NoDup_list_prod; apply range_NoDup.
      * intros (a & b) (a' & b') E. simpl in E. inversion E. f_equal; lia.
      * intros (a & b) Hab. apply positions_In in Hab as [Ha Hb]. apply cells_where_In. unfold on_board. simpl.
        rewrite !andb_true_iff, !N.eqb_eq. repeat split; try nia.
        -- symmetry. apply (N.div_unique _ _ _ a); lia.
        -- symmetry. apply (N.div_unique _ _ _ b); lia.
    + rewrite andb_true_iff in Hp. destruct Hp as [_ Hcount]. apply in_map_iff in Hg as (label & <- & Hlabel).
      rewrite <- in_rev, nodup_In, <- in_rev, in_map_iff in Hlabel. destruct Hlabel as (c & <- & Hc).
      rewrite forallb_forall in Hcount. specialize (Hcount c Hc). unfold count, same_box in Hcount.
      rewrite Eboxes in Hcount. apply N.eqb_eq in Hcount. unfold cells_where.
      rewrite (filter_ext _ (fun other => at_cell p labels c =? at_cell p labels other)); [lia|].
      intros other. apply N.eqb_sym.
Qed.

Theorem every_digit : forall p g group d, well_formed p = true -> solves p g -> In group (complete_groups p) ->
  is_digit p d -> exists c, In c group /\ g c = d.
Proof.
  intros p g group d Hp Hg Hgroup Hd. apply (group_has_digit p); auto.
  - now apply complete_groups_In.
  - now apply complete_groups_length.
Qed.
