(** A checker for LRAT proofs whose lemmas are RUP clauses: each lemma has hints, the identifiers of the clauses that
    derive it by unit propagation. RAT lemmas are not supported; sudoku-sat does not write them. *)

From Coq Require Import PArith Bool List FMapPositive Lia.
From SudokuProof Require Import Cnf.
Import ListNotations.

(** The lines of a proof. *)
Inductive step :=
  | Add (id : positive) (lemma : clause) (hints : list positive)
  | Delete (ids : list positive).

(** The clauses that have not been deleted, by identifier. *)
Definition database := PositiveMap.t clause.

(** The values of the variables that are assigned. *)
Definition assignment := PositiveMap.t bool.

Definition make_true (a : assignment) (l : literal) : assignment :=
  match l with Pos v => PositiveMap.add v true a | Neg v => PositiveMap.add v false a end.

Definition is_false (a : assignment) (l : literal) : bool :=
  match l, PositiveMap.find (variable l) a with
  | Pos _, Some value => negb value
  | Neg _, Some value => value
  | _, None => false
  end.

Definition literal_eqb (l k : literal) : bool :=
  match l, k with
  | Pos v, Pos w | Neg v, Neg w => Pos.eqb v w
  | _, _ => false
  end.

Inductive status := Conflict | Unit (l : literal) | Open.

(** The state of a clause: without literals that are not false, with one, or with several. *)
Fixpoint status_of (a : assignment) (c : clause) : status :=
  match c with
  | [] => Conflict
  | l :: rest =>
      if is_false a l then status_of a rest
      else match status_of a rest with
      | Conflict => Unit l
      | Unit k => if literal_eqb l k then Unit l else Open
      | Open => Open
      end
  end.

(** Follows the hints until a clause has only false literals. *)
Fixpoint propagates_to_conflict (db : database) (a : assignment) (hints : list positive) : bool :=
  match hints with
  | [] => false
  | id :: rest =>
      match PositiveMap.find id db with
      | None => false
      | Some c =>
          match status_of a c with
          | Conflict => true
          | Unit l => propagates_to_conflict db (make_true a l) rest
          | Open => false
          end
      end
  end.

Definition assume_false (lemma : clause) : assignment :=
  fold_left (fun a l => make_true a (opposite l)) lemma (PositiveMap.empty bool).

Definition is_rup (db : database) (lemma : clause) (hints : list positive) : bool :=
  propagates_to_conflict db (assume_false lemma) hints.

(** Deletes clauses, or returns [None] if one does not exist. *)
Fixpoint delete_all (db : database) (ids : list positive) : option database :=
  match ids with
  | [] => Some db
  | id :: rest => if PositiveMap.mem id db then delete_all (PositiveMap.remove id db) rest else None
  end.

(** Whether the steps derive the empty clause. [last] is the largest identifier so far. *)
Fixpoint refutes (db : database) (last : positive) (proof : list step) : bool :=
  match proof with
  | [] => false
  | Delete ids :: rest =>
      match delete_all db ids with
      | Some db => refutes db last rest
      | None => false
      end
  | Add id lemma hints :: rest =>
      if (last <? id)%positive && is_rup db lemma hints then
        match lemma with
        | [] => true
        | _ => refutes (PositiveMap.add id lemma db) id rest
        end
      else false
  end.

(** Adds clauses with consecutive identifiers. Returns the next identifier, too. *)
Definition add_clause (state : database * positive) (c : clause) : database * positive :=
  let (db, id) := state in (PositiveMap.add id c db, Pos.succ id).

Definition add_clauses (state : database * positive) (f : list clause) : database * positive :=
  fold_left add_clause f state.

(** Whether the proof refutes the clauses, which are given in groups. *)
Definition check (groups : list (list clause)) (proof : list step) : bool :=
  let (db, next) := fold_left add_clauses groups (PositiveMap.empty clause, 1%positive) in
  refutes db (Pos.pred next) proof.

(** * Soundness *)

Definition implied (m : model) (db : database) : Prop :=
  forall id c, PositiveMap.find id db = Some c -> satisfies_clause m c.

(** The assignment says of variables only what the model says. *)
Definition consistent (m : model) (a : assignment) : Prop :=
  forall v value, PositiveMap.find v a = Some value -> m v = value.

Lemma consistent_make_true : forall m a l, consistent m a -> is_true m l = true -> consistent m (make_true a l).
Proof.
  intros m a l Ha Hl v value H. destruct l as [w|w]; simpl in *;
    (destruct (Pos.eq_dec v w) as [->|Hne];
      [rewrite PositiveMap.gss in H; injection H as <-|rewrite PositiveMap.gso in H by easy; now apply Ha]).
  - easy.
  - now apply negb_true_iff.
Qed.

Lemma is_false_sound : forall m a l, consistent m a -> is_false a l = true -> is_true m l = false.
Proof.
  intros m a [v|v] Ha H; unfold is_false in H; simpl in *;
    destruct (PositiveMap.find v a) as [value|] eqn:E; try discriminate; rewrite (Ha v value E).
  - now apply negb_true_iff.
  - now rewrite H.
Qed.

Lemma literal_eqb_eq : forall l k, literal_eqb l k = true -> l = k.
Proof. intros [v|v] [w|w] H; simpl in H; try discriminate; apply Pos.eqb_eq in H; now subst. Qed.

Lemma status_of_sound : forall m a c, consistent m a -> satisfies_clause m c ->
  match status_of a c with
  | Conflict => False
  | Unit l => is_true m l = true
  | Open => True
  end.
Proof.
  intros m a c Ha. induction c as [|l c IH]; simpl; intros (k & Hk & Ht); [easy|].
  destruct (is_false a l) eqn:El.
  - apply IH. destruct Hk as [->|Hk]; [|now exists k]. apply (is_false_sound m) in El; [congruence|easy].
  - destruct (status_of a c) as [|u|] eqn:Es; [| |easy].
    + destruct Hk as [->|Hk]; [easy|]. destruct IH. now exists k.
    + destruct (literal_eqb l u) eqn:Eu; [|easy]. apply literal_eqb_eq in Eu. subst.
      destruct Hk as [->|Hk]; [easy|]. apply IH. now exists k.
Qed.

Lemma propagation_sound : forall m db hints a, implied m db -> consistent m a ->
  propagates_to_conflict db a hints = true -> False.
Proof.
  intros m db hints. induction hints as [|id hints IH]; simpl; intros a Hdb Ha H; [easy|].
  destruct (PositiveMap.find id db) as [c|] eqn:E; [|easy].
  pose proof (status_of_sound m a c Ha (Hdb id c E)) as Hs. destruct (status_of a c) as [|l|]; try easy.
  apply (IH (make_true a l)); auto. now apply consistent_make_true.
Qed.

Lemma is_rup_sound : forall m db lemma hints, implied m db -> is_rup db lemma hints = true -> satisfies_clause m lemma.
Proof.
  intros m db lemma hints Hdb H. destruct (existsb (is_true m) lemma) eqn:E.
  - apply existsb_exists in E as (l & Hl & Ht). now exists l.
  - exfalso. apply (propagation_sound m db hints (assume_false lemma)); auto. unfold assume_false.
    assert (Hfold : forall a, consistent m a ->
      consistent m (fold_left (fun a l => make_true a (opposite l)) lemma a)).
    { clear H. induction lemma as [|l lemma IH]; simpl; intros a Ha; [easy|].
      simpl in E. apply orb_false_iff in E as [El E]. apply IH; [easy|]. apply consistent_make_true; [easy|].
      now rewrite is_true_opposite, El. }
    apply Hfold. intros v value Hv. now rewrite PositiveMap.gempty in Hv.
Qed.

Lemma implied_add : forall m db id c, implied m db -> satisfies_clause m c -> implied m (PositiveMap.add id c db).
Proof.
  intros m db id c Hdb Hc id' c' H. destruct (Pos.eq_dec id' id) as [->|Hne].
  - rewrite PositiveMap.gss in H. now injection H as <-.
  - rewrite PositiveMap.gso in H by easy. eauto.
Qed.

Lemma delete_all_implied : forall m ids db db', implied m db -> delete_all db ids = Some db' -> implied m db'.
Proof.
  intros m ids. induction ids as [|id ids IH]; simpl; intros db db' Hdb H; [now injection H as <-|].
  destruct (PositiveMap.mem id db); [|easy]. apply (IH (PositiveMap.remove id db)); [|easy].
  intros id' c Hc. destruct (Pos.eq_dec id' id) as [->|Hne].
  - now rewrite PositiveMap.grs in Hc.
  - rewrite PositiveMap.gro in Hc by easy. eauto.
Qed.

Lemma refutes_sound : forall m proof db last, implied m db -> refutes db last proof = true -> False.
Proof.
  intros m proof. induction proof as [|[id lemma hints|ids] proof IH]; simpl; intros db last Hdb H; [easy| |].
  - destruct ((last <? id)%positive && is_rup db lemma hints) eqn:E; [|easy]. apply andb_true_iff in E as [_ E].
    apply (is_rup_sound m) in E; [|easy]. destruct lemma as [|l lemma]; [now destruct E as (l & [] & _)|].
    apply (IH _ _ (implied_add m db id (l :: lemma) Hdb E) H).
  - destruct (delete_all db ids) as [db'|] eqn:E; [|easy].
    apply (IH db' last); [|easy]. now apply (delete_all_implied m ids db).
Qed.

(** If the checker accepts a proof, the clauses have no model. *)
Theorem check_sound : forall groups proof, check groups proof = true -> forall m, ~ satisfies m (concat groups).
Proof.
  intros groups proof H m Hm. unfold check in H.
  assert (Hfold : forall gs state, satisfies m (concat gs) -> implied m (fst state) ->
    implied m (fst (fold_left add_clauses gs state))).
  { assert (Hgroup : forall f state, satisfies m f -> implied m (fst state) -> implied m (fst (add_clauses state f))).
    { unfold add_clauses. induction f as [|c f IH]; simpl; intros state Hf Hstate;
      [easy|]. apply satisfies_cons in Hf as [Hc Hf].
      apply IH; [easy|]. destruct state as [db id]. simpl in *. now apply implied_add. }
    induction gs as [|f gs IH]; simpl; intros state Hgs Hstate; [easy|]. apply satisfies_app in Hgs as [Hf Hgs]. auto. }
  specialize (Hfold groups (PositiveMap.empty clause, 1%positive) Hm).
  destruct (fold_left add_clauses groups _) as [db next]. simpl in *.
  apply (refutes_sound m proof db (Pos.pred next)); [|easy]. apply Hfold.
  intros id c Hc. now rewrite PositiveMap.gempty in Hc.
Qed.
