(** Puzzles and the rules of Sudoku.

    This file is the specification: nothing in it mentions clauses. All other files are proved against it. A grid solves
    a puzzle if it has a digit in each cell, if cells that see each other have different digits, and if it agrees with
    the givens and the excluded candidates. *)

From Coq Require Import NArith Bool List FinFun Lia.
Import ListNotations.
Open Scope N_scope.

(** Rows, columns and cells are counted from 0, digits from 1. *)
Record cell := Cell { row : N; column : N }.

(** The boxes are rectangles with these numbers of rows and columns, or the regions of a jigsaw, which are given as a
    region number for each cell, row by row. *)
Inductive boxes :=
  | Rectangles (rows columns : N)
  | Regions (labels : list N).

(** Variants, in the order in which they add houses to a board. *)
Inductive variant := Diagonals | Windoku | Disjoint | AntiKnight | AntiKing.

(** The givens are the digits of all cells, row by row, with 0 for an open cell. Excluded candidates are digits that a
    cell must not contain. *)
Record puzzle := Puzzle {
  board_size : N;
  boxes_of : boxes;
  variants : list variant;
  givens : list N;
  excluded : list (cell * N)
}.

Definition on_board (p : puzzle) (c : cell) : Prop := row c < board_size p /\ column c < board_size p.

Definition is_digit (p : puzzle) (d : N) : Prop := 1 <= d <= board_size p.

(** The entry for a cell in a list of numbers, row by row. *)
Definition at_cell (p : puzzle) (numbers : list N) (c : cell) : N :=
  nth (N.to_nat (row c * board_size p + column c)) numbers 0.

(** * When two cells see each other *)

Definition same_row (a b : cell) : bool := row a =? row b.

Definition same_column (a b : cell) : bool := column a =? column b.

Definition same_box (p : puzzle) (a b : cell) : bool :=
  match boxes_of p with
  | Rectangles rows columns =>
      (row a / rows =? row b / rows) && (column a / columns =? column b / columns)
  | Regions labels => at_cell p labels a =? at_cell p labels b
  end.

(** The numbers from 0 to n - 1. *)
Definition range (n : N) : list N := map N.of_nat (seq 0 (N.to_nat n)).

(** All pairs of a number below m and a number below n, ordered by the first number. *)
Definition positions (m n : N) : list (N * N) := list_prod (range m) (range n).

Definition in_main_diagonal (c : cell) : bool := row c =? column c.

Definition in_other_diagonal (p : puzzle) (c : cell) : bool := row c + column c + 1 =? board_size p.

(** Windows have the shape of boxes. The window (0, 0) starts in the second row and column, and one row or column is
    between adjacent windows. *)
Definition in_window (rows columns : N) (window : N * N) (c : cell) : bool :=
  let (down, right) := window in
  let top := 1 + down * (rows + 1) in
  let left := 1 + right * (columns + 1) in
  (top <=? row c) && (row c <? top + rows) && (left <=? column c) && (column c <? left + columns).

(** A board with boxes of r rows and c columns has c rows of r boxes, and room for one window less in each direction. *)
Definition windows (rows columns : N) : list (N * N) := positions (columns - 1) (rows - 1).

(** The two cells have the same position within their boxes. *)
Definition same_place (rows columns : N) (a b : cell) : bool :=
  (row a mod rows =? row b mod rows) && (column a mod columns =? column b mod columns).

Definition distance (x y : N) : N := N.max x y - N.min x y.

Definition knights_move (a b : cell) : bool :=
  let down := distance (row a) (row b) in
  let right := distance (column a) (column b) in
  (down =? 1) && (right =? 2) || (down =? 2) && (right =? 1).

(** Cells that are a king's move apart in a row or column see each other anyway. *)
Definition diagonal_step (a b : cell) : bool :=
  (distance (row a) (row b) =? 1) && (distance (column a) (column b) =? 1).

(** Windows and disjoint groups are not defined for jigsaws; [well_formed] refuses them. *)
Definition connects (p : puzzle) (v : variant) (a b : cell) : bool :=
  match v, boxes_of p with
  | Diagonals, _ =>
      in_main_diagonal a && in_main_diagonal b || in_other_diagonal p a && in_other_diagonal p b
  | Windoku, Rectangles rows columns =>
      existsb (fun w => in_window rows columns w a && in_window rows columns w b) (windows rows columns)
  | Disjoint, Rectangles rows columns => same_place rows columns a b
  | AntiKnight, _ => knights_move a b
  | AntiKing, _ => diagonal_step a b
  | _, Regions _ => false
  end.

Definition sees (p : puzzle) (a b : cell) : bool :=
  same_row a b || same_column a b || same_box p a b || existsb (fun v => connects p v a b) (variants p).

(** * Solutions *)

(** The digit of each cell. *)
Definition grid := cell -> N.

Definition grid_of (p : puzzle) (s : list N) : grid := at_cell p s.

Record solves (p : puzzle) (g : grid) : Prop := {
  digits_in_cells : forall c, on_board p c -> is_digit p (g c);
  seen_cells_differ :
    forall a b, on_board p a -> on_board p b -> a <> b -> sees p a b = true -> g a <> g b;
  givens_kept : forall c, on_board p c -> at_cell p (givens p) c <> 0 -> g c = at_cell p (givens p) c;
  excluded_avoided : forall c d, In (c, d) (excluded p) -> g c <> d
}.

(** Two grids are the same if they agree on the board. *)
Definition same_grid (p : puzzle) (g h : grid) : Prop := forall c, on_board p c -> g c = h c.

(** * Well-formed puzzles *)

Definition on_boardb (p : puzzle) (c : cell) : bool := (row c <? board_size p) && (column c <? board_size p).

Definition is_digitb (p : puzzle) (d : N) : bool := (1 <=? d) && (d <=? board_size p).

(** All cells, row by row. *)
Definition cells (p : puzzle) : list cell :=
  map (fun position => Cell (fst position) (snd position)) (positions (board_size p) (board_size p)).

Definition digits (p : puzzle) : list N := map N.succ (range (board_size p)).

Definition count {A} (f : A -> bool) (l : list A) : N := N.of_nat (length (filter f l)).

Definition boxes_fit (p : puzzle) : bool :=
  match boxes_of p with
  | Rectangles rows columns => (rows * columns =? board_size p) && negb (rows =? 0) && negb (columns =? 0)
  | Regions labels =>
      (N.of_nat (length labels) =? board_size p * board_size p) &&
      forallb (fun c => count (fun other => same_box p c other) (cells p) =? board_size p) (cells p)
  end.

Definition variant_fits (p : puzzle) (v : variant) : bool :=
  match v, boxes_of p with
  | Windoku, Rectangles rows columns => distance rows columns <=? 1
  | Windoku, Regions _ | Disjoint, Regions _ => false
  | _, _ => true
  end.

Definition candidate_fits (p : puzzle) (candidate : cell * N) : bool :=
  on_boardb p (fst candidate) && is_digitb p (snd candidate).

(** The given candidates, row by row. *)
Definition given_candidates (p : puzzle) : list (cell * N) :=
  filter (fun given => negb (snd given =? 0)) (map (fun c => (c, at_cell p (givens p) c)) (cells p)).

(** The boxes have as many cells as there are digits, the variants are defined for them, and all candidates exist. *)
Definition well_formed (p : puzzle) : bool :=
  boxes_fit p && forallb (variant_fits p) (variants p) &&
  (N.of_nat (length (givens p)) =? board_size p * board_size p) &&
  forallb (candidate_fits p) (given_candidates p) && forallb (candidate_fits p) (excluded p).

(** * A decision procedure for solutions *)

Definition cell_eqb (a b : cell) : bool := (row a =? row b) && (column a =? column b).

Definition may_share (p : puzzle) (a b : cell * N) : bool :=
  negb (snd a =? snd b) || cell_eqb (fst a) (fst b) || negb (sees p (fst a) (fst b)).

(** Whether the digits, listed row by row, solve the puzzle. *)
Definition is_solution (p : puzzle) (s : list N) : bool :=
  let filled := map (fun c => (c, grid_of p s c)) (cells p) in
  (N.of_nat (length s) =? board_size p * board_size p) &&
  forallb (fun placed => is_digitb p (snd placed)) filled &&
  forallb (fun a => forallb (may_share p a) filled) filled &&
  forallb (fun given => grid_of p s (fst given) =? snd given) (given_candidates p) &&
  forallb (fun other => negb (grid_of p s (fst other) =? snd other)) (excluded p).

(** * Elementary facts *)

Lemma range_In : forall n x, In x (range n) <-> x < n.
Proof.
  intros n x. unfold range. rewrite in_map_iff. split.
  - intros (k & <- & H). apply in_seq in H. lia.
  - intros H. exists (N.to_nat x). rewrite in_seq. lia.
Qed.

Lemma range_NoDup : forall n, NoDup (range n).
Proof.
  intros n. apply FinFun.Injective_map_NoDup.
  - intros x y. apply Nnat.Nat2N.inj.
  - apply seq_NoDup.
Qed.

Lemma range_length : forall n, length (range n) = N.to_nat n.
Proof. intros n. unfold range. now rewrite map_length, seq_length. Qed.

Lemma positions_In : forall m n i j, In (i, j) (positions m n) <-> i < m /\ j < n.
Proof. intros. unfold positions. now rewrite in_prod_iff, !range_In. Qed.

Lemma cells_In : forall p c, In c (cells p) <-> on_board p c.
Proof.
  intros p [r k]. unfold cells, on_board. rewrite in_map_iff. simpl. split.
  - intros ((i & j) & E & H). apply positions_In in H. inversion E. now subst.
  - intros H. exists (r, k). split; [easy|]. now apply positions_In.
Qed.

Lemma NoDup_list_prod : forall (A B : Type) (l : list A) (k : list B),
  NoDup l -> NoDup k -> NoDup (list_prod l k).
Proof.
  intros A B l k Hl Hk. induction Hl as [|x l Hx Hl IH]; simpl; [constructor|].
  assert (Happ : forall (u v : list (A * B)), NoDup u -> NoDup v -> (forall y, In y u -> ~ In y v) -> NoDup (u ++ v)).
  { intros u v Hu Hv. induction Hu as [|y u Hy Hu IHu]; simpl; intros Hd; [easy|].
    constructor.
    - rewrite in_app_iff. intros [H|H]; [now apply Hy|]. apply (Hd y); [now left|easy].
    - apply IHu. intros z Hz. apply Hd. now right. }
  apply Happ; [|exact IH|].
  - apply FinFun.Injective_map_NoDup; [|easy]. intros y z E. now inversion E.
  - intros (a & b) Ha Hb. apply in_map_iff in Ha as (y & E & _). inversion E; subst.
    apply in_prod_iff in Hb. now apply Hx.
Qed.

Lemma cells_NoDup : forall p, NoDup (cells p).
Proof.
  intros p. apply FinFun.Injective_map_NoDup.
  - intros (a & b) (c & d) E. now inversion E.
  - apply NoDup_list_prod; apply range_NoDup.
Qed.

Lemma digits_In : forall p d, In d (digits p) <-> is_digit p d.
Proof.
  intros p d. unfold digits, is_digit. rewrite in_map_iff. split.
  - intros (x & <- & H). apply range_In in H. lia.
  - intros H. exists (N.pred d). rewrite range_In. lia.
Qed.

Lemma digits_length : forall p, length (digits p) = N.to_nat (board_size p).
Proof. intros p. unfold digits. now rewrite map_length, range_length. Qed.

Lemma digits_NoDup : forall p, NoDup (digits p).
Proof.
  intros p. apply FinFun.Injective_map_NoDup; [|apply range_NoDup]. intros x y. apply N.succ_inj.
Qed.

Lemma cell_eqb_eq : forall a b, cell_eqb a b = true <-> a = b.
Proof.
  intros [r k] [r' k']. unfold cell_eqb. simpl. rewrite andb_true_iff, !N.eqb_eq. split.
  - now intros [-> ->].
  - intros E. now inversion E.
Qed.

Lemma on_boardb_iff : forall p c, on_boardb p c = true <-> on_board p c.
Proof. intros. unfold on_boardb, on_board. now rewrite andb_true_iff, !N.ltb_lt. Qed.

Lemma is_digitb_iff : forall p d, is_digitb p d = true <-> is_digit p d.
Proof. intros. unfold is_digitb, is_digit. now rewrite andb_true_iff, !N.leb_le. Qed.

Lemma candidate_fits_iff : forall p c d, candidate_fits p (c, d) = true <-> on_board p c /\ is_digit p d.
Proof. intros. unfold candidate_fits. simpl. now rewrite andb_true_iff, on_boardb_iff, is_digitb_iff. Qed.

Lemma given_candidates_In : forall p c d,
  In (c, d) (given_candidates p) <-> on_board p c /\ d = at_cell p (givens p) c /\ d <> 0.
Proof.
  intros p c d. unfold given_candidates. rewrite filter_In, in_map_iff, negb_true_iff, N.eqb_neq. simpl. split.
  - intros [(b & E & Hb) Hd]. apply cells_In in Hb. inversion E; subst. auto.
  - intros (Hc & -> & Hd). split; [|easy]. exists c. now rewrite cells_In.
Qed.

(** * The decision procedure is correct *)

Theorem is_solution_solves : forall p s, is_solution p s = true -> solves p (grid_of p s).
Proof.
  intros p s H. unfold is_solution in H. rewrite !andb_true_iff in H.
  destruct H as [[[[_ Hdigits] Hsees] Hgivens] Hexcluded].
  rewrite forallb_forall in Hdigits, Hsees, Hgivens, Hexcluded.
  assert (Hfilled : forall c, on_board p c ->
    In (c, grid_of p s c) (map (fun c => (c, grid_of p s c)) (cells p))).
  { intros c Hc. apply in_map_iff. exists c. now rewrite cells_In. }
  split.
  - intros c Hc. apply is_digitb_iff. exact (Hdigits _ (Hfilled c Hc)).
  - intros a b Ha Hb Hab Hsee Heq.
    specialize (Hsees _ (Hfilled a Ha)). rewrite forallb_forall in Hsees.
    specialize (Hsees _ (Hfilled b Hb)). unfold may_share in Hsees. simpl in Hsees.
    rewrite !orb_true_iff, !negb_true_iff, cell_eqb_eq, N.eqb_neq, Hsee in Hsees.
    now destruct Hsees as [[H|H]|H].
  - intros c Hc Hgiven. apply N.eqb_eq. refine (Hgivens (c, at_cell p (givens p) c) _). now apply given_candidates_In.
  - intros c d Hin. apply N.eqb_neq, negb_true_iff. exact (Hexcluded _ Hin).
Qed.
