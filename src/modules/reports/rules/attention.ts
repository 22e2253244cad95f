import type { Attention } from "#src/modules/reports/schema.ts";

/** What the menu says beside its pages: of the first one all that needs a decision, of the others what is done there. */
export function navigationCounts(attention: Attention) {
  const { payments, refunds, emails, messages, reviews } = attention;
  const sum = (...parts: (Attention["payments"] | null)[]) => parts.reduce((all, part) => all + (part?.count ?? 0), 0);
  return {
    overview: sum(payments, refunds, emails, messages, reviews),
    payments: sum(payments, refunds),
    messages: sum(messages),
    reviews: sum(reviews),
  };
}
