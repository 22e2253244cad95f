import type { Facts } from "#src/modules/office/operations/schema.ts";

type Gauge = { name: string; help: string; type: "gauge"; value: number; labels?: Record<string, string> };

/** The database's facts as Prometheus gauges. Every process on one database reports the same. */
export function gaugesOf(facts: Facts): Gauge[] {
  const { holds, payments, jobs, emails, messages, operations } = facts;
  const { oldest: oldestEmail, ...emailsBy } = emails;
  return [
    one("ronda_holds", "Unpaid bookings that keep their seats.", holds.bookings),
    one("ronda_holds_seats", "Seats that they keep.", holds.seats),
    ...by("ronda_payments_day", "Payment attempts of the last 24 hours by state.", "state", payments),
    ...by("ronda_jobs", "Jobs that could run now, are running, or have failed for good.", "state", {
      ready: jobs.ready,
      running: jobs.running,
      dead: jobs.dead,
    }),
    one("ronda_jobs_oldest_seconds", "For how long the oldest ready job has waited.", jobs.oldest),
    ...by("ronda_emails", "Emails that aren't sent, by state.", "state", emailsBy),
    one("ronda_emails_oldest_seconds", "For how long the oldest unsent email has waited.", oldestEmail),
    one("ronda_mail_outage_seconds", "For how long the mail server has taken nothing.", facts.mailAway),
    ...by("ronda_provider_messages", "Providers' messages that wait, or can't be processed.", "state", {
      waiting: messages.waiting,
      dead: messages.dead,
    }),
    one("ronda_provider_messages_oldest_seconds", "For how long the oldest of them has waited.", messages.oldest),
    one("ronda_refunds_failed", "Refunds that their provider refused.", facts.refundsFailed),
    one(
      "ronda_ledger_unchecked_seconds",
      "For how long the ledger hasn't been checked as a whole.",
      facts.ledgerUnchecked,
    ),
    one(
      "ronda_nightly_jobs_failing",
      "Nightly jobs that have failed two nights in a row.",
      facts.nightlyFailing.length,
    ),
    one("ronda_database_bytes", "Size of the database.", facts.databaseBytes),
    ...operations.flatMap(({ name, at, ok, okAt }) => [
      one("ronda_operation_timestamp_seconds", "When it last ended.", Date.parse(at) / 1000, { operation: name }),
      ...(okAt === null
        ? []
        : [
            one("ronda_operation_ok_timestamp_seconds", "When it last went well.", Date.parse(okAt) / 1000, {
              operation: name,
            }),
          ]),
      one("ronda_operation_ok", "Whether it went well.", ok ? 1 : 0, { operation: name }),
    ]),
  ];
}

const one = (name: string, help: string, value: number, labels: Record<string, string> = {}): Gauge => ({
  name,
  help,
  type: "gauge",
  value,
  labels,
});

const by = (name: string, help: string, label: string, values: Readonly<Record<string, number>>): Gauge[] =>
  Object.entries(values).map(([word, value]) => one(name, help, value, { [label]: word }));
