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
Proof. intros n k count H. unfold auxiliary. pose proof (after_spec n (N.succ k)). pose proof (after_spec n count). lia. Qed.

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

Lemma implies_bounded : forall n l k, (variable l <= n)%positive -> (variable k <= n)%positive -> bounded_clause n (implies l k).
Proof. intros n l k Hl Hk x [<-|[<-|[]]]; [now rewrite variable_opposite|easy]. Qed.

Lemma bounded_app : forall n f g, bounded n f -> bounded n g -> bounded n (f ++ g).
Proof. intros n f g Hf Hg c Hc. apply in_app_iff in Hc as [Hc|Hc]; auto. Qed.

Lemma bounded_clause_le : forall n n' c, (n <= n')%positive -> bounded_clause n c -> bounded_clause n' c.
Proof. intros n n' c H Hb l Hl. specialize (Hb l Hl). lia. Qed.

Lemma satisfies_flat_map : forall A m (f : A -> list clause) l,
  satisfies m (flat_map f l) <-> forall x, In x l -> satisfies m (f x).
Proof.
  intros A m f l. unfold satisfies. split.
  - intros H x Hx c Hc. apply H, in_flat_map. eauto.
  - intros H c Hc. apply in_flat_map in Hc as (x & Hx & Hc). eauto.
Qed.

Lemma satisfies_map : forall A m (f : A -> clause) l,
  satisfies m (map f l) <-> forall x, In x l -> satisfies_clause m (f x).
Proof.
  intros A m f l. unfold satisfies. split.
  - intros H x Hx. apply H. now apply in_map.
  - intros H c Hc. apply in_map_iff in Hc as (x & <- & Hx). auto.
Qed.

Lemma bounded_flat_map : forall A n (f : A -> list clause) l, (forall x, In x l -> bounded n (f x)) -> bounded n (flat_map f l).
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
  (forall i j, i < count -> j < count -> m (auxiliary n (first + i)) = true -> m (auxiliary n (first + j)) = true -> i = j) <->
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

(** ** Ladder *)

Lemma ladder_cons : forall below l k rest n, ladder below (l :: k :: rest) n =
  implies l (Pos (Pos.succ n)) ::
    match below with
    | Some lower => [implies lower (Pos (Pos.succ n)); [opposite l; opposite lower]]
    | None => []
    end ++ ladder (Some (Pos (Pos.succ n))) (k :: rest) (Pos.succ n).
Proof. reflexivity. Qed.

Definition below_true (m : model) (below : option literal) : bool :=
  match below with Some l => is_true m l | None => false end.

Lemma not_both : forall m l k, satisfies_clause m [opposite l; opposite k] -> is_true m l = true -> is_true m k = true -> False.
Proof.
  intros m l k (x & [<-|[<-|[]]] & H) Hl Hk; rewrite is_true_opposite in H; [rewrite Hl in H|rewrite Hk in H]; discriminate.
Qed.

Lemma ladder_sound : forall ls below n m, satisfies m (ladder below ls n) ->
  at_most_one m ls /\ (below_true m below = true -> forall l, In l ls -> is_true m l = false).
Proof.
  induction ls as [|l ls IH]; intros below n m H; [easy|]. destruct ls as [|k rest].
  - split; [intros a b []|]. intros Hbelow x [<-|[]]. destruct below as [lower|]; [|easy]. simpl in *.
    apply satisfies_one in H. apply not_true_iff_false. intros Hx. now apply (not_both m l lower).
  - rewrite ladder_cons in H. apply satisfies_cons in H as [Hl H]. apply satisfies_app in H as [Hbelow H].
    apply IH in H as [Hrest Hrung]. rewrite satisfies_implies in Hl. simpl in Hrung.
    set (others := k :: rest) in *. split.
    + intros a b Hab Ha Hb. apply in_pairs_cons in Hab as [[<- Hy]|Hab].
      * rewrite (Hrung (Hl Ha) b Hy) in Hb. discriminate.
      * now apply (Hrest a b).
    + intros Ht. destruct below as [lower|]; [|easy]. simpl in Ht.
      apply satisfies_cons in Hbelow as [Hlower Hnot]. rewrite satisfies_implies in Hlower. specialize (Hlower Ht).
      apply satisfies_one in Hnot. intros x [<-|Hx]; [|now apply Hrung].
      apply not_true_iff_false. intros Hx. now apply (not_both m l lower).
Qed.

Lemma ladder_complete : forall ls below n m, bounded_clause n ls ->
  (forall l, below = Some l -> (variable l <= n)%positive) -> at_most_one m ls ->
  (below_true m below = true -> forall l, In l ls -> is_true m l = false) ->
  exists m', agree n m m' /\ satisfies m' (ladder below ls n).
Proof.
  induction ls as [|l ls IH]; intros below n m Hb Hv Hm Hbelow.
  - exists m. split; [apply agree_refl|apply satisfies_nil].
  - destruct ls as [|k rest].
    + exists m. split; [apply agree_refl|]. destruct below as [lower|]; [|apply satisfies_nil]. simpl.
      apply satisfies_one. destruct (is_true m lower) eqn:E.
      * exists (opposite l). rewrite is_true_opposite, (Hbelow E l) by now left. simpl. auto.
      * exists (opposite lower). rewrite is_true_opposite, E. simpl. auto.
    + set (others := k :: rest) in *. set (value := is_true m l || below_true m below).
      set (m1 := extend n m (fun _ => value)).
      assert (Ha1 : agree n m m1) by apply extend_agree.
      assert (Hsame : forall x, In x (l :: others) -> is_true m1 x = is_true m x).
      { intros x Hx. symmetry. apply (is_true_agree n); auto. }
      assert (Hrung : m1 (Pos.succ n) = value).
      { replace (Pos.succ n) with (auxiliary n 0) by (unfold auxiliary; simpl; lia). apply extend_auxiliary. }
      destruct (IH (Some (Pos (Pos.succ n))) (Pos.succ n) m1) as (m' & Ha & Hs).
      * intros x Hx. specialize (Hb x (or_intror Hx)). lia.
      * intros x E. injection E as <-. simpl. lia.
      * intros a b Hab. pose proof (in_pairs _ _ _ _ Hab) as [Hina Hinb].
        rewrite !Hsame by now right. apply Hm, in_pairs_cons. now right.
      * simpl. rewrite Hrung. intros Hvalue x Hx. rewrite Hsame by now right. apply orb_true_iff in Hvalue as [Hvalue|Hvalue].
        -- apply not_true_iff_false. intros Hx'. apply (Hm l x); auto. apply in_pairs_cons. auto.
        -- apply Hbelow; [easy|now right].
      * assert (Hall : forall x, (variable x <= Pos.succ n)%positive -> is_true m' x = is_true m1 x).
        { intros x Hx. symmetry. now apply (is_true_agree (Pos.succ n)). }
        assert (Hl : is_true m' l = is_true m l).
        { rewrite Hall, Hsame; [easy|now left|]. specialize (Hb l (or_introl eq_refl)). lia. }
        assert (Hr : is_true m' (Pos (Pos.succ n)) = value) by (rewrite Hall; simpl; [easy|lia]).
        exists m'. split; [apply (agree_trans n (Pos.succ n) m m1 m'); auto; lia|].
        unfold others. rewrite ladder_cons. fold others. apply satisfies_cons. split.
        -- apply satisfies_implies. rewrite Hl, Hr. unfold value. now intros ->.
        -- apply satisfies_app. split; [|exact Hs]. destruct below as [lower|]; [|apply satisfies_nil].
           assert (Hlower : is_true m' lower = is_true m lower).
           { specialize (Hv lower eq_refl). rewrite Hall by lia. symmetry. now apply (is_true_agree n). }
           apply satisfies_cons. split; [|apply satisfies_one].
           ++ apply satisfies_implies. rewrite Hlower, Hr. unfold value. simpl. intros ->. apply orb_true_r.
           ++ simpl in Hbelow. destruct (is_true m lower) eqn:E.
              ** exists (opposite l). rewrite is_true_opposite, Hl, (Hbelow eq_refl l) by now left. simpl. auto.
              ** exists (opposite lower). rewrite is_true_opposite, Hlower. simpl. auto.
Qed.

Lemma ladder_bounded : forall ls below n, bounded_clause n ls ->
  (forall l, below = Some l -> (variable l <= n)%positive) ->
  bounded (after n (N.pred (length_of ls))) (ladder below ls n).
Proof.
  induction ls as [|l ls IH]; intros below n Hb Hv; [easy|]. destruct ls as [|k rest].
  - simpl. destruct below as [lower|]; [|easy]. intros c [<-|[]] x [<-|[<-|[]]]; rewrite variable_opposite; auto.
    apply Hb. now left.
  - rewrite ladder_cons. set (others := k :: rest) in *.
    assert (Hlast : after n (N.pred (length_of (l :: others))) = after (Pos.succ n) (N.pred (length_of others))).
    { assert (E : N.pos (after n (N.pred (length_of (l :: others)))) = N.pos (after (Pos.succ n) (N.pred (length_of others)))).
      { rewrite !after_spec. unfold length_of, others. cbn [length].
        rewrite !Nnat.Nat2N.inj_succ, !N.pred_succ. change (N.pos (Pos.succ n)) with (N.succ (N.pos n)). lia. }
      now injection E. }
    rewrite Hlast. pose proof (after_grows (Pos.succ n) (N.pred (length_of others))) as Hgrows.
    assert (Hl : (variable l <= n)%positive) by (apply Hb; now left).
    intros c [<-|Hc].
    + apply implies_bounded; cbn [variable]; lia.
    + apply in_app_iff in Hc as [Hc|Hc].
      * destruct below as [lower|]; [|easy]. specialize (Hv lower eq_refl). destruct Hc as [<-|[<-|[]]].
        -- apply implies_bounded; cbn [variable]; lia.
        -- intros x [<-|[<-|[]]]; rewrite variable_opposite; lia.
      * apply (IH (Some (Pos (Pos.succ n))) (Pos.succ n)); auto.
        -- intros x Hx. specialize (Hb x (or_intror Hx)). lia.
        -- intros x E. injection E as <-. simpl. lia.
Qed.

(** ** Groups with different tags *)

Lemma enumerate_snd : forall A (l : list A), map snd (enumerate l) = l.
Proof.
  intros A l. unfold enumerate, length_of, range. rewrite Nnat.Nat2N.id. generalize O.
  induction l as [|x l IH]; intros k; simpl; [easy|]. now rewrite IH.
Qed.

Lemma enumerate_pairs : forall A (l : list A) i x j y, In ((i, x), (j, y)) (pairs (enumerate l)) -> i <> j.
Proof.
  intros A l i x j y. unfold enumerate, length_of, range. rewrite Nnat.Nat2N.id.
  assert (Hfrom : forall k (l : list A) a b, In (a, b) (combine (map N.of_nat (seq k (length l))) l) -> N.of_nat k <= a).
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
  exists t, forall g group l, In (g, group) (enumerate (groups_of size ls)) -> In l group -> is_true m l = true -> g = t.
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

Lemma at_most_one_agree : forall n m m' ls, agree n m m' -> bounded_clause n ls -> at_most_one m ls -> at_most_one m' ls.
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

Lemma enumerate_map : forall A B (f : A -> B) l, enumerate (map f l) = map (fun indexed => (fst indexed, f (snd indexed))) (enumerate l).
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
    apply (tags_sound m 1 ls (fun i => m (auxiliary n (i / columns)) = true /\ m (auxiliary n (rows + i mod columns)) = true)).
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
      apply satisfies_cons. split; [|apply satisfies_one]; apply satisfies_implies; intros Hl; apply Htrue in Hl; subst i;
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

(** ** All schemes *)

Lemma correct_for_two : forall clauses, correct clauses ->
  correct (fun ls n => match ls with [] | [_] => ([], n) | _ => clauses ls n end).
Proof.
  intros clauses H.
  assert (Hshort : forall m ls, (length ls < 2)%nat -> at_most_one m ls).
  { intros m [|l [|k ls]] Hlength; simpl in Hlength; [| |lia]; intros a b []. }
  split; intros [|l [|k ls]] n; simpl; intros.
  - apply Hshort. simpl. lia.
  - apply Hshort. simpl. lia.
  - now apply (sound _ H _ n).
  - exists m. split; [apply agree_refl|apply satisfies_nil].
  - exists m. split; [apply agree_refl|apply satisfies_nil].
  - now apply (complete _ H).
  - lia.
  - lia.
  - apply (grows _ H).
  - easy.
  - easy.
  - now apply (stays_below _ H).
Qed.

Theorem schemes_correct : forall s, correct (scheme_clauses s).
Proof.
  intros s. unfold scheme_clauses.
  destruct s.
  - apply (correct_for_two (fun ls n => (pairwise ls, n))). split; simpl; intros.
    + now apply pairwise_correct.
    + exists m. split; [apply agree_refl|]. now apply pairwise_correct.
    + lia.
    + now apply pairwise_bounded.
  - apply (correct_for_two (fun ls n => (ladder None ls n, after n (N.pred (length_of ls))))). split; simpl; intros.
    + now apply ladder_sound in H.
    + now apply ladder_complete.
    + apply after_grows.
    + now apply ladder_bounded.
  - apply (correct_for_two product), product_correct.
  - apply (correct_for_two commander), commander_correct.
  - apply (correct_for_two (bimander 4)), bimander_correct.
  - apply (correct_for_two (bimander 1)), bimander_correct.
Qed.
