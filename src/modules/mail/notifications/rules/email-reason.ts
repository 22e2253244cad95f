import { UNSURE } from "#src/modules/mail/notifications/rules/delivery.ts";
import { type Obsolete, OBSOLETE } from "#src/modules/mail/notifications/rules/failed.ts";

/** Why an email was withheld, as it is stored (`whyWithheld`), in words of our own. */
const WITHHELD = [
  [/^the booking is gone$/, "booking_gone"],
  [/^the booking is cancelled$/, "booking_cancelled"],
  [/^the booking is pending$/, "booking_pending"],
  [/^the booking is confirmed$/, "booking_confirmed"],
  [/^the payment was reviewed$|^somebody has looked already$/, "looked_at"],
  [/^the payment is |^the money is |^the choice is /, "money_decided"],
  [/^the refund is /, "refund_not_sent"],
  [/^the invoice is /, "invoice_settled"],
  [/^the books agree again$/, "books_agree"],
  [/^the (reply|answer) is gone$/, "answer_gone"],
  [/^the night is rated already$/, "rated"],
  [/^the night is (booked|held) already$/, "booked_otherwise"],
  [/^the sale is closed$/, "sale_closed"],
  [/^the places are gone$/, "places_gone"],
  [/^it is answered already$/, "answered"],
  [/^the statement is agreed already$/, "statement_agreed"],
  [/^they are no guide any more$/, "no_guide"],
  [/^the night is gone$/, "night_gone"],
  [/^the night is cancelled$/, "night_cancelled"],
  [/^the night was moved$/, "night_moved"],
  [/^the stops were changed again$/, "stops_changed"],
  [/^the table was changed again$/, "table_changed"],
  [/^it is switched off$/, "switched_off"],
  [/^its reader has unsubscribed$/, "unsubscribed"],
  [/^its time is over$/, "time_over"],
  [/^the message is gone$/, "message_gone"],
  [/^the message is tried again$/, "message_tried"],
  [/^the card is /, "card_over"],
  [/^the comparison is gone$/, "comparison_gone"],
  [/^the invitation is over$/, "invitation_over"],
  [/^its (code|link) is too old$|^the link was made anew$/, "too_old"],
  [/^it is over$/, "is_over"],
  [/^the account is gone$/, "account_gone"],
  [/^the address is (proved|changed) already$|^the partner has another address$/, "address_settled"],
] as const;

/** What a mail server or the way to it answered, the more telling first: a 550 often says more by its second number. */
const FAILED = [
  [/^interrupted while sending$/, "interrupted"],
  [/^not one address|^control character/, "bad_address"],
  [/\b(535|530|534)\b|invalid login|EAUTH/i, "login_refused"],
  [/\b(552|452|[45]\.2\.2)\b|quota|mailbox (is )?full/i, "mailbox_full"],
  [/\b(5\.7\.\d+|554)\b|spam|blocked|blacklist|policy/i, "rejected"],
  [/\b(550|551|553|5\.1\.\d+)\b/, "address_refused"],
  [
    /ECONN|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|greeting never|connection (timeout|closed)|socket|timed out/i,
    "unreachable",
  ],
  [/certificate|\btls\b|\bssl\b/i, "no_safe_line"],
  [/\b4\d\d\b|\b4\.\d+\.\d+\b/, "try_later"],
] as const;

/** Why something went wrong with an email, as the end of a message's id. */
export type Reason =
  | (typeof WITHHELD)[number][1]
  | (typeof FAILED)[number][1]
  | Obsolete
  | "untrue"
  | "unsure"
  | "server_away"
  | "unknown";

type Ended = { status: string; recipient: string; last_error: string | null; server_was_away: boolean };

/**
 * Why an email was withheld, failed, has to be tried again or may not have arrived, null where nothing went wrong.
 * `server_was_away`: it was given up only because no server took it for two days.
 */
export function reasonOf({ status, recipient, last_error: error, server_was_away: isAway }: Ended): Reason | null {
  if (status === "withheld") {
    const obsolete = OBSOLETE.find((why) => why === error);
    if (obsolete) return obsolete;
    if (error === null && recipient === "") return "nobody";
    return WITHHELD.find(([pattern]) => pattern.test(error ?? ""))?.[1] ?? "untrue";
  }
  if (status === "sent") return error === UNSURE ? "unsure" : null;
  if (status !== "failed" && status !== "retry") return null;
  const why = FAILED.find(([pattern]) => pattern.test(error ?? ""))?.[1] ?? "unknown";
  const isItsOwn = why === "try_later" || why === "mailbox_full";
  return status === "failed" && isAway && !isItsOwn ? "server_away" : why;
}
