(* Reads the fields of puzzle.json. Not trusted: the extracted program prints the puzzle again, which is compared with
   the file. *)

type value =
  | Number of int
  | String of string
  | Array of value list
  | Object of (string * value) list

exception Malformed

let parse text =
  let position = ref 0 in
  let peek () = if !position < String.length text then text.[!position] else '\000' in
  let skip_space () = while List.mem (peek ()) [' '; '\t'; '\r'; '\n'] do incr position done in
  let next () = skip_space (); let c = peek () in incr position; c in
  let until is_end =
    let start = !position in
    while !position < String.length text && not (is_end (peek ())) do incr position done;
    String.sub text start (!position - start) in
  let rec items close item acc = match next () with
    | c when c = close -> List.rev acc
    | ',' when acc <> [] -> items close item (item () :: acc)
    | _ when acc = [] -> decr position; items close item [item ()]
    | _ -> raise Malformed in
  let rec value () = match next () with
    | '"' -> let content = until ((=) '"') in incr position; String content
    | '[' -> Array (items ']' value [])
    | '{' -> Object (items '}' field [])
    | _ ->
      decr position;
      match int_of_string_opt (until (fun c -> c < '0' || c > '9')) with Some n -> Number n | None -> raise Malformed
  and field () = match value () with
    | String name when next () = ':' -> (name, value ())
    | _ -> raise Malformed in
  match value () with Object fields -> fields | _ -> raise Malformed
