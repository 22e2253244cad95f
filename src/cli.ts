import { parseArgs } from "node:util";
import { backup } from "#src/cli/backup.ts";
import { check } from "#src/cli/check.ts";
import { createAdmin } from "#src/cli/create-admin.ts";
import { makeBackupKey } from "#src/cli/make-backup-key.ts";
import { migrateDatabase } from "#src/cli/migrate.ts";
import { openTools, type Tools, type Words } from "#src/cli/open-tools.ts";
import { resetFactor } from "#src/cli/reset-second-factor.ts";
import { restore } from "#src/cli/restore.ts";
import { verifyBackup } from "#src/cli/verify-backup.ts";
import { BadBackup } from "#src/platform/backup-format.server.ts";
import { BadSetting, readSettings } from "#src/platform/env.server.ts";
import { StorageAway, StorageFull } from "#src/platform/stored-file.server.ts";
import { isBusy, isUnreachable } from "#src/platform/transaction.server.ts";

// The command line: `npm run ronda -- <verb>`. Its text is for operators, in English, on standard error; standard output carries
// only the result.

/**
 * A verb returns its exit code: 0 done, 1 something was found or refused. `takes` are its options, `words` how many words it
 * needs; one that only works on an `existing` database makes none.
 */
type Verb = {
  usage: string;
  does: string;
  words?: number;
  takes?: "to" | "plan" | "jobs";
  existing?: boolean;
  run: (tools: Tools, words: Words) => Promise<number>;
};

const VERBS: Record<string, Verb> = {
  backup: {
    usage: "[--to FILE|-]",
    does: "database and pictures in one file",
    takes: "to",
    existing: true,
    run: backup,
  },
  restore: {
    usage: "[--jobs N] FILE|-",
    does: "a backup into an empty database and the picture store",
    words: 1,
    takes: "jobs",
    run: restore,
  },
  "verify-backup": {
    usage: "[--jobs N] FILE|-",
    does: "restores aside and checks what came back",
    words: 1,
    takes: "jobs",
    run: verifyBackup,
  },
  "make-backup-key": { usage: "", does: "prints a new pair of keys for BACKUP_KEY", run: makeBackupKey },
  check: { usage: "", does: "seats, books and pictures; exit code 1 with findings", existing: true, run: check },
  "create-admin": { usage: "EMAIL", does: "prints a one-time link for the first admin", words: 1, run: createAdmin },
  "reset-second-factor": {
    usage: "EMAIL",
    does: "removes it from an account that can't show a code",
    words: 1,
    existing: true,
    run: resetFactor,
  },
  migrate: {
    usage: "[--plan]",
    does: "runs pending migrations, or only says which",
    takes: "plan",
    run: migrateDatabase,
  },
};

class Stopped extends Error {}

/** How long a verb that is told to stop has for cleaning up. */
const STOP_MS = 10_000;
const stopping = new AbortController();
for (const name of ["SIGTERM", "SIGINT", "SIGHUP"] as const)
  // a second one ends the process at once
  process.once(name, () => {
    stopping.abort(new Stopped(`stopped by ${name}`));
    setTimeout(() => process.exit(report(stopping.signal.reason)), STOP_MS).unref();
  });

function usage(): string {
  const lines = Object.entries(VERBS).map(
    ([verb, { usage: rest, does }]) => `  ${`${verb} ${rest}`.padEnd(33)}${does}`,
  );
  return `usage: npm run ronda -- <verb>\n${lines.join("\n")}\nExit codes: 0 done, 1 found or refused, 2 wrong usage or setting.`;
}

async function main(): Promise<number> {
  const options = {
    to: { type: "string" },
    jobs: { type: "string" },
    plan: { type: "boolean" },
    help: { type: "boolean" },
  } as const;
  const { positionals, values } = parseArgs({ options, allowPositionals: true });
  const [name = "", ...words] = positionals;
  const verb = VERBS[name];
  if (values.help) return (console.log(usage()), 0);
  const isMeant =
    verb &&
    words.length === (verb.words ?? 0) &&
    Object.keys(values).every((one) => one === verb.takes) &&
    /^[1-9]\d?$/.test(values.jobs ?? "1");
  if (!isMeant) return (console.error(usage()), 2);
  const plan = values.plan === true;
  const tools = openTools(readSettings(process.env), {
    signal: stopping.signal,
    existing: verb.existing === true || plan,
  });
  try {
    const jobs = values.jobs === undefined ? undefined : Number(values.jobs);
    return await verb.run(tools, { words, to: values.to, jobs, plan });
  } catch (error) {
    throw stopping.signal.reason ?? error; // of which the rest is a consequence
  } finally {
    await tools.close();
  }
}

/** Whether the environment failed, judged by the message: a file, the disk, the network, the bucket, the database, permissions. */
const isOfSurroundings = (error: Error & { code?: string }) =>
  error instanceof StorageAway ||
  error instanceof StorageFull ||
  /^E[A-Z]+$/.test(error.code ?? "") ||
  isUnreachable(error) ||
  isBusy(error) ||
  error.code === "42501";

/** The exit code of an error, after printing its line, with a stack trace if the bug may be ours. */
function report(thrown: unknown): number {
  const error = thrown as Error & { code?: string };
  const { message, stack, code } = error;
  const isUsage = error instanceof BadSetting || code?.startsWith("ERR_PARSE_ARGS") === true;
  const isKnown = isUsage || error instanceof BadBackup || error instanceof Stopped || isOfSurroundings(error);
  console.error(isKnown ? message : stack);
  return isUsage ? 2 : 1;
}

// standard output may be a backup: log lines that others print there go to standard error
console.log = process.argv.includes("--help") ? console.log : console.error;
process.exit(await main().catch(report));
