(* Reads puzzles, solutions and proofs. Not trusted: the extracted program prints puzzles and solutions again, which are
   compared with the files, and checks the proof. *)

open Proved

exception Rejected of string

let reject format = Printf.ksprintf (fun message -> raise (Rejected message)) format

let largest_board = 25

(* Binary numbers. Each number is built once, so that equal numbers share memory. *)
let known = Hashtbl.create 100_000

let rec positive number =
  match Hashtbl.find_opt known number with
  | Some p -> p
  | None ->
    let p = if number = 1 then XH else if number land 1 = 1 then XI (positive (number / 2)) else XO (positive (number
      / 2)) in
    Hashtbl.add known number p;
    p

let natural number = if number = 0 then N0 else if number > 0 then Npos (positive number) else reject "a number is
  negative"

let number word =
  let is_decimal = String.for_all (fun c -> c >= '0' && c <= '9' || c = '-') word in
  match int_of_string_opt word with
  | Some n when is_decimal -> n
  | _ -> reject "%S is not a number" word

(* Puzzles and solutions *)

let cells text =
  let words = if String.contains text ' ' then String.split_on_char ' ' text
    else List.map (String.make 1) (List.of_seq (String.to_seq text)) in
  List.map (fun word -> natural (if word = "." then 0 else number word)) words

let solution text = cells (String.trim text)

let variants =
  ["x", Diagonals; "windoku", Windoku; "disjoint", Disjoint; "antiknight", AntiKnight; "antiking", AntiKing]

let default_boxes n =
  let rec search rows = if rows < 2 then reject "the box shape is missing" else if n mod rows =
    0 then rows else search (rows - 1) in
  let rows = search (int_of_float (sqrt (float_of_int n))) in
  Rectangles (natural rows, natural (n / rows))

let puzzle text =
  let fields = try Json.parse text with Json.Malformed -> reject "malformed JSON" in
  List.iter (function
    | "constraints", Json.Object ((rule, _) :: _) -> reject "the rule %S is not covered by the proofs" rule
    | "layout", Json.String layout -> reject "the layout %S is not covered by the proofs" layout
    | ("version" | "puzzle" | "box" | "regions" | "variants" | "excluded"), _ -> ()
    | name, _ -> reject "the field %S is not covered by the proofs" name) fields;
  let field name = List.assoc_opt name fields in
  let list name item = match field name with
    | None -> []
    | Some (Json.Array items) -> List.map item items
    | Some _ -> reject "the field %S is malformed" name in
  let givens = match field "puzzle" with Some (Json.String text) -> cells text | _ -> reject "the cells are missing" in
  let n = int_of_float (sqrt (float_of_int (List.length givens))) in
  if n > largest_board then reject "the board is larger than %dx%d" largest_board largest_board;
  let label = function Json.Number label -> natural label | _ -> reject "malformed regions" in
  let boxes_of = match field "box", field "regions" with
    | Some (Json.String shape), _ -> (match String.split_on_char 'x' shape with
      | [rows; columns] -> Rectangles (natural (number rows), natural (number columns))
      | _ -> reject "malformed box shape %S" shape)
    | _, Some _ -> Regions (list "regions" label)
    | _ -> default_boxes n in
  let variant = function
    | Json.String name when List.mem_assoc name variants -> List.assoc name variants
    | Json.String name -> reject "the variant %S is not covered by the proofs" name
    | _ -> reject "malformed variants" in
  let candidate = function
    | Json.Array [Json.Number row; Json.Number column; Json.Number digit] ->
      ({ row = natural (row - 1); column = natural (column - 1) }, natural digit)
    | _ -> reject "malformed candidate" in
  let puzzle = {
    board_size = natural n; boxes_of; givens;
    variants = list "variants" variant; excluded = list "excluded" candidate
  } in
  if not (well_formed puzzle) then reject "the board, a given or an excluded candidate is not valid";
  puzzle

(* LRAT proofs *)

let identifier number = if number > 0 then positive number else reject "an identifier is not positive"

let literal number = if number > 0 then Pos (positive number) else Neg (positive (-number))

(* Splits numbers at the first 0. *)
let until_zero numbers =
  let rec split acc = function
    | [] -> reject "a line does not end with 0"
    | 0 :: rest -> (List.rev acc, rest)
    | number :: rest -> split (number :: acc) rest in
  split [] numbers

let step line =
  let numbers words = List.rev (List.rev_map number words) in
  let identifiers numbers = match until_zero numbers with
    | ids, [] -> List.rev (List.rev_map identifier ids)
    | _ -> reject "text follows the final 0 of a line" in
  match List.filter ((<>) "") (String.split_on_char ' ' line) with
  | _ :: "d" :: deleted -> Delete (identifiers (numbers deleted))
  | id :: rest ->
    let literals, hints = until_zero (numbers rest) in
    Add (identifier (number id), List.map literal literals, identifiers hints)
  | [] -> reject "a line is empty"

let proof text =
  let lines = match List.rev (String.split_on_char '\n' text) with "" :: rest -> rest | lines -> lines in
  List.rev_map step lines
