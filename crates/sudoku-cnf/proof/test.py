#!/usr/bin/env python3
"""Compares sudoku-verdict with sudoku-cnf and sudoku-sat on random boards.

    test.py VERDICT PROGRAMS [SEED]

VERDICT is sudoku-verdict, and PROGRAMS the directory of sudoku-cnf and sudoku-sat. The clauses of 1,000 boards must be
the same, 500 bundles must be accepted, and 200 changed bundles refused.
"""

import collections
import concurrent.futures
import itertools
import json
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

BOARDS, BUNDLES, CHANGES = 1000, 500, 200
ENCODINGS = ["minimal", "natural", "complete", "classic", "triad"]
SCHEMES = ["pairwise", "ladder", "product", "commander", "bimander", "bitwise"]
# Small boards are more frequent, because each of them takes less time.
SHAPES = {(2, 2): 20, (2, 3): 15, (3, 2): 15, (1, 5): 5, (5, 1): 5, (1, 1): 1, (1, 2): 2, (2, 4): 8, (3, 3): 20,
          (2, 5): 4, (3, 4): 3, (4, 4): 1}
SMALL_SHAPES = {(2, 2): 1, (2, 3): 1}


def random_board(choose, shapes):
    """Returns the size and the JSON fields of a board with random variants."""
    rows, columns = choose.choices(list(shapes), list(shapes.values()))[0]
    n = rows * columns
    board = {}
    names = ["x", "antiknight", "antiking"]
    if n > 3 and choose.random() < 0.25:
        labels = [number // n for number in range(n * n)]
        for _ in range(choose.randrange(3 * n)):
            a, b = choose.randrange(n * n), choose.randrange(n * n)
            labels[a], labels[b] = labels[b], labels[a]
        first = list(dict.fromkeys(labels))
        board["regions"] = [first.index(label) for label in labels]
    else:
        if rows == 1 or rows != max(r for r in range(1, n + 1) if r * r <= n and n % r == 0):
            board["box"] = f"{rows}x{columns}"
        names += ["disjoint"] + ["windoku"] * (abs(rows - columns) <= 1)
    order = ["x", "windoku", "disjoint", "antiknight", "antiking"]
    variants = [name for name in order if name in names and choose.random() < 0.2]
    return n, board | ({"variants": variants} if variants else {})


def puzzle_line(n, digits, board):
    """Returns puzzle.json. The digits are those of all cells, row by row, with 0 for open cells."""
    symbols = [str(digit or ".") for digit in digits]
    return json.dumps({"version": 1, "puzzle": ("" if n < 10 else " ").join(symbols)} | board, separators=(",", ":"))


def random_puzzle(choose, shapes):
    """Returns a puzzle with random givens, which are often contradictory, and random excluded candidates."""
    n, board = random_board(choose, shapes)
    share = choose.choice([0, 0.05, 0.3])
    digits = [choose.randint(1, n) if choose.random() < share else 0 for _ in range(n * n)]
    excluded = sorted({(choose.randint(1, n), choose.randint(1, n), choose.randint(1, n))
                       for _ in range(choose.choice([0, 0, 1, n]))})
    if excluded:
        board["excluded"] = [list(candidate) for candidate in excluded]
    return puzzle_line(n, digits, board)


def run(*command, **options):
    return subprocess.run(list(map(str, command)), capture_output=True, check=False, **options)


def counted(counter):
    return ", ".join(f"{count} {name}" for name, count in counter.items())


class Test:
    def __init__(self, verdict, programs, seed, folder):
        self.verdict, self.folder = verdict, folder
        self.cnf, self.sat = programs / "sudoku-cnf", programs / "sudoku-sat"
        self.choose = random.Random(seed)
        self.pool = concurrent.futures.ThreadPoolExecutor(2)

    def clauses(self):
        """Compares the clauses of random boards. Each board uses one encoding and scheme, in turn."""
        combinations = itertools.cycle(itertools.product(ENCODINGS, SCHEMES))
        puzzles = [(number, random_puzzle(self.choose, SHAPES), *next(combinations)) for number in range(BOARDS)]
        for difference in self.pool.map(self.compare, puzzles):
            if difference:
                sys.exit(difference)
        print(f"clauses: {BOARDS} boards")

    def compare(self, puzzle):
        number, text, encoding, scheme = puzzle
        path = self.folder / f"board-{number}.json"
        path.write_text(text + "\n")
        expected = run(self.cnf, "--no-comments", "--encoding", encoding, "--amo", scheme, path)
        found = run(self.verdict, "--cnf", encoding, scheme, path)
        path.unlink()
        if expected.returncode or found.returncode or expected.stdout != found.stdout:
            return f"{encoding} {scheme} {text}\n{expected.stderr.decode()}{found.stderr.decode()}the clauses differ"
        return None

    def puzzles(self):
        """Returns puzzles with one solution from the generator, and changes of them with none or several."""
        lines = []
        kinds = [("2x2", ""), ("2x3", ""), ("3x2", "x"), ("2x4", ""), ("3x4", ""), ("4x4", ""), ("3x3", "")]
        kinds += [("3x3", variant) for variant in ["x", "windoku", "disjoint", "antiknight", "antiking"]]
        for shape, variant in kinds:
            count = 30 if shape not in ("3x4", "4x4") else 3
            options = ["--variant", variant] if variant else []
            options += ["-n", count, "--seed", self.choose.randrange(10**6), "--box", shape, "--format", "json"]
            made = run(self.sat, "generate", *options)
            generated = map(json.loads, made.stdout.decode().splitlines())
            lines += [{name: value for name, value in line.items() if name != "solution"} for line in generated]
        puzzles = lines + [json.loads(random_puzzle(self.choose, SMALL_SHAPES)) for _ in range(60)]
        while len(puzzles) < BUNDLES:
            line = self.choose.choice(lines)
            cells = line["puzzle"].split(" ") if " " in line["puzzle"] else list(line["puzzle"])
            given = self.choose.choice([index for index, cell in enumerate(cells) if cell != "."])
            cells[given] = self.choose.choice([".", "1", "2", "3", "4"])
            puzzles.append(line | {"puzzle": (" " if " " in line["puzzle"] else "").join(cells)})
        return map(json.dumps, puzzles[:BUNDLES])

    def bundles(self):
        """Checks bundles, which must have the claims that `sudoku-sat verify` confirms."""
        source, bundles = self.folder / "puzzles.json", self.folder / "bundles"
        source.write_text("".join(line + "\n" for line in self.puzzles()))
        run(self.sat, "certify", "-j", 2, source, "-o", bundles)
        verified = run(self.sat, "verify", "-j", 2, bundles).stdout.decode().split("\n")
        claims = {pathlib.Path(line.rpartition(":")[0]): line.rpartition(": ")[2] for line in verified if line}
        assert len(claims) == BUNDLES, f"{len(claims)} bundles"
        folders = sorted(claims)
        for folder, result in zip(folders, self.pool.map(lambda folder: run(self.verdict, folder), folders)):
            if result.stdout.decode().strip() != claims[folder]:
                sys.exit(f"{folder}: expected {claims[folder]}, found {result.stdout.decode()}{result.stderr.decode()}")
        print("bundles:", counted(collections.Counter(claims.values())))
        return claims

    def changes(self, claims):
        """Changes files of bundles. Each change must be refused."""
        kinds = [change_clause, change_solution, change_proof, change_puzzle, change_claim, add_rule]
        done, changed = collections.Counter(), self.folder / "changed"
        small = [folder for folder in sorted(claims) if (folder / "puzzle.cnf").stat().st_size < 300_000]
        while done.total() < CHANGES:
            folder, change = self.choose.choice(small), kinds[done.total() % len(kinds)]
            shutil.rmtree(changed, ignore_errors=True)
            shutil.copytree(folder, changed)
            if not change(self.choose, changed, claims[folder]):
                continue
            result = run(self.verdict, changed)
            if result.returncode != 1 or result.stdout or not result.stderr.startswith(b"sudoku-verdict: "):
                sys.exit(f"{folder}: {change.__name__} gave {result}")
            done[change.__name__] += 1
        print("refused:", counted(done))


def change_clause(choose, folder, claim):
    path = folder / choose.choice(["puzzle.cnf"] + ["uniqueness.cnf"] * (claim == "unique"))
    lines = path.read_text().split("\n")[:-1]
    number = choose.randrange(len(lines))
    match choose.randrange(3):
        case 0:
            del lines[number]
        case 1:
            lines[number] = lines[number].replace("1", "2", 1) if "1" in lines[number] else "1 " + lines[number]
        case 2:
            lines.insert(number, "1 0")
    path.write_text("\n".join(lines) + "\n")
    return True


def change_solution(choose, folder, claim):
    if claim == "unsatisfiable":
        return False
    path = folder / ("solution.txt" if claim == "unique" else "solution-2.txt")
    cells = path.read_text()
    if choose.random() < 0.2 and claim == "several":
        path.write_text((folder / "solution-1.txt").read_text())
        return True
    index = choose.choice([index for index, cell in enumerate(cells) if cell.isdigit()])
    path.write_text(cells[:index] + str(int(cells[index]) % 9 + 1) + cells[index + 1:])
    return True


def change_proof(choose, folder, claim):
    if claim == "several":
        return False
    path = folder / ("uniqueness.lrat" if claim == "unique" else "puzzle.lrat")
    lines = path.read_text().split("\n")[:-1]
    lemmas = [number for number, line in enumerate(lines) if " d " not in line]
    number = choose.choice(lemmas)
    words = lines[number].split(" ")
    zero = words.index("0")
    match choose.randrange(5):
        case 0:
            del lines[lemmas[-1]:]
        case 1:
            words[zero + 1] = words[0]
        case 2:
            words[zero + 1:] = ["0"]
        case 3:
            words[0] = "1"
        case 4:
            words[zero + 1] = words[zero + 1] + "x"
    if len(lines) > number:
        lines[number] = " ".join(words)
    path.write_text("".join(line + "\n" for line in lines))
    return True


def change_puzzle(choose, folder, _):
    path = folder / "puzzle.json"
    puzzle = json.loads(path.read_text())
    cells = puzzle["puzzle"]
    if choose.random() < 0.2:
        puzzle["variants"] = [] if "variants" in puzzle else ["x"]
    else:
        index = choose.choice([index for index, cell in enumerate(cells) if cell != " "])
        puzzle["puzzle"] = cells[:index] + choose.choice(sorted(set("123.") - {cells[index]})) + cells[index + 1:]
    path.write_text(json.dumps(puzzle, separators=(",", ":")) + "\n")
    return True


def change_claim(choose, folder, claim):
    if claim == "unique" and choose.random() < 0.5:
        for name in ["solution-1.txt", "solution-2.txt"]:
            shutil.copy(folder / "solution.txt", folder / name)
        for name in ["solution.txt", "uniqueness.cnf", "uniqueness.drat", "uniqueness.lrat"]:
            (folder / name).unlink()
    elif claim == "unique":
        (folder / "solution.txt").unlink()
        (folder / "uniqueness.cnf").unlink()
        (folder / "uniqueness.lrat").rename(folder / "puzzle.lrat")
        (folder / "uniqueness.drat").rename(folder / "puzzle.drat")
    elif claim == "several":
        (folder / "solution-1.txt").rename(folder / "solution.txt")
        (folder / "solution-2.txt").unlink()
    else:
        (folder / "puzzle.lrat").rename(folder / "uniqueness.lrat")
        (folder / "solution.txt").write_text("1" * 81 + "\n")
    return True


def add_rule(choose, folder, _):
    path = folder / "puzzle.json"
    puzzle = json.loads(path.read_text())
    puzzle["constraints"] = {choose.choice(["killercage", "arrow"]): [{"cells": ["R1C1", "R1C2"], "value": "3"}]}
    path.write_text(json.dumps(puzzle, separators=(",", ":")) + "\n")
    return True


def main():
    verdict, programs = map(pathlib.Path, sys.argv[1:3])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    with tempfile.TemporaryDirectory() as folder:
        test = Test(verdict, programs, seed, pathlib.Path(folder))
        test.clauses()
        test.changes(test.bundles())


main()
