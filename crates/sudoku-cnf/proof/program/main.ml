(* sudoku-verdict: checks a bundle with the proved functions. *)

open Proved

let read path =
  let channel = open_in_bin path in
  Fun.protect ~finally:(fun () -> close_in channel) (fun () -> really_input_string channel (in_channel_length channel))

(* Names the file in errors about its content. *)
let parse folder name parser =
  let text = read (Filename.concat folder name) in
  try parser text with
  | Json.Malformed -> Puzzle.reject "%s: malformed JSON" name
  | Puzzle.Rejected message -> Puzzle.reject "%s: %s" name message

let print_pieces add groups variables = List.iter (List.iter add) (dimacs groups variables)

let compare_cnf folder name puzzle groups =
  let found = read (Filename.concat folder name) in
  let length = ref 0 in
  let add byte =
    if !length >= String.length found || found.[!length] <> byte
    then Puzzle.reject "%s differs from the formula of the puzzle at byte %d" name (!length + 1);
    incr length in
  print_pieces add groups (last_candidate puzzle);
  if !length < String.length found then Puzzle.reject "%s continues after the formula of the puzzle" name

let check folder =
  let files = List.filter (fun name -> name <> "README.txt") (List.sort compare (Array.to_list (Sys.readdir folder))) in
  let parse name parser = parse folder name parser in
  let proof name = parse name Lrat.parse and solution name = parse name Puzzle.solution in
  let expect expected =
    let expected = "puzzle.cnf" :: "puzzle.json" :: expected in
    let is_in names name = List.mem name names in
    List.iter (fun name -> if not (is_in expected name) then Puzzle.reject "unexpected file %s" name) files;
    List.iter (fun name -> if not (is_in files name) then Puzzle.reject "%s is missing" name) expected in
  let claim =
    if List.mem "solution.txt" files then begin
      expect ["solution.txt"; "uniqueness.cnf"; "uniqueness.drat"; "uniqueness.lrat"];
      ClaimUnique (solution "solution.txt", proof "uniqueness.lrat")
    end else if List.mem "solution-1.txt" files then begin
      expect ["solution-1.txt"; "solution-2.txt"];
      ClaimSeveral (solution "solution-1.txt", solution "solution-2.txt")
    end else begin
      expect ["puzzle.drat"; "puzzle.lrat"];
      ClaimUnsatisfiable (proof "puzzle.lrat")
    end in
  let puzzle = parse "puzzle.json" Puzzle.of_json in
  compare_cnf folder "puzzle.cnf" puzzle (puzzle_cnf puzzle);
  (match claim with
   | ClaimUnique (s, _) -> compare_cnf folder "uniqueness.cnf" puzzle (uniqueness_cnf puzzle s)
   | _ -> ());
  match verdict puzzle claim, claim with
  | Unique _, _ -> "unique"
  | Unsatisfiable, _ -> "unsatisfiable"
  | Several _, _ -> "several"
  | Refused, ClaimUnique (s, _) when is_solution puzzle s -> Puzzle.reject "uniqueness.lrat does not refute uniqueness.cnf"
  | Refused, ClaimUnsatisfiable _ -> Puzzle.reject "puzzle.lrat does not refute puzzle.cnf"
  | Refused, ClaimSeveral (s, t) when is_solution puzzle s && is_solution puzzle t ->
    Puzzle.reject "the solutions are equal"
  | Refused, _ -> Puzzle.reject "a solution violates the rules"

let encodings = ["minimal", Minimal; "natural", Natural; "complete", Complete]
let schemes = [
  "pairwise", Pairwise; "ladder", Ladder; "product", Product; "commander", Commander; "bimander", Bimander;
  "bitwise", Bitwise]

(* Prints the formula of a puzzle, for comparisons with sudoku-cnf. *)
let print_cnf encoding scheme path =
  let choose kind names name =
    match List.assoc_opt name names with Some choice -> choice | None -> Puzzle.reject "unknown %s %S" kind name in
  let encoding = choose "encoding" encodings encoding and scheme = choose "at-most-one scheme" schemes scheme in
  let puzzle = parse (Filename.dirname path) (Filename.basename path) Puzzle.of_json in
  let groups, variables = encode_groups encoding scheme puzzle in
  print_pieces (output_char stdout) groups variables

let () =
  try match Array.to_list Sys.argv with
    | [_; "--cnf"; encoding; scheme; path] -> print_cnf encoding scheme path
    | [_; folder] -> print_endline (check folder)
    | _ -> Puzzle.reject "usage: sudoku-verdict BUNDLE\n       sudoku-verdict --cnf ENCODING SCHEME PUZZLE.json"
  with
  | Puzzle.Rejected message | Sys_error message -> prerr_endline ("sudoku-verdict: " ^ message); exit 1
