import { z } from "zod";
import { parseAmount } from "#src/kernel/amount.ts";
import { isMonth } from "#src/kernel/local-time.ts";
import { toPlainText } from "#src/kernel/plain-text.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import type { Rule } from "#src/modules/partners/commission/rules/commission.ts";
import {
  MOST_EXCEPTIONS,
  MOST_TIERS,
  type TermsField,
  type TermsFields,
  type TermsFormValues,
} from "#src/modules/partners/commission/rules/terms.ts";
import { MoneyShape } from "#src/modules/site/catalog/schema.ts";
import type { Why } from "#src/modules/partners/commission/rules/why.ts";

// What pages show of commission. Money in centavos of MXN; no guest's contact data, and of their name the initials.

/** `open`: the month isn't closed, its figures still grow; `none`: it was closed without anything of the partner. */
export type StatementStanding = "open" | "draft" | "agreed" | "paid" | "none";

/** A partner's statement of a month in one line. */
export type StatementHead = {
  /** null before the month is closed */
  id: string | null;
  partnerId: string;
  name: string;
  code: string;
  language: "en" | "es";
  /** 2026-11 */
  month: string;
  /** 2026-11-04; null before the month is closed */
  number: string | null;
  state: StatementStanding;
  /** people that the commission is for */
  people: number;
  bookings: number;
  commission: number;
  /** what the partner took for us, at their desk or by their programs */
  cash: number;
  /** commission less cash: what is to be paid to the partner, or by them where it is negative */
  due: number;
  agreedAt: string | null;
  agreedBy: "partner" | "staff" | null;
  paidAt: string | null;
  reference: string;
  /** questions that wait for an answer */
  questions: number;
  /** bookings that may be the partner's own, not decided yet */
  doubts: number;
};

/** What all statements of a month come to. */
export type StatementSums = { count: number; made: number; commission: number; due: number; owed: number };

/** A booking on a statement; `came` people and `sale` are what the amount is for. Negative: taken back. */
export type StatementLine = {
  bookingId: string;
  reference: string;
  initials: string;
  /** the night: 2026-11-20 */
  date: string;
  came: number;
  people: number;
  sale: number;
  amount: number;
  /** why it moved last */
  cause: string;
  rule: Rule | null;
  /** it corrects a night of a month that was closed before */
  late: boolean;
  why: Why;
  doubt: boolean;
};

/** What the partner was paid for a booking that they sold, at their desk or by their programs. */
export type CashLine = { bookingId: string; reference: string; initials: string; date: string; cash: number };

export type Question = {
  id: string;
  bookingId: string;
  reference: string;
  question: string;
  askedAt: string;
  answer: string | null;
  answeredAt: string | null;
};

export type Statement = StatementHead & {
  /** the month's last day: 2026-11-30 */
  openUntil: string;
  /** from when on it can be closed: 2026-12-01 */
  closesOn: string;
  lines: StatementLine[];
  cashLines: CashLine[];
  asked: Question[];
};

/** One line as it was written, for "why?". */
export type WrittenLine = {
  id: number;
  partner: string;
  month: string;
  date: string;
  kind: "accrued" | "reversed" | "tier" | "correction";
  cause: string;
  came: number;
  people: number;
  sale: number;
  amount: number;
  rule: Rule | null;
  why: Why;
  at: string;
};

/** A statement as a page shows it: some of its lines, the others as their count and sum. */
export type ShownStatement = Statement & { more: number; moreAmount: number };

/** Questions about a partner's statement that wait for an answer. */
export type AskedAbout = { partnerId: string; name: string; month: string; count: number };

/**
 * The payout sheet: its statements, of how many partners, their sum in centavos, and `until` when the last of them was agreed, by which its
 * file is the same; and what keeps some from it: partners' names.
 */
export type Payouts = {
  statements: string[];
  partners: number;
  sum: number;
  until: string | null;
  lacking: string[];
  owing: string[];
};

const statement_id = z.uuid();
const centavos = z.coerce.number().int();
const text = (most: number, missing: MessageId) =>
  z.string().overwrite(toPlainText).min(1, missing).max(most, "errors.tooLong");

// What staff do with statements.
export const CloseMonth = z.object({ month: z.string().refine(isMonth) });
export const AgreeStatement = z.object({ statement_id, commission: centavos, cash: centavos });
export const PayStatement = z.object({ statement_id, reference: text(60, "commission-admin.error.reference") });
export const PaySheet = z.object({
  statements: z
    .string()
    .transform((ids) => ids.split(","))
    .pipe(z.array(z.uuid()).min(1)),
  sum: centavos,
});
export const AnswerQuestion = z.object({ question_id: z.uuid(), text: text(500, "commission-admin.error.answer") });

/** The most per person, in centavos. */
const MOST_FIXED = 1_000_000;
const isRate = (kind: string, value: number | null): value is number =>
  value !== null && value <= (kind === "percentage" ? 10_000 : MOST_FIXED);
const KINDS = ["percentage", "fixed"];

/** A terms form (`rules/terms.ts`) in stored values. All errors are reported at once, one a field. */
export const AddTerms = z.custom<TermsFormValues>().transform((typed, refinement): TermsFields => {
  const { kind, basis, valid_from } = typed;
  const wrong = (path: TermsField, message: MessageId) =>
    refinement.addIssue({ code: "custom", path: [path], message });
  const value = parseAmount(typed.value);
  if (!KINDS.includes(kind)) wrong("kind", "affiliates-admin.error.kind");
  if (!isRate(kind, value))
    wrong("value", kind === "fixed" ? "affiliates-admin.error.fixed" : "affiliates-admin.error.percent");
  if (basis !== "came" && basis !== "confirmed") wrong("basis", "affiliates-admin.error.basis");
  if (!z.iso.date().safeParse(valid_from).success || valid_from < "2020-01-01" || valid_from > "2099-12-31")
    wrong("valid_from", "affiliates-admin.error.from");
  const tiers = typed.tiers
    .map((tier) => ({
      from_people: /^\d{1,6}$/.test(tier.from_people) ? Number(tier.from_people) : 0,
      value: parseAmount(tier.value),
    }))
    .toSorted((a, b) => a.from_people - b.from_people);
  if (
    tiers.length > MOST_TIERS ||
    tiers.some((tier, at) => tier.from_people <= (tiers[at - 1]?.from_people ?? 1) || !isRate(kind, tier.value))
  )
    wrong("tiers", "affiliates-admin.error.tiers");
  const exceptions = typed.exceptions.map((one) => ({ ...one, value: parseAmount(one.value) }));
  if (
    exceptions.length > MOST_EXCEPTIONS ||
    new Set(exceptions.map(({ crawl_id }) => crawl_id)).size < exceptions.length ||
    exceptions.some(
      (one) => !z.uuid().safeParse(one.crawl_id).success || !KINDS.includes(one.kind) || !isRate(one.kind, one.value),
    )
  )
    wrong("exceptions", "affiliates-admin.error.exceptions");
  return { kind, value, basis, valid_from, tiers, exceptions } as TermsFields;
});

/** What partners come to in a month, for a program of the house. */
export const PartnersFiguresShape = z
  .object({
    month: z.string(),
    total: z.int().describe("partners on all pages"),
    partners: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        code: z.string(),
        is_active: z.boolean(),
        city: z.string().nullable().describe("null: online"),
        visits: z.int(),
        bookings: z.int(),
        came: z.int().describe("people who came"),
        commission: MoneyShape,
      }),
    ),
  })
  .meta({ id: "PartnersFigures" });

const OwnHead = z.object({
  month: z.string().describe("2026-11"),
  number: z.string().nullable().describe("null before the month is closed"),
  state: z.string().describe("`open` while the month isn't closed, then `draft`, `agreed` and `paid`"),
  people: z.int().describe("people that the commission is for"),
  bookings: z.int(),
  commission: MoneyShape,
  cash: MoneyShape.describe("what the partner took for us"),
  due: MoneyShape.describe("commission less cash: paid to the partner, or by them where it is below 0"),
  carried_over: MoneyShape.describe(
    "of `cash`: what statements of earlier months have as well, because none of them is made yet",
  ),
  due_of_month: MoneyShape.describe("commission less cash without `carried_over`: what may be added up over months"),
  agreed_at: z.iso.datetime().nullable(),
  paid_at: z.iso.datetime().nullable(),
  test: z.boolean().describe("of practice bookings, for which nothing is paid"),
});

export const OwnStatementsShape = z.object({ statements: z.array(OwnHead) }).meta({ id: "PartnerStatements" });

/** A statement as its partner's program reads it. */
export const OwnStatementShape = OwnHead.extend({
  lines: z.array(
    z.object({
      booking: z.string().describe("a name of the booking that stays the same, as on the partner's own page"),
      resale: z
        .object({
          uuid: z.uuid().describe("names it in calls: the reseller's own id"),
          id: z.uuid().describe("its `id` in OCTO"),
          reference: z.string(),
          reseller_reference: z.string().nullable(),
        })
        .nullable()
        .describe("of what the partner's programs sold; else null"),
      date: z.string().describe("the night"),
      people: z.int(),
      came: z.int(),
      sale: MoneyShape,
      commission: MoneyShape,
      is_correction: z.boolean().describe("of a night whose month was closed before"),
    }),
  ),
}).meta({ id: "PartnerStatement" });
export type OwnStatement = z.infer<typeof OwnStatementShape>;
export type NamedResale = NonNullable<OwnStatement["lines"][number]["resale"]>;
