(** The constraints of the encodings state the rules. *)

From Coq Require Import NArith Bool List FinFun Lia.
From SudokuProof Require Import Sudoku Cnf AtMostOne Schemes Houses EveryDigit Encoding.
Import ListNotations.
Open Scope N_scope.

(** * Variables *)

Lemma var_inj : forall p a b d e, on_board p a -> on_board p b -> is_digit p d -> is_digit p e ->
  var p a d = var p b e -> a = b /\ d = e.
Proof.
  intros p [ra ca] [rb cb] d e [Hra Hca] [Hrb Hcb] Hd He H. unfold var in H. simpl in *. unfold is_digit in *.
  assert (E : (ra * board_size p + ca) * board_size p + N.pred d = (rb * board_size p + cb) * board_size p + N.pred e).
  { apply N.succ_inj. rewrite <- !N.succ_pos_spec. now rewrite H. }
  assert (E1 : ra * board_size p + ca = rb * board_size p + cb /\ N.pred d = N.pred e).
  { apply (N.div_mod_unique (board_size p)); lia. }
  destruct E1 as [E1 E2].
  assert (E3 : ra = rb /\ ca = cb) by (apply (N.div_mod_unique (board_size p)); lia).
  destruct E3 as [-> ->]. split; [easy|lia].
Qed.

Lemma var_bounded : forall p c d, on_board p c -> is_digit p d -> (var p c d <= last_candidate p)%positive.
Proof.
  intros p [r k] d [Hr Hk] Hd. unfold var, last_candidate, is_digit in *. simpl in *.
  assert (H : (r * board_size p + k) * board_size p + N.pred d <= N.pred (board_size p * board_size p * board_size p))
    by nia.
  assert (Hpos : N.pos (N.succ_pos ((r * board_size p + k) * board_size p + N.pred d)) <=
    N.pos (N.succ_pos (N.pred (board_size p * board_size p * board_size p)))).
  { rewrite !N.succ_pos_spec. lia. }
  exact Hpos.
Qed.

(** * The constraints state the rules *)

Definition holds (m : model) (c : constraint) : Prop :=
  match c with Clauses f => satisfies m f | AtMostOne ls => at_most_one m ls end.

Definition all_hold (m : model) (cs : list constraint) : Prop := forall c, In c cs -> holds m c.

Lemma all_hold_app : forall m cs cs', all_hold m (cs ++ cs') <-> all_hold m cs /\ all_hold m cs'.
Proof.
  intros m cs cs'. unfold all_hold. split.
  - intros H. split; intros c Hc; apply H, in_app_iff; auto.
  - intros [H H'] c Hc. apply in_app_iff in Hc as [Hc|Hc]; auto.
Qed.

Lemma units_hold : forall p m, all_hold m (units p) <->
  (forall c d, In (c, d) (given_candidates p) -> m (var p c d) = true) /\
  (forall c d, In (c, d) (excluded p) -> m (var p c d) = false).
Proof.
  intros p m. unfold all_hold, units. split.
  - intros H. split; intros c d Hin.
    + destruct (H _ (or_introl eq_refl) [Pos (var p c d)]) as (l & [<-|[]] & Hl); [|easy].
      apply in_map_iff. now exists (c, d).
    + destruct (H _ (or_intror (or_introl eq_refl)) [Neg (var p c d)]) as (l & [<-|[]] & Hl).
      * apply in_map_iff. now exists (c, d).
      * simpl in Hl. now apply negb_true_iff.
  - intros [Hg He] k [<-|[<-|[]]] f Hf; apply in_map_iff in Hf as ((c & d) & <- & Hin).
    + exists (Pos (var p c d)). simpl. auto.
    + exists (Neg (var p c d)). simpl. rewrite (He c d Hin). auto.
Qed.

Lemma cells_at_least_one_hold : forall p m, all_hold m (cells_at_least_one p) <->
  forall c, on_board p c -> exists d, is_digit p d /\ m (var p c d) = true.
Proof.
  intros p m. unfold all_hold, cells_at_least_one. split.
  - intros H c Hc. apply cells_In in Hc.
    assert (Hs : holds m (Clauses [cell_literals p c])) by (apply H, in_map_iff; now exists c).
    apply satisfies_one in Hs as (l & Hl & Ht). apply in_map_iff in Hl as (d & <- & Hd).
    exists d. now rewrite <- digits_In.
  - intros H k Hk. apply in_map_iff in Hk as (c & <- & Hc). apply cells_In in Hc.
    destruct (H c Hc) as (d & Hd & Ht). apply satisfies_one. exists (Pos (var p c d)). split; [|easy].
    apply in_map_iff. exists d. now rewrite digits_In.
Qed.

Lemma cells_at_most_one_hold : forall p m, all_hold m (cells_at_most_one p) <->
  forall c d e, on_board p c -> is_digit p d -> is_digit p e ->
    m (var p c d) = true -> m (var p c e) = true -> d = e.
Proof.
  intros p m. unfold all_hold, cells_at_most_one. split.
  - intros H c d e Hc Hd He Htd Hte. apply cells_In in Hc. apply digits_In in Hd, He.
    assert (Hs : at_most_one m (cell_literals p c)) by (apply (H (AtMostOne _)), in_map_iff; now exists c).
    destruct (N.eq_dec d e) as [|Hde]; [easy|]. exfalso.
    destruct (pairs_of_different _ _ _ _ Hd He Hde) as [Hp|Hp].
    + apply (Hs (Pos (var p c d)) (Pos (var p c e))); auto. apply in_pairs_map. eauto.
    + apply (Hs (Pos (var p c e)) (Pos (var p c d))); auto. apply in_pairs_map. eauto.
  - intros H k Hk. apply in_map_iff in Hk as (c & <- & Hc). apply cells_In in Hc.
    intros x y Hxy Hx Hy. apply in_pairs_map in Hxy as (d & e & Hp & -> & ->).
    pose proof (pairs_NoDup _ _ _ _ (digits_NoDup p) Hp). apply in_pairs in Hp as [Hd He].
    apply digits_In in Hd, He. eauto.
Qed.

(** Cells that see each other do not contain the same digit. *)
Definition seen_differ (p : puzzle) (m : model) : Prop :=
  forall a b d, on_board p a -> on_board p b -> a <> b -> sees p a b = true -> is_digit p d ->
    m (var p a d) = true -> m (var p b d) = true -> False.

Lemma groups_seen : forall p h a b, well_formed p = true -> In h (houses p) -> In a (members h) -> In b (members h) ->
  a <> b -> sees p a b = true.
Proof. intros p h a b Hp Hh. apply houses_members in Hh as [Hh _]. now apply group_seen. Qed.

Lemma fresh_seen : forall p h a b, well_formed p = true -> In h (houses p) -> In (a, b) (fresh h) ->
  on_board p a /\ on_board p b /\ a <> b /\ sees p a b = true.
Proof.
  intros p h a b Hp Hh Hab. destruct (houses_members _ _ Hh) as [Hg Hfresh]. apply Hfresh in Hab.
  destruct (group_NoDup _ _ Hg) as [HNoDup Hboard].
  pose proof (pairs_NoDup _ _ _ _ HNoDup Hab). apply in_pairs in Hab as [Ha Hb].
  repeat split; try apply Hboard; auto. now apply (groups_seen p h).
Qed.

Lemma seen_differ_by_fresh : forall p m, well_formed p = true ->
  (forall h a b d, In h (houses p) -> In (a, b) (fresh h) -> is_digit p d ->
    m (var p a d) = true -> m (var p b d) = true -> False) -> seen_differ p m.
Proof.
  intros p m Hp H a b d Ha Hb Hab Hsee Hd Hta Htb.
  apply share_sees in Hsee as (group & Hg & Hga & Hgb); auto.
  assert (Hcover : forall x y, In (x, y) (pairs group) -> m (var p x d) = true -> m (var p y d) = true -> False).
  { intros x y Hxy. revert group x y Hg Hga Hgb Hxy.
    intros group x y Hg _ _ Hxy.
    apply (fresh_pairs_cover p (fun x y => m (var p x d) = true -> m (var p y d) = true ->
      False)) with (group := group);
      auto. intros h x' y' Hh Hf. now apply (H h). }
  destruct (pairs_of_different _ _ _ _ Hga Hgb Hab) as [Hp'|Hp']; eauto.
Qed.

Lemma house_at_most_one_holds : forall s p m h d,
  (forall a b, In (a, b) (pairs (members h)) -> m (var p a d) = true -> m (var p b d) = true -> False) ->
  incl (fresh h) (pairs (members h)) -> holds m (house_at_most_one s p h d).
Proof.
  intros s p m h d H Hfresh.
  assert (Hmembers : at_most_one m (place_literals p (members h) d)).
  { intros x y Hxy. unfold place_literals in Hxy. apply in_pairs_map in Hxy as (a & b & Hab & -> & ->). now apply H. }
  destruct s; try exact Hmembers. intros f Hf. apply in_map_iff in Hf as ((a & b) & <- & Hab). apply Hfresh in Hab.
    simpl.
  destruct (m (var p a d)) eqn:Ea; [destruct (m (var p b d)) eqn:Eb|].
  - now destruct (H a b Hab).
  - exists (Neg (var p b d)). simpl. rewrite Eb. auto.
  - exists (Neg (var p a d)). simpl. rewrite Ea. auto.
Qed.

Lemma house_at_most_one_fresh : forall s p m h d a b, incl (fresh h) (pairs (members h)) ->
  holds m (house_at_most_one s p h d) -> In (a, b) (fresh h) -> m (var p a d) = true -> m (var p b d) = true -> False.
Proof.
  intros s p m h d a b Hfresh Hs Hab Ha Hb.
  assert (Hmembers : at_most_one m (place_literals p (members h) d) -> False).
  { intros H. apply (H (Pos (var p a d)) (Pos (var p b d))); auto. apply in_pairs_map. exists a, b. auto. }
  destruct s; try exact (Hmembers Hs). destruct (Hs [Neg (var p a d); Neg (var p b d)]) as (l & Hl & Ht).
  { apply in_map_iff. now exists (a, b). }
  destruct Hl as [<-|[<-|[]]]; simpl in Ht; apply negb_true_iff in Ht; congruence.
Qed.

Lemma houses_at_most_one_hold : forall s p m, well_formed p = true ->
  all_hold m (houses_at_most_one s p (houses p)) <-> seen_differ p m.
Proof.
  intros s p m Hp. unfold all_hold, houses_at_most_one. split.
  - intros H. apply seen_differ_by_fresh; [easy|]. intros h a b d Hh Hab Hd.
    apply (house_at_most_one_fresh s p m h d); [apply (houses_members p h Hh)| |easy].
    apply H, in_flat_map. exists h. split; [easy|]. now apply in_map, digits_In.
  - intros H k Hk. apply in_flat_map in Hk as (h & Hh & Hk). apply in_map_iff in Hk as (d & <- & Hd).
    apply digits_In in Hd. destruct (houses_members _ _ Hh) as [Hg Hfresh]. destruct (group_NoDup _ _ Hg) as [HNoDup
      Hboard].
    apply house_at_most_one_holds; [|easy]. intros a b Hab. pose proof (pairs_NoDup _ _ _ _ HNoDup Hab) as Hne.
    apply in_pairs in Hab as [Ha Hb]. apply H; auto. now apply (groups_seen p h).
Qed.

Lemma classic_cells_hold : forall p m, all_hold m (classic_cells p) <-> all_hold m (cells_at_least_one p).
Proof.
  intros p m.
  assert (Hcells : forall c, In c (cells_by_column p) <-> In c (cells p)).
  { intros [r k]. rewrite cells_In. unfold cells_by_column, on_board. rewrite in_map_iff. simpl. split.
    - intros ((i & j) & E & H). apply positions_In in H. inversion E; subst. simpl. tauto.
    - intros H. exists (k, r). rewrite positions_In. simpl. tauto. }
  assert (Hrev : forall c, holds m (Clauses [rev (cell_literals p c)]) <-> holds m (Clauses [cell_literals p c])).
  { intros c. simpl. rewrite !satisfies_one. unfold satisfies_clause.
    split; intros (l & Hl & Ht); exists l; [rewrite in_rev|rewrite <- in_rev]; auto. }
  unfold all_hold, classic_cells, cells_at_least_one. split; intros H k Hk; apply in_map_iff in Hk as (c & <- & Hc);
    apply Hrev, H, in_map_iff; exists c; now rewrite Hcells in *.
Qed.

Lemma in_ordered_pairs : forall A (l before : list A) x y, In (x, y) (ordered_pairs before l) <->
  In (x, y) (pairs l) \/ In (y, x) (pairs l) \/ In x l /\ In y before.
Proof.
  intros A l. induction l as [|z l IH]; intros before x y; simpl; [tauto|].
  rewrite !in_app_iff, IH, !in_map_iff, in_app_iff. split.
  - intros [(w & E & Hw)|[H|[H|[Hx [Hy|[<-|[]]]]]]]; try tauto.
    + inversion E; subst. apply in_app_iff in Hw as [Hw|Hw]; [tauto|]. left. left. now exists y.
    + right. left. left. now exists x.
  - intros [[(w & E & Hw)|H]|[[(w & E & Hw)|H]|[[<-|Hx] Hy]]]; try tauto.
    + inversion E; subst. left. exists y. rewrite in_app_iff. auto.
    + inversion E; subst. right. right. right. simpl. auto.
    + left. exists y. rewrite in_app_iff. auto.
Qed.

Lemma classic_houses_hold : forall p m, well_formed p = true ->
  all_hold m (classic_houses p (houses p)) <-> seen_differ p m.
Proof.
  intros p m Hp. rewrite <- (houses_at_most_one_hold Ladder) by easy.
  assert (Hpair : forall l x y d, satisfies m (map (fun pair => [Neg (var p (fst pair) d);
    Neg (var p (snd pair) d)]) l) ->
    In (x, y) l -> m (var p x d) = true -> m (var p y d) = true -> False).
  { intros l x y d H Hxy Hx Hy. destruct (H [Neg (var p x d); Neg (var p y d)]) as (k & Hk & Ht).
    { apply in_map_iff. now exists (x, y). }
    destruct Hk as [<-|[<-|[]]]; simpl in Ht; apply negb_true_iff in Ht; congruence. }
  unfold all_hold, classic_houses, houses_at_most_one. split; intros H k Hk;
    apply in_flat_map in Hk as (h & Hh & Hk); apply in_map_iff in Hk as (d & <- & Hd).
  - intros x y Hxy Hx Hy. apply in_pairs_map in Hxy as (a & b & Hab & -> & ->).
    apply (Hpair (ordered_pairs [] (members h)) a b d); auto.
    + apply (H (Clauses _)), in_flat_map. exists h. split; [easy|]. apply in_map_iff. now exists d.
    + apply in_ordered_pairs. auto.
  - assert (Hs : at_most_one m (place_literals p (members h) d)).
    { apply (H (AtMostOne _)), in_flat_map. exists h. split; [easy|]. now apply (in_map (house_at_most_one Ladder p
      h)). }
    intros f Hf. apply in_map_iff in Hf as ((a & b) & <- & Hab). apply in_ordered_pairs in Hab. simpl.
    destruct (m (var p a d)) eqn:Ea; [destruct (m (var p b d)) eqn:Eb|].
    + exfalso. destruct Hab as [Hab|[Hab|[_ []]]].
      * apply (Hs (Pos (var p a d)) (Pos (var p b d))); auto. apply in_pairs_map. exists a, b. auto.
      * apply (Hs (Pos (var p b d)) (Pos (var p a d))); auto. apply in_pairs_map. exists b, a. auto.
    + exists (Neg (var p b d)). simpl. rewrite Eb. auto.
    + exists (Neg (var p a d)). simpl. rewrite Ea. auto.
Qed.

Lemma complete_house_has_digit : forall p g h d, well_formed p = true -> solves p g -> In h (houses p) ->
  is_complete p h = true -> is_digit p d -> exists c, In c (members h) /\ g c = d.
Proof.
  intros p g h d Hp Hg Hh Hc Hd. unfold is_complete in Hc. apply andb_true_iff in Hc as [Hc _]. apply N.eqb_eq in Hc.
  apply (group_has_digit p); auto; [now apply houses_members|lia].
Qed.

Lemma houses_at_least_one_hold : forall p m g, well_formed p = true -> decodes p m g -> solves p g ->
  all_hold m (houses_at_least_one p (houses p)).
Proof.
  intros p m g Hp Hm Hg k Hk. unfold houses_at_least_one in Hk. apply in_flat_map in Hk as (h & Hh & Hk).
  apply filter_In in Hh as [Hh Hc]. apply in_map_iff in Hk as (d & <- & Hd). apply digits_In in Hd.
  destruct (complete_house_has_digit p g h d) as (c & Hin & E); auto.
  apply satisfies_one. exists (Pos (var p c d)). split.
  - unfold place_literals. now apply (in_map (fun c => Pos (var p c d))).
  - simpl. rewrite Hm; auto.
    + now apply N.eqb_eq.
    + apply houses_members in Hh as [Hh _]. destruct (group_NoDup _ _ Hh) as [_ Hboard]. auto.
Qed.

(** The rules hold for a grid if and only if these constraints hold for its model. *)
Definition rules_hold (p : puzzle) (m : model) : Prop :=
  all_hold m (units p) /\ all_hold m (cells_at_least_one p) /\ all_hold m (cells_at_most_one p) /\ seen_differ p m.

Lemma candidate_of_list : forall p l c d, forallb (candidate_fits p) l = true -> In (c, d) l ->
  on_board p c /\ is_digit p d.
Proof. intros p l c d H Hin. rewrite forallb_forall in H. now apply candidate_fits_iff, H. Qed.

Lemma rules_hold_solves : forall p m g, well_formed p = true -> decodes p m g -> rules_hold p m <-> solves p g.
Proof.
  intros p m g Hp Hm. unfold rules_hold. rewrite units_hold, cells_at_least_one_hold, cells_at_most_one_hold.
  pose proof Hp as Hw. unfold well_formed in Hw. rewrite !andb_true_iff in Hw. destruct Hw as [[_ Hgivens] Hexcluded].
  split.
  - intros ([Hg He] & Hsome & _ & Hdiffer).
    assert (Hdigit : forall c, on_board p c -> is_digit p (g c)).
    { intros c Hc. destruct (Hsome c Hc) as (d & Hd & Ht). rewrite Hm in Ht by easy. apply N.eqb_eq in Ht. now subst. }
    split.
    + exact Hdigit.
    + intros a b Ha Hb Hab Hsee E.
      apply (Hdiffer a b (g a)); auto; rewrite Hm; auto; apply N.eqb_eq; auto.
    + intros c Hc Hgiven. assert (Hin : In (c, at_cell p (givens p) c) (given_candidates p)) by now apply
        given_candidates_In.
      destruct (candidate_of_list _ _ _ _ Hgivens Hin). specialize (Hg _ _ Hin). rewrite Hm in Hg by easy.
      now apply N.eqb_eq.
    + intros c d Hin. destruct (candidate_of_list _ _ _ _ Hexcluded Hin). specialize (He c d Hin).
      rewrite Hm in He by easy. now apply N.eqb_neq.
  - intros Hg. repeat split.
    + intros c d Hin. destruct (candidate_of_list _ _ _ _ Hgivens Hin). rewrite Hm by easy.
      apply given_candidates_In in Hin as (Hc & -> & Hd). now apply N.eqb_eq, (givens_kept p g Hg).
    + intros c d Hin. destruct (candidate_of_list _ _ _ _ Hexcluded Hin). rewrite Hm by easy.
      now apply N.eqb_neq, (excluded_avoided p g Hg).
    + intros c Hc. pose proof (digits_in_cells p g Hg c Hc). exists (g c). split; [easy|].
      rewrite Hm by easy. now apply N.eqb_eq.
    + intros c d e Hc Hd He Htd Hte. rewrite Hm in Htd, Hte by easy. apply N.eqb_eq in Htd, Hte. congruence.
    + intros a b d Ha Hb Hab Hsee Hd Hta Htb. rewrite Hm in Hta, Htb by easy. apply N.eqb_eq in Hta, Htb.
      apply (seen_cells_differ p g Hg a b); auto. congruence.
Qed.

Lemma rules_hold_decode : forall p m, rules_hold p m -> decodes p m (decode p m).
Proof.
  intros p m (_ & Hsome & Hmost & _) c d Hc Hd. rewrite cells_at_least_one_hold in Hsome.
  rewrite cells_at_most_one_hold in Hmost. destruct (Hsome c Hc) as (e & He & Hte). unfold decode.
  assert (Hfilter : forall x, In x (filter (fun d => m (var p c d)) (digits p)) -> x = e).
  { intros x Hx. apply filter_In in Hx as [Hx Ht]. apply digits_In in Hx. apply (Hmost c); auto. }
  destruct (filter (fun d => m (var p c d)) (digits p)) as [|x rest] eqn:E.
  - assert (Hin : In e []) by (rewrite <- E; apply filter_In; now rewrite digits_In). destruct Hin.
  - simpl. rewrite (Hfilter x) by now left. destruct (m (var p c d)) eqn:Et.
    + symmetry. apply N.eqb_eq, (Hmost c); auto.
    + symmetry. apply N.eqb_neq. intros ->. congruence.
Qed.

Lemma model_of_decodes : forall p g, (forall c, on_board p c -> is_digit p (g c)) -> decodes p (model_of p g) g.
Proof.
  intros p g Hg c d Hc Hd. unfold model_of. destruct (g c =? d) eqn:E.
  - apply N.eqb_eq in E. subst. apply existsb_exists. exists c. rewrite cells_In. split; [easy|]. apply Pos.eqb_refl.
  - apply not_true_iff_false. intros H. apply existsb_exists in H as (b & Hb & Ev). apply cells_In in Hb.
    apply Pos.eqb_eq, var_inj in Ev as [-> ->]; auto. now rewrite N.eqb_refl in E.
Qed.
