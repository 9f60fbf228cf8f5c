(** Clauses and models. *)

From Coq Require Import PArith Bool List Lia.
Import ListNotations.

(** A variable or its negation. Variables are numbered from 1, as in DIMACS files. *)
Inductive literal := Pos (v : positive) | Neg (v : positive).

Definition clause := list literal.

Definition model := positive -> bool.

Definition variable (l : literal) : positive := match l with Pos v | Neg v => v end.

Definition opposite (l : literal) : literal := match l with Pos v => Neg v | Neg v => Pos v end.

Definition is_true (m : model) (l : literal) : bool := match l with Pos v => m v | Neg v => negb (m v) end.

(** A clause holds if one of its literals is true. *)
Definition satisfies_clause (m : model) (c : clause) : Prop := exists l, In l c /\ is_true m l = true.

Definition satisfies (m : model) (f : list clause) : Prop := forall c, In c f -> satisfies_clause m c.

(** Two models agree on the variables up to a number. *)
Definition agree (up_to : positive) (m m' : model) : Prop := forall v, (v <= up_to)%positive -> m v = m' v.

(** No variable exceeds a number. *)
Definition bounded_clause (up_to : positive) (c : clause) : Prop := forall l, In l c -> (variable l <= up_to)%positive.

Definition bounded (up_to : positive) (f : list clause) : Prop := forall c, In c f -> bounded_clause up_to c.

(** All pairs of two elements of a list, in the order of the list. *)
Fixpoint pairs {A} (l : list A) : list (A * A) :=
  match l with
  | [] => []
  | x :: rest => map (pair x) rest ++ pairs rest
  end.

(** At most one literal, counted with repetition, is true. *)
Definition at_most_one (m : model) (ls : list literal) : Prop :=
  forall a b, In (a, b) (pairs ls) -> is_true m a = true -> is_true m b = true -> False.

(** * Elementary facts *)

Lemma forall_in_flat_map : forall A B (P : B -> Prop) (f : A -> list B) l,
  (forall y, In y (flat_map f l) -> P y) <-> forall x, In x l -> forall y, In y (f x) -> P y.
Proof.
  intros A B P f l. split.
  - intros H x Hx y Hy. apply H, in_flat_map. eauto.
  - intros H y Hy. apply in_flat_map in Hy as (x & Hx & Hy). eauto.
Qed.

Lemma is_true_opposite : forall m l, is_true m (opposite l) = negb (is_true m l).
Proof. intros m [v|v]; simpl; [easy|]. now rewrite negb_involutive. Qed.

Lemma is_true_agree : forall n m m' l,
  agree n m m' -> (variable l <= n)%positive -> is_true m l = is_true m' l.
Proof. intros n m m' [v|v] H Hv; simpl in *; now rewrite (H v Hv). Qed.

Lemma satisfies_agree : forall n m m' f, agree n m m' -> bounded n f -> satisfies m f -> satisfies m' f.
Proof.
  intros n m m' f Ha Hb H c Hc. destruct (H c Hc) as (l & Hl & Ht). exists l. split; [easy|].
  rewrite <- Ht. symmetry. apply (is_true_agree n); [easy|]. now apply (Hb c).
Qed.

Lemma satisfies_app : forall m f g, satisfies m (f ++ g) <-> satisfies m f /\ satisfies m g.
Proof.
  intros m f g. unfold satisfies. split.
  - intros H. split; intros c Hc; apply H, in_app_iff; auto.
  - intros [Hf Hg] c Hc. apply in_app_iff in Hc as [Hc|Hc]; auto.
Qed.

Lemma satisfies_cons : forall m c f, satisfies m (c :: f) <-> satisfies_clause m c /\ satisfies m f.
Proof.
  intros m c f. unfold satisfies. split.
  - intros H. split; [apply H; now left|]. intros d Hd. apply H. now right.
  - intros [Hc Hf] d [<-|Hd]; auto.
Qed.

Lemma satisfies_nil : forall m, satisfies m [].
Proof. intros m c []. Qed.

Lemma satisfies_one : forall m c, satisfies m [c] <-> satisfies_clause m c.
Proof. intros. rewrite satisfies_cons. split; [tauto|]. intros H. split; [easy|]. apply satisfies_nil. Qed.

Lemma agree_refl : forall n m, agree n m m.
Proof. intros n m v _. reflexivity. Qed.

Lemma agree_trans : forall n n' m m' m'', (n <= n')%positive ->
  agree n m m' -> agree n' m' m'' -> agree n m m''.
Proof. intros n n' m m' m'' H H1 H2 v Hv. rewrite (H1 v Hv). apply H2. lia. Qed.

Lemma in_pairs_cons : forall A (l : list A) x y z, In (x, y) (pairs (z :: l)) <-> z = x /\ In y l \/ In (x,
  y) (pairs l).
Proof.
  intros A l x y z. simpl. rewrite in_app_iff, in_map_iff. split.
  - intros [(w & E & Hw)|H]; [inversion E; subst|]; auto.
  - intros [[-> Hy]|H]; eauto.
Qed.

Lemma in_pairs_map : forall A B (f : A -> B) l x y,
  In (x, y) (pairs (map f l)) <-> exists a b, In (a, b) (pairs l) /\ x = f a /\ y = f b.
Proof.
  intros A B f l x y. induction l as [|c l IH]; simpl.
  - split; [easy|]. now intros (a & b & [] & _).
  - rewrite in_app_iff, IH, in_map_iff. split.
    + intros [(z & E & Hz)|(a & b & H & Ex & Ey)].
      * apply in_map_iff in Hz as (b & <- & Hb). inversion E; subst. exists c, b.
        rewrite in_app_iff, in_map_iff. split; [left; now exists b|easy].
      * exists a, b. rewrite in_app_iff. auto.
    + intros (a & b & H & -> & ->). apply in_app_iff in H as [H|H].
      * left. apply in_map_iff in H as (d & E & Hd). inversion E; subst. exists (f b).
        split; [easy|]. now apply in_map.
      * right. eauto.
Qed.

Lemma in_pairs : forall A (l : list A) x y, In (x, y) (pairs l) -> In x l /\ In y l.
Proof.
  intros A l x y. induction l as [|c l IH]; simpl; [easy|]. rewrite in_app_iff, in_map_iff.
  intros [(z & E & Hz)|H].
  - inversion E; subst. auto.
  - destruct (IH H). auto.
Qed.

(** Of two different elements of a list, one comes first. *)
Lemma pairs_of_different : forall A (l : list A) x y,
  In x l -> In y l -> x <> y -> In (x, y) (pairs l) \/ In (y, x) (pairs l).
Proof.
  intros A l x y Hx Hy Hxy. induction l as [|c l IH]; simpl in *; [easy|]. rewrite !in_app_iff, !in_map_iff.
  destruct Hx as [->|Hx], Hy as [->|Hy].
  - contradiction.
  - left. left. now exists y.
  - right. left. now exists x.
  - destruct (IH Hx Hy); auto.
Qed.

Lemma pairs_NoDup : forall A (l : list A) x y, NoDup l -> In (x, y) (pairs l) -> x <> y.
Proof.
  intros A l x y Hl. induction Hl as [|c l Hc Hl IH]; simpl; [easy|]. rewrite in_app_iff, in_map_iff.
  intros [(z & E & Hz)|H]; [|now apply IH]. inversion E; subst. intros ->. contradiction.
Qed.
