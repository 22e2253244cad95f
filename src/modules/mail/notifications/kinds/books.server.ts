import {
  money,
  reviewFacts,
  staffFacts,
  whyReviewed,
} from "#src/modules/mail/notifications/kinds/booking-words.server.ts";
import type { EmailContext } from "#src/modules/mail/notifications/emails/layout.tsx";
import { bookingSending, sending } from "#src/modules/mail/notifications/kinds/kind.server.ts";
import { queueToStaff } from "#src/modules/mail/notifications/queue-email.server.ts";
import type { PurchaseKind } from "#src/modules/money/payments/questions.ts";
import { decidedPayment, differencesOfBooking } from "#src/modules/money/payments/queries.server.ts";
import type { Context, Handlers } from "#src/platform/context.server.ts";
import { COMPANIES } from "#src/modules/base/settings/rules/payment-companies.ts";

export const BOOKS_SENDINGS = {
  staff_books_differ: bookingSending("staff_books_differ", {
    read: async (ctx, { id }) => ({ differences: await differencesOfBooking(ctx, id) }),
    whyWithheld: ({ differences }) => (differences.length > 0 ? null : "the books agree again"),
    words(context, { booking, differences }) {
      const { t, reference } = context;
      return {
        subject: t("emails.staff.books.subject", { reference }),
        preview: t("emails.staff.books.text"),
        title: t("emails.staff.books.title"),
        paragraphs: [t("emails.staff.books.text")],
        facts: [...staffFacts(context, booking), ...differenceFacts(context, differences)],
        reason: t("emails.staff.reason"),
      };
    },
    example: () => ({ differences: exampleDifferences() }),
  }),
};

/** The same of what isn't a booking, which says itself what it is. */
export const PURCHASE_SENDINGS = {
  staff_purchase_books: sending("staff_purchase_books", {
    read: async (ctx, { payload: { purchaseId: id, kind } }) => ({
      purchase: await purchaseFacts(ctx, kind, id),
      differences: await differencesOfBooking(ctx, id),
    }),
    whyWithheld: ({ differences }) => (differences.length > 0 ? null : "the books agree again"),
    words(context, { purchase: { reference, text }, differences }) {
      const { t } = context;
      return {
        subject: t("emails.staff.books.subject", { reference }),
        preview: t("emails.staff.purchase.books"),
        title: t("emails.staff.books.title"),
        paragraphs: [t("emails.staff.purchase.books")],
        facts: [[t("emails.staff.purchase"), text], ...differenceFacts(context, differences)],
        reason: t("emails.staff.reason"),
      };
    },
    example: () => ({ purchase: EXAMPLE, differences: exampleDifferences() }),
  }),
  staff_purchase_review: sending("staff_purchase_review", {
    read: async (ctx, { payload: { purchaseId: id, kind, paymentId, reason } }) => ({
      purchase: await purchaseFacts(ctx, kind, id),
      payment: (await decidedPayment(ctx, paymentId)) as Reviewed | undefined,
      reason,
    }),
    whyWithheld: ({ payment, reason }) => whyReviewed(payment, reason),
    words(context, { purchase: { reference, text }, payment, reason }) {
      const { t } = context;
      return {
        subject: t("emails.staff.review.subject", { reference }),
        preview: t("emails.staff.purchase.review"),
        title: t("emails.staff.review.title"),
        paragraphs: [t("emails.staff.purchase.review")],
        facts: [[t("emails.staff.purchase"), text], ...reviewFacts(t, payment, reason)],
        reason: t("emails.staff.reason"),
      };
    },
    example: () => ({
      purchase: EXAMPLE,
      payment: { id: "pi_example", provider: COMPANIES[0]!, external_id: "pi_example", review_reason: null },
      reason: "dispute",
    }),
  }),
};

type Reviewed = { id: string; provider: string; external_id: string | null; review_reason: string | null };
const EXAMPLE = { reference: "EXAMPLE", text: "EXAMPLE" };

/** What a purchase calls itself; its id where it is gone. */
async function purchaseFacts(ctx: Context, kind: string, id: string): Promise<{ reference: string; text: string }> {
  const found = await ctx.ask
    .purchasable(kind as PurchaseKind)
    .describe(ctx, { kind: kind as PurchaseKind, id, part: null });
  return { reference: found?.reference ?? id, text: found?.text ?? id };
}

type Differences = Awaited<ReturnType<typeof differencesOfBooking>>;

const exampleDifferences = () =>
  [
    { account: "clearing", provider: COMPANIES[0]!, currency: "MXN" as const, expected: 80_000, actual: 79_000 },
  ] as Differences;

function differenceFacts({ t, locale }: EmailContext, differences: Differences): (readonly [string, string])[] {
  const names: Record<string, string> = {
    guest: t("emails.staff.books.guest"),
    revenue: t("emails.staff.books.revenue"),
    clearing: t("emails.staff.books.clearing"),
    refund_due: t("emails.staff.books.refundDue"),
  };
  return differences.map(({ account, provider, currency, expected, actual }) => {
    const figures = { expected: money(expected, currency, locale), actual: money(actual, currency, locale) };
    const name = [names[account] ?? account, ...(provider ? [provider] : [])].join(", ");
    return [name, t("emails.staff.books.figures", figures)] as const;
  });
}

export const BOOKS_ANSWERS = {
  // once per difference, with all differences of a booking in one email
  "books.differ": [
    (ctx, tx, { purchaseId, kind, key }) =>
      queueToStaff(
        ctx,
        tx,
        `books.${key}`,
        kind === "booking"
          ? { kind: "staff_books_differ", payload: {}, bookingId: purchaseId }
          : { kind: "staff_purchase_books", payload: { purchaseId, kind }, bookingId: null },
      ),
  ],
} satisfies Partial<Handlers>;
