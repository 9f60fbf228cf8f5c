(* sudoku-verdict: checks a bundle with the proved functions. *)

open Proved

let reject = Reader.reject

let contents path =
  let channel = open_in_bin path in
  Fun.protect ~finally:(fun () -> close_in channel) (fun () -> really_input_string channel (in_channel_length channel))

let parse folder name reader =
  let text = contents (Filename.concat folder name) in
  try reader text with Reader.Rejected message -> reject "%s: %s" name message

(* The claim of a bundle, and the names of the files with the proof. *)
let read_claim folder names =
  let solution name = parse folder name Reader.solution and proof name = parse folder name Reader.proof in
  if List.mem "solution.txt" names then
    (ClaimUnique (solution "solution.txt", proof "uniqueness.lrat"), ["uniqueness.drat"; "uniqueness.lrat"])
  else if List.mem "solution-1.txt" names then (ClaimSeveral (solution "solution-1.txt", solution "solution-2.txt"), [])
  else (ClaimUnsatisfiable (proof "puzzle.lrat"), ["puzzle.drat"; "puzzle.lrat"])

(* Compares a file with the text that states what is proved. *)
let compare_file folder name pieces =
  let found = contents (Filename.concat folder name) in
  let length = ref 0 in
  let add byte =
    if !length >= String.length found || found.[!length] <> byte
    then reject "%s: differs from what the puzzle yields at byte %d" name (!length + 1);
    incr length in
  List.iter (List.iter add) pieces;
  if !length < String.length found then reject "%s: continues after what the puzzle yields" name

let check folder =
  let names = Array.to_list (Sys.readdir folder) in
  let claim, proof_files = read_claim folder names in
  let puzzle = parse folder "puzzle.json" Reader.puzzle in
  let statements = List.map (fun (name, pieces) -> (String.of_seq (List.to_seq name),
    pieces)) (statement_files puzzle claim) in
  List.iter (fun (name, pieces) -> compare_file folder name pieces) statements;
  let is_expected name = name = "README.txt" || List.mem_assoc name statements || List.mem name proof_files in
  List.iter (fun name -> if not (is_expected name) then reject "unexpected file %s" name) names;
  match verdict puzzle claim with
  | Unique _ -> "unique"
  | Unsatisfiable -> "unsatisfiable"
  | Several _ -> "several"
  | Refused -> match claim with
    | ClaimUnsatisfiable _ -> reject "puzzle.lrat does not refute puzzle.cnf"
    | ClaimUnique (s, _) when is_solution puzzle s -> reject "uniqueness.lrat does not refute uniqueness.cnf"
    | ClaimSeveral (s, t) when is_solution puzzle s && is_solution puzzle t -> reject "the solutions are the same"
    | _ -> reject "a solution violates the rules"

(* Prints the formula of a puzzle, for comparisons with sudoku-cnf. *)
let print_cnf encoding scheme path =
  let choose name choices =
    match List.assoc_opt name choices with Some choice -> choice | None -> reject "unknown name %S" name in
  let scheme = choose scheme ["pairwise", Pairwise; "ladder", Ladder; "product", Product; "commander", Commander;
    "bimander", Bimander; "bitwise", Bitwise] in
  let encode = choose encoding ["minimal", encode_groups Minimal; "natural", encode_groups Natural;
    "complete", encode_groups Complete; "classic", encode_groups Classic; "triad", triad_groups] in
  let groups, variables = encode scheme (Reader.puzzle (contents path)) in
  List.iter (List.iter print_char) (dimacs groups variables)

let () =
  try match Array.to_list Sys.argv with
    | [_; "--cnf"; encoding; scheme; path] -> print_cnf encoding scheme path
    | [_; folder] -> print_endline (check folder)
    | _ -> reject "usage: sudoku-verdict BUNDLE\n       sudoku-verdict --cnf ENCODING SCHEME PUZZLE.json"
  with Reader.Rejected message | Sys_error message -> prerr_endline ("sudoku-verdict: " ^ message); exit 1
