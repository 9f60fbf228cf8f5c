(** The encodings of Sudoku as clauses, in the order of sudoku-cnf, and their correctness. *)

From Coq Require Import NArith Bool List Lia.
From SudokuProof Require Import Sudoku Cnf AtMostOne Schemes Houses.
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
Proof.
  intros p h a b Hp Hh Ha Hb Hab. apply houses_members in Hh as [Hh _].
  destruct (group_NoDup _ _ Hh) as [_ Hboard].
  apply share_sees; auto. exists (members h). auto.
Qed.

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

(** A complete house contains every digit: n different digits are all digits. *)
Lemma complete_house_has_digit : forall p g h d, well_formed p = true -> solves p g -> In h (houses p) ->
  is_complete p h = true -> is_digit p d -> exists c, In c (members h) /\ g c = d.
Proof.
  intros p g h d Hp Hg Hh Hc Hd. unfold is_complete in Hc. apply andb_true_iff in Hc as [Hc _]. apply N.eqb_eq in Hc.
  destruct (houses_members _ _ Hh) as [Hgroup _]. destruct (group_NoDup _ _ Hgroup) as [HNoDup Hboard].
  assert (Hin : In d (map g (members h))).
  { apply (NoDup_length_incl (l := map g (members h)) (l' := digits p)).
    - assert (Hall : forall a b, In a (members h) -> In b (members h) -> g a = g b -> a = b).
      { intros a b Ha Hb E. destruct (cell_eqb a b) eqn:Eab; [now apply cell_eqb_eq|]. exfalso.
        assert (Hab : a <> b) by (rewrite <- cell_eqb_eq; congruence).
        apply (seen_cells_differ p g Hg a b); auto. now apply (groups_seen p h). }
      clear Hc Hboard Hgroup. induction HNoDup as [|a l Ha Hl IH]; simpl; constructor.
      + intros Hin. apply in_map_iff in Hin as (b & E & Hb). apply Ha.
        rewrite (Hall a b); simpl; auto.
      + apply IH. intros x y Hx Hy. apply Hall; simpl; auto.
    - rewrite digits_length, map_length. lia.
    - intros e He. apply in_map_iff in He as (c & <- & Hc'). apply digits_In, (digits_in_cells p g Hg). auto.
    - now apply digits_In. }
  apply in_map_iff in Hin as (c & E & Hin). eauto.
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
