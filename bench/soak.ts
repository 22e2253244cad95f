import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

// `npm run soak` runs every row of the reliability table at full size and writes bench/reliability.md. The tests are those of
// `npm test`, which runs them in smaller sizes (tests/tier.ts). `npm run soak -- 3 4` runs these rows and leaves the others' lines.

type Row = {
  row: number;
  what: string;
  pass: string;
  /** test files, and where only some of a file's tests belong to the row: what their names contain */
  tests: readonly (readonly [file: string, names?: string])[];
};

const ROWS: readonly Row[] = [
  {
    row: 1,
    what: "flash sale: 2,000 buyers, 50 places, two servers",
    pass: "50 sold, no 5xx, losers get `sold_out`, p95 < 1 s",
    tests: [["tests/flash-sale.test.ts"]],
  },
  {
    row: 2,
    what: "20,000 random operations of every kind, on groups of 1–8",
    pass: "`total = available + held + confirmed` after each, stocks and money add up",
    tests: [["tests/seats-model.test.ts"]],
  },
  {
    row: 3,
    what: "`kill -9` of a server every 5 s for 2 min at 50 bookings/s",
    pass: "each acknowledged booking once, back in < 5 s",
    tests: [["tests/kill-nine.test.ts"]],
  },
  {
    row: 4,
    what: "PostgreSQL restarted, killed, frozen for 10 s under 50 bookings/s",
    pass: "503, no hang > 5 s, back in < 5 s, 0 acknowledged lost",
    tests: [["tests/outages.test.ts", "no process ends"]],
  },
  {
    row: 5,
    what: "messages 1–5 times, shuffled, 30 % failing first, some a day late",
    pass: "ends as the orderly run, one email per booking",
    tests: [["tests/event-chaos.db.test.ts"]],
  },
  {
    row: 6,
    what: "late payment: free, tolerance, full, started, departure cancelled",
    pass: "the rule's branch, exactly one refund",
    tests: [["src/modules/money/payments/settle-payment.db.test.ts", "a payment after its hold has lapsed"]],
  },
  {
    row: 7,
    what: "two tabs, two companies, both paid",
    pass: "one confirmed, one refunded",
    tests: [["tests/two-companies.db.test.ts"]],
  },
  {
    row: 8,
    what: "departure with 200 paid bookings cancelled; the company fails at 30 % of calls",
    pass: "200 refunds, none twice, sum = captured",
    tests: [["src/modules/changes/cancellation/cancel-departure-bookings.db.test.ts"]],
  },
  {
    row: 9,
    what: "time zones: the 24 h border, past midnight, 31 December, Cancún, Tijuana",
    pass: "table",
    tests: [
      ["tests/around-midnight.db.test.ts"],
      ["src/kernel/local-time.test.ts"],
      ["src/modules/sales/booking/rules"],
    ],
  },
  {
    row: 10,
    what: "mail server refuses, hangs, 4xx, 5xx for 10 min",
    pass: "bookings unaffected, each email once, ≤ 2 min after its return",
    tests: [["tests/nightly/mail-outage.test.ts"]],
  },
  {
    row: 11,
    what: "a company that answers after 0.1–30 s, or never (10 %)",
    pass: "other pages p95 < 300 ms, no connection held",
    tests: [["tests/slow-provider.test.ts"]],
  },
  {
    row: 12,
    what: "disk full: uploads, then the database",
    pass: "503/507, nothing partial, recovers",
    tests: [["tests/outages.test.ts", "a full disk"]],
  },
  {
    row: 13,
    what: "rolling restart; migration while the version before runs",
    pass: "0 failed requests, each job once",
    tests: [["tests/outages.test.ts", "a rolling restart"], ["tests/releases.test.ts"]],
  },
  {
    row: 14,
    what: "SIGTERM under load",
    pass: "`/readyz` 503 first, answers in flight end, exit 0 ≤ 10 s",
    tests: [
      ["tests/process.test.ts", "SIGTERM"],
      ["tests/outages.test.ts", "a rolling restart"],
    ],
  },
  {
    row: 15,
    what: "backup → drop → restore",
    pass: "invariants, counts and a picture's hash equal",
    tests: [["tests/backup.test.ts"]],
  },
  {
    row: 16,
    what: "an hour at 30 % load",
    pass: "memory growth < 5 %, event-loop p99 < 50 ms",
    tests: [["tests/nightly/soak.test.ts"]],
  },
];

type Outcome = { passed: number; failed: number; minutes: number; figures: string[] };

/** Runs a row's tests at full size; their `measured` figures come back through a file. */
async function play({ row, tests }: Row): Promise<Outcome> {
  const figures = path.resolve(`build/soak-${row}.txt`);
  fs.rmSync(figures, { force: true });
  const began = performance.now();
  let [passed, failed] = [0, 0];
  for (const [file, names] of tests) {
    const report = path.resolve(`build/soak-${row}.json`);
    fs.rmSync(report, { force: true });
    const only = names === undefined ? [] : ["-t", names];
    await run(["run", file, ...only, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`], figures);
    const results = fs.existsSync(report)
      ? (JSON.parse(fs.readFileSync(report, "utf8")) as { numPassedTests: number; numFailedTests: number })
      : { numPassedTests: 0, numFailedTests: 0 };
    passed += results.numPassedTests;
    // no test at all is a failure: a row must not pass because its file has moved
    failed += results.numFailedTests + (results.numPassedTests + results.numFailedTests === 0 ? 1 : 0);
  }
  const noted = fs.existsSync(figures) ? fs.readFileSync(figures, "utf8").trim().split("\n") : [];
  return { passed, failed, minutes: (performance.now() - began) / 60_000, figures: noted };
}

const run = (args: readonly string[], figures: string): Promise<void> =>
  new Promise((resolve) => {
    const env = { ...process.env, SOAK: "1", SOAK_FIGURES: figures };
    const child = spawn("node_modules/.bin/vitest", args, { env, stdio: "inherit" });
    child.once("exit", () => resolve());
  });

const lineOf = ({ row, what, pass }: Row, { passed, failed, minutes, figures }: Outcome): string =>
  `| ${row} | ${what} | ${pass} | ${failed === 0 ? "passed" : "**failed**"}, ${passed} of ${passed + failed} | ${figures.join("; ") || "–"} | ${minutes.toFixed(1)} | ${new Date().toISOString().slice(0, 10)} |`;

const FILE = "bench/reliability.md";

/** The lines of an earlier run, by row. */
function earlierLines(): Map<number, string> {
  const text = fs.existsSync(FILE) ? fs.readFileSync(FILE, "utf8") : "";
  return new Map(
    text
      .split("\n")
      .flatMap((line) =>
        [/^\| (\d+) \|/.exec(line)].flatMap((found) => (found ? [[Number(found[1]), line] as const] : [])),
      ),
  );
}

const HEAD = `# Reliability

Written by \`npm run soak\`, which runs the tests of these rows at full size, alone on a machine; \`npm run soak -- 3 4\` runs single
rows. \`npm test\` runs the same tests in smaller sizes, those of rows 10 and 16 only \`npm run test:nightly\`. "Passed" counts test cases, negative controls among them.

`;

const chosen = process.argv.slice(2).map(Number);
const lines = earlierLines();
let failures = 0;
for (const row of ROWS) {
  if (chosen.length > 0 && !chosen.includes(row.row)) continue;
  console.log(`\n── row ${row.row}: ${row.what}`);
  const outcome = await play(row);
  failures += outcome.failed;
  lines.set(row.row, lineOf(row, outcome));
  const ordered = ROWS.map(
    (each) => lines.get(each.row) ?? `| ${each.row} | ${each.what} | ${each.pass} | not run | – | – | – |`,
  );
  const machine = `${os.cpus().length} × ${os.cpus()[0]?.model.trim() ?? "unknown"}`;
  const table = [
    "| row | what | must hold | tests | measured | minutes | on |",
    "|---|---|---|---|---|---|---|",
    ...ordered,
  ];
  fs.writeFileSync(FILE, `${HEAD}The last run was on ${machine}.\n\n${table.join("\n")}\n`);
}
process.exitCode = failures === 0 ? 0 : 1;
