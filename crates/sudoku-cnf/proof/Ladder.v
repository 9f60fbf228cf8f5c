(** The ladder scheme is correct. *)

From Coq Require Import PArith NArith Bool List Lia.
From SudokuProof Require Import Sudoku Cnf AtMostOne.
Import ListNotations.
Open Scope N_scope.

Lemma ladder_cons : forall below l k rest n, ladder below (l :: k :: rest) n =
  implies l (Pos (Pos.succ n)) ::
    match below with
    | Some lower => [implies lower (Pos (Pos.succ n)); [opposite l; opposite lower]]
    | None => []
    end ++ ladder (Some (Pos (Pos.succ n))) (k :: rest) (Pos.succ n).
Proof. reflexivity. Qed.

Definition below_true (m : model) (below : option literal) : bool :=
  match below with Some l => is_true m l | None => false end.

Lemma not_both : forall m l k, satisfies_clause m [opposite l; opposite k] -> is_true m l = true -> is_true m k =
  true -> False.
Proof.
  intros m l k (x & [<-|[<-|[]]] & H) Hl Hk; rewrite is_true_opposite in H; [rewrite Hl in H|rewrite Hk in H];
    discriminate.
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
      * simpl. rewrite Hrung. intros Hvalue x Hx. rewrite Hsame by now right. apply orb_true_iff in Hvalue as
          [Hvalue|Hvalue].
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
    { assert (E : N.pos (after n (N.pred (length_of (l :: others)))) = N.pos (after (Pos.succ n) (N.pred (length_of
      others)))).
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
