import type { Attention, Subject } from "#src/modules/office/reports/schema.ts";

/** How many items of a subject no other one counts. */
export const countAlone = (part: Attention[Subject]): number => (part?.count ?? 0) - (part?.elsewhere ?? 0);

/** How many items need a decision, each counted once. */
export const countAll = (attention: Attention): number =>
  Object.values(attention).reduce((sum, part) => sum + countAlone(part), 0);

/** The page of the menu on which each subject is solved, by the name of its count: the line of "Needs you" leads there too. */
const SOLVED_ON = {
  guides: "guides",
  payments: "payments",
  refunds: "payments",
  invoices: "invoices",
  tills: "tills",
  sales: "doorAlerts",
  entries: "doorAlerts",
  desks: "desks",
  emails: "emails",
  addresses: "emails",
  messages: "messages",
  reviews: "reviews",
  unpaid: "bookings",
  doubts: "bookings",
  questions: "affiliates",
  webhooks: "webhooks",
  health: "health",
} as const satisfies Record<Subject, string>;
type Solved = (typeof SOLVED_ON)[Subject];

/** Counts in the admin menu: the first page shows everything that needs a decision, the others what is solved there. */
export function navigationCounts(attention: Attention): Record<"overview" | Solved, number> {
  const on = (page: Solved) =>
    (Object.keys(SOLVED_ON) as Subject[])
      .filter((subject) => SOLVED_ON[subject] === page)
      .reduce((all, subject) => all + (attention[subject]?.count ?? 0), 0);
  const pages = [...new Set(Object.values(SOLVED_ON))].map((page) => [page, on(page)] as const);
  return { overview: countAll(attention), ...(Object.fromEntries(pages) as Record<Solved, number>) };
}
