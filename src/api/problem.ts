import type { ZodError } from "zod";
import { z } from "zod";
import type { Locale } from "#src/kernel/localized.ts";
import { formatMoney, type Money } from "#src/kernel/money.ts";
import { i18nFor, type MessageId } from "#src/locales/i18n.ts";
import { QuoteShape } from "#src/modules/sales/booking/schema.ts";
import { MoneyShape } from "#src/modules/site/catalog/schema.ts";
import { type Refusal, RETRY_AFTER, STATUS } from "#src/api/refusals.ts";

const FieldProblem = z.object({
  field: z.string().describe("path of the field, for example `customer.email`; empty for the whole request"),
  code: z.string(),
  detail: z.string().describe("a sentence in the person's language"),
});
export type FieldProblem = z.infer<typeof FieldProblem>;

// the figures that explain a refusal; nothing else of it leaves the server
const Figures = z.object({
  left: z
    .int()
    .optional()
    .describe(
      "places left (`sold_out`), more places that may be held (`resale_limit`), or centavos that may still be owed (`credit_limit`)",
    ),
  max: z.int().optional().describe("most people in one booking (`too_many_people`)"),
  minimum: MoneyShape.optional().describe("smallest subtotal for the coupon (`coupon_minimum`)"),
  quote: QuoteShape.optional().describe("the price now (`price_changed`)"),
  refund: MoneyShape.optional().describe("what cancelling refunds now (`quote_changed`)"),
  credit: MoneyShape.optional().describe("what cancelling gives back as credit now (`quote_changed`)"),
  refund_until: z.iso.datetime().optional().describe("last instant of a full refund (`quote_changed`)"),
  link: z.string().optional().describe("where the night is booked (`external_booking`)"),
  booking_id: z
    .string()
    .optional()
    .describe("the booking that was paid (`already_paid`), or is to be paid first (`unpaid_places`)"),
  unpaid: z.int().optional().describe("unpaid places already held (`unpaid_places`)"),
  scope: z.string().optional().describe("what the key lacks (`scope_missing`)"),
  retry_after: z.int().optional().describe("seconds to wait; also in Retry-After"),
});

/** An error in the format of RFC 9457. `code` is stable; `detail` is for people. */
export const Problem = z
  .object({
    type: z.string().describe("where the code is explained"),
    title: z.string(),
    status: z.int(),
    code: z.string().describe("stable, for programs"),
    detail: z.string().describe("a sentence in the person's language"),
    instance: z.string().optional().describe("this very occurrence (500): quote it when asking for help"),
    errors: z.array(FieldProblem).optional().describe("what is wrong, field by field (`invalid`)"),
    ...Figures.shape,
  })
  .meta({ id: "Problem" });

export type ProblemWith = {
  figures?: Record<string, unknown>;
  errors?: FieldProblem[];
  instance?: string;
  headers?: Record<string, string>;
};

/** The response to a refused request: RFC 9457 in the caller's language. */
export async function problem(code: Refusal, locale: Locale, more: ProblemWith = {}): Promise<Response> {
  const { figures = {}, errors, instance, headers } = more;
  const id: MessageId = `errors.${code}`;
  const retry = typeof figures["retry_after"] === "number" ? figures["retry_after"] : RETRY_AFTER[code];
  const body = {
    type: `/api/docs#${code}`,
    title: titleOf(code),
    status: STATUS[code],
    code,
    detail: (await i18nFor(locale)).t(id, spoken(figures, locale)),
    ...(instance ? { instance } : {}),
    ...(errors ? { errors } : {}),
    ...written(figures),
    ...(retry === undefined ? {} : { retry_after: retry }),
  };
  return new Response(JSON.stringify(body), {
    status: STATUS[code],
    headers: {
      "content-type": "application/problem+json",
      "cache-control": "no-store",
      "content-language": locale,
      "x-content-type-options": "nosniff",
      ...(retry === undefined ? {} : { "retry-after": String(retry) }),
      ...headers,
    },
  });
}

/** `sold_out` → `Sold out`. */
export const titleOf = (code: string): string => (code[0]?.toUpperCase() + code.slice(1)).replaceAll("_", " ");

const isMoney = (value: unknown): value is Money => typeof value === "object" && value !== null && "amount" in value;

/** Figures in the API's format: only documented ones, money as `{amount_minor, currency}`. */
function written(figures: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(figures).filter((name) => Object.hasOwn(Figures.shape, name));
  const shape = (value: unknown) => (isMoney(value) ? { amount_minor: value.amount, currency: value.currency } : value);
  return Object.fromEntries(names.map((name) => [name, shape(figures[name])]));
}

/** Figures as the messages need them. */
const spoken = (figures: Record<string, unknown>, locale: Locale) => ({
  ...figures,
  ...(typeof figures["retry_after"] === "number" ? { minutes: Math.ceil(figures["retry_after"] / 60) } : {}),
  ...(isMoney(figures["minimum"]) ? { amount: formatMoney(figures["minimum"], locale) } : {}),
});

/** Zod's issues as fields with a stable code and a sentence. Schemas use text ids as messages. */
export async function fieldProblems(error: ZodError, locale: Locale): Promise<FieldProblem[]> {
  const i18n = await i18nFor(locale);
  return error.issues.flatMap((issue) => {
    const path = issue.path.map(String);
    if (issue.code === "unrecognized_keys")
      return issue.keys.map((key) => fieldProblem([...path, key].join("."), "unknown_field", i18n));
    const messageId = issue.message.startsWith("errors.") ? issue.message.slice("errors.".length) : "invalid";
    return [fieldProblem(path.join("."), messageId, i18n)];
  });
}

type I18n = Awaited<ReturnType<typeof i18nFor>>;

/** One field error; `text` is the end of its text id. A hostile field name is truncated. */
export function fieldProblem(path: string, text: string, i18n: I18n): FieldProblem {
  const field = path.length > 200 ? `${path.slice(0, 200)}…` : path;
  const code = text.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return { field, code, detail: i18n.t(`errors.${text}` as MessageId, { field }) };
}
