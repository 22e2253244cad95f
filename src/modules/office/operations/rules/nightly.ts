import type { NightlyJob } from "#src/kernel/job-order.ts";
import type { MessageId } from "#src/locales/i18n.ts";

/** What each nightly job is called for staff. */
export const NIGHTLY_TEXTS: Readonly<Record<NightlyJob, MessageId>> = {
  "data.purge": "operations.nightly.data",
  "gift-cards.end": "operations.nightly.giftCards",
  "ledger.check": "operations.nightly.ledger",
  "months.keep": "operations.nightly.months",
  "payments.reconcile": "operations.nightly.reconcile",
  "pictures.sweep": "operations.nightly.pictures",
  "records.purge": "operations.nightly.records",
  "sales.count-whole": "operations.nightly.sales",
};
