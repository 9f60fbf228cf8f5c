(** The schemes product, commander, bimander and bitwise are correct: a true literal implies the tag of its group, and
    two groups cannot both have their tag. *)

From Coq Require Import PArith NArith Bool List Lia.
From SudokuProof Require Import Sudoku Cnf AtMostOne.
Import ListNotations.
Open Scope N_scope.

Lemma enumerate_snd : forall A (l : list A), map snd (enumerate l) = l.
Proof.
  intros A l. unfold enumerate, length_of, range. rewrite Nnat.Nat2N.id. generalize O.
  induction l as [|x l IH]; intros k; simpl; [easy|]. now rewrite IH.
Qed.

Lemma enumerate_pairs : forall A (l : list A) i x j y, In ((i, x), (j, y)) (pairs (enumerate l)) -> i <> j.
Proof.
  intros A l i x j y. unfold enumerate, length_of, range. rewrite Nnat.Nat2N.id.
  assert (Hfrom : forall k (l : list A) a b, In (a, b) (combine (map N.of_nat (seq k (length l))) l) ->
    N.of_nat k <= a).
  { intros k l'. revert k. induction l' as [|z l' IH]; simpl; intros k a b H; [easy|].
    destruct H as [E|H]; [inversion E; lia|]. apply IH in H. lia. }
  generalize O. induction l as [|z l IH]; simpl; intros k H; [easy|]. apply in_app_iff in H as [H|H]; [|eauto].
  apply in_map_iff in H as ((j' & y') & E & H). inversion E; subst. apply Hfrom in H. lia.
Qed.

Lemma enumerate_below : forall A (l : list A) i x, In (i, x) (enumerate l) -> i < length_of l.
Proof. intros A l i x H. apply in_combine_l in H. now apply range_In in H. Qed.

Lemma enumerate_In : forall A (l : list A) i x, In (i, x) (enumerate l) -> In x l.
Proof. intros A l i x H. now apply in_combine_r in H. Qed.

Lemma pairs_app : forall A (l k : list A) x y, In (x, y) (pairs (l ++ k)) <->
  In (x, y) (pairs l) \/ In (x, y) (pairs k) \/ In x l /\ In y k.
Proof.
  intros A l k x y. induction l as [|z l IH]; simpl; [tauto|]. rewrite map_app, !in_app_iff, IH, !in_map_iff. split.
  - intros [[H|(w & E & Hw)]|H]; try tauto. inversion E; subst. tauto.
  - intros [[H|H]|[H|[[<-|H] Hy]]]; try tauto. left. right. eauto.
Qed.

Lemma pairs_concat : forall A (gs : list (list A)) x y, In (x, y) (pairs (concat gs)) <->
  (exists g, In g gs /\ In (x, y) (pairs g)) \/ (exists g h, In (g, h) (pairs gs) /\ In x g /\ In y h).
Proof.
  intros A gs x y. induction gs as [|g gs IH]; simpl.
  - split; [easy|]. now intros [(g & [] & _)|(g & h & [] & _)].
  - rewrite pairs_app, IH, in_concat. split.
    + intros [H|[[(h & Hh & H)|(h & h' & Hh & H)]|[Hx (h & Hh & Hy)]]].
      * left. eauto.
      * left. eauto.
      * right. exists h, h'. rewrite in_app_iff. auto.
      * right. exists g, h. rewrite in_app_iff, in_map_iff. split; [left; eauto|auto].
    + intros [(h & [<-|Hh] & H)|(h & h' & Hh & Hx & Hy)]; [tauto|eauto 6|].
      apply in_app_iff in Hh as [Hh|Hh].
      * apply in_map_iff in Hh as (k & E & Hk). inversion E; subst. right. right. eauto.
      * right. left. right. eauto.
Qed.

Lemma concat_chunks : forall A (l : list A) more room, concat (chunks more room l) = l.
Proof.
  intros A l more. induction l as [|x l IH]; intros room; simpl; [easy|]. destruct room as [|room].
  - simpl. now rewrite IH.
  - specialize (IH room). destruct (chunks more room l) as [|first others]; simpl in *; now rewrite <- IH.
Qed.

Lemma groups_of_In : forall size ls g l, In g (groups_of size ls) -> In l g -> In l ls.
Proof.
  intros size ls g l Hg Hl. rewrite <- (concat_chunks _ ls (pred size) (pred size)). apply in_concat. eauto.
Qed.

(** If a true literal implies the tag of its group, and two different groups cannot both have their tag, then at most
    one literal is true. *)
Lemma tags_sound : forall m size ls (tag : N -> Prop),
  (forall g group, In (g, group) (enumerate (groups_of size ls)) -> at_most_one m group) ->
  (forall g group l, In (g, group) (enumerate (groups_of size ls)) -> In l group -> is_true m l = true -> tag g) ->
  (forall g h, g < length_of (groups_of size ls) -> h < length_of (groups_of size ls) -> tag g -> tag h -> g = h) ->
  at_most_one m ls.
Proof.
  intros m size ls tag Hwithin Htag Hunique a b Hab Ha Hb.
  rewrite <- (concat_chunks _ ls (pred size) (pred size)) in Hab. fold (groups_of size ls) in Hab.
  apply pairs_concat in Hab as [(group & Hg & Hab)|(g & h & Hgh & Hag & Hbh)].
  - rewrite <- (enumerate_snd _ (groups_of size ls)) in Hg. apply in_map_iff in Hg as ((g & group') & E & Hg).
    simpl in E. subst. now apply (Hwithin g group Hg a b).
  - rewrite <- (enumerate_snd _ (groups_of size ls)) in Hgh.
    apply in_pairs_map in Hgh as ((i & g') & (j & h') & Hij & Eg & Eh). simpl in *. subst.
    apply (enumerate_pairs _ _ _ _ _ _ Hij). apply in_pairs in Hij as [Hi Hj].
    apply Hunique; try now apply enumerate_below in Hi, Hj.
    + now apply (Htag i g' a).
    + now apply (Htag j h' b).
Qed.

(** If at most one literal is true, all true literals are in one group. *)
Lemma tags_complete : forall m size ls, at_most_one m ls ->
  (forall g group, In (g, group) (enumerate (groups_of size ls)) -> at_most_one m group) /\
  exists t, forall g group l, In (g, group) (enumerate (groups_of size ls)) -> In l group -> is_true m l = true ->
    g = t.
Proof.
  intros m size ls H. rewrite <- (concat_chunks _ ls (pred size) (pred size)) in H. fold (groups_of size ls) in H.
  set (gs := groups_of size ls) in *. split.
  - intros g group Hg a b Hab. apply H, pairs_concat. left. exists group. split; [|easy]. now apply enumerate_In in Hg.
  - destruct (find (fun indexed => existsb (is_true m) (snd indexed)) (enumerate gs)) as [[t group]|] eqn:E.
    + apply find_some in E as [Ht E]. simpl in E. apply existsb_exists in E as (k & Hk & Htk). exists t.
      intros g group' l Hg Hl Htl. destruct (N.eq_dec g t) as [|Hne]; [easy|]. exfalso.
      assert (Hcross : forall x y g h i j, In ((i, g), (j, h)) (pairs (enumerate gs)) -> In x g -> In y h ->
        is_true m x = true -> is_true m y = true -> False).
      { intros x y g' h i j Hij Hx Hy. apply (H x y). apply pairs_concat. right. exists g', h. split; [|easy].
        rewrite <- (enumerate_snd _ gs). apply in_pairs_map. exists (i, g'), (j, h). auto. }
      assert (Hpair : (g, group') <> (t, group)) by congruence.
      destruct (pairs_of_different _ _ _ _ Hg Ht Hpair) as [Hp|Hp]; eauto.
    + exists 0. intros g group l Hg Hl Htl. exfalso. apply (find_none _ _ E) in Hg. simpl in Hg.
      apply not_true_iff_false in Hg. apply Hg, existsb_exists. eauto.
Qed.

Lemma at_most_one_agree : forall n m m' ls, agree n m m' -> bounded_clause n ls -> at_most_one m ls ->
  at_most_one m' ls.
Proof.
  intros n m m' ls Ha Hb H a b Hab. pose proof (in_pairs _ _ _ _ Hab) as [Hina Hinb].
  rewrite <- (is_true_agree n m m' a), <- (is_true_agree n m m' b) by auto. now apply H.
Qed.

(** ** Commander *)

Lemma commander_correct : correct commander.
Proof.
  unfold commander. split; intros ls n; simpl.
  - intros m H. apply satisfies_app in H as [H Hcommanders]. rewrite satisfies_flat_map in H.
    rewrite pairwise_correct, <- at_most_one_auxiliary in Hcommanders.
    apply (tags_sound m 4 ls (fun g => m (auxiliary n g) = true)).
    + intros g group Hg. apply pairwise_correct. specialize (H _ Hg). simpl in H. now apply satisfies_app in H.
    + intros g group l Hg Hl Ht. specialize (H _ Hg). simpl in H. apply satisfies_app in H as [_ H].
      rewrite satisfies_map in H. specialize (H l Hl). apply satisfies_implies in H; auto.
    + intros g h Hg Hh Htg Hth. now apply Hcommanders.
  - intros m Hb H. destruct (tags_complete m 4 ls H) as [Hwithin [t Ht]].
    set (m' := extend n m (fun k => k =? t)).
    assert (Ha : agree n m m') by apply extend_agree. exists m'. split; [easy|].
    assert (Hgroup : forall g group, In (g, group) (enumerate (groups_of 4 ls)) -> bounded_clause n group).
    { intros g group Hg l Hl. apply Hb. apply enumerate_In in Hg. now apply (groups_of_In 4 ls group). }
    apply satisfies_app. rewrite satisfies_flat_map, pairwise_correct, <- at_most_one_auxiliary. split.
    + intros (g & group) Hg. apply satisfies_app. rewrite pairwise_correct, satisfies_map. split.
      * apply (at_most_one_agree n m); eauto.
      * intros l Hl. apply satisfies_implies. simpl. unfold m' at 2. rewrite extend_auxiliary.
        rewrite <- (is_true_agree n m m') by (auto; now apply (Hgroup g group)).
        intros Htl. apply N.eqb_eq. eauto.
    + intros i j _ _. unfold m'. rewrite !extend_auxiliary, !N.eqb_eq. simpl. lia.
  - apply after_grows.
  - intros Hb. set (count := length_of (groups_of 4 ls)). pose proof (after_grows n count) as Hgrows.
    apply bounded_app.
    + apply bounded_flat_map. intros (g & group) Hg. pose proof (enumerate_below _ _ _ _ Hg) as Hlt.
      apply enumerate_In in Hg.
      assert (Hgroup : bounded_clause n group) by (intros l Hl; apply Hb; now apply (groups_of_In 4 ls group)).
      apply bounded_app.
      * apply pairwise_bounded. now apply (bounded_clause_le n).
      * apply bounded_map. intros l Hl. apply implies_bounded.
        -- specialize (Hgroup l Hl). lia.
        -- now apply auxiliary_below.
    + apply pairwise_bounded, auxiliaries_bounded. simpl. lia.
Qed.

(** ** Bimander and bitwise *)

Lemma bit_literal_true : forall m n number bit,
  is_true m (bit_literal n number bit) = true <-> m (auxiliary n bit) = N.testbit number bit.
Proof.
  intros m n number bit. unfold bit_literal. destruct (N.testbit number bit); simpl; [easy|]. now rewrite negb_true_iff.
Qed.

Lemma same_bits : forall count g h, g < count -> h < count ->
  (forall bit, bit < N.log2_up count -> N.testbit g bit = N.testbit h bit) -> g = h.
Proof.
  intros count g h Hg Hh H. apply N.bits_inj. intros bit.
  destruct (N.lt_ge_cases bit (N.log2_up count)) as [Hlt|Hge]; [auto|].
  assert (Hhigh : forall x, x < count -> N.testbit x bit = false).
  { intros x Hx. destruct (N.eq_dec x 0) as [->|Hx0]; [apply N.bits_0|]. apply N.bits_above_log2.
    apply N.log2_lt_pow2; [lia|]. apply N.lt_le_trans with count; [easy|].
    apply N.le_trans with (2 ^ N.log2_up count).
    - apply N.log2_log2_up_spec. lia.
    - now apply N.pow_le_mono_r. }
  now rewrite !Hhigh.
Qed.

Lemma bimander_correct : forall size, correct (bimander size).
Proof.
  intros size. unfold bimander. split; intros ls n; simpl.
  - intros m H. rewrite satisfies_flat_map in H.
    set (bits := N.log2_up (length_of (groups_of size ls))) in *.
    apply (tags_sound m size ls (fun g => forall bit, bit < bits -> m (auxiliary n bit) = N.testbit g bit)).
    + intros g group Hg. apply pairwise_correct. specialize (H _ Hg). simpl in H. now apply satisfies_app in H.
    + intros g group l Hg Hl Ht bit Hbit. specialize (H _ Hg). simpl in H. apply satisfies_app in H as [_ H].
      rewrite satisfies_flat_map in H. specialize (H l Hl). rewrite satisfies_map in H.
      apply range_In in Hbit. specialize (H bit Hbit). rewrite satisfies_implies in H. now apply bit_literal_true, H.
    + intros g h Hg Hh Htg Hth. apply (same_bits (length_of (groups_of size ls))); auto.
      intros bit Hbit. now rewrite <- Htg, <- Hth.
  - intros m Hb H. destruct (tags_complete m size ls H) as [Hwithin [t Ht]].
    set (m' := extend n m (N.testbit t)).
    assert (Ha : agree n m m') by apply extend_agree. exists m'. split; [easy|].
    assert (Hgroup : forall g group, In (g, group) (enumerate (groups_of size ls)) -> bounded_clause n group).
    { intros g group Hg l Hl. apply Hb. apply enumerate_In in Hg. now apply (groups_of_In size ls group). }
    rewrite satisfies_flat_map. intros (g & group) Hg. apply satisfies_app. rewrite pairwise_correct. split.
    + apply (at_most_one_agree n m); eauto.
    + apply satisfies_flat_map. intros l Hl. apply satisfies_map. intros bit Hbit. apply satisfies_implies.
      rewrite bit_literal_true. unfold m' at 2. rewrite extend_auxiliary.
      rewrite <- (is_true_agree n m m') by (auto; now apply (Hgroup g group)).
      intros Htl. now rewrite (Ht g group l).
  - apply after_grows.
  - intros Hb. set (bits := N.log2_up (length_of (groups_of size ls))). pose proof (after_grows n bits) as Hgrows.
    apply bounded_flat_map. intros (g & group) Hg. apply enumerate_In in Hg.
    assert (Hgroup : bounded_clause n group) by (intros l Hl; apply Hb; now apply (groups_of_In size ls group)).
    apply bounded_app.
    + apply pairwise_bounded. now apply (bounded_clause_le n).
    + apply bounded_flat_map. intros l Hl. apply bounded_map. intros bit Hbit. apply range_In in Hbit.
      apply implies_bounded.
      * specialize (Hgroup l Hl). lia.
      * unfold bit_literal. destruct (N.testbit g bit); simpl; now apply auxiliary_below.
Qed.

(** ** Product *)

Lemma groups_of_one : forall ls, groups_of 1 ls = map (fun l => [l]) ls.
Proof. unfold groups_of. simpl. induction ls as [|l ls IH]; simpl; [easy|]. now rewrite IH. Qed.

Lemma enumerate_map : forall A B (f : A -> B) l, enumerate (map f l) = map (fun indexed => (fst indexed,
  f (snd indexed))) (enumerate l).
Proof.
  intros A B f l. unfold enumerate, length_of, range. rewrite map_length, Nnat.Nat2N.id. generalize O.
  induction l as [|x l IH]; intros k; simpl; [easy|]. now rewrite IH.
Qed.

Lemma in_groups_of_one : forall ls i group, In (i, group) (enumerate (groups_of 1 ls)) <->
  exists l, group = [l] /\ In (i, l) (enumerate ls).
Proof.
  intros ls i group. rewrite groups_of_one, enumerate_map, in_map_iff. split.
  - intros ((j & l) & E & H). simpl in E. inversion E; subst. eauto.
  - intros (l & -> & H). exists (i, l). auto.
Qed.

Lemma product_rows : forall n columns i, columns <> 0 -> i < n -> i / columns < (n + columns - 1) / columns.
Proof.
  intros n columns i Hc Hi.
  assert (H : (i + 1 * columns) / columns <= (n + columns - 1) / columns) by (apply N.div_le_mono; lia).
  rewrite N.div_add in H by easy. lia.
Qed.

Lemma columns_positive : forall n i, i < n -> N.sqrt_up n <> 0.
Proof. intros n i H. assert (0 < N.sqrt_up n) by (apply N.sqrt_up_pos; lia). lia. Qed.

Lemma not_below : forall a b, (a + b <? a) = false /\ a + b - a = b.
Proof. intros a b. rewrite N.ltb_ge. lia. Qed.

Lemma product_correct : correct product.
Proof.
  unfold product. split; intros ls n; simpl; set (columns := N.sqrt_up (length_of ls));
    set (rows := (length_of ls + columns - 1) / columns).
  - intros m H. rewrite !satisfies_app, satisfies_flat_map in H. destruct H as (H & Hrows & Hcolumns).
    rewrite pairwise_correct, <- at_most_one_auxiliary in Hrows, Hcolumns.
    apply (tags_sound m 1 ls (fun i => m (auxiliary n (i / columns)) = true /\ m (auxiliary n (rows + i mod columns))
      = true)).
    + intros i group Hi. apply in_groups_of_one in Hi as (l & -> & _). intros a b [].
    + intros i group l Hi Hl Ht. apply in_groups_of_one in Hi as (k & -> & Hi). destruct Hl as [<-|[]].
      specialize (H _ Hi). simpl in H. apply satisfies_cons in H as [Hr Hc]. apply satisfies_one in Hc.
      rewrite satisfies_implies in Hr, Hc. auto.
    + rewrite groups_of_one. unfold length_of. rewrite map_length. fold (length_of ls).
      intros i j Hi Hj [Hri Hci] [Hrj Hcj].
      pose proof (columns_positive _ _ Hi : columns <> 0) as Hpos.
      assert (Er : i / columns = j / columns) by (apply Hrows; auto; now apply product_rows).
      assert (Ec : i mod columns = j mod columns) by (apply Hcolumns; auto; now apply N.mod_lt).
      rewrite (N.div_mod i columns), (N.div_mod j columns) by easy. now rewrite Er, Ec.
  - intros m Hb H. destruct (tags_complete m 1 ls H) as [_ [t Ht]].
    set (m' := extend n m (fun k => if k <? rows then k =? t / columns else k - rows =? t mod columns)).
    assert (Ha : agree n m m') by apply extend_agree. exists m'. split; [easy|].
    rewrite !satisfies_app, satisfies_flat_map, !pairwise_correct, <- !at_most_one_auxiliary.
    repeat split.
    + intros (i & l) Hi. pose proof (enumerate_below _ _ _ _ Hi) as Hlt.
      pose proof (columns_positive _ _ Hlt : columns <> 0) as Hpos.
      assert (Htrue : is_true m' l = true -> i = t).
      { rewrite <- (is_true_agree n m m') by (auto; apply Hb; now apply enumerate_In in Hi). intros Htl.
        apply (Ht i [l] l); [|now left|easy]. apply in_groups_of_one. eauto. }
      apply satisfies_cons. split; [|apply satisfies_one]; apply satisfies_implies; intros Hl; apply Htrue in Hl;
        subst i;
        simpl; unfold m'; rewrite extend_auxiliary.
      * pose proof (product_rows (length_of ls) columns t Hpos Hlt) as Hrow. fold rows in Hrow.
        apply N.ltb_lt in Hrow as ->. apply N.eqb_refl.
      * destruct (not_below rows (t mod columns)) as [-> ->]. apply N.eqb_refl.
    + intros i j Hi Hj. simpl. unfold m'. rewrite !extend_auxiliary.
      apply N.ltb_lt in Hi as ->. apply N.ltb_lt in Hj as ->. rewrite !N.eqb_eq. congruence.
    + intros i j Hi Hj. unfold m'. rewrite !extend_auxiliary.
      destruct (not_below rows i) as [-> ->], (not_below rows j) as [-> ->]. rewrite !N.eqb_eq. congruence.
  - apply after_grows.
  - intros Hb. pose proof (after_grows n (rows + columns)) as Hgrows. repeat apply bounded_app.
    + apply bounded_flat_map. intros (i & l) Hi. pose proof (enumerate_below _ _ _ _ Hi) as Hlt.
      pose proof (columns_positive _ _ Hlt : columns <> 0) as Hpos.
      assert (Hl : (variable l <= n)%positive) by (apply Hb; now apply enumerate_In in Hi).
      pose proof (product_rows (length_of ls) columns i Hpos Hlt) as Hrow. fold rows in Hrow.
      pose proof (N.mod_lt i columns Hpos) as Hcolumn.
      intros c [<-|[<-|[]]]; apply implies_bounded; try lia; apply auxiliary_below; lia.
    + apply pairwise_bounded, auxiliaries_bounded. lia.
    + apply pairwise_bounded, auxiliaries_bounded. lia.
Qed.
