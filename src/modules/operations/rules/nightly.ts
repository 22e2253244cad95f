import type { NightlyJob } from "#src/kernel/job-order.ts";
import type { MessageId } from "#src/locales/i18n.ts";

/** What each nightly job is called for staff. */
export const NIGHTLY_TEXTS: Readonly<Record<NightlyJob, MessageId>> = {
  "access.purge": "operations.nightly.access",
  "bookings.forget-bulk": "operations.nightly.bulk",
  "consents.forget": "operations.nightly.consents",
  "ledger.check": "operations.nightly.ledger",
  "months.keep": "operations.nightly.months",
  "payments.reconcile": "operations.nightly.reconcile",
  "pictures.sweep": "operations.nightly.pictures",
  "provider-events.forget": "operations.nightly.messages",
  "records.purge": "operations.nightly.records",
  "sales.count-whole": "operations.nightly.sales",
  "visitors.forget": "operations.nightly.visitors",
};
