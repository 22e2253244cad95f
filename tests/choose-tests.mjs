// Which database tests `npm run check` plays. Plain JavaScript, for `check.mjs`.

/** Files that have no folder with tests of their own, and the tests that notice first what breaks there. */
export const NOTICED_BY = [
  [/^db\/(migrations\/|schema\.sql|tables\.ts|migrate)/, ["tests/schema.db.test.ts", "db/seeds/load.db.test.ts"]],
  [/^db\/seeds\//, ["db/seeds/load.db.test.ts"]],
  [/^src\/(kernel|platform)\//, ["tests/jobs.db.test.ts", "tests/run-jobs.db.test.ts", "tests/holds.db.test.ts"]],
  [/^src\/wiring\.ts$/, ["tests/jobs.db.test.ts", "tests/run-jobs.db.test.ts"]],
  [/^src\/(api\/|api\.server\.ts$)/, ["tests/api.db.test.ts", "tests/api-document.db.test.ts"]],
  [/^src\/.*\.tsx?$|^src\/locales\//, ["tests/visible-text.test.ts"]],
  [/^(ops\/|docs\/operating\.md$)/, ["tests/ops-files.test.ts"]],
];

/** Seconds that a test file takes alone on one core, where it isn't the two that most take. */
export const SECONDS = {
  "tests/audit-matrix.db.test.ts": 50,
  "tests/api-tampering.db.test.ts": 45,
  "tests/watch-database.db.test.ts": 20,
  "tests/stripe-provider.test.ts": 12,
  "tests/seats-model.test.ts": 30,
  "tests/books-model.test.ts": 8,
  "tests/event-chaos.db.test.ts": 8,
  "tests/run-jobs.db.test.ts": 8,
  "tests/paypal-paying.db.test.ts": 6,
  "src/modules/mail/notifications/send-email.db.test.ts": 20,
  "src/modules/mail/notifications/publish-template.db.test.ts": 10,
  "src/modules/base/identity/sign-up.db.test.ts": 11,
  "src/modules/base/identity/confirm-email-change.db.test.ts": 10,
  "src/modules/base/identity/confirm-sign-up.db.test.ts": 10,
  "src/modules/base/identity/renew-session.db.test.ts": 5,
  "src/modules/sales/booking/retake-hold.db.test.ts": 10,
  "src/modules/sales/booking/guard-unpaid.db.test.ts": 10,
  "src/modules/money/payments/check-ledger.db.test.ts": 9,
  "src/modules/office/privacy/delete-account.db.test.ts": 5,
};
const MOST_TAKE = 2;

/** Why a test is chosen, nearest to the change first. */
const REASONS = [
  ({ test, changed }) => changed.has(test),
  ({ imports, changed }) => imports.some((file) => changed.has(file)),
  ({ test, noticing }) => noticing.has(test),
  ({ folder, folders }) => folders.has(folder),
  ({ imports, folders, test }) => test.endsWith(".db.test.ts") && imports.some((file) => folders.has(folderOf(file))),
];

/**
 * The tests of what changed, nearest first: as many to `run` as take no longer than `seconds` of one core, and those `left` to the
 * whole run, as are all that start the built product. `changed` are paths from the root; `tests` is the text of every test of the
 * database project by its path, which says what it imports.
 */
export function chooseTests(changed, tests, seconds) {
  const files = new Set(changed);
  const folders = new Set(changed.map(folderOf).filter((folder) => folder !== undefined));
  const noticing = new Set(
    NOTICED_BY.flatMap(([pattern, own]) => (changed.some((file) => pattern.test(file)) ? own : [])),
  );
  const ranked = Object.entries(tests).flatMap(([test, text]) => {
    const imports = importsOf(text);
    const existing = { test, changed: files, imports, folder: folderOf(test), folders, noticing };
    const rank = REASONS.findIndex((holds) => holds(existing));
    return rank < 0 ? [] : [{ test, rank, isBuilt: imports.some((file) => STARTS_BUILD.has(file)) }];
  });
  // oxlint-disable-next-line unicorn/no-array-sort -- of a list made here; Node 20 sorts it stably
  ranked.sort((a, b) => a.rank - b.rank);
  const run = [];
  let free = seconds;
  for (const one of ranked) {
    const takes = SECONDS[one.test] ?? MOST_TAKE;
    if (one.isBuilt || takes > free) continue;
    run.push(one);
    free -= takes;
  }
  const left = ranked.filter((one) => !run.includes(one));
  return { run: run.map(({ test }) => test), left: left.map(({ test }) => test) };
}

/** The helpers of tests that start the built product, which the loop doesn't build. */
const STARTS_BUILD = new Set(["tests/servers.ts", "tests/outage.ts"]);

/** A module's folder, or the platform's: what stands in it is tested beside it. */
const folderOf = (file) => /^src\/(modules\/[^/]+\/[^/]+|platform)\//.exec(file)?.[0];

/** Paths of the files that a test imports: all of them are named from the root. */
const importsOf = (text) => [...text.matchAll(/"#((?:src|db|tests|bench)\/[^"]+)"/g)].map(([, file]) => file);
