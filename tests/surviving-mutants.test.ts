import { describe, expect, test } from "vitest";
import { compareSurvivors, type Listed, noticedOf, type Report } from "#tests/mutation/compare-survivors.ts";

const FILE = "src/modules/evening/till/rules/till.ts";
type Mutant = Report["files"][string]["mutants"][number];

/** A mutant of the first `a < b` of a source, or of a later one. */
function mutantOf(source: string, status: Mutant["status"], after = 0): Mutant {
  const at = source.indexOf("a < b", after);
  const before = source.slice(0, at).split("\n");
  const start = { line: before.length, column: before.at(-1)!.length + 1 };
  const end = { line: start.line, column: start.column + "a < b".length };
  return { mutatorName: "EqualityOperator", replacement: "a <= b", location: { start, end }, status };
}

const SOURCE = "const is = a < b;\n";
const LISTED: Listed = {
  file: FILE,
  mutator: "EqualityOperator",
  line: "const is = a < b;",
  original: "a < b",
  replacement: "a <= b",
  reason: "they are never alike",
};

/** A report of a file with nineteen mutants that are noticed, and these. */
function reportOf(source: string, ...mutants: Mutant[]): Report {
  const killed = Array.from({ length: 19 }, () => mutantOf(source, "Killed"));
  return { files: { [FILE]: { source, mutants: [...killed, ...mutants] } } };
}
const findings = (report: Report, listed: Listed[] = []) => compareSurvivors(report, [FILE], listed);

describe("survivors and their list", () => {
  test.each(["Survived", "NoCoverage"] as const)("one that isn't listed is found (%s)", (status) => {
    const report = reportOf(SOURCE, mutantOf(SOURCE, status));
    expect(findings(report)).toEqual([
      `${FILE}: nothing notices EqualityOperator in \`const is = a < b;\`: \`a < b\` → \`a <= b\``,
    ]);
    expect(findings(report, [LISTED])).toEqual([]);
  });

  test("an entry holds wherever its line moves, and no longer when the line says something else", () => {
    const moved = `\n\n  ${SOURCE}`;
    expect(findings(reportOf(moved, mutantOf(moved, "Survived")), [LISTED])).toEqual([]);
    const other = "const isNot = a < b;\n";
    expect(findings(reportOf(other, mutantOf(other, "Survived")), [LISTED])).toHaveLength(2);
  });

  test("an entry that is noticed by now is found, and one that only timed out is not", () => {
    expect(findings(reportOf(SOURCE, mutantOf(SOURCE, "Killed")), [LISTED])).toEqual([
      expect.stringContaining("is listed, but survives no more"),
    ]);
    expect(findings(reportOf(SOURCE, mutantOf(SOURCE, "Timeout")), [LISTED])).toEqual([]);
  });

  test("each entry is for one mutant", () => {
    const twice = SOURCE + SOURCE;
    const report = reportOf(
      twice,
      mutantOf(twice, "Survived"),
      mutantOf(twice, "Survived", SOURCE.length),
      mutantOf(twice, "Killed"),
    );
    expect(findings(report, [LISTED])).toHaveLength(1);
    expect(findings(report, [LISTED, LISTED])).toEqual([]);
  });

  test("a change over several lines is told in one", () => {
    const source = "if (a) {\n  b();\n}\n";
    const location = { start: { line: 1, column: 8 }, end: { line: 3, column: 2 } };
    const report = reportOf(SOURCE);
    const mutants: Mutant[] = [{ mutatorName: "BlockStatement", replacement: "{}", location, status: "Survived" }];
    report.files[FILE] = { source, mutants: [...report.files[FILE]!.mutants, ...mutants] };
    expect(findings(report)).toEqual([
      `${FILE}: nothing notices BlockStatement in \`if (a) {\`: \`{ b(); }\` → \`{}\``,
    ]);
  });
});

test("a file of whose mutants less than nine in ten are noticed is found, whatever is listed", () => {
  const survivors = Array.from({ length: 3 }, () => mutantOf(SOURCE, "Survived"));
  const report = reportOf(SOURCE, ...survivors, mutantOf(SOURCE, "RuntimeError"));
  expect(noticedOf(report)).toEqual([{ file: FILE, noticed: 19, all: 22 }]);
  expect(findings(report, [LISTED, LISTED, LISTED])).toEqual([`${FILE}: only 19 of 22 mutants are noticed`]);
});

test("a file that was to be mutated and wasn't is found", () => {
  expect(compareSurvivors({ files: {} }, [FILE], [])).toEqual([`${FILE} has no mutants: was it moved?`]);
});
