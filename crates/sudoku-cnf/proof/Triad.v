(** The triad encoding, which has variables for the segments of rows and columns, and its correctness. *)

From Coq Require Import NArith Bool List Lia.
From SudokuProof Require Import Sudoku Cnf AtMostOne Groups Schemes Houses EveryDigit Encoding Constraints.
Import ListNotations.
Open Scope N_scope.

(** * Segments *)

(** A row or column. *)
Record line := Line { is_column : bool; line_cells : list cell }.

Definition lines (p : puzzle) : list line :=
  map (fun k => Line false (row_cells p k)) (range (board_size p)) ++
  map (fun k => Line true (column_cells p k)) (range (board_size p)).

Lemma cell_eq_dec : forall a b : cell, {a = b} + {a <> b}.
Proof. decide equality; apply N.eq_dec. Defined.

(** The boxes that are neither rows nor columns. *)
Definition separate_boxes (p : puzzle) : list (list cell) :=
  nodup (list_eq_dec cell_eq_dec)
    (filter (fun box => negb (existsb (fun l => same_cells box (line_cells l)) (lines p))) (box_cells p)).

Definition has_cell (c : cell) (group : list cell) : bool := existsb (cell_eqb c) group.

Definition box_of (p : puzzle) (c : cell) : option (list cell) := find (has_cell c) (separate_boxes p).

Definition same_box_of (a b : option (list cell)) : bool :=
  match a, b with
  | None, None => true
  | Some a, Some b => same_cells a b
  | _, _ => false
  end.

(** The lines that intersect a separate box. *)
Definition segmented_lines (p : puzzle) : list line :=
  filter (fun l => existsb (fun c => negb (same_box_of (box_of p c) None)) (line_cells l)) (lines p).

(** The cells of a line in a box, or in no separate box. *)
Record segment := Segment { line_number : N; in_column : bool; in_box : option (list cell); places : list cell }.

Definition segments_of_line (p : puzzle) (numbered : N * line) : list segment :=
  let (j, l) := numbered in
  filter (fun s => match places s with [] => false | _ => true end)
    (map (fun box => Segment j (is_column l) box (filter (fun c => same_box_of (box_of p c) box) (line_cells l)))
      (None :: map Some (separate_boxes p))).

(** The segments, with their numbers. *)
Definition segments (p : puzzle) : list (N * segment) :=
  enumerate (flat_map (segments_of_line p) (enumerate (segmented_lines p))).

(** The sets of segments in which each digit occurs once: those of a line, and the parts of rows and of columns in a
    box. *)
Definition numbers_where (p : puzzle) (f : segment -> bool) : list N :=
  map fst (filter (fun numbered => f (snd numbered)) (segments p)).

Definition line_set (p : puzzle) (j : N) : list N := numbers_where p (fun s => line_number s =? j).

Definition box_set (p : puzzle) (box : list cell) (columns : bool) : list N :=
  numbers_where p (fun s => same_box_of (in_box s) (Some box) && Bool.eqb (in_column s) columns).

Definition segment_sets (p : puzzle) : list (list N) :=
  map (line_set p) (range (length_of (segmented_lines p))) ++
  flat_map (fun box => [box_set p box false; box_set p box true]) (separate_boxes p).

(** * Constraints *)

(** The variable that is true if segment k contains the digit. *)
Definition segment_var (p : puzzle) (k d : N) : positive :=
  auxiliary (last_candidate p) (k * board_size p + N.pred d).

Definition exactly_one (ls : list literal) : list constraint := [Clauses [ls]; AtMostOne ls].

Definition segment_literals (p : puzzle) (k : N) (s : segment) (d : N) : list literal :=
  place_literals p (places s) d ++ [Neg (segment_var p k d)].

Definition set_literals (p : puzzle) (set : list N) (d : N) : list literal :=
  map (fun k => Pos (segment_var p k d)) set.

Definition segments_defined (p : puzzle) : list constraint :=
  flat_map (fun numbered => flat_map (fun d => exactly_one (segment_literals p (fst numbered) (snd numbered) d))
    (digits p)) (segments p).

Definition sets_exactly_one (p : puzzle) : list constraint :=
  flat_map (fun set => flat_map (fun d => exactly_one (set_literals p set d)) (digits p)) (segment_sets p).

Definition has_segments (p : puzzle) (h : house) : bool :=
  existsb (same_cells (members h)) (map line_cells (segmented_lines p) ++ separate_boxes p).

Definition other_houses (s : scheme) (p : puzzle) : list constraint :=
  flat_map (fun h => flat_map (fun d =>
    (if is_complete p h then [Clauses [place_literals p (members h) d]] else []) ++ [house_at_most_one s p h d])
    (digits p)) (filter (fun h => negb (has_segments p h)) (houses p)).

Definition triad_constraints (s : scheme) (p : puzzle) : list constraint :=
  units p ++ cells_at_least_one p ++ cells_at_most_one p ++ segments_defined p ++ sets_exactly_one p ++
  other_houses s p.

Definition last_segment_variable (p : puzzle) : positive :=
  after (last_candidate p) (length_of (segments p) * board_size p).

Definition triad (s : scheme) (p : puzzle) : list clause :=
  concat (fst (emit s (triad_constraints s p) (last_segment_variable p))).

(** The same clauses for the program, which computes the boxes and segments only once. *)
Definition triad_groups (s : scheme) (p : puzzle) : list (list clause) * positive :=
  let boxes := separate_boxes p in
  let box_of c := find (has_cell c) boxes in
  let ls := filter (fun l => existsb (fun c => negb (same_box_of (box_of c) None)) (line_cells l)) (lines p) in
  let of_line (numbered : N * line) :=
    let (j, l) := numbered in
    filter (fun s => match places s with [] => false | _ => true end)
      (map (fun box => Segment j (is_column l) box (filter (fun c => same_box_of (box_of c) box) (line_cells l)))
        (None :: map Some boxes)) in
  let segs := enumerate (flat_map of_line (enumerate ls)) in
  let numbers (f : segment -> bool) := map fst (filter (fun numbered => f (snd numbered)) segs) in
  let of_box box columns :=
    numbers (fun s => same_box_of (in_box s) (Some box) && Bool.eqb (in_column s) columns) in
  let sets :=
    map (fun j => numbers (fun s => line_number s =? j)) (range (length_of ls)) ++
    flat_map (fun box => [of_box box false; of_box box true]) boxes in
  let segmented := map line_cells ls ++ boxes in
  let others := filter (fun h => negb (existsb (same_cells (members h)) segmented)) (houses p) in
  emit s
    (units p ++ cells_at_least_one p ++ cells_at_most_one p ++
      flat_map (fun numbered => flat_map (fun d => exactly_one (segment_literals p (fst numbered) (snd numbered) d))
        (digits p)) segs ++
      flat_map (fun set => flat_map (fun d => exactly_one (set_literals p set d)) (digits p)) sets ++
      flat_map (fun h => flat_map (fun d =>
        (if is_complete p h then [Clauses [place_literals p (members h) d]] else []) ++ [house_at_most_one s p h d])
        (digits p)) others)
    (after (last_candidate p) (length_of segs * board_size p)).

Lemma triad_groups_eq : forall s p, concat (fst (triad_groups s p)) = triad s p.
Proof. reflexivity. Qed.

(** * Facts about segments *)

Lemma has_cell_In : forall c group, has_cell c group = true <-> In c group.
Proof.
  intros c group. unfold has_cell. rewrite existsb_exists. split.
  - intros (x & Hx & E). apply cell_eqb_eq in E. now subst.
  - intros H. exists c. split; [easy|]. now apply cell_eqb_eq.
Qed.

Lemma same_cells_refl : forall l, same_cells l l = true.
Proof. induction l as [|c l IH]; simpl; [easy|]. rewrite IH. now rewrite (proj2 (cell_eqb_eq c c)). Qed.

Lemma same_box_of_eq : forall a b, same_box_of a b = true <-> a = b.
Proof.
  intros [a|] [b|]; simpl; split; intros H; try easy.
  - apply same_cells_eq in H. now subst.
  - inversion H. apply same_cells_refl.
Qed.

Lemma separate_boxes_In : forall p box, In box (separate_boxes p) -> In box (box_cells p).
Proof. intros p box H. unfold separate_boxes in H. apply nodup_In, filter_In in H. tauto. Qed.

Lemma segments_eq : forall p,
  segments p = enumerate (flat_map (segments_of_line p) (enumerate (segmented_lines p))).
Proof. reflexivity. Qed.

Lemma segmented_lines_eq : forall p, segmented_lines p =
  filter (fun l => existsb (fun c => negb (same_box_of (box_of p c) None)) (line_cells l)) (lines p).
Proof. reflexivity. Qed.

Lemma separate_boxes_NoDup : forall p, NoDup (separate_boxes p).
Proof. intros p. apply NoDup_nodup. Qed.

(* Otherwise, tactics compute the segments. *)
Local Opaque segments segmented_lines separate_boxes.

(** A cell is in one box only. *)
Lemma box_unique : forall p c box box', In box (box_cells p) -> In box' (box_cells p) -> In c box -> In c box' ->
  box = box'.
Proof.
  intros p c box box' Hb Hb' Hc Hc'. unfold box_cells in *. destruct (boxes_of p) as [rows columns|labels].
  - apply in_map_iff in Hb as ((i & j) & <- & _), Hb' as ((i' & j') & <- & _).
    apply cells_where_In in Hc as [_ Hc], Hc' as [_ Hc']. simpl in *.
    rewrite !andb_true_iff, !N.eqb_eq in Hc, Hc'. destruct Hc as [<- <-], Hc' as [<- <-]. reflexivity.
  - apply in_map_iff in Hb as (k & <- & _), Hb' as (k' & <- & _).
    apply cells_where_In in Hc as [_ Hc], Hc' as [_ Hc']. apply N.eqb_eq in Hc, Hc'. now subst.
Qed.

Lemma box_of_In : forall p c box, box_of p c = Some box <-> In box (separate_boxes p) /\ In c box.
Proof.
  intros p c box. unfold box_of. split.
  - intros H. apply find_some in H. now rewrite has_cell_In in H.
  - intros [Hb Hc]. destruct (find (has_cell c) (separate_boxes p)) as [box'|] eqn:E.
    + apply find_some in E as [Hb' Hc']. apply has_cell_In in Hc'. f_equal.
      apply (box_unique p c); auto; now apply separate_boxes_In.
    + apply (find_none _ _ E) in Hb. apply has_cell_In in Hc. congruence.
Qed.

Lemma line_group : forall p l, In l (lines p) -> In (line_cells l) (complete_groups p).
Proof.
  intros p l H. unfold lines in H. unfold complete_groups. rewrite !in_app_iff, !in_map_iff in *.
  destruct H as [(k & <- & Hk)|(k & <- & Hk)]; simpl; eauto.
Qed.

Lemma box_group : forall p box, In box (separate_boxes p) -> In box (complete_groups p).
Proof. intros p box H. apply separate_boxes_In in H. unfold complete_groups. rewrite !in_app_iff. auto. Qed.

(** Two different lines of the same direction have no common cell. *)
Lemma lines_disjoint : forall p l l' c, In (l, l') (pairs (lines p)) -> is_column l = is_column l' ->
  In c (line_cells l) -> In c (line_cells l') -> False.
Proof.
  intros p l l' c H Hdirection Hc Hc'. unfold lines in H. apply pairs_app in H as [H|[H|[H H']]].
  - apply in_pairs_map in H as (k & k' & Hk & -> & ->). pose proof (pairs_NoDup _ _ _ _ (range_NoDup _) Hk) as Hne.
    simpl in *. apply cells_where_In in Hc as [_ Hc], Hc' as [_ Hc']. apply N.eqb_eq in Hc, Hc'. congruence.
  - apply in_pairs_map in H as (k & k' & Hk & -> & ->). pose proof (pairs_NoDup _ _ _ _ (range_NoDup _) Hk) as Hne.
    simpl in *. apply cells_where_In in Hc as [_ Hc], Hc' as [_ Hc']. apply N.eqb_eq in Hc, Hc'. congruence.
  - apply in_map_iff in H as (k & <- & _), H' as (k' & <- & _). discriminate.
Qed.

Lemma pairs_filter : forall A (f : A -> bool) l x y, In (x, y) (pairs (filter f l)) -> In (x, y) (pairs l).
Proof.
  intros A f l x y. induction l as [|z l IH]; [easy|]. cbn [filter]. destruct (f z); rewrite !in_pairs_cons.
  - intros [[-> H]|H]; [|auto]. apply filter_In in H. tauto.
  - auto.
Qed.

Lemma enumerate_exists : forall A (l : list A) x, In x l -> exists i, In (i, x) (enumerate l).
Proof.
  intros A l x H. rewrite <- (enumerate_snd _ l) in H. apply in_map_iff in H as ((i & y) & <- & H). now exists i.
Qed.

Lemma enumerate_unique : forall A (l : list A) i x y, In (i, x) (enumerate l) -> In (i, y) (enumerate l) ->
  (forall a b : A, {a = b} + {a <> b}) -> x = y.
Proof.
  intros A l i x y Hx Hy dec. destruct (dec x y) as [|Hne]; [easy|]. exfalso.
  assert (Hpair : (i, x) <> (i, y)) by congruence.
  destruct (pairs_of_different _ _ _ _ Hx Hy Hpair) as [H|H]; now apply enumerate_pairs in H.
Qed.

Lemma line_eq_dec : forall l l' : line, {l = l'} + {l <> l'}.
Proof. decide equality; [apply (list_eq_dec cell_eq_dec)|apply Bool.bool_dec]. Qed.

Lemma segment_eq_dec : forall s s' : segment, {s = s'} + {s <> s'}.
Proof.
  decide equality; try apply (list_eq_dec cell_eq_dec); try apply Bool.bool_dec; try apply N.eq_dec.
  decide equality. apply (list_eq_dec cell_eq_dec).
Qed.

(** A segment consists of the cells of its line that are in its box. *)
Lemma segment_places : forall p k s, In (k, s) (segments p) ->
  exists l, In (line_number s, l) (enumerate (segmented_lines p)) /\ in_column s = is_column l /\
    forall c, In c (places s) <-> In c (line_cells l) /\ box_of p c = in_box s.
Proof.
  intros p k s H. rewrite segments_eq in H. apply enumerate_In, in_flat_map in H as ((j & l) & Hl & H).
  apply filter_In in H as [H _]. apply in_map_iff in H as (box & <- & _). simpl. exists l.
  split; [easy|]. split; [easy|]. intros c. rewrite filter_In, same_box_of_eq. tauto.
Qed.

(** Each cell of a line with segments is in one of them. *)
Lemma segment_exists : forall p j l c, In (j, l) (enumerate (segmented_lines p)) -> In c (line_cells l) ->
  exists k s, In (k, s) (segments p) /\ line_number s = j /\ in_column s = is_column l /\ in_box s = box_of p c /\
    In c (places s).
Proof.
  intros p j l c Hl Hc.
  set (s := Segment j (is_column l) (box_of p c)
    (filter (fun x => same_box_of (box_of p x) (box_of p c)) (line_cells l))).
  assert (Hplace : In c (places s)) by (apply filter_In; now rewrite same_box_of_eq).
  assert (Hs : In s (flat_map (segments_of_line p) (enumerate (segmented_lines p)))).
  { apply in_flat_map. exists (j, l). split; [easy|]. apply filter_In. split.
    - apply in_map_iff. exists (box_of p c). split; [easy|]. destruct (box_of p c) as [box|] eqn:E; [|now left].
      right. apply in_map. now apply box_of_In in E.
    - destruct (places s); [destruct Hplace|easy]. }
  apply enumerate_exists in Hs as (k & Hk). rewrite <- segments_eq in Hk. exists k, s. auto.
Qed.

(** A segment is determined by its line and its box. *)
Lemma segment_unique : forall p k s k' s', In (k, s) (segments p) -> In (k', s') (segments p) ->
  line_number s = line_number s' -> in_box s = in_box s' -> k = k'.
Proof.
  assert (Hpairs : forall p k s k' s', In ((k, s), (k', s')) (pairs (segments p)) ->
    line_number s = line_number s' -> in_box s = in_box s' -> False).
  { intros p k s k' s' H Hline Hbox.
    assert (Hss : In (s, s') (pairs (flat_map (segments_of_line p) (enumerate (segmented_lines p))))).
    { rewrite segments_eq in H. rewrite <- (enumerate_snd _ (flat_map _ _)). apply in_pairs_map.
      exists (k, s), (k', s'). split; [exact H|split; reflexivity]. }
    rewrite flat_map_concat_map in Hss. apply pairs_concat in Hss as [(g & Hg & Hss)|(g & g' & Hg & Hs & Hs')].
    - apply in_map_iff in Hg as ((j & l) & <- & _). apply pairs_filter, in_pairs_map in Hss as (b & b' & Hb & -> & ->).
      simpl in Hbox. subst b'. apply (pairs_NoDup _ _ _ _) in Hb; [now apply Hb|]. constructor.
      + rewrite in_map_iff. now intros (x & E & _).
      + apply FinFun.Injective_map_NoDup; [|apply separate_boxes_NoDup]. intros x y E. now inversion E.
    - apply in_pairs_map in Hg as ((j & l) & (j' & l') & Hjj & -> & ->). apply enumerate_pairs in Hjj. apply Hjj.
      apply filter_In in Hs as [Hs _], Hs' as [Hs' _].
      apply in_map_iff in Hs as (b & <- & _), Hs' as (b' & <- & _). exact Hline. }
  intros p k s k' s' Hs Hs' Hline Hbox. destruct (N.eq_dec k k') as [|Hne]; [easy|]. exfalso.
  assert (Hpair : (k, s) <> (k', s')) by congruence.
  destruct (pairs_of_different _ _ _ _ Hs Hs' Hpair) as [H|H]; eauto.
Qed.

Lemma numbers_where_pairs : forall p f k k', In (k, k') (pairs (numbers_where p f)) -> k <> k' /\
  exists s s', In (k, s) (segments p) /\ In (k', s') (segments p) /\ f s = true /\ f s' = true.
Proof.
  intros p f k k' H. apply in_pairs_map in H as ((i & s) & (i' & s') & H & -> & ->). simpl. split.
  - apply pairs_filter in H. rewrite segments_eq in H. now apply enumerate_pairs in H.
  - apply in_pairs in H as [H H']. apply filter_In in H, H'. simpl in *. exists s, s'. tauto.
Qed.

Lemma numbers_where_In : forall p f k, In k (numbers_where p f) <-> exists s, In (k, s) (segments p) /\ f s = true.
Proof.
  intros p f k. unfold numbers_where. rewrite in_map_iff. split.
  - intros ((i & s) & <- & H). apply filter_In in H. simpl in *. eauto.
  - intros (s & Hs & Hf). exists (k, s). rewrite filter_In. auto.
Qed.

(** Two different segments of a set, in either order. *)
Lemma numbers_where_different : forall p f k s k' s', In (k, s) (segments p) -> In (k', s') (segments p) ->
  f s = true -> f s' = true -> s <> s' -> In (k, k') (pairs (numbers_where p f)) \/ In (k',
    k) (pairs (numbers_where p f)).
Proof.
  intros p f k s k' s' Hs Hs' Hf Hf' Hne. unfold numbers_where.
  destruct (pairs_of_different _ (filter (fun numbered => f (snd numbered)) (segments p)) (k, s) (k', s')) as [H|H].
  - now apply filter_In.
  - now apply filter_In.
  - congruence.
  - left. apply in_pairs_map. exists (k, s), (k', s'). auto.
  - right. apply in_pairs_map. exists (k', s'), (k, s). auto.
Qed.

Lemma segmented_line_In : forall p j l, In (j, l) (enumerate (segmented_lines p)) -> In l (lines p).
Proof. intros p j l H. apply enumerate_In in H. rewrite segmented_lines_eq in H. now apply filter_In in H. Qed.

(** The row or column of a cell in a separate box has segments. *)
Lemma line_of_cell : forall p c box columns, on_board p c -> In box (separate_boxes p) -> In c box ->
  exists j l, In (j, l) (enumerate (segmented_lines p)) /\ is_column l = columns /\ In c (line_cells l).
Proof.
  intros p c box columns [Hr Hk] Hbox Hc.
  set (l := if columns then Line true (column_cells p (column c)) else Line false (row_cells p (row c))).
  assert (Hin : In c (line_cells l)).
  { unfold l. destruct columns; apply cells_where_In; (split; [now split|apply N.eqb_refl]). }
  assert (Hl : In l (segmented_lines p)).
  { rewrite segmented_lines_eq. apply filter_In. split.
    - unfold l, lines. rewrite in_app_iff, !in_map_iff. destruct columns.
      + right. exists (column c). now rewrite range_In.
      + left. exists (row c). now rewrite range_In.
    - apply existsb_exists. exists c. split; [easy|]. now rewrite (proj2 (box_of_In p c box)). }
  apply enumerate_exists in Hl as (j & Hj). exists j, l. split; [easy|]. split; [|easy]. unfold l. now destruct columns.
Qed.

Lemma segment_NoDup : forall p k s, In (k, s) (segments p) -> NoDup (places s).
Proof.
  intros p k s H. rewrite segments_eq in H. apply enumerate_In, in_flat_map in H as ((j & l) & Hl & H).
  apply filter_In in H as [H _].
  apply in_map_iff in H as (box & <- & _). apply NoDup_filter.
  apply segmented_line_In, line_group, complete_groups_In in Hl. now destruct (group_NoDup _ _ Hl).
Qed.

Lemma segment_number : forall p k s, In (k, s) (segments p) -> k < length_of (segments p).
Proof.
  intros p k s H. rewrite segments_eq in *. apply enumerate_below in H. unfold length_of in *.
  rewrite <- (map_length snd (enumerate _)), enumerate_snd. exact H.
Qed.

Lemma segment_of_number : forall p k s s', In (k, s) (segments p) -> In (k, s') (segments p) -> s = s'.
Proof. intros p k s s' Hs Hs'. rewrite segments_eq in *. exact (enumerate_unique _ _ k s s' Hs Hs' segment_eq_dec). Qed.

Lemma enumerate_nth : forall A (l : list A) j, j < length_of l -> exists x, In (j, x) (enumerate l).
Proof.
  intros A l j Hj. unfold length_of in Hj. destruct (nth_error l (N.to_nat j)) as [x|] eqn:E.
  - exists x. apply nth_error_In with (N.to_nat j). unfold enumerate, range, length_of. rewrite Nnat.Nat2N.id.
    assert (Hfrom : forall ls i start, nth_error ls i = Some x ->
      nth_error (combine (map N.of_nat (seq start (length ls))) ls) i = Some (N.of_nat (start + i), x)).
    { intros ls. induction ls as [|y ls IH]; intros [|i] start H; simpl in *; try discriminate.
      - injection H as ->. now replace (start + 0)%nat with start by lia.
      - rewrite (IH i (S start) H). now replace (S start + i)%nat with (start + S i)%nat by lia. }
    rewrite (Hfrom _ _ O E). simpl. now rewrite Nnat.N2Nat.id.
  - apply nth_error_None in E. lia.
Qed.

Lemma segmented_lines_disjoint : forall p j l j' l' c, In (j, l) (enumerate (segmented_lines p)) ->
  In (j', l') (enumerate (segmented_lines p)) -> is_column l = is_column l' -> In c (line_cells l) ->
  In c (line_cells l') -> j = j'.
Proof.
  intros p j l j' l' c Hl Hl' Hdirection Hc Hc'. destruct (N.eq_dec j j') as [|Hne]; [assumption|]. exfalso.
  assert (Hdisjoint : forall x y, In (x, y) (pairs (enumerate (segmented_lines p))) ->
    is_column (snd x) = is_column (snd y) -> In c (line_cells (snd x)) -> In c (line_cells (snd y)) -> False).
  { intros x y Hxy. apply (lines_disjoint p). apply (pairs_filter _ (fun l => existsb (fun c => negb
      (same_box_of (box_of p c) None)) (line_cells l))). rewrite <- segmented_lines_eq.
    rewrite <- (enumerate_snd _ (segmented_lines p)). apply in_pairs_map. exists x, y. split; [exact Hxy|split;
      reflexivity]. }
  assert (Hpair : (j, l) <> (j', l')) by congruence.
  destruct (pairs_of_different _ _ _ _ Hl Hl' Hpair) as [Hxy|Hxy].
  - exact (Hdisjoint _ _ Hxy Hdirection Hc Hc').
  - exact (Hdisjoint _ _ Hxy (eq_sym Hdirection) Hc' Hc).
Qed.
