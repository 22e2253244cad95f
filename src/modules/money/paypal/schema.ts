import { z } from "zod";

// What we read of PayPal's answers and messages (Orders v2, Payments v2, Disputes v1, Transaction Search v1). Later additions
// must not break anything, so unknown fields pass and states are plain strings.

const Amount = z.object({ currency_code: z.string(), value: z.string() });
const Link = z.object({ href: z.string(), rel: z.string() });

export const Token = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

const Capture = z.object({
  id: z.string(),
  status: z.string(),
  amount: Amount,
  // what a fee is in is of no matter to the payment
  seller_receivable_breakdown: z.object({ paypal_fee: Amount.optional() }).optional().catch(undefined),
});
export const Refund = z.object({
  id: z.string(),
  status: z.string(),
  amount: Amount.optional(),
  custom_id: z.string().optional(),
  status_details: z.object({ reason: z.string().optional() }).optional(),
});
export type Refund = z.infer<typeof Refund>;

export const Order = z.object({
  id: z.string(),
  status: z.string(),
  links: z.array(Link).default([]),
  purchase_units: z
    .array(
      z.object({
        amount: Amount.optional(),
        custom_id: z.string().optional(),
        payments: z.object({ captures: z.array(Capture).optional(), refunds: z.array(Refund).optional() }).optional(),
      }),
    )
    .default([]),
});
export type Order = z.infer<typeof Order>;

/** A refusal: the first detail's issue is its reason, or the name if there is none. */
export const Refusal = z.object({
  name: z.string().optional(),
  debug_id: z.string().optional(),
  details: z.array(z.object({ issue: z.string().optional() })).default([]),
});

export const Dispute = z.object({
  dispute_id: z.string(),
  status: z.string(),
  reason: z.string().default("OTHER"),
  dispute_amount: Amount,
  dispute_outcome: z.object({ outcome_code: z.string().optional() }).optional(),
});
export type Dispute = z.infer<typeof Dispute>;

export const TransactionPage = z.object({
  total_pages: z.number().default(0),
  transaction_details: z
    .array(
      z.object({
        transaction_info: z.object({
          transaction_id: z.string(),
          paypal_reference_id: z.string().optional(),
          paypal_reference_id_type: z.string().optional(),
          transaction_event_code: z.string(),
          transaction_initiation_date: z.string(),
          transaction_amount: Amount,
          fee_amount: Amount.optional(),
          transaction_status: z.string(),
        }),
      }),
    )
    .default([]),
});
export type Transaction = z.infer<typeof TransactionPage>["transaction_details"][number]["transaction_info"];

/** A PayPal message. Its topic decides where the references are. */
export const Message = z.object({
  id: z.string().min(1).max(200),
  event_type: z.string().min(1).max(200),
  resource: z
    .object({
      id: z.string().optional(),
      order_id: z.string().optional(),
      dispute_id: z.string().optional(),
      links: z.array(Link).default([]),
      supplementary_data: z
        .object({
          related_ids: z.object({ order_id: z.string().optional(), capture_id: z.string().optional() }).optional(),
        })
        .optional(),
      disputed_transactions: z.array(z.object({ seller_transaction_id: z.string().optional() })).default([]),
    })
    .default({ links: [], disputed_transactions: [] }),
});
export type Message = z.infer<typeof Message>;
