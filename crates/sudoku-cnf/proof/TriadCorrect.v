(** The triad encoding is correct. *)

From Coq Require Import NArith Bool List Lia.
From SudokuProof Require Import Sudoku Cnf AtMostOne Groups Schemes Houses EveryDigit Encoding Constraints
  EncodingCorrect Triad.
Import ListNotations.
Open Scope N_scope.

(** * Constraints on segments *)

Lemma all_hold_flat_map : forall A m (f : A -> list constraint) l,
  all_hold m (flat_map f l) <-> forall x, In x l -> all_hold m (f x).
Proof. intros A m f l. apply forall_in_flat_map. Qed.

Lemma exactly_one_holds : forall m ls,
  all_hold m (exactly_one ls) <-> satisfies_clause m ls /\ at_most_one m ls.
Proof.
  intros m ls. unfold all_hold, exactly_one. split.
  - intros H. split.
    + apply satisfies_one. apply (H (Clauses [ls])). now left.
    + apply (H (AtMostOne ls)). right. now left.
  - intros [Hsome Hmost] c [<-|[<-|[]]]; [|easy]. now apply satisfies_one.
Qed.

Lemma segments_defined_hold : forall p m, all_hold m (segments_defined p) <->
  forall k s d, In (k, s) (segments p) -> is_digit p d ->
    satisfies_clause m (segment_literals p k s d) /\ at_most_one m (segment_literals p k s d).
Proof.
  intros p m. unfold segments_defined. rewrite all_hold_flat_map. split.
  - intros H k s d Hs Hd. specialize (H _ Hs). rewrite all_hold_flat_map in H.
    apply exactly_one_holds, H. now apply digits_In.
  - intros H (k & s) Hs. apply all_hold_flat_map. intros d Hd. apply exactly_one_holds, H; [easy|].
    now apply digits_In.
Qed.

Lemma sets_hold : forall p m, all_hold m (sets_exactly_one p) <->
  forall set d, In set (segment_sets p) -> is_digit p d ->
    satisfies_clause m (set_literals p set d) /\ at_most_one m (set_literals p set d).
Proof.
  intros p m. unfold sets_exactly_one. rewrite all_hold_flat_map. split.
  - intros H set d Hs Hd. specialize (H _ Hs). rewrite all_hold_flat_map in H.
    apply exactly_one_holds, H. now apply digits_In.
  - intros H set Hs. apply all_hold_flat_map. intros d Hd. apply exactly_one_holds, H; [easy|]. now apply digits_In.
Qed.

(* Otherwise, tactics compute the segments. *)
Local Opaque var segment_var numbers_where segments segmented_lines separate_boxes.

(** * The constraints imply the rules *)

Section Sound.

Variables (p : puzzle) (m : model).
Context (Hp : well_formed p = true) (Hsegments : all_hold m (segments_defined p))
  (Hsets : all_hold m (sets_exactly_one p)).

Let contains c d := m (var p c d) = true.

Lemma segment_var_true : forall k s c d, In (k, s) (segments p) -> is_digit p d -> In c (places s) -> contains c d ->
  m (segment_var p k d) = true.
Proof.
  intros k s c d Hs Hd Hc Ht. rewrite segments_defined_hold in Hsegments.
  destruct (Hsegments k s d Hs Hd) as [_ Hmost]. apply not_false_iff_true. intros Hf.
  apply (Hmost (Pos (var p c d)) (Neg (segment_var p k d))); simpl; [|easy|now rewrite Hf].
  apply pairs_app. right. right. split; [|now left]. now apply (in_map (fun c => Pos (var p c d))).
Qed.

Lemma segment_differ : forall k s a b d, In (k, s) (segments p) -> is_digit p d -> In a (places s) -> In b (places s) ->
  a <> b -> contains a d -> contains b d -> False.
Proof.
  intros k s a b d Hs Hd Ha Hb Hab Hta Htb. rewrite segments_defined_hold in Hsegments.
  destruct (Hsegments k s d Hs Hd) as [_ Hmost].
  assert (Hpair : forall x y, In (x, y) (pairs (places s)) -> contains x d -> contains y d -> False).
  { intros x y Hxy Hx Hy. apply (Hmost (Pos (var p x d)) (Pos (var p y d))); auto. apply pairs_app. left.
    apply in_pairs_map. exists x, y. auto. }
  destruct (pairs_of_different _ _ _ _ Ha Hb Hab); eauto.
Qed.

(** Two cells in different segments of a set do not both contain the digit. *)
Lemma set_differ : forall f k s a k' s' b d, In (numbers_where p f) (segment_sets p) ->
  In (k, s) (segments p) -> In (k', s') (segments p) -> f s = true -> f s' = true -> s <> s' -> is_digit p d ->
  In a (places s) -> In b (places s') -> contains a d -> contains b d -> False.
Proof.
  intros f k s a k' s' b d Hf Hs Hs' Hfs Hfs' Hne Hd Ha Hb Hta Htb. rewrite sets_hold in Hsets.
  destruct (Hsets _ d Hf Hd) as [_ Hmost].
  pose proof (segment_var_true k s a d Hs Hd Ha Hta). pose proof (segment_var_true k' s' b d Hs' Hd Hb Htb).
  clear Hsegments Hsets Hp.
  destruct (numbers_where_different p f k s k' s' Hs Hs' Hfs Hfs' Hne) as [H'|H'].
  - apply (Hmost (Pos (segment_var p k d)) (Pos (segment_var p k' d))); [|easy|easy].
    apply in_pairs_map. exists k, k'. tauto.
  - apply (Hmost (Pos (segment_var p k' d)) (Pos (segment_var p k d))); [|easy|easy].
    apply in_pairs_map. exists k', k. tauto.
Qed.

Lemma line_differ : forall j l a b d, In (j, l) (enumerate (segmented_lines p)) -> is_digit p d ->
  In a (line_cells l) -> In b (line_cells l) -> a <> b -> contains a d -> contains b d -> False.
Proof.
  intros j l a b d Hl Hd Ha Hb Hab Hta Htb.
  destruct (segment_exists p j l a Hl Ha) as (k & s & Hs & Hline & _ & Hbox & Hplace).
  destruct (segment_exists p j l b Hl Hb) as (k' & s' & Hs' & Hline' & _ & Hbox' & Hplace').
  destruct (segment_eq_dec s s') as [<-|Hne].
  - now apply (segment_differ k s a b d).
  - apply (set_differ (fun s => line_number s =? j) k s a k' s' b d); auto; try now apply N.eqb_eq.
    unfold segment_sets. apply in_app_iff. left. apply (in_map (line_set p)), range_In.
    now apply enumerate_below in Hl.
Qed.

Lemma box_differ : forall box a b d, In box (separate_boxes p) -> is_digit p d -> In a box -> In b box ->
  a <> b -> contains a d -> contains b d -> False.
Proof.
  intros box a b d Hbox Hd Ha Hb Hab Hta Htb.
  assert (Hboard : forall c, In c box -> on_board p c).
  { intros c. apply group_NoDup, complete_groups_In, box_group, Hbox. }
  destruct (line_of_cell p a box false) as (j & l & Hl & Hrow & Hal); auto.
  destruct (line_of_cell p b box false) as (j' & l' & Hl' & Hrow' & Hbl); auto.
  destruct (segment_exists p j l a Hl Hal) as (k & s & Hs & Hline & Hcolumn & Hin & Hplace).
  destruct (segment_exists p j' l' b Hl' Hbl) as (k' & s' & Hs' & Hline' & Hcolumn' & Hin' & Hplace').
  destruct (segment_eq_dec s s') as [<-|Hne].
  - now apply (segment_differ k s a b d).
  - apply (set_differ (fun s => same_box_of (in_box s) (Some box) && Bool.eqb (in_column s) false) k s a k' s' b d);
      auto.
    + unfold segment_sets. apply in_app_iff. right. apply in_flat_map. exists box. split; [easy|]. now left.
    + rewrite Hin, Hcolumn, Hrow, (proj2 (box_of_In p a box)) by auto. simpl. now rewrite same_cells_refl.
    + rewrite Hin', Hcolumn', Hrow', (proj2 (box_of_In p b box)) by auto. simpl. now rewrite same_cells_refl.
Qed.

Lemma triad_seen_differ : forall s, all_hold m (other_houses s p) -> seen_differ p m.
Proof.
  intros s Hothers. apply seen_differ_by_fresh; [easy|]. intros h a b d Hh Hab Hd.
  pose proof (fresh_seen p h a b Hp Hh Hab) as (_ & _ & Hne & _).
  destruct (houses_members _ _ Hh) as [_ Hfresh]. pose proof (Hfresh _ Hab) as Hpair. apply in_pairs in Hpair as [Ha
    Hb].
  destruct (has_segments p h) eqn:E.
  - apply existsb_exists in E as (group & Hg & E). apply same_cells_eq in E. subst group.
    apply in_app_iff in Hg as [Hg|Hg].
    + apply in_map_iff in Hg as (l & El & Hl). rewrite <- El in *. apply enumerate_exists in Hl as (j & Hl).
      now apply (line_differ j l).
    + now apply (box_differ (members h)).
  - apply (house_at_most_one_fresh s p m h d a b Hfresh); [|easy]. apply Hothers. unfold other_houses.
    apply in_flat_map. exists h. rewrite filter_In, E. split; [easy|]. apply in_flat_map. exists d.
    rewrite digits_In, in_app_iff. split; [easy|]. right. now left.
Qed.

End Sound.

Lemma triad_rules : forall s p m, well_formed p = true -> all_hold m (triad_constraints s p) -> rules_hold p m.
Proof.
  intros s p m Hp H. unfold triad_constraints in H. repeat rewrite all_hold_app in H.
  destruct H as (Hunits & Hsome & Hmost & Hsegments & Hsets & Hothers).
  repeat split; try easy. now apply (triad_seen_differ p m Hp Hsegments Hsets s).
Qed.

(** * A solution has a model *)

Section Complete.

Variables (p : puzzle) (g : grid).
Context (Hp : well_formed p = true) (Hg : solves p g).

(** Whether segment k contains the digit. *)
Definition segment_contains (k d : N) : bool :=
  existsb (fun numbered => (fst numbered =? k) && existsb (fun c => g c =? d) (places (snd numbered))) (segments p).

Definition segment_value (index : N) : bool :=
  segment_contains (index / board_size p) (N.succ (index mod board_size p)).

Definition triad_model : model := extend (last_candidate p) (model_of p g) segment_value.

Lemma triad_model_decodes : decodes p triad_model g.
Proof.
  intros c d Hc Hd. rewrite <- (model_of_decodes p g (digits_in_cells p g Hg) c d Hc Hd). unfold triad_model.
  symmetry. now apply extend_agree, var_bounded.
Qed.

Local Transparent segment_var.

Lemma segment_model : forall k d, is_digit p d -> triad_model (segment_var p k d) = segment_contains k d.
Proof.
  intros k d Hd. unfold triad_model, segment_var. rewrite extend_auxiliary. unfold segment_value, is_digit in *.
  rewrite N.div_add_l, N.div_small, N.add_0_r by lia.
  rewrite N.add_comm, N.mod_add, N.mod_small by lia. f_equal. lia.
Qed.

Local Opaque segment_var.

Lemma segment_contains_iff : forall k s d, In (k, s) (segments p) ->
  segment_contains k d = true <-> exists c, In c (places s) /\ g c = d.
Proof.
  intros k s d Hs. unfold segment_contains. rewrite existsb_exists. split.
  - intros ((k' & s') & Hs' & H). simpl in H. apply andb_true_iff in H as [Ek H]. apply N.eqb_eq in Ek. subst k'.
    assert (s' = s) by exact (segment_of_number p k s' s Hs' Hs). subst s'.
    apply existsb_exists in H as (c & Hc & E). apply N.eqb_eq in E. eauto.
  - intros (c & Hc & E). exists (k, s). split; [easy|]. simpl. rewrite N.eqb_refl. simpl. apply existsb_exists.
    exists c. now rewrite N.eqb_eq.
Qed.

(** Two cells of a row, column or box do not contain the same digit. *)
Lemma same_group_same_cell : forall group a b, In group (complete_groups p) -> In a group -> In b group -> g a = g b ->
  a = b.
Proof.
  intros group a b Hgroup Ha Hb E. apply complete_groups_In in Hgroup. destruct (group_NoDup _ _ Hgroup) as [_ Hboard].
  destruct (cell_eq_dec a b) as [|Hab]; [easy|]. exfalso.
  apply (seen_cells_differ p g Hg a b); auto. now apply (group_seen p group).
Qed.

Lemma place_on_board : forall k s c, In (k, s) (segments p) -> In c (places s) -> on_board p c.
Proof.
  intros k s c Hs Hc. destruct (segment_places p k s Hs) as (l & Hl & _ & Hplaces).
  pose proof (complete_groups_In _ _ (line_group _ _ (segmented_line_In _ _ _ Hl))) as Hgroup.
  apply (group_NoDup _ _ Hgroup). now apply Hplaces.
Qed.

Lemma triad_segments_hold : all_hold triad_model (segments_defined p).
Proof.
  apply segments_defined_hold. intros k s d Hs Hd.
  assert (Hplace : forall c, In c (places s) -> triad_model (var p c d) = (g c =? d)).
  { intros c Hc. apply triad_model_decodes; [|easy]. now apply (place_on_board k s). }
  split.
  - destruct (segment_contains k d) eqn:E.
    + apply segment_contains_iff with (s := s) in E as (c & Hc & E); [|easy]. exists (Pos (var p c d)). split.
      * apply in_app_iff. left. now apply (in_map (fun c => Pos (var p c d))).
      * simpl. rewrite Hplace by easy. now apply N.eqb_eq.
    + exists (Neg (segment_var p k d)). split; [apply in_app_iff; right; now left|]. simpl.
      now rewrite segment_model, E.
  - intros x y Hxy Hx Hy. apply pairs_app in Hxy as [Hxy|[[]|[Hx' [<-|[]]]]].
    + apply in_pairs_map in Hxy as (a & b & Hab & -> & ->). simpl in Hx, Hy.
      pose proof (in_pairs _ _ _ _ Hab) as [Ha Hb]. rewrite Hplace in Hx, Hy by easy.
      apply N.eqb_eq in Hx, Hy. destruct (segment_places p k s Hs) as (l & Hl & _ & Hplaces).
      apply Hplaces in Ha as [Ha _], Hb as [Hb _].
      assert (E : a = b).
      { apply (same_group_same_cell (line_cells l)); auto; [|congruence]. apply line_group. now apply
        segmented_line_In in Hl. }
      exact (pairs_NoDup _ _ _ _ (segment_NoDup p k s Hs) Hab E).
    + apply in_map_iff in Hx' as (c & <- & Hc). simpl in Hx, Hy. rewrite Hplace in Hx by easy. apply N.eqb_eq in Hx.
      rewrite segment_model in Hy by easy. apply negb_true_iff in Hy.
      rewrite (proj2 (segment_contains_iff k s d Hs)) in Hy; [discriminate|]. eauto.
Qed.

(** A set of segments contains a digit once if its segments with a common cell are the same, and if some segment in the
    set contains any given cell of a row, column or box. *)
Lemma set_holds : forall f group d, In group (complete_groups p) -> is_digit p d ->
  (forall c, In c group -> exists k s, In (k, s) (segments p) /\ f s = true /\ In c (places s)) ->
  (forall k s c, In (k, s) (segments p) -> f s = true -> In c (places s) -> In c group) ->
  (forall k s k' s' c, In (k, s) (segments p) -> In (k', s') (segments p) -> f s = true -> f s' = true ->
    In c (places s) -> In c (places s') -> k = k') ->
  satisfies_clause triad_model (set_literals p (numbers_where p f) d) /\
  at_most_one triad_model (set_literals p (numbers_where p f) d).
Proof.
  intros f group d Hgroup Hd Hcover Hinside Hsame. split.
  - destruct (every_digit p g group d Hp Hg Hgroup Hd) as (c & Hc & E). destruct (Hcover c Hc) as (k & s & Hs & Hf &
      Hplace).
    exists (Pos (segment_var p k d)). split.
    + apply (in_map (fun k => Pos (segment_var p k d))), numbers_where_In. eauto.
    + simpl. rewrite segment_model by easy. apply (segment_contains_iff k s d Hs). eauto.
  - intros x y Hxy Hx Hy. apply in_pairs_map in Hxy as (k & k' & Hkk & -> & ->). simpl in Hx, Hy.
    rewrite segment_model in Hx, Hy by easy.
    apply numbers_where_pairs in Hkk as (Hne & s & s' & Hs & Hs' & Hf & Hf').
    apply (segment_contains_iff k s d Hs) in Hx as (c & Hc & E). apply (segment_contains_iff k' s' d Hs') in Hy as (c'
      & Hc' & E').
    assert (c = c') by (apply (same_group_same_cell group); eauto; congruence). subst c'. eauto.
Qed.

Lemma triad_sets_hold : all_hold triad_model (sets_exactly_one p).
Proof.
  apply sets_hold. intros set d Hset Hd. unfold segment_sets in Hset. apply in_app_iff in Hset as [Hset|Hset].
  - apply in_map_iff in Hset as (j & <- & Hj). apply range_In in Hj.
    destruct (enumerate_nth _ _ j Hj) as (l & Hl).
    assert (Hline : forall k s, In (k, s) (segments p) -> (line_number s =? j) = true ->
      forall c, In c (places s) <-> In c (line_cells l) /\ box_of p c = in_box s).
    { intros k s Hs Hf. apply N.eqb_eq in Hf. destruct (segment_places p k s Hs) as (l' & Hl' & _ & Hplaces).
      rewrite Hf in Hl'. now rewrite (enumerate_unique _ _ j l l' Hl Hl' line_eq_dec). }
    apply (set_holds _ (line_cells l)); auto.
    + apply line_group. now apply segmented_line_In in Hl.
    + intros c Hc. destruct (segment_exists p j l c Hl Hc) as (k & s & Hs & Ej & _ & _ & Hplace).
      exists k, s. now rewrite N.eqb_eq.
    + intros k s c Hs Hf Hc. now apply (Hline k s Hs Hf).
    + intros k s k' s' c Hs Hs' Hf Hf' Hc Hc'. apply (Hline k s Hs Hf) in Hc. apply (Hline k' s' Hs' Hf') in Hc'.
      apply N.eqb_eq in Hf, Hf'. apply (segment_unique p k s k' s'); auto; [congruence|].
      destruct Hc, Hc'. congruence.
  - apply in_flat_map in Hset as (box & Hbox & Hset).
    assert (Hboth : exists columns, set = box_set p box columns) by (destruct Hset as [<-|[<-|[]]]; eauto).
    destruct Hboth as [columns ->]. clear Hset.
    assert (Hboard : forall c, In c box -> on_board p c).
    { intros c. apply group_NoDup, complete_groups_In, box_group, Hbox. }
    assert (Hf_iff : forall s, same_box_of (in_box s) (Some box) && Bool.eqb (in_column s) columns = true <->
      in_box s = Some box /\ in_column s = columns).
    { intros s. now rewrite andb_true_iff, same_box_of_eq, eqb_true_iff. }
    apply (set_holds _ box); auto.
    + now apply box_group.
    + intros c Hc. destruct (line_of_cell p c box columns) as (j & l & Hl & Hcolumn & Hcl); auto.
      destruct (segment_exists p j l c Hl Hcl) as (k & s & Hs & _ & Hdirection & Hin & Hplace). exists k, s.
      rewrite Hf_iff, Hin, Hdirection, (proj2 (box_of_In p c box)) by auto. auto.
    + intros k s c Hs Hf Hc. apply Hf_iff in Hf as [Hin _]. destruct (segment_places p k s Hs) as (l & _ & _ & Hplaces).
      destruct (proj1 (Hplaces c) Hc) as [_ Ebox]. rewrite Hin in Ebox. now apply box_of_In in Ebox.
    + intros k s k' s' c Hs Hs' Hf Hf' Hc Hc'. apply Hf_iff in Hf as [Hin Hcolumn], Hf' as [Hin' Hcolumn'].
      destruct (segment_places p k s Hs) as (l & Hl & Hdirection & Hplaces).
      destruct (segment_places p k' s' Hs') as (l' & Hl' & Hdirection' & Hplaces').
      destruct (proj1 (Hplaces c) Hc) as [Hcl _], (proj1 (Hplaces' c) Hc') as [Hcl' _].
      apply (segment_unique p k s k' s'); auto; [|congruence].
      apply (segmented_lines_disjoint p _ l _ l' c); auto. congruence.
Qed.

Lemma triad_others_hold : forall s, all_hold triad_model (other_houses s p).
Proof.
  intros s. pose proof triad_model_decodes as Hm.
  assert (Hall : all_hold triad_model (constraints Complete s p)) by now apply solution_constraints with (g := g).
  unfold constraints in Hall. repeat rewrite all_hold_app in Hall. destruct Hall as (_ & _ & _ & Hsome & Hmost).
  unfold other_houses. apply all_hold_flat_map. intros h Hh. apply filter_In in Hh as [Hh _].
  apply all_hold_flat_map. intros d Hd. apply all_hold_app. split.
  - destruct (is_complete p h) eqn:E; [|now intros c []]. intros c [<-|[]]. apply Hsome. unfold houses_at_least_one.
    apply in_flat_map. exists h. rewrite filter_In. split; [easy|].
    now apply (in_map (fun d => Clauses [place_literals p (members h) d])).
  - intros c [<-|[]]. apply Hmost. unfold houses_at_most_one. apply in_flat_map. exists h. split;
      [easy|]. now apply in_map.
Qed.

Lemma solution_triad : forall s, all_hold triad_model (triad_constraints s p).
Proof.
  intros s. pose proof triad_model_decodes as Hm.
  assert (Hall : all_hold triad_model (constraints Natural s p)) by now apply solution_constraints with (g := g).
  unfold constraints in Hall. repeat rewrite all_hold_app in Hall. destruct Hall as (Hunits & Hsome & Hmost & _).
  unfold triad_constraints. repeat rewrite all_hold_app.
  repeat split; auto; [apply triad_segments_hold|apply triad_sets_hold|apply triad_others_hold].
Qed.

End Complete.

(** * Main theorems *)

Lemma segment_var_bounded : forall p k s d, In (k, s) (segments p) -> is_digit p d ->
  (segment_var p k d <= last_segment_variable p)%positive.
Proof.
  intros p k s d Hs Hd. Local Transparent segment_var. unfold segment_var. apply auxiliary_below. unfold is_digit in Hd.
  pose proof (segment_number p k s Hs). nia.
Qed.

Local Opaque segment_var.

Lemma triad_bounded : forall s p c, well_formed p = true -> In c (triad_constraints s p) ->
  bounded_constraint (last_segment_variable p) c.
Proof.
  intros s p c Hp Hc.
  assert (Hle : (last_candidate p <= last_segment_variable p)%positive) by apply after_grows.
  assert (Hold : forall e, In c (constraints e s p) -> bounded_constraint (last_segment_variable p) c).
  { intros e H. apply (bounded_constraint_le (last_candidate p)); [easy|]. now apply (constraints_bounded e s). }
  assert (Hexactly : forall ls, bounded_clause (last_segment_variable p) ls -> In c (exactly_one ls) ->
    bounded_constraint (last_segment_variable p) c).
  { intros ls Hls [<-|[<-|[]]]; [|easy]. intros f [<-|[]]. exact Hls. }
  unfold triad_constraints in Hc. rewrite !in_app_iff in Hc. destruct Hc as [Hc|[Hc|[Hc|[Hc|[Hc|Hc]]]]].
  - apply (Hold Natural). unfold constraints. rewrite !in_app_iff. auto.
  - apply (Hold Natural). unfold constraints. rewrite !in_app_iff. auto.
  - apply (Hold Natural). unfold constraints. rewrite !in_app_iff. auto.
  - apply in_flat_map in Hc as ((k & x) & Hx & Hc). apply in_flat_map in Hc as (d & Hd & Hc). apply digits_In in Hd.
    apply (Hexactly _) in Hc; [easy|]. intros l Hl. simpl in Hl. apply in_app_iff in Hl as [Hl|[<-|[]]].
    + apply in_map_iff in Hl as (a & <- & Ha). simpl.
      assert (Hv : (var p a d <= last_candidate p)%positive) by (apply var_bounded;
        [now apply (place_on_board p k x)|easy]).
      lia.
    + now apply (segment_var_bounded p k x).
  - apply in_flat_map in Hc as (set & Hset & Hc). apply in_flat_map in Hc as (d & Hd & Hc). apply digits_In in Hd.
    apply (Hexactly _) in Hc; [easy|]. intros l Hl. apply in_map_iff in Hl as (k & <- & Hk).
    assert (Hs : exists x, In (k, x) (segments p)).
    { unfold segment_sets in Hset. apply in_app_iff in Hset as [Hset|Hset].
      - apply in_map_iff in Hset as (j & <- & _). apply numbers_where_In in Hk as (x & Hx & _). eauto.
      - apply in_flat_map in Hset as (box & _ & [<-|[<-|[]]]); apply numbers_where_In in Hk as (x & Hx & _); eauto. }
    destruct Hs as (x & Hx). now apply (segment_var_bounded p k x).
  - apply (Hold Complete). unfold other_houses in Hc. apply in_flat_map in Hc as (h & Hh & Hc).
    apply filter_In in Hh as [Hh _]. apply in_flat_map in Hc as (d & Hd & Hc). unfold constraints. rewrite !in_app_iff.
    apply in_app_iff in Hc as [Hc|[<-|[]]].
    + destruct (is_complete p h) eqn:E; [|easy]. destruct Hc as [<-|[]]. do 3 right. left.
      unfold houses_at_least_one. apply in_flat_map. exists h. rewrite filter_In. split; [easy|].
      now apply (in_map (fun d => Clauses [place_literals p (members h) d])).
    + do 4 right. unfold houses_at_most_one. apply in_flat_map. exists h. split; [easy|]. now apply in_map.
Qed.

(** A grid solves the puzzle if and only if it is decoded from a model of the clauses. *)
Theorem triad_correct : forall s p g, well_formed p = true ->
  solves p g <-> exists m, satisfies m (triad s p) /\ decodes p m g.
Proof.
  intros s p g Hp. split.
  - intros Hg. pose proof (triad_model_decodes p g Hg) as Hm.
    destruct (emit_complete s (triad_constraints s p) (last_segment_variable p) (triad_model p g)) as (m & Ha & Hs).
    + intros c Hc. now apply (triad_bounded s).
    + now apply solution_triad.
    + exists m. split; [exact Hs|]. intros c d Hc Hd. rewrite <- Hm by easy. symmetry. apply Ha.
      pose proof (var_bounded p c d Hc Hd). pose proof (after_grows (last_candidate p)
        (length_of (segments p) * board_size p) : (last_candidate p <= last_segment_variable p)%positive). lia.
  - intros (m & Hs & Hm). apply emit_sound, triad_rules in Hs; [|easy]. now apply (rules_hold_solves p m).
Qed.

(** Every model of the clauses decodes into a solution. *)
Theorem triad_model_solves : forall s p m, well_formed p = true -> satisfies m (triad s p) ->
  decodes p m (decode p m) /\ solves p (decode p m).
Proof.
  intros s p m Hp Hm. apply emit_sound, triad_rules in Hm; [|easy].
  pose proof (rules_hold_decode p m Hm). split; [easy|]. now apply (rules_hold_solves p m).
Qed.
