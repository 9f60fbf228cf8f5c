(* Reads puzzles and solutions. *)

open Proved

exception Rejected of string

let reject format = Printf.ksprintf (fun message -> raise (Rejected message)) format

(* Binary numbers. Each number is built once, so that equal numbers share memory. *)
let known = Hashtbl.create 100_000

let rec positive number =
  match Hashtbl.find_opt known number with
  | Some p -> p
  | None ->
    let p = match number with
      | 1 -> XH
      | _ when number land 1 = 1 -> XI (positive (number / 2))
      | _ -> XO (positive (number / 2)) in
    Hashtbl.add known number p; p

let natural = function 0 -> N0 | number -> Npos (positive number)

let largest_board = 25

let decimal word =
  if word = "" || String.length word > 9 || not (String.for_all (fun c -> c >= '0' && c <= '9') word)
  then reject "%S is not a number" word
  else int_of_string word

(* The digits of a grid, row by row, with 0 for open cells: characters on boards up to 9x9, words on larger boards. *)
let grid text =
  let words = if String.contains text ' ' then String.split_on_char ' ' text
    else List.map (String.make 1) (List.of_seq (String.to_seq text)) in
  List.map (function "." -> 0 | word -> match decimal word with 0 -> reject "0 is not a digit" | d -> d) words

(* The shape that puzzle.json omits: the one that is most nearly square. *)
let default_boxes n =
  let rec search rows = if rows < 2 then reject "the field \"box\" is missing" else if n mod rows = 0 then rows
    else search (rows - 1) in
  let rows = search (int_of_float (sqrt (float_of_int n))) in
  Rectangles (natural rows, natural (n / rows))

let variant = function
  | Json.String "x" -> Diagonals
  | Json.String "windoku" -> Windoku
  | Json.String "disjoint" -> Disjoint
  | Json.String "antiknight" -> AntiKnight
  | Json.String "antiking" -> AntiKing
  | Json.String name -> reject "the variant %S is not covered by the proof" name
  | _ -> reject "malformed variants"

let candidate = function
  | Json.Array [Json.Number row; Json.Number column; Json.Number digit] when row > 0 && column > 0 -> (row, column, digit)
  | _ -> reject "malformed excluded candidates"

let placed (row, column, digit) = ({ row = natural (row - 1); column = natural (column - 1) }, natural digit)

let of_json text =
  let fields = match Json.parse text with Json.Object fields -> fields | _ -> raise Json.Malformed in
  let is_empty = function Json.Null | Json.Object [] | Json.Array [] -> true | _ -> false in
  let fields = List.filter (fun (_, value) -> not (is_empty value)) fields in
  List.iter (function
    | "constraints", Json.Object ((rule, _) :: _) -> reject "the rule %S is not covered by the proof" rule
    | "layout", Json.String layout -> reject "the layout %S is not covered by the proof" layout
    | ("version" | "puzzle" | "box" | "regions" | "variants" | "excluded" | "remark"), _ -> ()
    | name, _ -> reject "the field %S is not covered by the proof" name) fields;
  let field name = List.assoc_opt name fields in
  let list name item = match field name with
    | None -> []
    | Some (Json.Array items) -> List.sort_uniq compare (List.map item items)
    | Some _ -> reject "the field %S is not an array" name in
  if not (List.mem (field "version") [None; Some (Json.Number 1)]) then reject "the version is unknown";
  let cells = match field "puzzle" with Some (Json.String text) -> grid text | _ -> reject "the cells are missing" in
  let n = int_of_float (sqrt (float_of_int (List.length cells))) in
  if n < 1 || n * n <> List.length cells then reject "the board is not square";
  if n > largest_board then reject "the board is larger than %dx%d" largest_board largest_board;
  let boxes_of = match field "box", field "regions" with
    | None, None -> default_boxes n
    | Some (Json.String shape), None -> (match String.split_on_char 'x' shape with
      | [rows; columns] -> Rectangles (natural (decimal rows), natural (decimal columns))
      | _ -> reject "malformed box shape %S" shape)
    | None, Some (Json.Array labels) ->
      Regions (List.map (function Json.Number label -> natural label | _ -> reject "malformed regions") labels)
    | _ -> reject "malformed boxes" in
  let given index digit = if digit = 0 then [] else [placed (index / n + 1, index mod n + 1, digit)] in
  let puzzle = {
    board_size = natural n;
    boxes_of;
    variants = list "variants" variant;
    givens = List.concat (List.mapi given cells);
    excluded = List.map placed (list "excluded" candidate);
  } in
  if not (well_formed puzzle) then reject "the board, a given or an excluded candidate is not well-formed";
  puzzle

let solution text =
  let line = match String.index_opt text '\n' with
    | Some last when last = String.length text - 1 -> String.sub text 0 last
    | _ -> reject "expected the solution in one line" in
  List.map natural (grid line)
