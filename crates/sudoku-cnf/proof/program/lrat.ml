(* Reads proofs in the LRAT text format. The proved checker refuses whatever this file might get wrong. *)

open Proved

let number word =
  let digits = if word <> "" && word.[0] = '-' then String.sub word 1 (String.length word - 1) else word in
  if digits = "" || String.length digits > 15 || not (String.for_all (fun c -> c >= '0' && c <= '9') digits)
  then Puzzle.reject "%S is not a number" word
  else int_of_string word

let id = function number when number > 0 -> Puzzle.positive number | _ -> Puzzle.reject "malformed proof"

let literal number = if number > 0 then Pos (Puzzle.positive number) else Neg (Puzzle.positive (-number))

(* Splits the numbers at the first 0. *)
let rec until_zero acc = function
  | [] -> Puzzle.reject "a line of the proof does not end with 0"
  | 0 :: rest -> (List.rev acc, rest)
  | number :: rest -> until_zero (number :: acc) rest

let step line =
  let words = List.filter (fun word -> word <> "") (String.split_on_char ' ' line) in
  let ids numbers = match until_zero [] numbers with
    | ids, [] -> List.rev (List.rev_map id ids)
    | _ -> Puzzle.reject "text after the final 0 of a line" in
  let numbers words = List.rev (List.rev_map number words) in
  match words with
  | _ :: "d" :: deleted -> Delete (ids (numbers deleted))
  | lemma :: rest ->
    let literals, hints = until_zero [] (numbers rest) in
    Add (id (number lemma), List.map literal literals, ids hints)
  | [] -> Puzzle.reject "an empty line in the proof"

let parse text =
  let lines = match List.rev (String.split_on_char '\n' text) with "" :: rest -> rest | lines -> lines in
  List.rev_map step lines
