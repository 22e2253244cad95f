/** What share of a file's mutants its tests have to notice. */
const LEAST = 0.9;

type Place = { line: number; column: number };
type Mutant = {
  mutatorName: string;
  replacement?: string;
  location: { start: Place; end: Place };
  status: "Killed" | "Timeout" | "Survived" | "NoCoverage" | "RuntimeError" | "CompileError" | "Ignored" | "Pending";
};
/** Stryker's report, as far as it is read; places count from 1. */
export type Report = { files: Record<string, { source: string; mutants: readonly Mutant[] }> };

/** A mutant that no test notices, told by what it changes and not by its place, which moves. `line`: the one that it begins on. */
export type Survivor = { file: string; mutator: string; line: string; original: string; replacement: string };
/** One that may survive: `reason` says why no test can notice it, or none should. */
export type Listed = Survivor & { reason: string };

const inOneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim();

function textBetween(source: string, { start, end }: Mutant["location"]): string {
  const lines = source.split("\n").slice(start.line - 1, end.line);
  lines.push(lines.pop()!.slice(0, end.column - 1));
  return lines.join("\n").slice(start.column - 1);
}

const survivorOf = (file: string, source: string, mutant: Mutant): Survivor => ({
  file,
  mutator: mutant.mutatorName,
  line: inOneLine(source.split("\n")[mutant.location.start.line - 1]!),
  original: inOneLine(textBetween(source, mutant.location)),
  replacement: inOneLine(mutant.replacement ?? ""),
});

const keyOf = ({ file, mutator, line, original, replacement }: Survivor) =>
  JSON.stringify([file, mutator, line, original, replacement]);

const describe = ({ mutator, line, original, replacement }: Survivor) =>
  `${mutator} in \`${line}\`: \`${original}\` → \`${replacement}\``;

/** How many of each file's mutants its tests notice. A test that never ends counts as having noticed. */
export const noticedOf = ({ files }: Report): { file: string; noticed: number; all: number }[] =>
  Object.entries(files).map(([file, { mutants }]) => {
    const count = (...of: Mutant["status"][]) => mutants.filter(({ status }) => of.includes(status)).length;
    const noticed = count("Killed", "Timeout");
    return { file, noticed, all: noticed + count("Survived", "NoCoverage") };
  });

/**
 * What is wrong with a report, a line each: a file with too few noticed, a survivor that isn't listed, and an entry of the list
 * that survives no more. `files` are those that should have been mutated.
 */
export function compareSurvivors(report: Report, files: readonly string[], listed: readonly Listed[]): string[] {
  const found = Object.entries(report.files).flatMap(([file, { source, mutants }]) =>
    mutants.map((mutant) => ({ status: mutant.status, survivor: survivorOf(file, source, mutant) })),
  );
  const open = listed.filter(({ file }) => files.includes(file));
  const takeOff = (survivor: Survivor): boolean => {
    const at = open.findIndex((one) => keyOf(one) === keyOf(survivor));
    if (at >= 0) open.splice(at, 1);
    return at >= 0;
  };
  const unlisted = found
    .filter(({ status }) => status === "Survived" || status === "NoCoverage")
    .filter(({ survivor }) => !takeOff(survivor));
  // a busy machine makes a mutant time out that survives elsewhere
  for (const { survivor } of found.filter(({ status }) => status === "Timeout")) takeOff(survivor);
  const figures = noticedOf(report);
  return [
    ...files
      .filter((file) => !figures.some((one) => one.file === file && one.all > 0))
      .map((file) => `${file} has no mutants: was it moved?`),
    ...figures
      .filter(({ noticed, all }) => noticed < all * LEAST)
      .map(({ file, noticed, all }) => `${file}: only ${noticed} of ${all} mutants are noticed`),
    ...unlisted.map(({ survivor }) => `${survivor.file}: nothing notices ${describe(survivor)}`),
    ...open.map((one) => `${one.file}: is listed, but survives no more: ${describe(one)}`),
  ];
}
