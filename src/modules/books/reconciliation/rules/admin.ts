import type { MessageId } from "#src/locales/i18n.ts";

/** Actions for staff, one form each. */
export const ACTS = ["accept", "give_back", "check", "close", "retry", "reprocess", "look"] as const;
export type Act = (typeof ACTS)[number];

/** The sections of the page, in order. */
export const SECTIONS = ["decide", "refunds", "messages", "days", "books"] as const;
export type Section = (typeof SECTIONS)[number];

/** The section that contains each action. */
export const SECTION_OF: Record<Act, Section> = {
  accept: "decide",
  give_back: "decide",
  check: "decide",
  close: "refunds",
  retry: "refunds",
  reprocess: "messages",
  look: "days",
};

export const isAct = (word: unknown): word is Act => ACTS.some((act) => act === word);

/** The message for a refusal. Any other reason means that the state changed since the page was shown. */
export function refusalText(reason: string): MessageId {
  const texts: Record<string, MessageId> = {
    note_missing: "reconciliation.refused.noteMissing",
    note_too_long: "reconciliation.refused.noteTooLong",
    wrong_currency: "reconciliation.refused.wrongCurrency",
    disputed: "reconciliation.refused.disputed",
    provider_unavailable: "reconciliation.refused.unanswered",
  };
  return texts[reason] ?? "reconciliation.refused.changed";
}

type Waiting = {
  reviews: readonly object[];
  disputes: readonly object[];
  banks: readonly object[];
  refunds: readonly { status: string }[];
  messages: readonly { alarming: boolean }[];
  books: { proof: { differences: number } | null };
  runs: readonly { lookedAt: string | null; differences: readonly { mended: boolean }[] }[];
};

/** Whether a comparison waits for staff to look at it. */
export const isWaiting = (run: Waiting["runs"][number]): boolean =>
  run.lookedAt === null && run.differences.some(({ mended }) => !mended);

/** Whether a refund waits for staff: all but those that are on their way, as the menu and "Needs you" count them. */
export const waitsForStaff = ({ status }: { status: string }): boolean => status !== "submitted";

/** How many things on the page need staff: as many as the menu says. */
export const thingsToDo = ({ reviews, disputes, banks, refunds, messages, runs, books }: Waiting): number =>
  reviews.length +
  disputes.length +
  banks.length +
  refunds.filter(waitsForStaff).length +
  messages.filter(({ alarming }) => alarming).length +
  runs.filter(isWaiting).length +
  (books.proof?.differences ?? 0);
