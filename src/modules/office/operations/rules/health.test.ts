import { expect, test } from "vitest";
import { findingsOf, levelOf, THRESHOLDS } from "#src/modules/office/operations/rules/health.ts";
import { type Check, CHECKS, type Disk, type Facts, type Pool } from "#src/modules/office/operations/schema.ts";

const NOW = new Date("2026-11-20T18:00:00Z");
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000).toISOString();
/** The last run, and the last good one; by default the same. */
const backup = (hours: number, okHours: number | null = hours) => [
  { name: "backup", at: hoursAgo(hours), ok: okHours === hours, okAt: okHours === null ? null : hoursAgo(okHours) },
];

const WELL: Facts = {
  holds: { bookings: 3, seats: 9 },
  payments: { succeeded: 4 },
  jobs: { ready: 2, running: 1, dead: 0, oldest: 1.5 },
  emails: { queued: 1, sending: 0, retry: 0, failed: 0, oldest: 2 },
  mailAway: 0,
  messages: { waiting: 0, dead: 0, oldest: 0 },
  refundsFailed: 0,
  databaseBytes: 1,
  ledgerUnchecked: 3600,
  nightlyFailing: [],
  operations: backup(3),
};
type Wrong = { facts?: Partial<Facts>; pool?: Partial<Pool>; disk?: Disk; failing?: [string, number][] };
const find = ({ facts, pool, disk, failing = [] }: Wrong, backupsExpected = true) =>
  findingsOf(
    {
      facts: { ...WELL, ...facts },
      pool: { used: 5, most: 10, waiting: 0, stalled: 0, ...pool },
      failing: new Map(failing),
      disk: disk === undefined ? { free: 50, total: 100 } : disk,
      now: NOW,
    },
    { backupsExpected },
  ).map(({ check, level, provider }) => [check, level, ...(provider ? [provider] : [])].join(" "));

test("nothing is found where all is well, nor where the disk is unknown", () => {
  expect(find({})).toEqual([]);
  expect(find({ disk: null })).toEqual([]);
});

test.each<[Wrong, string[]]>([
  [{ facts: { jobs: { ...WELL.jobs, oldest: 120 } } }, ["jobs_waiting warning"]],
  [{ facts: { jobs: { ...WELL.jobs, oldest: 601, dead: 1 } } }, ["jobs_waiting alarm", "jobs_dead warning"]],
  [{ facts: { emails: { ...WELL.emails, oldest: 599, failed: 20 } } }, ["mail_failed alarm"]],
  [{ facts: { emails: { ...WELL.emails, oldest: 3600 } } }, ["mail_waiting alarm"]],
  [
    { facts: { messages: { waiting: 4, dead: 1, oldest: 400 } } },
    ["messages_waiting warning", "messages_dead warning"],
  ],
  [{ facts: { mailAway: 301 } }, ["mail_away warning"]],
  [{ facts: { refundsFailed: 1 } }, ["refunds_failed warning"]],
  [{ failing: [["stripe", 0.04]] }, []],
  [{ failing: [["stripe", 0.1]] }, ["provider_failing warning stripe"]],
  [
    {
      failing: [
        ["stripe", 0.1],
        ["paypal", 1],
      ],
    },
    ["provider_failing alarm paypal"],
  ],
  [{ pool: { waiting: 20 } }, ["pool_waiting alarm"]],
  [{ pool: { stalled: 9 } }, ["commits_stalled warning"]],
  [{ disk: { free: 15, total: 100 } }, ["disk_used warning"]],
  [{ disk: { free: 5, total: 100 } }, ["disk_used alarm"]],
  [{ facts: { operations: backup(27) } }, ["backup_age warning"]],
  [{ facts: { operations: backup(51) } }, ["backup_age alarm"]],
  [{ facts: { operations: backup(1, 20) } }, ["backup_failed alarm"]],
  [{ facts: { operations: backup(1, 51) } }, ["backup_age alarm", "backup_failed alarm"]],
  [{ facts: { operations: backup(1, null) } }, ["backup_age warning", "backup_failed alarm"]],
  [{ facts: { operations: [] } }, ["backup_age warning"]],
  [{ facts: { ledgerUnchecked: 26 * 3600 - 1 } }, []],
  [{ facts: { ledgerUnchecked: 26 * 3600 } }, ["ledger_age alarm"]],
  [{ facts: { nightlyFailing: [{ name: "ledger.check", since: hoursAgo(30) }] } }, ["nightly_failed alarm"]],
])("%o is found to be %o", (wrong, found) => expect(find(wrong)).toEqual(found));

test("without production nobody expects a backup, but one that failed is told", () => {
  expect(find({ facts: { operations: [] } }, false)).toEqual([]);
  expect(find({ facts: { operations: backup(1, null) } }, false)).toEqual(["backup_failed alarm"]);
});

test.each(CHECKS)("%s warns before it alarms, exactly at its figures", (check: Check) => {
  const { warning, alarm } = THRESHOLDS[check];
  expect(warning).toBeLessThanOrEqual(alarm);
  expect(levelOf(check, alarm)).toBe("alarm");
  expect(levelOf(check, alarm - 0.001)).toBe(warning < alarm ? "warning" : "ok");
  expect(levelOf(check, warning - 0.001)).toBe("ok");
  expect(levelOf(check, null)).toBe("ok");
});
