import { COMPANIES } from "#src/kernel/payment-companies.ts";
import { z } from "zod";
import { toOneLine, toPlainText } from "#src/kernel/plain-text.ts";
import { EmailCode, statedMoney } from "#src/modules/sales/booking/schema.ts";
import { MoneyShape } from "#src/modules/site/catalog/schema.ts";
import { PAY_METHODS, type PayMethod } from "#src/kernel/pay-method.ts";

/** Payment providers. `sandbox` imitates every payment method without moving money; `free` confirms a total of zero. */
export const PROVIDERS = [...COMPANIES, "sandbox", "free"] as const;
export type ProviderName = (typeof PROVIDERS)[number];
export type Method = PayMethod;

/** Which provider and method to pay with; one not offered for the booking is refused. */
export const StartPayment = z
  .strictObject({
    provider: z.enum(PROVIDERS, "errors.provider"),
    method: z.enum(PAY_METHODS, "errors.provider").default("card"),
    displayed_total: statedMoney.optional().describe("what the person saw as left to pay; only compared"),
    second: z
      .literal(true)
      .optional()
      .describe(
        "the person knows that a bank is still paying for the same (`payment_at_bank`) and pays all the same; what comes second is sent back",
      ),
    email_code: EmailCode.optional().describe(
      "the six digits emailed to the booking's address, where the answer was `email_code_needed`",
    ),
  })
  .meta({ id: "StartPayment" });
export type StartPayment = z.infer<typeof StartPayment>;

export const StartedPayment = z
  .object({ payment_id: z.uuid(), redirect_url: z.url().describe("where to send the guest next") })
  .meta({ id: "StartedPayment" });

/** A guest pays us directly. */
export const PayByHand = z
  .strictObject({
    email_code: EmailCode.optional().describe(
      "the six digits emailed to the booking's address, where the answer was `email_code_needed`",
    ),
  })
  .meta({ id: "PayByHand" });

export const ByHandState = z
  .object({
    id: z.uuid(),
    kept_until: z.iso.datetime().describe("the booking's places wait for the money until then"),
    at_door: z.boolean().describe("it can be paid at the meeting point"),
    transfer_to: z.string().nullable().describe("the account for a transfer; null where there is none"),
  })
  .meta({ id: "ByHandState" });

/** The payment state of a booking: nothing personal, so anyone with the booking's id may see it. */
export const PaymentState = z
  .object({
    last: z
      .enum(["none", "open", "failed", "cancelled", "succeeded", "review"])
      .describe("how the last attempt stands; `none` before the first"),
    failure_reason: z.string().nullable(),
    continue_url: z
      .url()
      .nullable()
      .describe("after a decline: the provider's page, where the same payment goes on with another card or account"),
    change: z
      .enum(["none", "open", "at_bank", "failed", "cancelled", "made", "lost", "review"])
      .describe(
        "how paying for the newest change of the booking stands; `at_bank`: paid, and the bank hasn't yet; `lost`: too late for it, the money goes back",
      ),
    unplaced: z
      .object({
        amount_minor: z.int(),
        refund_at: z.iso.datetime(),
        refunded: z.boolean().describe("it goes back, or has gone"),
        credited: z.boolean().describe("its guest took credit for it"),
      })
      .nullable()
      .describe("a payment came after the places were gone: what happens to it"),
    night_off: z
      .object({ amount_minor: z.int(), choose_until: z.iso.datetime() })
      .nullable()
      .describe("we called the night off: its guest may choose another date until then, when the money goes back"),
    voucher: z
      .object({ ...MoneyShape.shape, method: z.enum(["oxxo", "spei"]), until: z.iso.datetime(), url: z.url() })
      .nullable()
      .describe("a cash voucher, or a transfer, waiting to be paid: how much, until when, and where it is shown"),
    bank: z
      .object({
        ...MoneyShape.shape,
        since: z.iso.datetime(),
        until: z.iso.datetime().nullable().describe("how long the places are kept for it; null once they aren't"),
      })
      .nullable()
      .describe("the person has paid and their bank hasn't yet: what is under way, and since when"),
    twice: MoneyShape.nullable().describe(
      "the booking was paid again after it was paid: what comes back, or has come back, of that",
    ),
    cash_back: z.boolean().describe("money that was paid in cash goes back: its guest is asked for bank details"),
    refunds: z.array(MoneyShape.extend({ status: z.string() })),
  })
  .meta({ id: "PaymentState" });
export type PaymentState = z.infer<typeof PaymentState>;

export const CANCEL_FIELDS = ["note_en", "note_es", "word"] as const;
export type CancelField = (typeof CANCEL_FIELDS)[number];

/** A departure that is, or is to be, cancelled. `word` must be typed to confirm; `over`: it has ended. */
export type CancelledDeparture = {
  id: string;
  title: string;
  title_es: string | null;
  date: string;
  start_time: string;
  time_zone: string;
  word: string;
  over: boolean;
};

export const RetryRefund = z.strictObject({ refund_id: z.uuid() });

/** An extra note to the guests of a cancelled departure; in both languages or in neither. */
const note = z.string().overwrite(toPlainText).max(500, "errors.tooLong").default("");

const cancelWord = z
  .string("payments-cancel.error.word")
  .overwrite(toOneLine)
  .min(1, "payments-cancel.error.word")
  .max(100, "payments-cancel.error.word");

/** A checkbox: whether guests may choose another date before their money goes back. */
const choice = z.preprocess((value) => value === true || value === "on", z.boolean());

/** Guests read the note in their own language: both or none. */
function notesInBothLanguages({ note_en, note_es }: { note_en: string; note_es: string }, found: z.RefinementCtx) {
  if ((note_en === "") === (note_es === "")) return;
  const path = [note_en === "" ? "note_en" : "note_es"];
  found.addIssue({ code: "custom", path, message: "payments-cancel.error.otherLanguage" });
}

/** Cancelling a departure: the fingerprint of the preview, the confirmation word, and a note for the guests. */
export const CancelDeparture = z
  .strictObject({
    departure_id: z.uuid(),
    fingerprint: z.string().max(100),
    word: cancelWord,
    choice,
    note_en: note,
    note_es: note,
  })
  .superRefine(notesInBothLanguages);
export type CancelDeparture = z.infer<typeof CancelDeparture>;

/** The most departures that are cancelled together. */
export const MOST_NIGHTS = 60;

/** Why one of several departures wasn't cancelled. */
export type NotCancelled = "departure_not_found" | "departure_over" | "stale_preview" | "failed";

/**
 * Cancelling several departures: each with the fingerprint of its preview, from fields `<id>:<fingerprint>`; one word and one note
 * for all.
 */
export const CancelDepartures = z
  .strictObject({
    nights: z
      .array(
        z
          .string()
          .max(200)
          .transform((text) => ({ departure_id: text.slice(0, 36), fingerprint: text.slice(37) }))
          .refine(({ departure_id }) => z.uuid().safeParse(departure_id).success),
      )
      .min(1)
      .max(MOST_NIGHTS),
    word: cancelWord,
    choice,
    note_en: note,
    note_es: note,
  })
  .superRefine(notesInBothLanguages);
export type CancelDepartures = z.infer<typeof CancelDepartures>;
