import { z } from "zod";

// What PayPal accepts, written from its reference (Orders v2, Payments v2, Disputes v1, Transaction Search v1; read in July
// 2026). Strict: anything the reference doesn't list is refused, so that a wrong request can't go unnoticed.

/** Two-decimal currencies that PayPal pays out in and we sell in. */
const Amount = z.strictObject({
  currency_code: z.enum(["MXN", "USD", "EUR", "GBP", "CAD"]),
  value: z.string().regex(/^\d{1,10}\.\d{2}$/),
});

export const CreateOrder = z.strictObject({
  intent: z.enum(["CAPTURE", "AUTHORIZE"]),
  purchase_units: z
    .array(
      z.strictObject({
        custom_id: z.string().min(1).max(255).optional(),
        invoice_id: z.string().min(1).max(127).optional(),
        description: z.string().min(1).max(127).optional(),
        amount: Amount,
      }),
    )
    .min(1)
    .max(10),
  payment_source: z.strictObject({
    paypal: z.strictObject({
      experience_context: z.strictObject({
        brand_name: z.string().min(1).max(127).optional(),
        locale: z.string().regex(/^[a-z]{2}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}))?$/),
        shipping_preference: z.enum(["GET_FROM_FILE", "NO_SHIPPING", "SET_PROVIDED_ADDRESS"]),
        user_action: z.enum(["CONTINUE", "PAY_NOW"]),
        payment_method_preference: z.enum(["UNRESTRICTED", "IMMEDIATE_PAYMENT_REQUIRED"]),
        return_url: z.url(),
        cancel_url: z.url(),
      }),
    }),
  }),
});
export type CreateOrder = z.infer<typeof CreateOrder>;

export const CaptureOrder = z.strictObject({});

export const RefundCapture = z.strictObject({
  amount: Amount.optional(),
  custom_id: z
    .string()
    .max(127)
    .regex(/^[A-Za-z0-9-_.,]*$/)
    .optional(),
  invoice_id: z.string().max(127).optional(),
  note_to_payer: z.string().max(255).optional(),
});

const instant = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/);
export const ListTransactions = z
  .strictObject({
    start_date: instant,
    end_date: instant,
    fields: z.literal("transaction_info"),
    page_size: z.coerce.number().int().min(1).max(500),
    page: z.coerce.number().int().min(1),
  })
  .refine(({ start_date, end_date }) => Date.parse(end_date) - Date.parse(start_date) <= 31 * 24 * 3_600_000);
