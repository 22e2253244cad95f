// Prints the size and shape of the sources (npm run measure): lines and functions of src without tests, and who reads whose tables.
// The figures of the last change of structure stand in ARCHITECTURE.md.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { parseSync, Visitor } from "oxc-parser";

const CODE = [".ts", ".tsx", ".mjs", ".css"];

const files = execFileSync("git", ["ls-files", "src"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => CODE.includes(extname(file)) && !file.includes(".test."))
  .map((file) => ({ file, text: readFileSync(file, "utf8") }));

const isCode = (line) => line.trim() !== "" && !/^(\/\/|\*|\/\*)/.test(line.trim());
const codeLines = (text) => text.split("\n").filter(isCode).length;

/** Lines of each function, its blank lines and comments left out; a function inside another counts in both. */
function functionsOf({ file, text }) {
  const lines = [];
  const measure = ({ start, end }) => lines.push(codeLines(text.slice(start, end)));
  const visitor = new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  });
  visitor.visit(parseSync(file, text).program);
  return lines;
}

const spread = (numbers) => {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return `${at(0.5)} / ${at(0.9)} / ${at(1)}`;
};

const lengths = files.map(({ text }) => codeLines(text));
const functions = files.filter(({ file }) => !file.endsWith(".css")).flatMap(functionsOf);
console.table({
  "lines of code": lengths.reduce((sum, length) => sum + length, 0),
  files: files.length,
  "lines of a file: median / p90 / longest": spread(lengths),
  functions: functions.length,
  "lines of a function: median / p90 / longest": spread(functions),
});
