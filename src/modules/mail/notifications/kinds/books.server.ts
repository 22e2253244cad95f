import { money, staffFacts } from "#src/modules/mail/notifications/kinds/booking-words.server.ts";
import { bookingSending } from "#src/modules/mail/notifications/kinds/kind.server.ts";
import { queueToStaff } from "#src/modules/mail/notifications/queue-email.server.ts";
import { differencesOfBooking } from "#src/modules/money/payments/queries.server.ts";
import type { Handlers } from "#src/platform/context.server.ts";
import { COMPANIES } from "#src/modules/base/settings/rules/payment-companies.ts";

export const BOOKS_SENDINGS = {
  staff_books_differ: bookingSending("staff_books_differ", {
    read: async (ctx, { id }) => ({ differences: await differencesOfBooking(ctx, id) }),
    whyWithheld: ({ differences }) => (differences.length > 0 ? null : "the books agree again"),
    words(context, { booking, differences }) {
      const { t, reference, locale } = context;
      const names: Record<string, string> = {
        guest: t("emails.staff.books.guest"),
        revenue: t("emails.staff.books.revenue"),
        clearing: t("emails.staff.books.clearing"),
        refund_due: t("emails.staff.books.refundDue"),
      };
      const rows = differences.map(({ account, provider, currency, expected, actual }) => {
        const figures = { expected: money(expected, currency, locale), actual: money(actual, currency, locale) };
        const name = [names[account] ?? account, ...(provider ? [provider] : [])].join(", ");
        return [name, t("emails.staff.books.figures", figures)] as const;
      });
      return {
        subject: t("emails.staff.books.subject", { reference }),
        preview: t("emails.staff.books.text"),
        title: t("emails.staff.books.title"),
        paragraphs: [t("emails.staff.books.text")],
        facts: [...staffFacts(context, booking), ...rows],
        reason: t("emails.staff.reason"),
      };
    },
    example: () => ({
      differences: [
        { account: "clearing", provider: COMPANIES[0]!, currency: "MXN" as const, expected: 80_000, actual: 79_000 },
      ] as Differences,
    }),
  }),
};

type Differences = Awaited<ReturnType<typeof differencesOfBooking>>;

export const BOOKS_ANSWERS = {
  // once per difference, with all differences of a booking in one email
  "books.differ": [
    (ctx, tx, { purchaseId: bookingId, key }) =>
      queueToStaff(ctx, tx, `books.${key}`, { kind: "staff_books_differ", payload: {}, bookingId }),
  ],
} satisfies Partial<Handlers>;
