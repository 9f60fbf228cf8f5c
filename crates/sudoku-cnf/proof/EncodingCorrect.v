(** The encodings are correct. *)

From Coq Require Import NArith Bool List FinFun Lia.
From SudokuProof Require Import Sudoku Cnf AtMostOne Schemes Houses EveryDigit Encoding Constraints.
Import ListNotations.
Open Scope N_scope.

(** * The clauses state the constraints *)

Definition bounded_constraint (n : positive) (c : constraint) : Prop :=
  match c with Clauses f => bounded n f | AtMostOne ls => bounded_clause n ls end.

Lemma holds_agree : forall n m m' c, agree n m m' -> bounded_constraint n c -> holds m c -> holds m' c.
Proof.
  intros n m m' [f|ls] Ha Hb H; simpl in *.
  - now apply (satisfies_agree n m).
  - intros a b Hab Hta Htb. pose proof (in_pairs _ _ _ _ Hab) as [Hina Hinb].
    apply (H a b Hab); [rewrite <- Hta|rewrite <- Htb]; apply (is_true_agree n); auto.
Qed.

Lemma bounded_constraint_le : forall n n' c, (n <= n')%positive -> bounded_constraint n c -> bounded_constraint n' c.
Proof.
  intros n n' [f|ls] H Hb; simpl in *.
  - intros c Hc. now apply (bounded_clause_le n), Hb.
  - now apply (bounded_clause_le n).
Qed.

Lemma emit_sound : forall s cs n m, satisfies m (concat (fst (emit s cs n))) -> all_hold m cs.
Proof.
  intros s cs. induction cs as [|[f|ls] cs IH]; simpl; intros n m H c Hc; [easy| |].
  - destruct (emit s cs n) as [fs last] eqn:E. simpl in H. apply satisfies_app in H as [Hf Hrest].
    destruct Hc as [<-|Hc]; [easy|]. apply (IH n m); [|easy]. now rewrite E.
  - pose proof (sound _ (schemes_correct s) ls n m) as Hsound. destruct (scheme_clauses s ls n) as [f next].
    destruct (emit s cs next) as [fs last] eqn:E. simpl in *. apply satisfies_app in H as [Hf Hrest].
    destruct Hc as [<-|Hc]; [now apply Hsound|]. apply (IH next m); [|easy]. now rewrite E.
Qed.

Lemma emit_complete : forall s cs n m, (forall c, In c cs -> bounded_constraint n c) -> all_hold m cs ->
  exists m', agree n m m' /\ satisfies m' (concat (fst (emit s cs n))).
Proof.
  intros s cs. induction cs as [|[f|ls] cs IH]; simpl; intros n m Hb H.
  - exists m. split; [apply agree_refl|apply satisfies_nil].
  - destruct (IH n m) as (m' & Ha & Hs).
    + intros c Hc. apply Hb. now right.
    + intros c Hc. apply H. now right.
    + exists m'. split; [easy|]. destruct (emit s cs n) as [fs last]. simpl in *. apply satisfies_app. split; [|easy].
      apply (holds_agree n m m' (Clauses f)); auto. apply (H (Clauses f)). now left.
  - assert (Hls : bounded_clause n ls) by (apply (Hb (AtMostOne ls)); now left).
    destruct (complete _ (schemes_correct s) ls n m Hls) as (m1 & Ha1 & Hs1).
    { apply (H (AtMostOne ls)). now left. }
    pose proof (grows _ (schemes_correct s) ls n) as Hgrows.
    pose proof (stays_below _ (schemes_correct s) ls n Hls) as Hbelow.
    destruct (scheme_clauses s ls n) as [f next]. simpl in *.
    destruct (IH next m1) as (m' & Ha & Hs).
    + intros c Hc. apply (bounded_constraint_le n); auto.
    + intros c Hc. apply (holds_agree n m); auto. apply H. now right.
    + exists m'. destruct (emit s cs next) as [fs last]. simpl in *. split.
      * now apply (agree_trans n next m m1).
      * apply satisfies_app. split; [|easy]. now apply (satisfies_agree next m1).
Qed.

Lemma constraints_bounded : forall e s p c, well_formed p = true -> In c (constraints e s p) ->
  bounded_constraint (last_candidate p) c.
Proof.
  intros e s p c Hp Hc.
  pose proof Hp as Hw. unfold well_formed in Hw. rewrite !andb_true_iff in Hw. destruct Hw as [[_ Hgivens] Hexcluded].
  assert (Hunits : In c (units p) -> bounded_constraint (last_candidate p) c).
  { intros [<-|[<-|[]]] f Hf l Hl; apply in_map_iff in Hf as ((x & d) & <- & Hin); destruct Hl as [<-|[]]; simpl;
      [destruct (candidate_of_list _ _ _ _ Hgivens Hin)|destruct (candidate_of_list _ _ _ _ Hexcluded Hin)];
      now apply var_bounded. }
  assert (Hliterals : forall x, on_board p x -> bounded_clause (last_candidate p) (cell_literals p x)).
  { intros x Hx l Hl. apply in_map_iff in Hl as (d & <- & Hd). apply digits_In in Hd. now apply var_bounded. }
  assert (Hsome : In c (cells_at_least_one p) -> bounded_constraint (last_candidate p) c).
  { intros H. apply in_map_iff in H as (x & <- & Hx). apply cells_In in Hx. intros f [<-|[]]. now apply Hliterals. }
  assert (Hmost : In c (cells_at_most_one p) -> bounded_constraint (last_candidate p) c).
  { intros H. apply in_map_iff in H as (x & <- & Hx). apply cells_In in Hx. now apply Hliterals. }
  assert (Hplaces : forall h d, In h (houses p) -> is_digit p d ->
    bounded_clause (last_candidate p) (place_literals p (members h) d)).
  { intros h d Hh Hd l Hl. apply in_map_iff in Hl as (x & <- & Hx). apply var_bounded; [|easy].
    apply houses_members in Hh as [Hh _]. destruct (group_NoDup _ _ Hh) as [_ Hboard]. auto. }
  assert (Heach : In c (houses_at_least_one p (houses p)) -> bounded_constraint (last_candidate p) c).
  { intros H. apply in_flat_map in H as (h & Hh & H). apply filter_In in Hh as [Hh _].
    apply in_map_iff in H as (d & <- & Hd). apply digits_In in Hd. intros f [<-|[]]. now apply Hplaces. }
  assert (Hat_most : In c (houses_at_most_one s p (houses p)) -> bounded_constraint (last_candidate p) c).
  { intros H. apply in_flat_map in H as (h & Hh & H). apply in_map_iff in H as (d & <- & Hd). apply digits_In in Hd.
    destruct s; try now apply Hplaces. intros f Hf l Hl. apply in_map_iff in Hf as ((a & b) & <- & Hab).
    destruct (fresh_seen _ _ _ _ Hp Hh Hab) as (Ha & Hb & _). destruct Hl as [<-|[<-|[]]]; now apply var_bounded. }
  assert (Hclassic : In c (classic_cells p ++ classic_houses p (houses p)) -> bounded_constraint (last_candidate p) c).
  { intros H. apply in_app_iff in H as [H|H].
    - apply in_map_iff in H as (x & <- & Hx). apply in_map_iff in Hx as ((i & j) & <- & Hij). apply positions_In in Hij.
      intros f [<-|[]] l Hl. rewrite <- in_rev in Hl. apply (Hliterals (Cell j i)); [now split|easy].
    - apply in_flat_map in H as (h & Hh & H). apply in_map_iff in H as (d & <- & Hd). apply digits_In in Hd.
      destruct (houses_members _ _ Hh) as [Hg _]. destruct (group_NoDup _ _ Hg) as [_ Hboard].
      intros f Hf l Hl. apply in_map_iff in Hf as ((a & b) & <- & Hab).
      assert (Hin : In a (members h) /\ In b (members h)).
      { apply in_ordered_pairs in Hab as [Hab|[Hab|[_ []]]]; apply in_pairs in Hab; tauto. }
      destruct Hl as [<-|[<-|[]]]; apply var_bounded; try apply Hboard; tauto. }
  unfold constraints in Hc. rewrite in_app_iff in Hc. destruct Hc as [Hc|Hc]; [auto|].
  destruct e; [| | |now apply Hclassic]; rewrite !in_app_iff in Hc; tauto.
Qed.

(** In a row, n cells with at least one digit each have exactly one, because each digit has at most one place. *)
Lemma minimal_cells_at_most_one : forall p m,
  all_hold m (cells_at_least_one p) -> seen_differ p m -> all_hold m (cells_at_most_one p).
Proof.
  intros p m Hsome Hdiffer. rewrite cells_at_least_one_hold in Hsome. apply cells_at_most_one_hold.
  intros c d e Hc Hd He Htd Hte. destruct (N.eq_dec d e) as [|Hde]; [easy|]. exfalso.
  set (place := fun k => Cell (row c) k).
  set (digit := fun k => if k =? column c then d else decode p m (place k)).
  assert (Hplace : forall k, In k (range (board_size p)) -> on_board p (place k)).
  { intros k Hk. apply range_In in Hk. destruct Hc. now split. }
  assert (Hdigit : forall k, In k (range (board_size p)) -> is_digit p (digit k) /\ m (var p (place k) (digit k)) =
    true).
  { intros k Hk. unfold digit. destruct (k =? column c) eqn:E.
    - apply N.eqb_eq in E. subst. destruct c. auto.
    - destruct (Hsome (place k)) as (x & Hx & Ht); [auto|]. unfold decode.
      assert (Hin : In x (filter (fun d => m (var p (place k) d)) (digits p))).
      { apply filter_In. now rewrite digits_In. }
      destruct (filter _ _) as [|y rest] eqn:Ef; [destruct Hin|]. simpl.
      assert (Hy : In y (filter (fun d => m (var p (place k) d)) (digits p))) by (rewrite Ef; now left).
      apply filter_In in Hy. now rewrite digits_In in Hy. }
  assert (Hdifferent : forall k k', In k (range (board_size p)) -> In k' (range (board_size p)) -> k <> k' ->
    forall x, is_digit p x -> m (var p (place k) x) = true -> m (var p (place k') x) = true -> False).
  { intros k k' Hk Hk' Hne x Hx. apply Hdiffer; auto.
    - intros E. now inversion E.
    - unfold sees, same_row. simpl. now rewrite N.eqb_refl. }
  assert (Hcolumn : In (column c) (range (board_size p))) by (apply range_In; now destruct Hc).
  assert (Hc' : place (column c) = c) by now destruct c.
  assert (Hlength : (length (e :: map digit (range (board_size p))) <= length (digits p))%nat).
  { apply NoDup_incl_length.
    - constructor.
      + intros Hin. apply in_map_iff in Hin as (k & E & Hk). destruct (Hdigit k Hk) as [_ Ht]. rewrite E in Ht.
        destruct (N.eq_dec k (column c)) as [->|Hne].
        * unfold digit in E. rewrite N.eqb_refl in E. contradiction.
        * apply (Hdifferent k (column c) Hk Hcolumn Hne e); auto; now rewrite ?Hc'.
      + assert (Hinj : forall k k', In k (range (board_size p)) -> In k' (range (board_size p)) -> digit k =
          digit k' -> k = k').
        { intros k k' Hk Hk' E. destruct (N.eq_dec k k') as [|Hne]; [easy|]. exfalso.
          destruct (Hdigit k Hk) as [Hx Ht]. destruct (Hdigit k' Hk') as [_ Ht']. rewrite <- E in Ht'.
          now apply (Hdifferent k k' Hk Hk' Hne (digit k)). }
        clear - Hinj. pose proof (range_NoDup (board_size p)) as Hnd. induction Hnd as [|x l Hx Hl IH]; simpl;
          constructor.
        * intros Hin. apply in_map_iff in Hin as (y & E & Hy). apply Hx. rewrite <- (Hinj y x); simpl; auto.
        * apply IH. intros k k' Hk Hk'. apply Hinj; simpl; auto.
    - intros x [<-|Hx]; [now apply digits_In|]. apply in_map_iff in Hx as (k & <- & Hk). apply digits_In.
      now apply Hdigit. }
  simpl in Hlength. rewrite map_length, range_length, digits_length in Hlength. lia.
Qed.

Lemma constraints_rules : forall e s p m, well_formed p = true -> all_hold m (constraints e s p) -> rules_hold p m.
Proof.
  intros e s p m Hp H. unfold constraints in H. apply all_hold_app in H as [Hu H].
  unfold rules_hold. destruct e; repeat rewrite all_hold_app in H; try rewrite houses_at_most_one_hold in H by easy;
    rewrite ?classic_cells_hold, ?classic_houses_hold in H by easy; try tauto.
  - repeat split; try tauto. now apply minimal_cells_at_most_one.
  - repeat split; try tauto. now apply minimal_cells_at_most_one.
Qed.

Lemma solution_constraints : forall e s p m g, well_formed p = true -> decodes p m g -> solves p g ->
  all_hold m (constraints e s p).
Proof.
  intros e s p m g Hp Hm Hg. pose proof (houses_at_least_one_hold p m g Hp Hm Hg) as Hhouses.
  apply rules_hold_solves with (1 := Hp) (2 := Hm) in Hg as (Hu & Hsome & Hmost & Hdiffer).
  unfold constraints. apply all_hold_app. split; [easy|].
  destruct e; repeat rewrite all_hold_app; rewrite ?houses_at_most_one_hold, ?classic_cells_hold, ?classic_houses_hold
    by easy; tauto.
Qed.

(** * Main theorems *)

(** Every model of the clauses decodes into a solution. *)
Theorem model_decodes : forall e s p m, well_formed p = true -> satisfies m (encode e s p) ->
  decodes p m (decode p m) /\ solves p (decode p m).
Proof.
  intros e s p m Hp Hm. apply emit_sound, constraints_rules in Hm; [|easy].
  pose proof (rules_hold_decode p m Hm). split; [easy|]. now apply (rules_hold_solves p m).
Qed.

(** A grid solves the puzzle if and only if it is decoded from a model of the clauses. *)
Theorem encode_correct : forall e s p g, well_formed p = true ->
  solves p g <-> exists m, satisfies m (encode e s p) /\ decodes p m g.
Proof.
  intros e s p g Hp. split.
  - intros Hg. pose proof (model_of_decodes p g (digits_in_cells p g Hg)) as Hm.
    destruct (emit_complete s (constraints e s p) (last_candidate p) (model_of p g)) as (m & Ha & Hs).
    + intros c Hc. now apply (constraints_bounded e s).
    + now apply solution_constraints with (g := g).
    + exists m. split; [exact Hs|]. intros c d Hc Hd. rewrite <- Hm by easy. symmetry. now apply Ha, var_bounded.
  - intros (m & Hs & Hm). apply emit_sound, constraints_rules in Hs; [|easy]. now apply (rules_hold_solves p m).
Qed.

(** Models restricted to candidates and solutions correspond one to one: two models decode into the same grid if and
    only if they agree on all candidates. *)
Theorem decodes_one_to_one : forall p m m' g g',
  (forall c, on_board p c -> is_digit p (g c)) -> decodes p m g -> decodes p m' g' ->
  same_grid p g g' <-> forall c d, on_board p c -> is_digit p d -> m (var p c d) = m' (var p c d).
Proof.
  intros p m m' g g' Hg Hm Hm'. split.
  - intros E c d Hc Hd. now rewrite Hm, Hm', (E c Hc).
  - intros E c Hc. specialize (E c (g c) Hc (Hg c Hc)). rewrite Hm, Hm', N.eqb_refl in E by auto.
    symmetry. now apply N.eqb_eq.
Qed.
