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
  "pool_waiting",
  "disk_used",
  "backup_age",
  "backup_failed",
] as const;
export type Check = (typeof CHECKS)[number];

/** A check that found something. `value` has the unit of its thresholds; null where no value exists (no backup yet). */
export type Finding = { check: Check; level: "warning" | "alarm"; value: number | null };

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
  /** The last run of each operation, a backup for example. */
  operations: { name: string; at: string; ok: boolean }[];
};

export type Disk = { free: number; total: number } | null;
export type Pool = { total: number; idle: number; waiting: number };

/** What /admin/health shows. Instants are ISO strings, ages seconds, sizes bytes. */
export type Health = Facts & {
  at: string;
  findings: Finding[];
  lastSent: string | null;
  providers: { name: string; lastMessage: string | null }[];
  postgres: string;
  migration: string | null;
  pool: Pool;
  disk: Disk;
  release: string;
  startedAt: string;
};
