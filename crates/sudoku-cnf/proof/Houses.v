(** The houses of a board, in the order of sudoku-cnf, and the pairs of cells that they add. *)

From Coq Require Import NArith Bool List FMapPositive Lia.
From SudokuProof Require Import Sudoku Cnf.
Import ListNotations.
Open Scope N_scope.

(** * Cells that must contain different digits *)

Definition cells_where (p : puzzle) (f : cell -> bool) : list cell := filter f (cells p).

Definition row_cells (p : puzzle) (k : N) : list cell := cells_where p (fun c => row c =? k).

Definition column_cells (p : puzzle) (k : N) : list cell := cells_where p (fun c => column c =? k).

Definition box_cells (p : puzzle) : list (list cell) :=
  match boxes_of p with
  | Rectangles rows columns =>
      let is_in position c := (row c / rows =? fst position) && (column c / columns =? snd position) in
      map (fun position => cells_where p (is_in position)) (positions columns rows)
  | Regions labels =>
      (* Regions are ordered by their first cells. *)
      let is_in label c := at_cell p labels c =? label in
      map (fun label => cells_where p (is_in label)) (rev (nodup N.eq_dec (rev (map (at_cell p labels) (cells p)))))
  end.

(** A move leads down, to the west and to the east by these numbers of cells. *)
Definition moves_from (p : puzzle) (moves : list (N * N * N)) (c : cell) : list (list cell) :=
  flat_map (fun move => match move with (down, west, east) =>
    let to := Cell (row c + down) (column c + east - west) in
    if (west <=? column c) && on_boardb p to then [[c; to]] else [] end) moves.

Definition variant_cells (p : puzzle) (v : variant) : list (list cell) :=
  match v, boxes_of p with
  | Diagonals, _ => [cells_where p in_main_diagonal; cells_where p (in_other_diagonal p)]
  | Windoku, Rectangles rows columns => map (fun w => cells_where p (in_window rows columns w)) (windows rows columns)
  | Disjoint, Rectangles rows columns =>
      let is_at place c := (row c mod rows =? fst place) && (column c mod columns =? snd place) in
      map (fun place => cells_where p (is_at place)) (positions rows columns)
  | AntiKnight, _ => flat_map (moves_from p [(1, 2, 0); (1, 0, 2); (2, 1, 0); (2, 0, 1)]) (cells p)
  | AntiKing, _ => flat_map (moves_from p [(1, 1, 0); (1, 0, 1)]) (cells p)
  | _, Regions _ => []
  end.

Definition groups (p : puzzle) : list (list cell) :=
  map (row_cells p) (range (board_size p)) ++ map (column_cells p) (range (board_size p)) ++
  box_cells p ++ flat_map (variant_cells p) (variants p).

(** * Houses *)

(** The cells of a house, and the pairs of them that no earlier house contains. *)
Record house := House { members : list cell; fresh : list (cell * cell) }.

(** Pairs of cells by the index of the first cell. *)
Definition pair_set := PositiveMap.t (list (cell * cell)).

Definition key (p : puzzle) (c : cell) : positive := N.succ_pos (row c * board_size p + column c).

Definition bucket (p : puzzle) (s : pair_set) (a : cell) : list (cell * cell) :=
  match PositiveMap.find (key p a) s with Some l => l | None => [] end.

Definition contains (p : puzzle) (s : pair_set) (pair : cell * cell) : bool :=
  existsb (fun other => cell_eqb (fst pair) (fst other) && cell_eqb (snd pair) (snd other)) (bucket p s (fst pair)).

Definition insert (p : puzzle) (s : pair_set) (pair : cell * cell) : pair_set :=
  PositiveMap.add (key p (fst pair)) (pair :: bucket p s (fst pair)) s.

Fixpoint same_cells (l k : list cell) : bool :=
  match l, k with
  | [], [] => true
  | a :: l, b :: k => cell_eqb a b && same_cells l k
  | _, _ => false
  end.

(** A group is redundant if it equals an earlier one, or if it consists of two cells that an earlier one contains. *)
Definition redundant (p : puzzle) (known : list (list cell)) (s : pair_set) (group : list cell) : bool :=
  existsb (same_cells group) known ||
  match group with [a; b] => (2 <? board_size p) && contains p s (a, b) | _ => false end.

Fixpoint add_houses (p : puzzle) (known : list (list cell)) (s : pair_set) (gs : list (list cell)) : list house :=
  match gs with
  | [] => []
  | group :: rest =>
      if redundant p known s group then add_houses p known s rest
      else
        let new := filter (fun pair => negb (contains p s pair)) (pairs group) in
        House group new :: add_houses p (group :: known) (fold_left (insert p) new s) rest
  end.

Definition houses (p : puzzle) : list house := add_houses p [] (PositiveMap.empty _) (groups p).

(** * The fresh pairs cover all pairs *)

Lemma contains_bucket : forall p s pair, contains p s pair = true -> In pair (bucket p s (fst pair)).
Proof.
  intros p s [a b] H. unfold contains in H. apply existsb_exists in H as ((c & d) & Hin & E).
  simpl in *. apply andb_true_iff in E as [E1 E2]. apply cell_eqb_eq in E1, E2. now subst.
Qed.

Lemma insert_bucket : forall p s pair c other,
  In other (bucket p (insert p s pair) c) -> other = pair \/ In other (bucket p s c).
Proof.
  intros p s pair c other H. unfold insert, bucket in *. destruct (Pos.eq_dec (key p c) (key p (fst pair))) as [E|E].
  - rewrite E in *. rewrite PositiveMap.gss in H. destruct H as [H|H]; auto.
  - rewrite PositiveMap.gso in H by easy. auto.
Qed.

Lemma insert_all_bucket : forall p l s c other,
  In other (bucket p (fold_left (insert p) l s) c) -> In other l \/ In other (bucket p s c).
Proof.
  intros p l. induction l as [|pair l IH]; simpl; intros s c other H; [auto|].
  destruct (IH _ _ _ H) as [H'|H']; [auto|]. destruct (insert_bucket _ _ _ _ _ H'); auto.
Qed.

Lemma same_cells_eq : forall l k, same_cells l k = true -> l = k.
Proof.
  induction l as [|a l IH]; intros [|b k]; simpl; try easy. rewrite andb_true_iff, cell_eqb_eq.
  intros [-> H]. now rewrite (IH k H).
Qed.

Lemma add_houses_cover : forall p (R : cell -> cell -> Prop) gs known s,
  (forall c a b, In (a, b) (bucket p s c) -> R a b) ->
  (forall group a b, In group known -> In (a, b) (pairs group) -> R a b) ->
  (forall h a b, In h (add_houses p known s gs) -> In (a, b) (fresh h) -> R a b) ->
  forall group a b, In group gs -> In (a, b) (pairs group) -> R a b.
Proof.
  intros p R gs. induction gs as [|g gs IH]; simpl; intros known s Hs Hknown Hfresh group a b Hgroup Hab; [easy|].
  destruct (redundant p known s g) eqn:Hr.
  - destruct Hgroup as [->|Hgroup]; [|now apply (IH known s) with (group := group)].
    unfold redundant in Hr. apply orb_true_iff in Hr as [Hr|Hr].
    + apply existsb_exists in Hr as (k & Hk & E). apply same_cells_eq in E. subst. eauto.
    + destruct group as [|x [|y [|z t]]]; try easy. apply andb_true_iff in Hr as [_ Hr].
      simpl in Hab. destruct Hab as [E|[]]. inversion E; subst.
      apply contains_bucket in Hr. eauto.
  - set (new := filter (fun pair => negb (contains p s pair)) (pairs g)) in *.
    assert (Hnew : forall a b, In (a, b) (pairs g) -> R a b).
    { intros x y Hxy. destruct (contains p s (x, y)) eqn:Hc.
      - apply contains_bucket in Hc. eauto.
      - apply (Hfresh (House g new)); [now left|]. simpl. unfold new. apply filter_In. now rewrite Hc. }
    destruct Hgroup as [->|Hgroup]; [auto|].
    apply (IH (g :: known) (fold_left (insert p) new s)) with (group := group); auto.
    + intros c x y H. apply insert_all_bucket in H as [H|H]; [|eauto].
      apply Hnew. unfold new in H. now apply filter_In in H.
    + intros k x y [<-|Hk] Hxy; [auto|eauto].
    + intros h x y Hh Hxy. apply (Hfresh h); [now right|easy].
Qed.

Lemma fresh_pairs_cover : forall p (R : cell -> cell -> Prop),
  (forall h a b, In h (houses p) -> In (a, b) (fresh h) -> R a b) ->
  forall group a b, In group (groups p) -> In (a, b) (pairs group) -> R a b.
Proof.
  intros p R H. apply (add_houses_cover p R (groups p) [] (PositiveMap.empty _)); [|easy|exact H].
  intros c a b Hin. unfold bucket in Hin. now rewrite PositiveMap.gempty in Hin.
Qed.

Lemma add_houses_members : forall p gs known s h,
  In h (add_houses p known s gs) -> In (members h) gs /\ incl (fresh h) (pairs (members h)).
Proof.
  intros p gs. induction gs as [|g gs IH]; simpl; intros known s h H; [easy|].
  destruct (redundant p known s g).
  - destruct (IH _ _ _ H). auto.
  - destruct H as [<-|H].
    + split; [now left|]. apply incl_filter.
    + destruct (IH _ _ _ H). auto.
Qed.

Lemma houses_members : forall p h, In h (houses p) -> In (members h) (groups p) /\ incl (fresh h) (pairs (members h)).
Proof. intros p h. apply add_houses_members. Qed.

(** * Two cells share a group if and only if they see each other *)

Lemma cells_where_In : forall p f c, In c (cells_where p f) <-> on_board p c /\ f c = true.
Proof. intros. unfold cells_where. now rewrite filter_In, cells_In. Qed.

Lemma move_In : forall p moves c group, In group (moves_from p moves c) <->
  exists down west east, In (down, west, east) moves /\ west <= column c /\
    let to := Cell (row c + down) (column c + east - west) in on_board p to /\ group = [c; to].
Proof.
  intros p moves c group. unfold moves_from. rewrite in_flat_map. split.
  - intros (((down & west) & east) & Hin & H).
    destruct (west <=? column c) eqn:E; simpl in H; [|easy].
    destruct (on_boardb p _) eqn:Eb in H; simpl in H; [|easy].
    exists down, west, east. apply N.leb_le in E. apply on_boardb_iff in Eb. destruct H as [<-|[]]. auto.
  - intros (down & west & east & Hin & Hle & Hb & ->). exists (down, west, east). split; [easy|].
    apply N.leb_le in Hle. rewrite Hle. apply on_boardb_iff in Hb. rewrite Hb. now left.
Qed.

Lemma group_NoDup : forall p group, In group (groups p) -> NoDup group /\ forall c, In c group -> on_board p c.
Proof.
  intros p group H.
  assert (Hwhere : forall f, NoDup (cells_where p f) /\ forall c, In c (cells_where p f) -> on_board p c).
  { intros f. split; [apply NoDup_filter, cells_NoDup|]. intros c Hc. now apply cells_where_In in Hc. }
  assert (Hmap : forall A (f : A -> cell -> bool) l, In group (map (fun k => cells_where p (f k)) l) ->
    NoDup group /\ forall c, In c group -> on_board p c).
  { intros A f l Hin. apply in_map_iff in Hin as (k & <- & _). apply Hwhere. }
  assert (Hmoves : forall moves, (forall d l r, In (d, l, r) moves -> 0 < d) ->
    In group (flat_map (moves_from p moves) (cells p)) -> NoDup group /\ forall c, In c group -> on_board p c).
  { intros moves Hd Hin. apply in_flat_map in Hin as (c & Hc & Hin). apply cells_In in Hc.
    apply move_In in Hin as (d & l & r & Hin & _ & Hto & ->). apply Hd in Hin. split.
    - constructor; [|constructor; [easy|constructor]]. intros [E|[]]. destruct c. inversion E. lia.
    - intros x [<-|[<-|[]]]; easy. }
  unfold groups in H. rewrite !in_app_iff in H. destruct H as [H|[H|[H|H]]].
  - exact (Hmap _ (fun k c => row c =? k) _ H).
  - exact (Hmap _ (fun k c => column c =? k) _ H).
  - unfold box_cells in H. destruct (boxes_of p) as [rows columns|labels].
    + exact (Hmap _ (fun q c => (row c / rows =? fst q) && (column c / columns =? snd q)) _ H).
    + exact (Hmap _ (fun k c => at_cell p labels c =? k) _ H).
  - apply in_flat_map in H as (v & _ & H). unfold variant_cells in H.
    destruct v, (boxes_of p) as [rows columns|labels]; try easy.
    1, 2: destruct H as [<-|[<-|[]]]; apply Hwhere.
    + exact (Hmap _ (in_window rows columns) _ H).
    + exact (Hmap _ (fun q c => (row c mod rows =? fst q) && (column c mod columns =? snd q)) _ H).
    + apply (Hmoves _) in H; [easy|]. simpl. intuition; match goal with E : (_, _, _) = _ |- _ => inversion E end; lia.
    + apply (Hmoves _) in H; [easy|]. simpl. intuition; match goal with E : (_, _, _) = _ |- _ => inversion E end; lia.
    + apply (Hmoves _) in H; [easy|]. simpl. intuition; match goal with E : (_, _, _) = _ |- _ => inversion E end; lia.
    + apply (Hmoves _) in H; [easy|]. simpl. intuition; match goal with E : (_, _, _) = _ |- _ => inversion E end; lia.
Qed.

(** Some group in the list contains both cells. *)
Definition share (gs : list (list cell)) (a b : cell) : Prop := exists group, In group gs /\ In a group /\ In b group.

Lemma share_app : forall gs gs' a b, share (gs ++ gs') a b <-> share gs a b \/ share gs' a b.
Proof.
  intros gs gs' a b. unfold share. split.
  - intros (g & Hg & H). apply in_app_iff in Hg as [Hg|Hg]; eauto.
  - intros [(g & Hg & H)|(g & Hg & H)]; exists g; rewrite in_app_iff; auto.
Qed.

Lemma share_where : forall p A (f : A -> cell -> bool) l a b, on_board p a -> on_board p b ->
  share (map (fun k => cells_where p (f k)) l) a b <-> exists k, In k l /\ f k a = true /\ f k b = true.
Proof.
  intros p A f l a b Ha Hb. unfold share. split.
  - intros (g & Hg & Hga & Hgb). apply in_map_iff in Hg as (k & <- & Hk). exists k.
    apply cells_where_In in Hga, Hgb. tauto.
  - intros (k & Hk & Hfa & Hfb). exists (cells_where p (f k)). rewrite !cells_where_In. split; [|auto].
    apply in_map_iff. eauto.
Qed.

Lemma share_moves : forall p moves a b, on_board p a -> on_board p b -> a <> b ->
  (forall d l r, In (d, l, r) moves -> 0 < d) ->
  share (flat_map (moves_from p moves) (cells p)) a b <->
  exists d l r, In (d, l, r) moves /\
    (l <= column a /\ b = Cell (row a + d) (column a + r - l) \/ l <= column b /\ a =
      Cell (row b + d) (column b + r - l)).
Proof.
  intros p moves a b Ha Hb Hab Hd. unfold share. split.
  - intros (g & Hg & Hga & Hgb). apply in_flat_map in Hg as (c & Hc & Hg).
    apply move_In in Hg as (d & l & r & Hin & Hl & Hto & ->). exists d, l, r. split; [easy|].
    destruct Hga as [<-|[<-|[]]], Hgb as [<-|[<-|[]]]; try contradiction; auto.
  - intros (d & l & r & Hin & [[Hl ->]|[Hl ->]]).
    + exists [a; Cell (row a + d) (column a + r - l)]. split; [|simpl; auto]. apply in_flat_map.
      exists a. rewrite cells_In, move_In. split; [easy|]. exists d, l, r. auto.
    + exists [b; Cell (row b + d) (column b + r - l)]. split; [|simpl; auto]. apply in_flat_map.
      exists b. rewrite cells_In, move_In. split; [easy|]. exists d, l, r. auto.
Qed.

Lemma share_boxes : forall p a b, well_formed p = true -> on_board p a -> on_board p b ->
  share (box_cells p) a b <-> same_box p a b = true.
Proof.
  intros p a b Hp Ha Hb. unfold box_cells, same_box.
  unfold well_formed, boxes_fit in Hp. rewrite !andb_true_iff in Hp. destruct Hp as [[[[Hp _] _] _] _].
  destruct (boxes_of p) as [rows columns|labels].
  - rewrite !andb_true_iff, !negb_true_iff, !N.eqb_neq, N.eqb_eq in Hp. destruct Hp as [[Hn Hr] Hc].
    pose proof (share_where p _ (fun q c => (row c / rows =? fst q) && (column c / columns =? snd q))) as Hshare.
    cbv beta in Hshare. rewrite Hshare by easy. rewrite andb_true_iff, !N.eqb_eq. split.
    + intros ((i & j) & _ & Hia & Hib). simpl in *. rewrite !andb_true_iff, !N.eqb_eq in Hia, Hib.
      destruct Hia, Hib. split; congruence.
    + intros [Er Ec]. exists (row a / rows, column a / columns). simpl.
      rewrite !andb_true_iff, !N.eqb_eq, positions_In. destruct Ha.
      repeat split; auto; apply N.div_lt_upper_bound; lia.
  - pose proof (share_where p _ (fun k c => at_cell p labels c =? k)) as Hshare.
    cbv beta in Hshare. rewrite Hshare by easy. rewrite N.eqb_eq. split.
    + intros (k & _ & Hka & Hkb). apply N.eqb_eq in Hka, Hkb. congruence.
    + intros E. exists (at_cell p labels a). rewrite !N.eqb_eq. repeat split; auto.
      rewrite <- in_rev, nodup_In, <- in_rev. now apply in_map, cells_In.
Qed.

Lemma share_variant : forall p v a b, well_formed p = true -> on_board p a -> on_board p b -> a <> b ->
  share (variant_cells p v) a b <-> connects p v a b = true.
Proof.
  intros p v a b Hp Ha Hb Hab. unfold variant_cells, connects.
  unfold well_formed, boxes_fit in Hp. rewrite !andb_true_iff in Hp. destruct Hp as [[[[Hp _] _] _] _].
  assert (Hnone : share [] a b <-> false = true).
  { split; [|easy]. now intros (g & [] & _). }
  destruct v.
  - assert (E : share [cells_where p in_main_diagonal; cells_where p (in_other_diagonal p)] a b <->
      in_main_diagonal a && in_main_diagonal b || in_other_diagonal p a && in_other_diagonal p b = true).
    { rewrite orb_true_iff, !andb_true_iff. unfold share. split.
      - intros (g & [<-|[<-|[]]] & Hga & Hgb); apply cells_where_In in Hga, Hgb; tauto.
      - intros [H|H].
        + exists (cells_where p in_main_diagonal). rewrite !cells_where_In. simpl. tauto.
        + exists (cells_where p (in_other_diagonal p)). rewrite !cells_where_In. simpl. tauto. }
    now destruct (boxes_of p).
  - destruct (boxes_of p) as [rows columns|labels]; [|exact Hnone].
    rewrite (share_where p _ (in_window rows columns)) by easy. rewrite existsb_exists.
    split; intros (w & Hw & H); exists w; rewrite andb_true_iff in *; tauto.
  - destruct (boxes_of p) as [rows columns|labels]; [|exact Hnone]. unfold same_place.
    rewrite !andb_true_iff, !negb_true_iff, !N.eqb_neq, N.eqb_eq in Hp. destruct Hp as [[Hn Hr] Hc].
    pose proof (share_where p _ (fun q c => (row c mod rows =? fst q) && (column c mod columns =? snd q))) as Hshare.
    cbv beta in Hshare. rewrite Hshare by easy. rewrite andb_true_iff, !N.eqb_eq. split.
    + intros ((i & j) & _ & Hia & Hib). simpl in *. rewrite !andb_true_iff, !N.eqb_eq in Hia, Hib.
      destruct Hia, Hib. split; congruence.
    + intros [Er Ec]. exists (row a mod rows, column a mod columns). simpl.
      rewrite !andb_true_iff, !N.eqb_eq, positions_In.
      repeat split; auto; apply N.mod_lt; lia.
  - assert (E : share (flat_map (moves_from p [(1, 2, 0); (1, 0, 2); (2, 1, 0); (2, 0, 1)]) (cells p)) a b <->
      knights_move a b = true).
    { rewrite share_moves by (easy || (simpl; intuition;
        match goal with E : (_, _, _) = _ |- _ => inversion E end; lia)).
      unfold knights_move, distance. rewrite orb_true_iff, !andb_true_iff, !N.eqb_eq.
      destruct a as [ra ca], b as [rb cb]. simpl. split.
      - intros (d & l & r & Hin & H). intuition;
          match goal with E : (_, _, _) = _ |- _ => inversion E; subst; clear E end;
          match goal with E : Cell _ _ = _ |- _ => inversion E; subst; clear E end; lia.
      - intros H.
        assert (Hcase : exists d l r, ((1, 2, 0) = (d, l, r) \/ (1, 0, 2) = (d, l, r) \/ (2, 1, 0) = (d, l, r) \/
          (2, 0, 1) = (d, l, r)) /\ (l <= ca /\ rb = ra + d /\ cb = ca + r - l \/ l <= cb /\ ra = rb + d /\ ca =
            cb + r - l)).
        { destruct (N.lt_total ra rb) as [Hr|[Hr|Hr]]; [|lia|];
          destruct (N.lt_total ca cb) as [Hc|[Hc|Hc]]; try lia; destruct H as [H|H].
          all: first [exists 1, 0, 2; split; [tauto|lia] | exists 1, 2, 0; split; [tauto|lia]
            | exists 2, 0, 1; split; [tauto|lia] | exists 2, 1, 0; split; [tauto|lia]]. }
        destruct Hcase as (d & l & r & Hin & Hcase). exists d, l, r. split; [tauto|].
        destruct Hcase as [(Hl & -> & ->)|(Hl & -> & ->)]; auto. }
    now destruct (boxes_of p).
  - assert (E : share (flat_map (moves_from p [(1, 1, 0); (1, 0, 1)]) (cells p)) a b <-> diagonal_step a b = true).
    { rewrite share_moves by (easy || (simpl; intuition;
        match goal with E : (_, _, _) = _ |- _ => inversion E end; lia)).
      unfold diagonal_step, distance. rewrite !andb_true_iff, !N.eqb_eq.
      destruct a as [ra ca], b as [rb cb]. simpl. split.
      - intros (d & l & r & Hin & H). intuition;
          match goal with E : (_, _, _) = _ |- _ => inversion E; subst; clear E end;
          match goal with E : Cell _ _ = _ |- _ => inversion E; subst; clear E end; lia.
      - intros H.
        assert (Hcase : exists d l r, ((1, 1, 0) = (d, l, r) \/ (1, 0, 1) = (d, l, r)) /\
          (l <= ca /\ rb = ra + d /\ cb = ca + r - l \/ l <= cb /\ ra = rb + d /\ ca = cb + r - l)).
        { destruct (N.lt_total ra rb) as [Hr|[Hr|Hr]]; [|lia|];
          destruct (N.lt_total ca cb) as [Hc|[Hc|Hc]]; try lia.
          all: first [exists 1, 0, 1; split; [tauto|lia] | exists 1, 1, 0; split; [tauto|lia]]. }
        destruct Hcase as (d & l & r & Hin & Hcase). exists d, l, r. split; [tauto|].
        destruct Hcase as [(Hl & -> & ->)|(Hl & -> & ->)]; auto. }
    now destruct (boxes_of p).
Qed.

Theorem share_sees : forall p a b, well_formed p = true -> on_board p a -> on_board p b -> a <> b ->
  share (groups p) a b <-> sees p a b = true.
Proof.
  intros p a b Hp Ha Hb Hab. unfold groups, sees. rewrite !share_app, !orb_true_iff.
  assert (Hline : forall f : cell -> N, (forall c, on_board p c -> f c < board_size p) ->
    share (map (fun k => cells_where p (fun c => f c =? k)) (range (board_size p))) a b <-> (f a =? f b) = true).
  { intros f Hf. rewrite (share_where p _ (fun k c => f c =? k)) by easy. rewrite N.eqb_eq. split.
    - intros (k & _ & Hka & Hkb). apply N.eqb_eq in Hka, Hkb. congruence.
    - intros E. exists (f a). rewrite range_In, !N.eqb_eq. auto. }
  unfold row_cells, column_cells. rewrite (Hline row), (Hline column) by (intros c [];
    easy). rewrite share_boxes by easy.
  assert (Hvariants : share (flat_map (variant_cells p) (variants p)) a b <->
    existsb (fun v => connects p v a b) (variants p) = true).
  { rewrite existsb_exists. split.
    - intros (g & Hg & H). apply in_flat_map in Hg as (v & Hv & Hg). exists v. split; [easy|].
      apply share_variant; auto. exists g. auto.
    - intros (v & Hv & H). apply share_variant in H as (g & Hg & H); auto.
      exists g. rewrite in_flat_map. eauto. }
  rewrite Hvariants. unfold same_row, same_column. tauto.
Qed.
