(** At-most-one schemes: clauses that allow at most one literal of a list to be true. *)

From Coq Require Import PArith NArith Bool List Lia.
From SudokuProof Require Import Sudoku Cnf.
Import ListNotations.
Open Scope N_scope.

Inductive scheme := Pairwise | Ladder | Product | Commander | Bimander | Bitwise.

(** * Auxiliary variables *)

(** The variable whose number exceeds n by k. *)
Definition after (n : positive) (k : N) : positive := match k with 0 => n | N.pos k => (n + k)%positive end.

(** The auxiliary variable k, counted from 0, if n variables are in use. *)
Definition auxiliary (n : positive) (k : N) : positive := after n (N.succ k).

(** The positive literals of the auxiliary variables from [first] on. *)
Definition auxiliaries (n : positive) (first count : N) : list literal :=
  map (fun k => Pos (auxiliary n (first + k))) (range count).

(** * The schemes *)

(** A clause for each pair of literals. *)
Definition pairwise (ls : list literal) : list clause :=
  map (fun pair => [opposite (fst pair); opposite (snd pair)]) (pairs ls).

(** If the first literal is true, the second must be true. *)
Definition implies (l k : literal) : clause := [opposite l; k].

Definition length_of {A} (l : list A) : N := N.of_nat (length l).

(** The elements of a list with their indices, counted from 0. *)
Definition enumerate {A} (l : list A) : list (N * A) := combine (range (length_of l)) l.

(** The rung of a literal is true if it or an earlier literal is true. *)
Fixpoint ladder (below : option literal) (ls : list literal) (n : positive) : list clause :=
  match ls with
  | [] => []
  | [l] => match below with Some rung => [[opposite l; opposite rung]] | None => [] end
  | l :: rest =>
      let rung := Pos (Pos.succ n) in
      implies l rung ::
        match below with Some lower => [implies lower rung; [opposite l; opposite lower]] | None => [] end ++
        ladder (Some rung) rest (Pos.succ n)
  end.

(** Literals in a grid, with a variable for each row and each column. *)
Definition product (ls : list literal) (n : positive) : list clause * positive :=
  let columns := N.sqrt_up (length_of ls) in
  let rows := (length_of ls + columns - 1) / columns in
  let place indexed :=
    let (i, l) := indexed : N * literal in
    [implies l (Pos (auxiliary n (i / columns))); implies l (Pos (auxiliary n (rows + i mod columns)))] in
  (flat_map place (enumerate ls) ++
    pairwise (auxiliaries n 0 rows) ++ pairwise (auxiliaries n rows columns),
    after n (rows + columns)).

(** Splits a list into chunks of [more + 1] elements. The first chunk has [room + 1] elements. *)
Fixpoint chunks {A} (more room : nat) (l : list A) : list (list A) :=
  match l with
  | [] => []
  | x :: rest =>
      match room with
      | O => [x] :: chunks more more rest
      | S room =>
          match chunks more room rest with
          | [] => [[x]]
          | first :: others => (x :: first) :: others
          end
      end
  end.

Definition groups_of (size : nat) (ls : list literal) : list (list literal) := chunks (pred size) (pred size) ls.

(** Groups of literals, with a variable for each group. *)
Definition commander (ls : list literal) (n : positive) : list clause * positive :=
  let groups := groups_of 4 ls in
  let count := length_of groups in
  let group indexed :=
    let (g, ls) := indexed : N * list literal in
    pairwise ls ++ map (fun l => implies l (Pos (auxiliary n g))) ls in
  (flat_map group (enumerate groups) ++ pairwise (auxiliaries n 0 count), after n count).

(** A literal that is true if the auxiliary variables agree with the number in a bit. *)
Definition bit_literal (n : positive) (number bit : N) : literal :=
  if N.testbit number bit then Pos (auxiliary n bit) else Neg (auxiliary n bit).

(** Groups of literals, and variables for the number of a group in binary. *)
Definition bimander (size : nat) (ls : list literal) (n : positive) : list clause * positive :=
  let groups := groups_of size ls in
  let bits := N.log2_up (length_of groups) in
  let group indexed :=
    let (g, ls) := indexed : N * list literal in
    pairwise ls ++ flat_map (fun l => map (fun bit => implies l (bit_literal n g bit)) (range bits)) ls in
  (flat_map group (enumerate groups), after n bits).

(** The clauses of a scheme whose auxiliary variables follow the variable [n], and the largest variable then. *)
Definition scheme_clauses (s : scheme) (ls : list literal) (n : positive) : list clause * positive :=
  match ls with
  | [] | [_] => ([], n)
  | _ =>
      match s with
      | Pairwise => (pairwise ls, n)
      | Ladder => (ladder None ls n, after n (N.pred (length_of ls)))
      | Product => product ls n
      | Commander => commander ls n
      | Bimander => bimander 4 ls n
      | Bitwise => bimander 1 ls n
      end
  end.

(** * Correctness *)

(** A scheme is correct if its clauses hold for a choice of the auxiliary variables if and only if at most one literal
    is true. New variables exceed [n], so the clauses of several constraints do not interfere. *)
Record correct (clauses : list literal -> positive -> list clause * positive) : Prop := {
  sound : forall ls n m, satisfies m (fst (clauses ls n)) -> at_most_one m ls;
  complete : forall ls n m, bounded_clause n ls -> at_most_one m ls ->
    exists m', agree n m m' /\ satisfies m' (fst (clauses ls n));
  grows : forall ls n, (n <= snd (clauses ls n))%positive;
  stays_below : forall ls n, bounded_clause n ls -> bounded (snd (clauses ls n)) (fst (clauses ls n))
}.

(** ** Elementary facts *)

Lemma after_spec : forall n k, N.pos (after n k) = N.pos n + k.
Proof. intros n [|k]; simpl; lia. Qed.

Lemma after_grows : forall n k, (n <= after n k)%positive.
Proof. intros n k. pose proof (after_spec n k). lia. Qed.

Lemma auxiliary_below : forall n k count, k < count -> (auxiliary n k <= after n count)%positive.
Proof. intros n k count H. unfold auxiliary. pose proof (after_spec n (N.succ k)). pose proof (after_spec n count).
  lia. Qed.

(** The model with the given values of the variables after n. *)
Definition extend (n : positive) (m : model) (value : N -> bool) : model :=
  fun v => if (v <=? n)%positive then m v else value (N.pos v - N.pos n - 1).

Lemma extend_agree : forall n m value, agree n m (extend n m value).
Proof. intros n m value v Hv. unfold extend. now apply Pos.leb_le in Hv as ->. Qed.

Lemma extend_auxiliary : forall n m value k, extend n m value (auxiliary n k) = value k.
Proof.
  intros n m value k. unfold extend. pose proof (after_spec n (N.succ k)) as H. fold (auxiliary n k) in H.
  destruct (auxiliary n k <=? n)%positive eqn:E; [apply Pos.leb_le in E; lia|]. f_equal. lia.
Qed.

Lemma satisfies_implies : forall m l k, satisfies_clause m (implies l k) <-> (is_true m l = true -> is_true m k = true).
Proof.
  intros m l k. unfold satisfies_clause, implies. split.
  - intros (x & [<-|[<-|[]]] & Hx) Hl; [|easy]. rewrite is_true_opposite, Hl in Hx. discriminate.
  - intros H. destruct (is_true m l) eqn:E.
    + exists k. simpl. auto.
    + exists (opposite l). rewrite is_true_opposite, E. simpl. auto.
Qed.

Lemma variable_opposite : forall l, variable (opposite l) = variable l.
Proof. now intros []. Qed.

Lemma implies_bounded : forall n l k, (variable l <= n)%positive -> (variable k <= n)%positive ->
  bounded_clause n (implies l k).
Proof. intros n l k Hl Hk x [<-|[<-|[]]]; [now rewrite variable_opposite|easy]. Qed.

Lemma bounded_app : forall n f g, bounded n f -> bounded n g -> bounded n (f ++ g).
Proof. intros n f g Hf Hg c Hc. apply in_app_iff in Hc as [Hc|Hc]; auto. Qed.

Lemma bounded_clause_le : forall n n' c, (n <= n')%positive -> bounded_clause n c -> bounded_clause n' c.
Proof. intros n n' c H Hb l Hl. specialize (Hb l Hl). lia. Qed.

Lemma satisfies_flat_map : forall A m (f : A -> list clause) l,
  satisfies m (flat_map f l) <-> forall x, In x l -> satisfies m (f x).
Proof. intros A m f l. apply forall_in_flat_map. Qed.

Lemma satisfies_map : forall A m (f : A -> clause) l,
  satisfies m (map f l) <-> forall x, In x l -> satisfies_clause m (f x).
Proof.
  intros A m f l. unfold satisfies. split.
  - intros H x Hx. apply H. now apply in_map.
  - intros H c Hc. apply in_map_iff in Hc as (x & <- & Hx). auto.
Qed.

Lemma bounded_flat_map : forall A n (f : A -> list clause) l, (forall x, In x l -> bounded n (f x)) ->
  bounded n (flat_map f l).
Proof. intros A n f l H c Hc. apply in_flat_map in Hc as (x & Hx & Hc). exact (H x Hx c Hc). Qed.

Lemma bounded_map : forall A n (f : A -> clause) l, (forall x, In x l -> bounded_clause n (f x)) -> bounded n (map f l).
Proof. intros A n f l H c Hc. apply in_map_iff in Hc as (x & <- & Hx). auto. Qed.

(** ** Pairwise *)

Lemma pairwise_correct : forall m ls, satisfies m (pairwise ls) <-> at_most_one m ls.
Proof.
  intros m ls. unfold satisfies, at_most_one, pairwise. split.
  - intros H a b Hab Ha Hb.
    destruct (H [opposite a; opposite b]) as (l & Hl & Ht).
    { apply in_map_iff. now exists (a, b). }
    destruct Hl as [<-|[<-|[]]]; rewrite is_true_opposite in Ht; [rewrite Ha in Ht|rewrite Hb in Ht]; discriminate.
  - intros H c Hc. apply in_map_iff in Hc as ((a & b) & <- & Hab). simpl. specialize (H a b Hab).
    destruct (is_true m a) eqn:Ha; [destruct (is_true m b) eqn:Hb|].
    + now destruct H.
    + exists (opposite b). rewrite is_true_opposite, Hb. simpl. auto.
    + exists (opposite a). rewrite is_true_opposite, Ha. simpl. auto.
Qed.

Lemma pairwise_bounded : forall n ls, bounded_clause n ls -> bounded n (pairwise ls).
Proof.
  intros n ls H c Hc l Hl. apply in_map_iff in Hc as ((a & b) & <- & Hab). apply in_pairs in Hab as [Ha Hb].
  destruct Hl as [<-|[<-|[]]]; simpl; rewrite variable_opposite; now apply H.
Qed.

(** At most one auxiliary variable is true if the true ones have the same index. *)
Lemma at_most_one_auxiliary : forall m n first count,
  (forall i j, i < count -> j < count -> m (auxiliary n (first + i)) = true -> m (auxiliary n (first + j)) = true ->
    i = j) <->
  at_most_one m (auxiliaries n first count).
Proof.
  intros m n first count. unfold at_most_one, auxiliaries. split.
  - intros H a b Hab Ha Hb. apply in_pairs_map in Hab as (i & j & Hij & -> & ->).
    pose proof (pairs_NoDup _ _ _ _ (range_NoDup count) Hij) as Hne. apply in_pairs in Hij as [Hi Hj].
    apply range_In in Hi, Hj. now apply Hne, H.
  - intros H i j Hi Hj Hti Htj. apply range_In in Hi, Hj. destruct (N.eq_dec i j) as [|Hne]; [easy|]. exfalso.
    destruct (pairs_of_different _ _ _ _ Hi Hj Hne) as [Hp|Hp].
    + apply (H (Pos (auxiliary n (first + i))) (Pos (auxiliary n (first + j)))); auto. apply in_pairs_map. eauto.
    + apply (H (Pos (auxiliary n (first + j))) (Pos (auxiliary n (first + i)))); auto. apply in_pairs_map. eauto.
Qed.

Lemma auxiliaries_bounded : forall n first count last, first + count <= last ->
  bounded_clause (after n last) (auxiliaries n first count).
Proof.
  intros n first count last H l Hl. apply in_map_iff in Hl as (k & <- & Hk). apply range_In in Hk. simpl.
  apply auxiliary_below. lia.
Qed.
