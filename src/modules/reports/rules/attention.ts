import type { Attention } from "#src/modules/reports/schema.ts";

/** Counts in the admin menu: the first page shows everything that needs a decision, the others their own. */
export function navigationCounts(attention: Attention) {
  const { payments, refunds, emails, messages, reviews, unpaid, health } = attention;
  const sum = (...parts: (Attention["payments"] | null)[]) => parts.reduce((all, part) => all + (part?.count ?? 0), 0);
  return {
    overview: sum(payments, refunds, emails, messages, reviews, unpaid, health),
    payments: sum(payments, refunds),
    messages: sum(messages),
    reviews: sum(reviews),
    health: sum(health),
  };
}
