import fs from "node:fs";
import path from "node:path";

// What each benchmark may cost. Figures of a machine say little elsewhere, so most limits are multiples of a floor of the same run.

/** At most a number; or at most `times`, or `atLeast` so many times, what another row of the run has. */
export type Limit = number | { times: number; of: string } | { atLeast: number; of: string };
/** Figures by row and name. */
export type Figures = Readonly<Record<string, Readonly<Record<string, number>>>>;
type Budget = Readonly<Record<string, Readonly<Record<string, Limit>>>>;

/** What is over its budget: a line each. Rows and figures that weren't measured, as with `ONLY`, aren't compared. */
export function overBudget(budget: Budget, figures: Figures): string[] {
  return Object.entries(budget).flatMap(([row, limits]) =>
    Object.entries(limits).flatMap(([name, limit]) => lineOf({ row, name, limit }, figures)),
  );
}

type Compared = { row: string; name: string; limit: Limit };

function lineOf({ row, name, limit }: Compared, figures: Figures): string[] {
  const value = figures[row]?.[name];
  if (value === undefined || Number.isNaN(value)) return [];
  const rounded = (number: number) => number.toFixed(number < 10 ? 2 : 0);
  if (typeof limit === "number")
    return value <= limit ? [] : [`${row}: ${name} is ${rounded(value)}, the budget ${rounded(limit)}`];
  const floor = figures[limit.of]?.[name];
  if (floor === undefined || Number.isNaN(floor)) return [];
  const times = value / floor;
  const isWithin = "times" in limit ? times <= limit.times : times >= limit.atLeast;
  const most = "times" in limit ? `at most ${limit.times}` : `at least ${limit.atLeast}`;
  return isWithin ? [] : [`${row}: ${name} is ${rounded(times)} times “${limit.of}”, the budget ${most}`];
}

const RED = "\u001b[31m";
const PLAIN = "\u001b[0m";

/** Prints in red what of a benchmark's figures is over its budget (`budget.json`). */
export function compareWithBudget(benchmark: string, figures: Figures): void {
  const file = path.join(import.meta.dirname, "budget.json");
  const budget = (JSON.parse(fs.readFileSync(file, "utf8")) as Record<string, Budget>)[benchmark] ?? {};
  const lines = overBudget(budget, figures);
  console.log(lines.length === 0 ? "\nWithin the budget." : `\n${RED}${lines.join("\n")}${PLAIN}`);
}
