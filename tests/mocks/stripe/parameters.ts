import { z } from "zod";
import { Refusal } from "#tests/mocks/stripe/refusal.ts";

// The parameters of each call, as far as this product could need them: https://docs.stripe.com/api at version 2026-10-28.endive.
// Anything not listed here is refused, as Stripe refuses unknown parameters.

const whole = z
  .string()
  .regex(/^-?\d+$/, "integer")
  .transform(Number);
const truth = z.enum(["true", "false"]).transform((text) => text === "true");
const address = z.url({ protocol: /^https?$/ }).max(5000);
const metadata = z
  .record(z.string().max(40), z.string().max(500))
  .refine((pairs) => Object.keys(pairs).length <= 50)
  .default({});
const expand = z.array(z.string()).max(20).default([]);
const currency = z.enum(["mxn", "usd", "eur", "gbp", "cad"]);

// prettier-ignore
const LOCALES = ["auto", "bg", "cs", "da", "de", "el", "en", "en-GB", "es", "es-419", "et", "fi", "fil", "fr", "fr-CA", "hr", "hu", "id", "it", "ja", "ko", "lt", "lv", "ms", "mt", "nb", "nl", "pl", "pt", "pt-BR", "ro", "ru", "sk", "sl", "sv", "th", "tr", "vi", "zh", "zh-HK", "zh-TW"] as const;

export const CreateSession = z.strictObject({
  mode: z.enum(["payment", "setup", "subscription"]),
  ui_mode: z.enum(["elements", "embedded_page", "form", "hosted_page"]).default("hosted_page"),
  submit_type: z.enum(["auto", "book", "donate", "pay", "subscribe"]).default("auto"),
  locale: z.enum(LOCALES).default("auto"),
  client_reference_id: z.string().max(200).optional(),
  customer: z.string().optional(),
  customer_email: z.email().max(800).optional(),
  line_items: z
    .array(
      z.strictObject({
        quantity: whole.pipe(z.int().min(1)),
        price_data: z.strictObject({
          currency,
          unit_amount: whole.pipe(z.int().min(0)),
          product_data: z.strictObject({ name: z.string().min(1).max(250) }),
        }),
      }),
    )
    .min(1)
    .max(100),
  metadata,
  payment_intent_data: z.strictObject({ description: z.string().max(1000).optional(), metadata }).optional(),
  adaptive_pricing: z.strictObject({ enabled: truth }).optional(),
  allowed_payment_method_types: z
    .array(z.enum(["card", "oxxo", "link", "customer_balance"]))
    .min(1)
    .optional(),
  payment_method_options: z
    .strictObject({
      card: z.strictObject({ installments: z.strictObject({ enabled: truth.optional() }).optional() }).optional(),
      customer_balance: z
        .strictObject({
          funding_type: z.literal("bank_transfer"),
          bank_transfer: z.strictObject({ type: z.enum(["eu_bank_transfer", "mx_bank_transfer", "us_bank_transfer"]) }),
        })
        .optional(),
      oxxo: z.strictObject({ expires_after_days: whole.pipe(z.int().min(1).max(7)).optional() }).optional(),
    })
    .optional(),
  expires_at: whole.optional(),
  success_url: address,
  cancel_url: address.optional(),
  expand,
});

export const CreateCustomer = z.strictObject({ email: z.email().max(512).optional(), metadata, expand });

export const OnlyExpand = z.strictObject({ expand });

const page = {
  limit: whole.pipe(z.int().min(1).max(100)).default(10),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
  expand,
};
const range = z.strictObject({
  gt: whole.optional(),
  gte: whole.optional(),
  lt: whole.optional(),
  lte: whole.optional(),
});
export type Range = z.infer<typeof range>;

export const CreateRefund = z.strictObject({
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
  amount: whole.optional(),
  reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]).optional(),
  metadata,
  expand,
});

export const ListRefunds = z.strictObject({
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
  created: range.optional(),
  ...page,
});

export const ListCharges = z.strictObject({
  payment_intent: z.string().optional(),
  created: range.optional(),
  ...page,
});

export const ListPayouts = z.strictObject({ created: range.optional(), ...page });
export const ListBalance = z.strictObject({ payout: z.string(), ...page });

/** The parsed parameters, or Stripe's refusal of the first invalid one. */
export function checked<T>(shape: z.ZodType<T>, body: unknown): T {
  const parsed = shape.safeParse(body);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  const unknown = issue.code === "unrecognized_keys" ? issue.keys[0] : undefined;
  const param = nameOf(unknown === undefined ? issue.path : [...issue.path, unknown]);
  if (unknown !== undefined)
    throw new Refusal(`Received unknown parameter: ${param}`, { code: "parameter_unknown", param });
  if (valueAt(body, issue.path) === undefined)
    throw new Refusal(`Missing required param: ${param}.`, { code: "parameter_missing", param });
  if (issue.message === "integer")
    throw new Refusal(`Invalid integer: ${param}`, { code: "parameter_invalid_integer", param });
  throw new Refusal(`Invalid ${param}: ${issue.message}`, { param });
}

const nameOf = ([first, ...rest]: PropertyKey[]): string =>
  String(first ?? "") + rest.map((part) => `[${String(part)}]`).join("");

const valueAt = (body: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>((value, part) => (value as Record<PropertyKey, unknown> | undefined)?.[part], body);
