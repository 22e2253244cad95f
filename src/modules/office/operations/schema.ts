import type { NightlyJob } from "#src/kernel/job-order.ts";

/** What is looked at, in the order of the page. */
export const CHECKS = [
  "jobs_waiting",
  "jobs_dead",
  "mail_away",
  "mail_waiting",
  "mail_failed",
  "messages_waiting",
  "messages_dead",
  "refunds_failed",
  "provider_failing",
  "pool_waiting",
  "commits_stalled",
  "disk_used",
  "backup_age",
  "backup_failed",
  "ledger_age",
  "nightly_failed",
] as const;
export type Check = (typeof CHECKS)[number];

/**
 * A check that found something. `value` has the unit of its thresholds; null where no value exists (no backup yet). `provider`
 * is the one concerned, `jobs` are those.
 */
export type Finding = {
  check: Check;
  level: "warning" | "alarm";
  value: number | null;
  provider?: string;
  jobs?: FailingJob[];
};

/** A nightly job that has failed two nights in a row, and since when. */
export type FailingJob = { name: NightlyJob; since: string };

/** What the database knows of the product's health. Ages are seconds of the oldest; 0 where nothing waits. */
export type Facts = {
  holds: { bookings: number; seats: number };
  /** Payment attempts of the last 24 hours by state. */
  payments: Record<string, number>;
  jobs: { ready: number; running: number; dead: number; oldest: number };
  emails: { queued: number; sending: number; retry: number; failed: number; oldest: number };
  /** For how many seconds the mail server has taken nothing; 0 while it does. */
  mailAway: number;
  messages: { waiting: number; dead: number; oldest: number };
  refundsFailed: number;
  databaseBytes: number;
  /** For how many seconds the ledger hasn't been checked as a whole. */
  ledgerUnchecked: number;
  nightlyFailing: FailingJob[];
  /** The last run of each operation, a backup for example, and when one last went well. */
  operations: { name: string; at: string; ok: boolean; okAt: string | null }[];
};

export type Disk = { free: number; total: number } | null;
/** Connections in use, how many there may be at most (DB_POOL), callers that wait for one, and for how many seconds no commit has ended. */
export type Pool = { used: number; most: number; waiting: number; stalled: number };

/** What /admin/health shows. Instants are ISO strings, ages seconds, sizes bytes. */
export type Health = Facts & {
  at: string;
  findings: Finding[];
  lastSent: string | null;
  /** `failing`: the share of calls of five minutes that failed; null where hardly any were made. */
  providers: { name: string; lastMessage: string | null; failing: number | null }[];
  postgres: string;
  migration: string | null;
  pool: Pool;
  disk: Disk;
  release: string;
  startedAt: string;
};
