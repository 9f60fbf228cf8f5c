(* A reader of JSON text. It refuses what bundles do not contain: fractions and objects that repeat a name. *)

type value =
  | Null
  | Bool of bool
  | Number of int
  | String of string
  | Array of value list
  | Object of (string * value) list

exception Malformed

let parse text =
  let position = ref 0 in
  let peek () = if !position < String.length text then text.[!position] else '\000' in
  let next () = let c = peek () in incr position; c in
  let expect c = if next () <> c then raise Malformed in
  let skip_space () = while List.mem (peek ()) [' '; '\t'; '\n'; '\r'] do incr position done in
  let word name value = String.iter expect name; value in
  let number () =
    let start = !position in
    while peek () >= '0' && peek () <= '9' do incr position done;
    if !position = start || !position > start + 9 || List.mem (peek ()) ['.'; 'e'; 'E'] then raise Malformed;
    Number (int_of_string (String.sub text start (!position - start))) in
  let string () =
    let buffer = Buffer.create 81 in
    let rec rest () = match next () with
      | '"' -> Buffer.contents buffer
      | '\\' ->
        (* The escaped character matters only in remarks, which are ignored. *)
        Buffer.add_char buffer '\\'; Buffer.add_char buffer (next ()); rest ()
      | c when c < ' ' -> raise Malformed
      | c -> Buffer.add_char buffer c; rest () in
    expect '"'; rest () in
  let rec items close item acc =
    skip_space ();
    if acc = [] && peek () = close then (expect close; []) else begin
      let acc = item () :: acc in
      skip_space ();
      match next () with
      | ',' -> skip_space (); if peek () = close then raise Malformed else items close item acc
      | c when c = close -> List.rev acc
      | _ -> raise Malformed
    end in
  let rec value () =
    skip_space ();
    match peek () with
    | '"' -> String (string ())
    | '[' -> expect '['; Array (items ']' value [])
    | '{' ->
      expect '{';
      let fields = items '}' field [] in
      let names = List.map fst fields in
      if List.length (List.sort_uniq compare names) < List.length names then raise Malformed;
      Object fields
    | 'n' -> word "null" Null
    | 't' -> word "true" (Bool true)
    | 'f' -> word "false" (Bool false)
    | _ -> number ()
  and field () =
    skip_space ();
    let name = string () in
    skip_space (); expect ':';
    (name, value ()) in
  let result = value () in
  skip_space ();
  if !position < String.length text then raise Malformed;
  result
