/**
 * Priorities of due jobs, by who waits for them: a guest or a payment company (`at_once`), consequences of somebody's act
 * (`soon`), scheduled rounds (`round`), mass emails (`last`). The queue takes the smallest first.
 */
export const PRIORITY = { at_once: -10, soon: 0, round: 10, last: 20 } as const;
export type Urgency = keyof typeof PRIORITY;

/** Every job by its name. An email's urgency is its kind's (`notifications/kinds/`): this is the highest of them. */
export const JOBS = {
  "account.warn-owner": "at_once",
  "ad-event.send": "last",
  "bookings.bulk": "soon",
  "commission.close": "soon",
  "commission.settle": "soon",
  "data.purge": "round",
  "departure.end-bookings": "soon",
  "departure.remind-choice": "last",
  "door.mark-absent": "round",
  "email.send": "at_once",
  "emails.requeue-stuck": "round",
  "gift-cards.end": "round",
  "gift-cards.send": "soon",
  "groups.remind": "round",
  "guides.remind": "round",
  "guides.withdraw-former": "round",
  "holds.sweep": "round",
  "holds.watch": "round",
  "imports.confirm": "last",
  "ledger.check": "round",
  "ledger.defer": "round",
  "months.keep": "round",
  "passes.update": "soon",
  "payments.close-stale": "at_once",
  "payments.poll": "round",
  "payments.reconcile": "round",
  "pictures.sweep": "round",
  "places.return": "round",
  "provider-event.process": "at_once",
  "ratings.ask": "round",
  "records.purge": "round",
  "refund.submit": "soon",
  "reminders.queue": "round",
  "sale.let-in": "at_once",
  "sales.count": "round",
  "sales.count-whole": "round",
  "sandbox.deliver": "at_once",
  "sandbox.fail-refund": "soon",
  "tables.close": "round",
  "unfinished.queue": "round",
  "waiting.offer": "soon",
  "webhooks.send": "round",
} as const satisfies Record<string, Urgency>;
export type JobName = keyof typeof JOBS;

/** The jobs that the schedule runs once a night; staff are told when one fails two nights in a row. */
export const NIGHTLY = [
  "data.purge",
  "gift-cards.end",
  "ledger.check",
  "months.keep",
  "payments.reconcile",
  "pictures.sweep",
  "records.purge",
  "sales.count-whole",
] as const satisfies JobName[];
export type NightlyJob = (typeof NIGHTLY)[number];

/** A job's place in the queue. */
export const priorityOf = (name: JobName): number => PRIORITY[JOBS[name]];

/** Whether somebody waits for a job, so that slots are kept free for it. */
export const isAtOnce = (name: string): boolean => (JOBS as Record<string, Urgency>)[name] === "at_once";
