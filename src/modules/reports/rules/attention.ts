import type { Attention, Subject } from "#src/modules/reports/schema.ts";

/** How many items of a subject no other one counts. */
export const countAlone = (part: Attention[Subject]): number => (part?.count ?? 0) - (part?.elsewhere ?? 0);

/** How many items need a decision, each counted once. */
export const countAll = (attention: Attention): number =>
  Object.values(attention).reduce((sum, part) => sum + countAlone(part), 0);

/** Counts in the admin menu: the first page shows everything that needs a decision, the others what they show themselves. */
export function navigationCounts(attention: Attention) {
  const { guides, payments, refunds, invoices, tills, emails, messages, reviews, health } = attention;
  const sum = (...parts: Attention[Subject][]) => parts.reduce((all, part) => all + (part?.count ?? 0), 0);
  return {
    overview: countAll(attention),
    guides: sum(guides),
    payments: sum(payments, refunds),
    invoices: sum(invoices),
    tills: sum(tills),
    emails: sum(emails),
    messages: sum(messages),
    reviews: sum(reviews),
    health: sum(health),
  };
}
