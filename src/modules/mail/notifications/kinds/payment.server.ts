import { dateIn, dateInSentence, dayAndYear } from "#src/kernel/local-time.ts";
import type { Locale } from "#src/kernel/localized.ts";
import { isPaidBefore } from "#src/kernel/pay-method.ts";
import { creditOf } from "#src/modules/money/credits/queries.server.ts";
import {
  cityOf,
  departureAt,
  momentInside,
  money,
  nightOf,
  reviewFacts,
  seeBooking,
  staffFacts,
  whyReviewed,
} from "#src/modules/mail/notifications/kinds/booking-words.server.ts";
import {
  type AboutBooking,
  bookingSending,
  NOTHING_ELSE,
  toBooking,
  unlessConfirmed,
  unlessPending,
} from "#src/modules/mail/notifications/kinds/kind.server.ts";
import { daysAfter, exampleMoney, NO_CODE } from "#src/modules/mail/notifications/make-example.server.ts";
import { queueToGuest, queueToStaff } from "#src/modules/mail/notifications/queue-email.server.ts";
import { isLapsed } from "#src/modules/mail/notifications/rules/delivery.ts";
import { isRefundTold, type MoneyAbout, moneyOf } from "#src/modules/mail/notifications/store.server.ts";
import type { BookedDeparture } from "#src/modules/evening/tickets/queries.server.ts";
import type { Context, Handlers } from "#src/platform/context.server.ts";

const DAY_MS = 86_400_000;

/** What an email about a payment or a refund has but its words. */
const OF_MONEY = {
  read: (ctx: Context, { id }: BookedDeparture, { payload }: { payload: { paymentId?: string; refundId?: string } }) =>
    moneyOf(ctx.db, id, payload),
  example: exampleMoney,
  // a voucher's page pays for the booking
  blanked: ({ payment }: MoneyAbout) => ({ payment: payment && { ...payment, redirect_url: null } }),
};
type About = AboutBooking<MoneyAbout>;

const standsAs = (payment: { status: string } | undefined): string => `the payment is ${payment?.status ?? "gone"}`;

const amountOf = ({ payment, booking }: Pick<About, "payment" | "booking">, locale: Locale): string =>
  money(payment?.amount ?? booking.total_price, payment?.currency ?? booking.currency, locale);

export const PAYMENT_SENDINGS = {
  payment_unplaced: bookingSending("payment_unplaced", {
    ...OF_MONEY,
    whyWithheld({ payment, booking, refunds }) {
      if (payment?.placement !== "unplaced") return `the payment is ${payment?.placement ?? "gone"}`;
      if (booking.status === "confirmed") return "the booking is confirmed";
      // it asks for a choice: obsolete once that is made
      const decided = refunds.find((r) => r.status === "succeeded" || r.status === "credited");
      return decided ? `the money is ${decided.status === "credited" ? "credit" : "back"} already` : null;
    },
    words(context, about, keys) {
      const { t, locale } = context;
      const { booking, payment, refunds } = about;
      const date = dateInSentence(booking.date, locale);
      const refund = refunds.find(({ payment_id, reason }) => payment_id === payment?.id && reason === "unplaced");
      const until = momentInside(context, refund?.due_at ?? booking.starts_at, booking.time_zone);
      const amount = amountOf(about, locale);
      return {
        subject: t("emails.unplaced.subject", { date }),
        preview: t("emails.unplaced.preview", { amount }),
        title: t("emails.unplaced.title"),
        paragraphs: [t("emails.unplaced.text", { amount, date })],
        points: [
          [t("emails.unplaced.dateTitle"), t("emails.unplaced.date")],
          [t("emails.unplaced.creditTitle"), t("emails.unplaced.credit", { amount })],
          [t("emails.unplaced.refundTitle"), t("emails.unplaced.refund", { until })],
        ],
        action: { href: toBooking(context, about, keys), label: t("emails.unplaced.action") },
      };
    },
  }),
  voucher_issued: bookingSending("voucher_issued", {
    ...OF_MONEY,
    whyWithheld: (about) =>
      unlessPending(about) ?? (about.payment?.status === "pending" ? null : standsAs(about.payment)),
    words(context, about, keys) {
      const { t, locale, reference } = context;
      const { booking, payment } = about;
      const amount = amountOf(about, locale);
      const until = momentInside(context, payment?.voucher_until ?? booking.starts_at, booking.time_zone);
      const { crawl, date, time } = nightOf(booking, locale);
      const way = payment?.method === "spei" ? "transfer" : "voucher";
      return {
        subject: t(`emails.${way}.subject`, { amount, until }),
        preview: t(`emails.${way}.preview`, { crawl, date }),
        title: t(`emails.${way}.title`),
        paragraphs: [t(`emails.${way}.text`, { crawl, date, time, people: booking.number_of_people })],
        facts: [
          [t("ticket.reference"), reference],
          [t(`emails.${way}.amount`), amount],
          [t("emails.voucher.until"), t("emails.voucher.untilCity", { until, city: cityOf(booking, locale) })],
        ],
        points: [
          [t(`emails.${way}.showTitle`), t(`emails.${way}.show`)],
          [t(`emails.${way}.payTitle`), t(`emails.${way}.pay`, { amount })],
          [t(`emails.${way}.waitTitle`), t(`emails.${way}.wait`)],
        ],
        action: {
          href: payment?.redirect_url ?? toBooking(context, about, keys),
          label: t(`emails.${way}.action`),
        },
      };
    },
  }),
  payment_at_bank: bookingSending("payment_at_bank", {
    ...OF_MONEY,
    whyWithheld: ({ payment }) => (payment?.status === "pending" ? null : standsAs(payment)),
    words(context, about, keys) {
      const { t, locale, reference } = context;
      const { booking, payment } = about;
      const values = { amount: amountOf(about, locale), ...nightOf(booking, locale) };
      const until = payment?.bank_since && payment.expires_at > payment.bank_since ? payment.expires_at : null;
      return {
        subject: t("emails.bank.subject", { amount: values.amount }),
        preview: t("emails.bank.preview", values),
        title: t("emails.bank.title"),
        paragraphs: [t("emails.bank.text", values), t("emails.bank.once"), t("emails.bank.end")],
        facts: [
          [t("ticket.reference"), reference],
          [t("emails.bank.amount"), values.amount],
          [
            t("emails.bank.until"),
            until
              ? t("emails.voucher.untilCity", {
                  until: momentInside(context, until, booking.time_zone),
                  city: cityOf(booking, locale),
                })
              : t("emails.bank.noMore"),
          ],
        ],
        action: seeBooking(context, toBooking(context, about, keys)),
      };
    },
  }),
  payment_refused: bookingSending("payment_refused", {
    ...OF_MONEY,
    // nothing was charged: for guests who have neither paid another way nor been told that the booking is cancelled
    whyWithheld({ booking, payment }) {
      if (payment?.status !== "failed" && payment?.status !== "cancelled") return standsAs(payment);
      if (booking.status === "confirmed" && payment.part_id === null) return "the booking is confirmed";
      return booking.status === "cancelled" && !isLapsed(booking) ? "the booking is cancelled" : null;
    },
    words(context, about, keys) {
      const { t, locale } = context;
      const values = { amount: amountOf(about, locale), ...nightOf(about.booking, locale) };
      return {
        subject: t("emails.refused.subject", { amount: values.amount }),
        preview: t("emails.refused.preview", values),
        title: t("emails.refused.title"),
        paragraphs: [t("emails.refused.text", values), t("emails.refused.next")],
        action: seeBooking(context, toBooking(context, about, keys)),
      };
    },
  }),
  pay_by_hand: bookingSending("pay_by_hand", {
    read: (_ctx, _booking, { payload }) => Promise.resolve(payload),
    whyWithheld: unlessPending,
    words(context, about, keys) {
      const { t, locale, reference } = context;
      const { booking, door, transfer } = about;
      const { crawl, date, time } = nightOf(booking, locale);
      const until = momentInside(context, new Date(about.until), booking.time_zone);
      const place = departureAt(booking, locale);
      return {
        subject: t("emails.byHand.subject", { date }),
        preview: t("emails.byHand.preview", { crawl, date }),
        title: t("emails.byHand.title"),
        paragraphs: [t("emails.byHand.text", { crawl, date, time, people: booking.number_of_people })],
        facts: [
          [t("ticket.reference"), reference],
          [t("emails.byHand.until"), t("emails.voucher.untilCity", { until, city: cityOf(booking, locale) })],
          ...(transfer === "" ? [] : [[t("emails.byHand.account"), transfer] as const]),
        ],
        points: [
          ...(door ? [[t("emails.byHand.doorTitle"), t("emails.byHand.door", { place })] as const] : []),
          ...(transfer === ""
            ? []
            : [[t("emails.byHand.transferTitle"), t("emails.byHand.transfer", { reference })] as const]),
        ],
        action: seeBooking(context, toBooking(context, about, keys)),
      };
    },
    example: (now) => ({
      until: daysAfter(now, 10).toISOString(),
      door: true,
      transfer: "Banco Uno, CLABE 000000000000000000",
    }),
  }),
  credit_given: bookingSending("credit_given", {
    read: async (ctx, _booking, { payload }) => ({ credit: await creditOf(ctx, payload.creditId) }),
    // a credit is never taken back
    whyWithheld: () => null,
    words({ t, locale }, { booking, credit }) {
      if (!credit) throw new Error(`the credit of booking ${booking.id} is gone`);
      const amount = money(credit.amount, credit.currency, locale);
      const end = credit.expires_at;
      return {
        subject: t("emails.credit.subject", { amount }),
        preview: t("emails.credit.preview", { code: credit.code }),
        title: t("emails.credit.title", { amount }),
        paragraphs: [t("emails.credit.text"), t("emails.credit.rest")],
        facts: [
          [t("emails.credit.code"), credit.code],
          [t("emails.credit.amount"), amount],
          ...(end === null
            ? []
            : [[t("emails.credit.until"), dayAndYear(dateIn(new Date(end), booking.time_zone), locale)] as const]),
        ],
      };
    },
    example: (now) => ({
      credit: {
        code: NO_CODE,
        amount: 80_000,
        left: 80_000,
        currency: "MXN" as const,
        expires_at: daysAfter(now, 365).toISOString(),
        disputed: false,
      },
    }),
    // its code is money
    blanked: ({ credit }) => ({ credit: credit && { ...credit, code: NO_CODE } }),
  }),
  refund_sent: bookingSending("refund_sent", {
    ...OF_MONEY,
    whyWithheld: ({ refund }) => (refund?.status === "succeeded" ? null : `the refund is ${refund?.status ?? "gone"}`),
    words({ t, locale, reference }, { booking, refund }) {
      const isBefore = refund !== undefined && isPaidBefore(refund.method);
      const amount = money(refund?.amount ?? booking.total_price, refund?.currency ?? booking.currency, locale);
      return {
        subject: t("emails.refund.subject", { amount }),
        preview: t(isBefore ? "emails.refund.previewBefore" : "emails.refund.preview", { reference }),
        title: t("emails.refund.title", { amount }),
        paragraphs: [
          t(isBefore ? "emails.refund.textBefore" : "emails.refund.text", { amount, reference }),
          ...(refund?.reason === "duplicate" && booking.status === "confirmed" ? [t("emails.refund.twice")] : []),
        ],
      };
    },
    inCase: (at, { refund }) => ({
      ...(at === "paidTwice" && refund && { refund: { ...refund, reason: "duplicate" } }),
      ...(at === "paidBefore" && refund && { refund: { ...refund, method: "before" } }),
    }),
  }),
  change_lost: bookingSending("change_lost", {
    ...OF_MONEY,
    // it says that the guest is still booked; the refund has its own email
    whyWithheld: (about) =>
      unlessConfirmed(about) ??
      (about.payment?.placement === "change_lost" ? null : `the payment is ${about.payment?.placement ?? "gone"}`),
    words(context, about, keys) {
      const { t, locale, reference } = context;
      const { booking, payment } = about;
      const amount = money(payment?.amount ?? 0, payment?.currency ?? booking.currency, locale);
      const { date, time } = nightOf(booking, locale);
      return {
        subject: t("emails.changeLost.subject", { reference }),
        preview: t("emails.changeLost.preview", { amount }),
        title: t("emails.changeLost.title"),
        paragraphs: [t("emails.changeLost.text", { date, time }), t("emails.changeLost.refund", { amount })],
        action: seeBooking(context, toBooking(context, about, keys)),
      };
    },
  }),
  staff_payment_review: bookingSending("staff_payment_review", {
    read: async (ctx, { id }, { payload }) => ({ ...(await moneyOf(ctx.db, id, payload)), reason: payload.reason }),
    whyWithheld: ({ payment, reason }) => whyReviewed(payment, reason),
    words(context, { booking, payment, reason }) {
      const { t, reference } = context;
      return {
        subject: t("emails.staff.review.subject", { reference }),
        preview: t("emails.staff.review.text"),
        title: t("emails.staff.review.title"),
        paragraphs: [t("emails.staff.review.text")],
        facts: [...staffFacts(context, booking), ...reviewFacts(t, payment, reason)],
        reason: t("emails.staff.reason"),
      };
    },
    example: (now) => ({ ...exampleMoney(now), reason: "dispute" }),
  }),
  staff_late_tolerance: bookingSending("staff_late_tolerance", {
    ...NOTHING_ELSE,
    whyWithheld: unlessConfirmed,
    words(context, { booking }) {
      const { t, reference, locale } = context;
      return {
        subject: t("emails.staff.tolerance.subject", { reference, date: dateInSentence(booking.date, locale) }),
        preview: t("emails.staff.tolerance.text"),
        title: t("emails.staff.tolerance.title"),
        paragraphs: [t("emails.staff.tolerance.text")],
        facts: staffFacts(context, booking),
        reason: t("emails.staff.reason"),
      };
    },
  }),
};

export const PAYMENT_ANSWERS = {
  // paid after the seats were gone: what happens to the money
  "payment.unseated": [
    (ctx, tx, { purchaseId: bookingId, paymentId }) =>
      queueToGuest(ctx, tx, bookingId, {
        kind: "payment_unplaced",
        key: `unplaced.${paymentId}.1`,
        payload: { paymentId },
      }),
  ],
  // once per voucher
  "payment.voucher_issued": [
    (ctx, tx, { purchaseId: bookingId, paymentId }) =>
      queueToGuest(ctx, tx, bookingId, {
        kind: "voucher_issued",
        key: `voucher.${paymentId}.1`,
        payload: { paymentId },
      }),
  ],
  // a bank is still processing: says that nothing needs to be done, once per payment
  "payment.at_bank": [
    (ctx, tx, { purchaseId: bookingId, paymentId }) =>
      queueToGuest(ctx, tx, bookingId, {
        kind: "payment_at_bank",
        key: `at_bank.${paymentId}.1`,
        payload: { paymentId },
      }),
  ],
  // that nothing was charged, once per payment
  "payment.bank_refused": [
    (ctx, tx, { purchaseId: bookingId, paymentId }) =>
      queueToGuest(ctx, tx, bookingId, {
        kind: "payment_refused",
        key: `refused.${paymentId}.1`,
        payload: { paymentId },
      }),
  ],
  // pays us directly: how, how much and until when, once per booking
  "booking.kept_by_hand": [
    (ctx, tx, { bookingId, ...payload }) =>
      queueToGuest(ctx, tx, bookingId, { kind: "pay_by_hand", key: `by_hand.${payload.until}`, payload }),
  ],
  "credit.given": [
    (ctx, tx, { purchaseId: bookingId, creditId }) =>
      queueToGuest(ctx, tx, bookingId, { kind: "credit_given", key: `credit.${creditId}.1`, payload: { creditId } }),
  ],
  /*
   * Who cancelled or changed a booking has an email that says what comes back: one in parts by several payments would only be told
   * again, piece by piece. One that was kept from leaving for longer than a day is told.
   */
  "refund.succeeded": [
    async (ctx, tx, { purchaseId: bookingId, refundId }) => {
      if (await isRefundTold(tx, refundId, new Date(ctx.now.getTime() - DAY_MS))) return;
      const key = `refund.${refundId}.1`;
      await queueToGuest(ctx, tx, bookingId, { kind: "refund_sent", key, payload: { refundId } });
    },
  ],
  // the booking is unchanged, the money is refunded
  "payment.change_lost": [
    (ctx, tx, { purchaseId: bookingId, paymentId }) =>
      queueToGuest(ctx, tx, bookingId, {
        kind: "change_lost",
        key: `change_lost.${paymentId}.1`,
        payload: { paymentId },
      }),
  ],
  // once per payment and reason, or per item it is about
  "payment.needs_review": [
    (ctx, tx, { purchaseId, kind, paymentId, reason, about }) =>
      queueToStaff(
        ctx,
        tx,
        `payment.${paymentId}.${reason}${about ? `.${about}` : ""}`,
        kind === "booking"
          ? { kind: "staff_payment_review", payload: { paymentId, reason }, bookingId: purchaseId }
          : { kind: "staff_purchase_review", payload: { purchaseId, kind, paymentId, reason }, bookingId: null },
      ),
  ],
  // a booking beyond capacity, within the late tolerance
  "booking.placed_late": [
    (ctx, tx, { bookingId }) =>
      queueToStaff(ctx, tx, `booking.${bookingId}.tolerance`, {
        kind: "staff_late_tolerance",
        payload: {},
        bookingId,
      }),
  ],
} satisfies Partial<Handlers>;
