//! Tests for the direction of imports between the source files. `docs/architecture.md` describes the layers.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::common::root;
use crate::structure::{code, collect};

const PACKAGES: [&str; 3] = ["sudoku-cnf", "sudoku-sat", "sudoku-cli"];

/// Returns the layers of a crate, which are the rows of its table in `docs/architecture.md`. A file imports only from
/// its own layer and from those after it. The command line is the top layer, because nothing imports from it.
fn layers(package: &str) -> Vec<String> {
    let page = fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    let (_, section) = page.split_once(&format!("\n### {package}\n")).unwrap();
    let section = section.split("\n### ").next().unwrap();
    let names = |row: &str| -> Vec<String> {
        let cell = row.split('|').nth(1).unwrap();
        let names = cell.split('`').skip(1).step_by(2);
        names.map(|name| name.trim_end_matches('/').trim_end_matches(".rs").to_owned()).collect()
    };
    section
        .lines()
        .filter(|line| line.starts_with("| `"))
        .flat_map(names)
        .filter(|name| name != "lib")
        .collect()
}

/// The path of a module within its crate, for example `["text", "plain"]`. It is empty for `lib.rs`.
type Module = Vec<String>;

/// The modules of a crate that each module imports from.
struct Imports {
    files: BTreeMap<Module, String>,
    edges: BTreeMap<Module, BTreeSet<Module>>,
}

impl Imports {
    fn of(package: &str) -> Self {
        let source = root().join("crates").join(package).join("src");
        let mut paths = Vec::new();
        collect(&source, &mut paths);
        let relative = |path: &Path| path.strip_prefix(&source).unwrap().with_extension("");
        let module = |path: &Path| {
            let mut names: Module =
                relative(path).iter().map(|name| name.to_string_lossy().into_owned()).collect();
            names.pop_if(|last| matches!(&**last, "mod" | "lib"));
            names
        };
        let files: BTreeMap<_, _> =
            paths.iter().map(|path| (module(path), relative(path).display().to_string())).collect();
        let mut imports = Self { files, edges: BTreeMap::new() };
        for path in &paths {
            let text = fs::read_to_string(path).unwrap();
            let from = module(path);
            let used = used_paths(&code(&text));
            // A macro is at the root of its crate, wherever it is defined.
            let used = used.iter().filter(|path| *path != "crate::named_enum");
            let targets = used.filter_map(|used| imports.resolve(&from, used));
            let targets = targets.filter(|target| *target != from).collect();
            imports.edges.insert(from, targets);
        }
        imports
    }

    /// Returns the module that defines or re-exports what `used` names, or `None` if it is from another crate.
    fn resolve(&self, from: &Module, used: &str) -> Option<Module> {
        let mut names = used.split("::").map(str::to_owned).peekable();
        // The modules of a program are below `main.rs`, which is at the root of the crate.
        let mut target = if *from == ["main"] { Vec::new() } else { from.clone() };
        match names.peek()?.as_str() {
            "crate" => {
                names.next();
                target.clear();
            }
            "self" => drop(names.next()),
            "super" => {
                while names.next_if_eq("super").is_some() {
                    target.pop();
                }
            }
            child => {
                let module = [&target[..], &[child.to_owned()]].concat();
                self.files.get(&module)?;
            }
        }
        target.extend(names);
        while !self.files.contains_key(&target) {
            target.pop()?;
        }
        Some(target)
    }

    fn name(&self, module: &Module) -> &str {
        &self.files[module]
    }
}

/// Returns all paths in the `use` declarations of `code`.
fn used_paths(code: &str) -> Vec<String> {
    let declarations = code.split(';').filter_map(|statement| {
        let line = statement.lines().position(|line| {
            let line = line.trim_start();
            let line = line.strip_prefix("pub").map_or(line, |rest| rest.trim_start_matches(|c| c != ' '));
            line.trim_start().starts_with("use ")
        })?;
        let text: String = statement.lines().skip(line).collect();
        Some(text.split_once("use ")?.1.replace(char::is_whitespace, ""))
    });
    declarations.flat_map(|tree| expand(&tree)).chain(path_expressions(code)).collect()
}

/// Returns the paths in expressions that start with `super` and name an item of another module, as in
/// `super::other::function()`.
fn path_expressions(code: &str) -> Vec<String> {
    let is_path = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':');
    let is_code = |line: &&str| !line.trim_start().starts_with("//") && !line.contains("use ");
    let words = code.lines().filter(is_code).flat_map(|line| line.split(move |c| !is_path(c)));
    let is_other = |word: &&str| word.trim_start_matches("super::").contains("::");
    words.filter(|word| word.starts_with("super::")).filter(is_other).map(str::to_owned).collect()
}

/// Expands the groups in a tree such as `a::{b, c::{d, e}}`.
fn expand(tree: &str) -> Vec<String> {
    let Some((prefix, group)) = tree.split_once('{') else { return vec![tree.to_owned()] };
    let group = group.rsplit_once('}').unwrap_or((group, "")).0;
    let (mut depth, mut parts) = (0, vec![String::new()]);
    for character in group.chars() {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        parts.last_mut().unwrap().push(character);
    }
    parts.iter().filter(|part| !part.is_empty()).flat_map(|part| expand(&format!("{prefix}{part}"))).collect()
}

#[test]
fn use_trees_are_expanded() {
    let code =
        "pub(crate) use a::{b, c::{\n    d, self}};\nfn f() { super::g::h(super::i) }\nuse super::x as y;\n";
    assert_eq!(used_paths(code), ["a::b", "a::c::d", "a::c::self", "super::xasy", "super::g::h"]);
}

/// A `mod.rs` may re-export what the files in its folder define, and they may use its definitions.
#[test]
fn no_files_import_each_other_in_a_circle() {
    for package in PACKAGES {
        let mut imports = Imports::of(package);
        for (from, targets) in &mut imports.edges {
            targets.retain(|to| !from.starts_with(to) && !to.starts_with(from));
        }
        // Leaves out the files that import nothing but files that are left out, as often as there are any.
        while let Some(free) = imports.edges.iter().find(|(_, targets)| targets.is_empty()) {
            let free = free.0.clone();
            imports.edges.remove(&free);
            imports.edges.values_mut().for_each(|targets| {
                targets.remove(&free);
            });
        }
        let rest: Vec<_> = imports.edges.keys().map(|module| imports.name(module)).collect();
        assert!(
            rest.is_empty(),
            "{package}: among these files, some import each other in a circle: {rest:?}"
        );
    }
}

#[test]
fn layers_import_only_from_those_below() {
    for package in PACKAGES {
        let (imports, layers) = (Imports::of(package), layers(package));
        let layer = |module: &Module| match module.first() {
            // The facade in `lib.rs` is above all layers but the programs.
            None => Some(2),
            Some(first) => layers.iter().position(|layer| layer == first),
        };
        for (from, targets) in &imports.edges {
            let name = imports.name(from);
            let own = layer(from).unwrap_or_else(|| panic!("{package}: {name} is in no layer"));
            let above = targets.iter().filter(|to| !to.is_empty() && layer(to) < Some(own));
            let above: Vec<_> = above.map(|to| imports.name(to)).collect();
            assert!(above.is_empty(), "{package}: {name} imports from layers above it: {above:?}");
            assert!(
                !targets.contains(&Module::new()) || own < 2,
                "{package}: {name} imports from the facade in lib.rs instead of the module that defines the item"
            );
        }
    }
}

/// The checker is evidence against the compiler only if neither contains code of the other.
#[test]
fn the_checker_and_the_compiler_of_statements_are_independent() {
    let imports = Imports::of("sudoku-cnf");
    let language = ["puzzle", "rule", "language"].map(str::to_owned);
    let part = |name: &str| -> BTreeSet<Module> {
        let files = imports.edges.iter().filter(|(from, _)| from.starts_with(&language));
        let files = files.filter(|(from, _)| from.get(language.len()).is_some_and(|part| part == name));
        files.flat_map(|(_, targets)| targets.clone()).collect()
    };
    let shared: Vec<Module> = part("evaluate").intersection(&part("compile")).cloned().collect();
    let names: Vec<String> = shared.iter().map(|module| module.join("::")).collect();
    // The seen line of a clue and the cells of a house belong to the board.
    let expected = ["puzzle::board", "puzzle::rule::clue", "language::pattern", "language::syntax"];
    let is_expected = |name: &&String| expected.iter().any(|expected| name.ends_with(expected));
    assert!(names.iter().all(|name| is_expected(&name)), "{names:?}");
    assert_eq!(names.len(), expected.len(), "{names:?}");
}
