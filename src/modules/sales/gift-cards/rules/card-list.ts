import { listAddress, page, panel, search } from "#src/kernel/list-address.ts";
import type { MessageId } from "#src/locales/i18n.ts";

/** The address of the list of gift cards; `open` is a card in the panel, or `new`. */
export const CARD_LIST = listAddress({ q: search(), page: page(), open: panel() });

/** What a refusal about a card is called. */
export const CARD_REFUSALS: Readonly<Record<string, MessageId>> & { failed: MessageId } = {
  card_not_found: "errors.card_not_found",
  card_paid: "gift-cards-admin.refused.paid",
  card_payable: "gift-cards-admin.refused.paying",
  card_over: "gift-cards-admin.refused.over",
  disputed: "gift-cards-admin.refused.disputed",
  refund_too_much: "gift-cards-admin.refused.less",
  day_outside: "gift-cards.error.day",
  failed: "gift-cards-admin.refused.failed",
};

/** The fields of the form that issues one, in page order. */
export const ISSUE_FIELDS = [
  "own",
  "currency",
  "gesture",
  "receiver_name",
  "receiver_email",
  "send_on",
  "language",
  "message",
] as const;
