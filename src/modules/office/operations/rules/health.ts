import {
  type Check,
  CHECKS,
  type Disk,
  type Facts,
  type Finding,
  type Pool,
} from "#src/modules/office/operations/schema.ts";

/**
 * From which value on each check warns, and alarms: seconds for ages, a share for the disk and providers, hours for the backup and the ledger, else a number.
 * ops/prometheus/alerts.yml names the same figures (tests/ops-files.test.ts compares them); docs/operating.md says what to do.
 */
export const THRESHOLDS: Readonly<Record<Check, { warning: number; alarm: number }>> = {
  // the queue looks for work every 2 s; only a stopped worker or a flood leaves a job for minutes
  jobs_waiting: { warning: 120, alarm: 600 },
  jobs_dead: { warning: 1, alarm: 20 },
  // emails wait together meanwhile and lose no tries
  mail_away: { warning: 300, alarm: 1800 },
  mail_waiting: { warning: 600, alarm: 3600 },
  mail_failed: { warning: 1, alarm: 20 },
  // providers wait for nothing, but a guest waits for their confirmation
  messages_waiting: { warning: 300, alarm: 1800 },
  messages_dead: { warning: 1, alarm: 10 },
  refunds_failed: { warning: 1, alarm: 10 },
  // of the calls of five minutes
  provider_failing: { warning: 0.05, alarm: 0.2 },
  pool_waiting: { warning: 5, alarm: 20 },
  // nothing can be sold meanwhile
  commits_stalled: { warning: 1, alarm: 10 },
  disk_used: { warning: 0.85, alarm: 0.95 },
  // one each day, with two hours of grace; then two missed
  backup_age: { warning: 26, alarm: 50 },
  backup_failed: { warning: 1, alarm: 1 },
  // one each night, with two hours of grace
  ledger_age: { warning: 26, alarm: 26 },
  nightly_failed: { warning: 1, alarm: 1 },
};

/** Whether the dashboard shows it as a separate task, so that it isn't counted twice. */
export const hasOwnTask = (check: Check): boolean =>
  check === "mail_failed" || check === "messages_dead" || check === "refunds_failed";

/** `failing`: the share of failed calls by provider. */
type HealthReading = { facts: Facts; pool: Pool; disk: Disk; failing: ReadonlyMap<string, number>; now: Date };

/**
 * What is wrong, in the order of `CHECKS`. A backup that was never made warns only where `backupsExpected`: in production.
 */
export function findingsOf(state: HealthReading, { backupsExpected }: { backupsExpected: boolean }): Finding[] {
  const values = valuesOf(state);
  const neverBackedUp = backupsExpected && values.backup_age === null;
  return CHECKS.flatMap((check): Finding[] => {
    if (check === "backup_age" && neverBackedUp) return [{ check, level: "warning", value: null }];
    const level = levelOf(check, values[check]);
    if (level === "ok") return [];
    const provider = check === "provider_failing" ? worstOf(state.failing)?.[0] : undefined;
    const jobs = check === "nightly_failed" ? state.facts.nightlyFailing : undefined;
    return [{ check, level, value: values[check], ...(provider ? { provider } : {}), ...(jobs ? { jobs } : {}) }];
  });
}

/** How bad a value is. Unknown is no finding. */
export function levelOf(check: Check, value: number | null): "ok" | "warning" | "alarm" {
  if (value === null) return "ok";
  const { warning, alarm } = THRESHOLDS[check];
  if (value >= alarm) return "alarm";
  return value >= warning ? "warning" : "ok";
}

const worstOf = (failing: HealthReading["failing"]) => [...failing].toSorted(([, a], [, b]) => b - a)[0];

function valuesOf({ facts, pool, disk, failing, now }: HealthReading): Record<Check, number | null> {
  const { jobs, emails, mailAway, messages, operations, refundsFailed } = facts;
  const backup = operations.find(({ name }) => name === "backup");
  return {
    jobs_waiting: jobs.oldest,
    jobs_dead: jobs.dead,
    mail_away: mailAway,
    mail_waiting: emails.oldest,
    mail_failed: emails.failed,
    messages_waiting: messages.oldest,
    messages_dead: messages.dead,
    refunds_failed: refundsFailed,
    provider_failing: worstOf(failing)?.[1] ?? null,
    pool_waiting: pool.waiting,
    commits_stalled: pool.stalled,
    disk_used: disk && disk.total > 0 ? 1 - disk.free / disk.total : null,
    // of one that can be restored: a run that fails every day must not keep the last good one young
    backup_age: backup?.okAt ? (now.getTime() - Date.parse(backup.okAt)) / 3_600_000 : null,
    ledger_age: facts.ledgerUnchecked / 3600,
    nightly_failed: facts.nightlyFailing.length,
    backup_failed: backup && !backup.ok ? 1 : 0,
  };
}
