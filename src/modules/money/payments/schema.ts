import { COMPANIES, SIMULATION } from "#src/modules/base/settings/rules/payment-companies.ts";
import { CURRENCIES } from "#src/kernel/money.ts";
import { toCode } from "#src/kernel/plain-text.ts";
import { z } from "zod";
import { MoneyShape } from "#src/modules/site/catalog/schema.ts";
import { PAY_METHODS, type PayMethod } from "#src/kernel/pay-method.ts";

/** Payment providers. `SIMULATION` imitates every payment method without moving money; `free` confirms a total of zero. */
export const PROVIDERS = [...COMPANIES, SIMULATION, "free"] as const;
export type ProviderName = (typeof PROVIDERS)[number];
export type Method = PayMethod;

/** Money in a request. Strict, unlike response shapes: an unknown key is refused by name too. */
export const statedMoney = z.strictObject({
  amount_minor: z.int("errors.amount"),
  currency: z.enum(CURRENCIES, "errors.currency"),
});

/** A code as it is typed. */
export const EmailCode = z.string("errors.email_code_wrong").overwrite(toCode).max(20, "errors.email_code_wrong");

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
    voucher_lapsed: z.boolean().describe("the last attempt was a voucher, or a transfer, that wasn't paid in time"),
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
    before_back: MoneyShape.nullable().describe(
      "what goes back of the money that another system took before the booking was imported: whoever sold it gives it back",
    ),
    refunds: z.array(MoneyShape.extend({ status: z.string() })),
  })
  .meta({ id: "PaymentState" });
export type PaymentState = z.infer<typeof PaymentState>;

export const RetryRefund = z.strictObject({ refund_id: z.uuid() });
