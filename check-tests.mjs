// Tests wait for events, not for a fixed time, for so long that no busy machine makes them fail, and name no date that will pass. A
// browser test finds one word only where it is a whole text.
// Prints the lines that do otherwise, unless a comment on the line or above it says why: `// sleeps: <why>`, `// soon: <why>`,
// `// any day: <why>`.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const SLEEP = /\b(waitForTimeout|pg_sleep|sleep)\(|(?<!test\.)\bsetTimeout\((?!\w*[a-z]\w*\))|\bawait wait\(/;
const SOON = /\btimeout: \d(_?\d{1,3})?\b(?!_)/;
/** Found across neighbouring elements too, whose texts count as one: "Revoke", "Devices" has "Revoked". */
const ONE_WORD = /\bgetByText\("\p{L}+"\)(?!\)\.toHaveCount\(0\))/u;
/** Without a limit Vitest waits for one second; how long `expect.poll` does stands in its settings. */
const WAITS = /\bvi\.wait(Until|For)\(/;
const DAY = /\b20\d\d-(0[1-9]|1[0-2])(-\d\d)?\b/;
// these use the real clock, because they start the product; other tests set their own date
const MEETS_CLOCK = /^tests\/e2e\/|"#tests\/servers\.ts"|process\.execPath/m;

const filesUnder = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name).replaceAll("\\", "/"));

// they wait for as long as playwright.config.ts says
const isBrowsers = (file) => file.startsWith("tests/e2e/");
const isTest = (file) => (/^tests\/(?!mocks\/)/.test(file) && file.endsWith(".ts")) || /\.test\.tsx?$/.test(file);

/** Whether what is called on this line, which may end on a later one, has a limit. */
function hasLimit(lines, i) {
  const text = lines.slice(i, i + 20).join("\n");
  const from = text.search(WAITS);
  let depth = 0;
  for (let at = text.indexOf("(", from); at < text.length; at++) {
    if (text[at] === "(") depth++;
    if (text[at] === ")" && --depth === 0) return text.slice(from, at).includes("timeout: ");
  }
  return false;
}

function findingsIn(file) {
  const text = readFileSync(file, "utf8");
  const meetsClock = MEETS_CLOCK.test(file) || MEETS_CLOCK.test(text);
  const lines = text.split("\n");
  const hasReason = (i, reason) =>
    [lines[i - 1]?.trimStart().startsWith("//") ? lines[i - 1] : "", lines[i]].some((line) =>
      line.includes(`// ${reason}: `),
    );
  return lines.flatMap((line, i) => [
    ...(!isBrowsers(file) && (SOON.test(line) || (WAITS.test(line) && !hasLimit(lines, i))) && !hasReason(i, "soon")
      ? [`${file}:${i + 1} waits for less than ten seconds: ${line.trim()}`]
      : []),
    ...(isBrowsers(file) && ONE_WORD.test(line)
      ? [`${file}:${i + 1} takes one word in any text, say { exact: true }: ${line.trim()}`]
      : []),
    ...(SLEEP.test(line) && !hasReason(i, "sleeps") ? [`${file}:${i + 1} sleeps: ${line.trim()}`] : []),
    ...(meetsClock && DAY.test(line) && !hasReason(i, "any day")
      ? [`${file}:${i + 1} names a day that passes: ${line.trim()}`]
      : []),
  ]);
}

const findings = ["src", "db", "tests"]
  .filter((folder) => existsSync(folder))
  .flatMap(filesUnder)
  .filter(isTest)
  .flatMap(findingsIn);
for (const finding of findings) console.error(finding);
if (findings.length > 0)
  console.error("Wait for what happens (expect.poll, a held route, a lock), and count days from today.");
process.exitCode = findings.length > 0 ? 1 : 0;
