import { inLocale } from "#src/kernel/localized.ts";
import { createElement } from "react";
import { clockTime, dateInSentence, hours, longDate, spokenDay, spokenTime } from "#src/kernel/local-time.ts";
import { isCash, isPaidBefore } from "#src/kernel/pay-method.ts";
import { beforeIn, wayBack, wayBackValues } from "#src/modules/money/payments/rules/paid-before.ts";
import { meetingPoint } from "#src/modules/site/catalog/rules/meeting-point.ts";
import { endOfCode } from "#src/modules/money/credits/rules/credit.ts";
import { creditBackFrom } from "#src/modules/money/credits/queries.server.ts";
import { qrPng } from "#src/modules/site/media/draw-qr.server.ts";
import {
  BookingConfirmation,
  type ConfirmationEmail,
} from "#src/modules/mail/notifications/emails/booking-confirmation.tsx";
import { COLOURS, type EmailContext } from "#src/modules/mail/notifications/emails/layout.tsx";
import {
  cityOf,
  crawlOf,
  type Facts,
  momentInside,
  money,
  seeBooking,
} from "#src/modules/mail/notifications/kinds/booking-words.server.ts";
import type { Case } from "#src/modules/mail/notifications/kinds/kind.ts";
import {
  type AboutBooking,
  bookingSending,
  type EmailCopy,
  keyed,
  NOTHING_ELSE,
  unlessConfirmed,
} from "#src/modules/mail/notifications/kinds/kind.server.ts";
import {
  daysAfter,
  exampleMoney,
  exampleTickets,
  NO_CODE,
} from "#src/modules/mail/notifications/make-example.server.ts";
import { queueTo, queueToGuest } from "#src/modules/mail/notifications/queue-email.server.ts";
import { pictureOf } from "#src/modules/mail/notifications/show-pictures.server.ts";
import {
  confirmedOf,
  type MoneyAbout,
  moneyOf,
  noteOfEnd,
  wasHeld,
} from "#src/modules/mail/notifications/store.server.ts";
import { undecidedOf } from "#src/modules/changes/unseated/queries.server.ts";
import { emailedReceipt } from "#src/modules/books/receipts/queries.server.ts";
import { refundDeadline } from "#src/modules/sales/schedule/rules/departure.ts";
import type { Change } from "#src/modules/sales/booking/schema.ts";
import { bookingLink } from "#src/modules/sales/booking/grant-access.server.ts";
import {
  type BookedDeparture,
  calendarFile,
  type MailedTicket,
  ticketsPdf,
  validTickets,
} from "#src/modules/evening/tickets/queries.server.ts";
import { readableCode } from "#src/modules/evening/tickets/rules/ticket.ts";
import type { Context, Events, Handlers } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/**
 * What was changed, where a confirmation is about that, and what comes back by it, `before` of it from whoever sold the booking, in minor
 * units of the booking's currency; `isResold`: that is a reseller.
 */
type Changed = {
  change: Change["kind"] | "moved" | "replaced" | null;
  back: number;
  before: number;
  isResold: boolean;
};

const CHANGES: Partial<Record<Case, Changed["change"]>> = {
  changed: "date",
  dateMoved: "date",
  grew: "add",
  shrank: "remove",
  otherAddOns: "add_ons",
  weMoved: "moved",
  replaced: "replaced",
};

/** What the guest of a night that we called off may still choose, and until when; `isLast`: the email reminds of it. */
type Choice = { money: boolean; until: Date; isLast: boolean };

type CreditBack = Awaited<ReturnType<typeof creditBackFrom>>[number];
type Cancelled = MoneyAbout & {
  isReminder: boolean;
  choice: Choice | null;
  /** credit returned by the cancelled booking */
  creditBack: CreditBack[];
  /** the operator's note on a cancelled departure, in each language */
  note: Awaited<ReturnType<typeof noteOfEnd>> | null;
};

async function openChoice(ctx: Context, bookingId: string, isLast: boolean): Promise<Choice | null> {
  const undecided = await undecidedOf(ctx, bookingId);
  return undecided?.why === "night_off" ? { money: undecided.back > 0, until: undecided.until, isLast } : null;
}

export const BOOKING_SENDINGS = {
  booking_confirmation: bookingSending("booking_confirmation", {
    async read(ctx, { id }, { payload: { change = null, back = 0, before = 0 } }): Promise<Changed> {
      return { change, back, before, isResold: before > 0 && (await moneyOf(ctx.db, id, {})).isResold };
    },
    whyWithheld: unlessConfirmed,
    async draw(context, about, keys) {
      const { booking, change } = about;
      const { t, locale } = context;
      const tickets = keys.ctx === null ? exampleTickets(booking) : await validTickets(keys.ctx, booking.id);
      const link = keyed(keys, (ctx) => bookingLink(ctx, booking, locale));
      const words = confirmationText(context, about, { link, tickets });
      return {
        subject: t(change ? "emails.changed.subject" : "emails.confirmation.subject", { date: words.date }),
        element: createElement(BookingConfirmation, { context: words }),
        attachments: tickets.map(({ position, token }) => pictureOf(`qr-${position}`, qrPng(token, QR, QR_SCALE))),
        hasBunting: true,
      };
    },
    files: (ctx, { booking: { id }, change }, locale) =>
      Promise.all([
        ticketsPdf(ctx, id, locale),
        calendarFile(ctx, id, locale),
        emailedReceipt(ctx, {
          bookingId: id,
          ofChange: change !== null && change !== "moved" && change !== "replaced",
          locale,
        }),
      ]),
    example: () => ({ change: null, back: 0, before: 0, isResold: false }),
    inCase: (at, { now }) => ({
      ...(CHANGES[at] ? { change: CHANGES[at] } : {}),
      ...(at === "tooLate" && { of: { starts_at: new Date(now.getTime() + 3_600_000) } }),
      ...(at === "refundable" && { of: { starts_at: daysAfter(now, 9) } }),
      ...(at === "free" && { of: { total_price: 0, subtotal: 0 } }),
    }),
  }),
  booking_cancelled: bookingSending("booking_cancelled", {
    async read(ctx, { id }, { payload }): Promise<Cancelled> {
      const isReminder = payload.reminder ?? false;
      return {
        ...(await moneyOf(ctx.db, id, {})),
        isReminder,
        choice: await openChoice(ctx, id, isReminder),
        creditBack: await creditBackFrom(ctx, id),
        note: await noteOfEnd(ctx.db, id),
      };
    },
    whyWithheld({ booking, isReminder, choice }) {
      if (booking.status !== "cancelled") return `the booking is ${booking.status}`;
      return isReminder && !choice ? "the choice is made" : null;
    },
    words: (context, about, keys) =>
      cancelled(
        context,
        about,
        keyed(keys, (ctx) => bookingLink(ctx, about.booking, context.locale)),
      ),
    // takes the night out of the guest's calendar
    files: async (ctx, { booking }, locale) => [await calendarFile(ctx, booking.id, locale)],
    example: (now) => ({ ...exampleMoney(now), isReminder: false, choice: null, creditBack: [], note: null }),
    inCase: cancelledInCase,
    // a credit's code is money
    blanked: ({ creditBack }) => ({ creditBack: creditBack.map((one) => ({ ...one, code: NO_CODE })) }),
  }),
  booking_link: bookingSending("booking_link", {
    ...NOTHING_ELSE,
    // it only links to the page, which shows the current state
    whyWithheld: () => null,
    words(context, { booking }, keys) {
      const { t, locale, reference } = context;
      const date = dateInSentence(booking.date, locale);
      const unpaid = booking.status === "pending";
      const link = keyed(keys, (ctx) => bookingLink(ctx, booking, locale));
      return {
        subject: t("emails.link.subject", { reference }),
        preview: t("emails.link.preview", { date }),
        title: t("emails.link.title"),
        paragraphs: [
          t(unpaid ? "emails.link.unpaid" : "emails.link.text", { date, time: clockTime(booking.start_time, locale) }),
          t("emails.link.private"),
        ],
        action: unpaid ? { href: link, label: t("emails.link.pay") } : seeBooking(context, link),
      };
    },
    inCase: (at) => (at === "unpaid" ? { of: { status: "pending", confirmed_at: null } } : {}),
  }),
};

// 45 modules with their margin: five CSS pixels each, twice as many in the file
const QR = { dark: COLOURS.ink, light: COLOURS.paper, level: "M", margin: 2 } as const;
const QR_SCALE = 10;

type Confirmed = AboutBooking<Changed>;

/** The text of a confirmation, in the email's language and the city's time. */
function confirmationText(
  context: EmailContext,
  { booking, now, change, isResold, ...returned }: Confirmed,
  { link, tickets }: { link: string; tickets: readonly MailedTicket[] },
): ConfirmationEmail {
  const { t, locale } = context;
  const meeting = meetingPoint(booking, locale);
  const place = meeting?.place ?? "";
  const spoken = { weekday: spokenDay(booking.date, locale), hour: spokenTime(booking.start_time, locale) };
  const pay = (amount: number) => money(amount, booking.currency, locale);
  const free = booking.total_price === 0;
  // how much its guest paid and gets back, only a reseller knows
  const [back, before] = isResold ? [returned.back - returned.before, 0] : [returned.back, returned.before];
  const intro = t(change ? `emails.changed.intro.${change}` : "emails.confirmation.intro", {
    people: booking.number_of_people,
  });
  return {
    ...context,
    title: change
      ? t(`emails.changed.title.${change}`, {
          time: clockTime(booking.start_time, locale),
          date: dateInSentence(booking.date, locale),
          people: booking.number_of_people,
          ...spoken,
        })
      : t("emails.confirmation.title", { name: booking.first_name, ...spoken }),
    intro: isResold ? `${intro} ${t("emails.cancelled.refundResold")}` : intro,
    people: booking.number_of_people,
    heading: longDate(booking.date, locale, false),
    date: dateInSentence(booking.date, locale),
    hours: hours(booking.start_time, booking.end_time, locale),
    start: clockTime(booking.start_time, locale),
    crawl: crawlOf(booking, locale),
    meeting,
    link,
    facts: [
      [t("ticket.time"), hours(booking.start_time, booking.end_time, locale)],
      ...(place ? [[t("ticket.place"), place] as const] : []),
      [t("ticket.city"), cityOf(booking, locale)],
      [t("ticket.name"), `${booking.first_name} ${booking.last_name}`.trim()],
      [t("ticket.reference"), booking.reference],
      [t("emails.confirmation.paid"), free ? t("emails.confirmation.free") : pay(booking.total_price)],
      ...(back > 0
        ? [
            [
              t("emails.changed.back"),
              t("emails.changed.backWay", { amount: pay(back), ...wayBackValues(back, before, pay) }),
            ] as const,
          ]
        : []),
    ],
    receipt: free ? [] : receipt(context, booking, pay),
    change: mayChange(context, booking, now),
    tickets: tickets.map((ticket, i) => ({
      cid: `qr-${ticket.position}@ronda`,
      name: ticket.guest_name || t("ticket.guest", { n: i + 1 }),
      code: t("ticket.code", { code: readableCode(ticket.code) }),
      of: t("ticket.of", { n: i + 1, count: tickets.length }),
    })),
  };
}

function receipt({ t, locale }: EmailContext, booking: BookedDeparture, pay: (amount: number) => string): Facts {
  const rule = booking.price_rule === null ? "" : inLocale(locale, booking.price_rule, booking.price_rule_es ?? "");
  const priceLabel = rule ? t("emails.confirmation.priceRule", { rule }) : t("emails.confirmation.price");
  const lines: (readonly [string, number])[] = [
    [priceLabel, booking.subtotal],
    ...booking.bought.map(
      ({ name, name_es, quantity, amount }) =>
        [t("emails.confirmation.addOn", { quantity, name: inLocale(locale, name, name_es) }), amount] as const,
    ),
    [t("emails.confirmation.discount"), -booking.discount],
  ];
  const total = [t("emails.confirmation.total"), pay(booking.total_price)] as const;
  const due = lines.filter(([, amount]) => amount !== 0);
  const isPlain = due.length === 1 && booking.total_price === booking.subtotal && !rule;
  return isPlain ? [total] : [...due.map(([label, amount]) => [label, pay(amount)] as const), total];
}

function mayChange(context: EmailContext, booking: BookedDeparture, now: Date): string {
  const { t } = context;
  if (booking.total_price === 0) return t("emails.confirmation.changeFree");
  const deadline = refundDeadline(booking.starts_at);
  if (now > deadline) return t("emails.confirmation.changeOver");
  return t("emails.confirmation.changeUntil", { deadline: momentInside(context, deadline, booking.time_zone) });
}

function cancelled(context: EmailContext, about: AboutBooking<Cancelled>, link: string): EmailCopy {
  const { t, locale, reference } = context;
  const { booking, refunds, creditBack, disputeLost, note, choice } = about;
  const date = dateInSentence(booking.date, locale);
  const byDeparture = booking.cancel_reason === "departure_cancelled";
  const values = { date, people: booking.number_of_people };
  const why = {
    customer: t("emails.cancelled.customer", values),
    departure_cancelled: t(choice ? "emails.cancelled.departureChoice" : "emails.cancelled.departure", values),
  }[booking.cancel_reason ?? ""];
  // only this cancellation's refunds: those of earlier changes or other payments had their own emails
  const own = refunds.filter(
    ({ idempotency_key: key, status }) => key.startsWith("cancelled:") && status !== "dropped",
  );
  const now = own.filter(({ status }) => status !== "credited");
  const late = sumOf(own.filter(({ status }) => status === "credited"));
  const certain = now.filter((refund) => !refund.waits_for_bank);
  const back = sumOf(certain);
  const decides = now.some((refund) => refund.waits_for_bank) || (disputeLost && back === 0);
  const amount = money(back, booking.currency, locale);
  const none =
    booking.cancel_reason === "customer" &&
    booking.total_price > 0 &&
    back === 0 &&
    late === 0 &&
    creditBack.length === 0 &&
    !decides;
  const until = choice && momentInside(context, choice.until, booking.time_zone);
  const aboutChoice = [
    ...(until && choice.money ? [t(`emails.cancelled.choice${choiceWay(certain)}`, { amount, until })] : []),
    ...(until && !choice.money ? [t("emails.cancelled.choiceDate", { until })] : []),
  ];
  const aboutMoney = [
    ...(choice ? [] : aboutRefunds(context, booking, certain)),
    ...(decides ? [t("emails.cancelled.disputed")] : []),
    ...(none ? [t("emails.cancelled.noRefund")] : []),
    ...(late > 0 ? [t("emails.cancelled.lateCredit", { amount: money(late, booking.currency, locale) })] : []),
    ...creditBack.flatMap((credit) => aboutCredit(context, credit)),
  ];
  const unpaid = booking.confirmed_at === null;
  const added = note?.[locale] ? [note[locale]] : [];
  const dateValues = { date: longDate(booking.date, locale, false) };
  const title = byDeparture ? t("emails.cancelled.titleDeparture") : t("emails.cancelled.title");
  return {
    subject: choice?.isLast
      ? t("emails.cancelled.reminderSubject", { reference })
      : t("emails.cancelled.subject", { reference }),
    preview: unpaid ? t("emails.cancelled.previewUnpaid", dateValues) : t("emails.cancelled.preview", dateValues),
    title: choice?.isLast ? t("emails.cancelled.reminderTitle") : title,
    ...(choice && { action: { href: link, label: t("emails.cancelled.choose") } }),
    paragraphs: [
      why ?? t("emails.cancelled.admin", values),
      ...added,
      ...aboutChoice,
      ...aboutMoney,
      unpaid ? t("emails.cancelled.unpaid") : t("emails.cancelled.tickets"),
    ],
  };
}

/** What of a credit is back on it, unless a bank has to decide about that, and what is not: the money behind it went back before. */
function aboutCredit(
  { t, locale }: EmailContext,
  { code, amount, voided, left, disputed, currency }: CreditBack,
): string[] {
  const [end, inMoney] = [endOfCode(code), (sum: number) => money(sum, currency, locale)];
  const back = amount - voided;
  return [
    ...(back > 0 && disputed ? [t("emails.cancelled.creditDisputed", { amount: inMoney(back), code: end })] : []),
    ...(back > 0 && !disputed
      ? [t("emails.cancelled.credit", { amount: inMoney(back), code: end, balance: inMoney(left) })]
      : []),
    ...(voided > 0 ? [t("emails.cancelled.creditVoid", { amount: inMoney(voided), code: end })] : []),
  ];
}

type Refunded = Cancelled["refunds"][number];

const sumOf = (refunds: readonly Refunded[]): number => refunds.reduce((sum, { amount }) => sum + amount, 0);

/** How a refund comes back, as texts end: by hand where it was paid in cash, or before the booking was imported; from its reseller. */
function wayOfRefund({ method }: Refunded): "" | "Cash" | "Before" | "Resold" {
  // how much its guest paid and gets back, only the reseller knows
  if (method === "reseller") return "Resold";
  return isPaidBefore(method) ? "Before" : isCash(method) ? "Cash" : "";
}

/** A sentence for each way in which money comes back, with how much it is. */
const aboutRefunds = ({ t, locale }: EmailContext, { currency }: BookedDeparture, refunds: readonly Refunded[]) =>
  [...Map.groupBy(refunds, wayOfRefund)].map(([way, parts]) =>
    t(`emails.cancelled.refund${way}`, { amount: money(sumOf(parts), currency, locale) }),
  );

/** How all of it comes back unless the guest chooses another date. */
function choiceWay(refunds: readonly Refunded[]): "" | "Cash" | "Before" | "Both" {
  const way = wayBack(sumOf(refunds), beforeIn(refunds));
  if (way === "own") return refunds.some(({ method }) => isCash(method)) ? "Cash" : "";
  return way === "both" ? "Both" : "Before";
}

const CHOICES: readonly Case[] = [
  "choosing",
  "choosingCash",
  "choosingBefore",
  "choosingBoth",
  "choosingDate",
  "reminded",
];

/** Why the booking of a case was cancelled. */
const CAUSES: Partial<Record<Case, string>> = {
  byGuest: "customer",
  noRefund: "customer",
  lateCredit: "customer",
  byUs: "admin",
  nightOff: "departure_cancelled",
  choosing: "departure_cancelled",
  choosingCash: "departure_cancelled",
  choosingBefore: "departure_cancelled",
  choosingBoth: "departure_cancelled",
  choosingDate: "departure_cancelled",
  reminded: "departure_cancelled",
};

/** In which way what is refunded was paid, in the cases that say so; what isn't listed was paid by card. */
const METHODS: Partial<Record<Case, readonly string[]>> = {
  inCash: ["cash"],
  choosingCash: ["cash"],
  paidBefore: ["before"],
  resold: ["reseller"],
  choosingBefore: ["before"],
  choosingBoth: ["before", "card"],
};

const EXAMPLE_CREDIT: CreditBack = {
  code: NO_CODE,
  amount: 80_000,
  voided: 0,
  left: 80_000,
  disputed: false,
  currency: "MXN",
};

function cancelledInCase(at: Case, { now }: { now: Date }) {
  const [example] = exampleMoney(now).refunds;
  const refunds = (METHODS[at] ?? ["card"]).map((method) => ({ ...example!, method }));
  const cause = CAUSES[at];
  return {
    ...(cause !== undefined && { of: { cancel_reason: cause } }),
    ...(at === "unpaid" && { of: { status: "pending", confirmed_at: null } }),
    ...(CHOICES.includes(at) && {
      choice: { money: at !== "choosingDate", until: daysAfter(now, 3), isLast: at === "reminded" },
      refunds: at === "choosingDate" ? [] : refunds,
    }),
    ...(["refunded", "inCash", "paidBefore", "resold"].includes(at) && { refunds }),
    ...(at === "disputed" && { refunds: refunds.map((one) => ({ ...one, waits_for_bank: true })) }),
    ...((at === "noRefund" || at === "unpaid") && { refunds: [], creditBack: [] }),
    ...(at === "lateCredit" && {
      refunds: refunds.map((one) => ({ ...one, status: "credited" as const })),
      creditBack: [],
    }),
    ...(at === "toCredit" && { refunds: [], creditBack: [EXAMPLE_CREDIT] }),
    ...(at === "creditDisputed" && { refunds: [], creditBack: [{ ...EXAMPLE_CREDIT, disputed: true }] }),
    ...(at === "creditVoid" && { refunds: [], creditBack: [{ ...EXAMPLE_CREDIT, voided: 80_000, left: 0 }] }),
  };
}

export const BOOKING_ANSWERS = {
  // the tickets, once per booking
  "booking.confirmed": [
    (ctx, tx, { bookingId, guests }) => {
      const email = { kind: "booking_confirmation", key: "confirmation.1", payload: {} } as const;
      return guests ? queueTo(ctx, tx, { id: bookingId, ...guests }, email) : queueToGuest(ctx, tx, bookingId, email);
    },
  ],
  // the tickets in their current state, once per change
  "booking.changed": [
    (ctx, tx, { back, before, ...changed }) =>
      changedAs(ctx, tx, changed, { ...(back > 0 && { back }), ...(before > 0 && { before }) }),
  ],
  // on another date after its night was called off
  "booking.rebooked": [changedAs],
  // every confirmed guest of a departure that staff moved gets current tickets, once per move
  "departure.moved": [
    async (ctx, tx, { departureId, version }) => {
      for (const bookingId of await confirmedOf(tx, departureId))
        await queueToGuest(ctx, tx, bookingId, {
          kind: "booking_confirmation",
          key: `moved.${version}`,
          payload: { change: "moved" },
        });
    },
  ],
  /*
   * Cancelled by a person after confirmation: expired baskets are not notified, except guests about to pay for a departure that is
   * cancelled.
   */
  "booking.cancelled": [
    async (ctx, tx, { bookingId, reason, wasConfirmed }) => {
      const decided = reason === "customer" || reason === "admin" || reason === "departure_cancelled";
      const waiting = reason === "departure_cancelled" && (await wasHeld(tx, bookingId, ctx.now));
      if (decided && (wasConfirmed || waiting))
        await queueToGuest(ctx, tx, bookingId, {
          kind: "booking_cancelled",
          // one that took another date can be cancelled again
          key: (version) => `cancellation.${version}`,
          payload: {},
        });
    },
  ],
  // we called the night off, and the guest hasn't chosen between another date and the money: once per night
  "payment.choice_due": [
    (ctx, tx, { bookingId, departureId }) =>
      queueToGuest(ctx, tx, bookingId, {
        kind: "booking_cancelled",
        key: `choice.${departureId}`,
        payload: { reminder: true },
      }),
  ],
} satisfies Partial<Handlers>;

type Rebooked = Pick<Events["booking.changed"], "bookingId" | "version" | "kind">;

function changedAs(
  ctx: Context,
  tx: Tx,
  { bookingId, version, kind: change }: Rebooked,
  more: { back?: number; before?: number } = {},
) {
  const payload = { change, ...more };
  return queueToGuest(ctx, tx, bookingId, { kind: "booking_confirmation", key: `confirmation.${version}`, payload });
}
