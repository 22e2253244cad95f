import {
  clockTime,
  dateIn,
  dateInSentence,
  dayAndYear,
  hours,
  longDate,
  spokenDay,
  spokenTime,
  timeIn,
} from "#src/kernel/local-time.ts";
import { inLocale, type Locale } from "#src/kernel/localized.ts";
import { type Currency, formatMoney } from "#src/kernel/money.ts";
import { crawlInCity } from "#src/modules/site/catalog/rules/crawl-name.ts";
import { meetingPoint } from "#src/modules/site/catalog/rules/meeting-point.ts";
import { refundDeadline } from "#src/modules/sales/schedule/rules/departure.ts";
import type { ConfirmationEmail } from "#src/modules/mail/notifications/emails/booking-confirmation.tsx";
import type { EmailContext } from "#src/modules/mail/notifications/emails/layout.tsx";
import type { PlainEmailText } from "#src/modules/mail/notifications/emails/plain-email.tsx";
import type { BookingSubject } from "#src/modules/mail/notifications/read-subject.server.ts";
import type { BookingEmailKind } from "#src/modules/mail/notifications/schema.ts";
import { isReminder, type Reminder } from "#src/modules/mail/notifications/rules/reminders.ts";
import { linesOf } from "#src/modules/mail/notifications/rules/delivery.ts";
import type { BookedDeparture, Ticket } from "#src/modules/evening/tickets/queries.server.ts";
import { readableCode } from "#src/modules/evening/tickets/rules/ticket.ts";

type PlainKind = Exclude<BookingEmailKind, "booking_confirmation" | "checkout_unfinished" | Reminder>;
/** The text of an email; replies go to `replyTo` where that isn't us. */
export type EmailCopy = PlainEmailText & { subject: string; replyTo?: string };
type About = Omit<BookingSubject, "booking"> & { booking: BookedDeparture };
type Links = Record<"booking" | "review" | "where" | "invoice" | "address" | "signIn", string>;
type Facts = readonly (readonly [label: string, value: string])[];

const money = (amount: number, currency: string, locale: Locale) =>
  formatMoney({ amount, currency: currency as Currency }, locale);

/** `Friday, November 20 at 8:00 PM` in the city's zone. */
const momentInside = ({ t, locale }: EmailContext, instant: Date, zone: string) =>
  t("emails.moment", { date: dateInSentence(dateIn(instant, zone), locale), time: timeIn(instant, zone, locale) });

/** What an operator's text about a booking can insert (`OF_BOOKING`), in the email's language and the city's time. */
export const valuesOf = (booking: BookedDeparture, locale: Locale) => ({
  name: booking.first_name,
  reference: booking.reference,
  date: dateInSentence(booking.date, locale),
  weekday: spokenDay(booking.date, locale),
  time: clockTime(booking.start_time, locale),
  hour: spokenTime(booking.start_time, locale),
  hours: hours(booking.start_time, booking.end_time, locale),
  people: booking.number_of_people,
  crawl: inLocale(locale, booking.title, booking.title_es),
  city: inLocale(locale, booking.city, booking.city_es),
  place: meetingPoint(booking, locale)?.place ?? "",
});

/** The text of a confirmation, in the email's language and the city's time. */
export function confirmationText(
  context: EmailContext,
  booking: BookedDeparture,
  {
    now,
    link,
    tickets,
    change: changed,
    back,
  }: { now: Date; link: string; tickets: readonly Ticket[] } & Pick<BookingSubject, "change" | "back">,
): ConfirmationEmail {
  const { t, locale } = context;
  const meeting = meetingPoint(booking, locale);
  const place = meeting?.place ?? "";
  const spoken = { weekday: spokenDay(booking.date, locale), hour: spokenTime(booking.start_time, locale) };
  const city = inLocale(locale, booking.city, booking.city_es);
  const pay = (amount: number) => money(amount, booking.currency, locale);
  const free = booking.total_price === 0;
  return {
    ...context,
    title: changed
      ? t(`emails.changed.title.${changed}`, {
          time: clockTime(booking.start_time, locale),
          date: dateInSentence(booking.date, locale),
          people: booking.number_of_people,
          ...spoken,
        })
      : t("emails.confirmation.title", { name: booking.first_name, ...spoken }),
    intro: t(changed ? `emails.changed.intro.${changed}` : "emails.confirmation.intro", {
      people: booking.number_of_people,
    }),
    people: booking.number_of_people,
    heading: longDate(booking.date, locale, false),
    date: dateInSentence(booking.date, locale),
    hours: hours(booking.start_time, booking.end_time, locale),
    start: clockTime(booking.start_time, locale),
    crawl: inLocale(locale, booking.title, booking.title_es),
    meeting,
    link,
    facts: [
      [t("ticket.time"), hours(booking.start_time, booking.end_time, locale)],
      ...(place ? [[t("ticket.place"), place] as const] : []),
      [t("ticket.city"), city],
      [t("ticket.name"), `${booking.first_name} ${booking.last_name}`.trim()],
      [t("ticket.reference"), booking.reference],
      [t("emails.confirmation.paid"), free ? t("emails.confirmation.free") : pay(booking.total_price)],
      ...(back > 0 ? [[t("emails.changed.back"), t("emails.changed.backWay", { amount: pay(back) })] as const] : []),
    ],
    receipt: free ? [] : receipt(context, booking, pay),
    change: change(context, booking, now),
    tickets: tickets.map((ticket, i) => ({
      cid: `qr-${ticket.position}@ronda`,
      name: ticket.guest_name || t("ticket.guest", { n: i + 1 }),
      code: t("ticket.code", { code: readableCode(ticket.code) }),
      of: t("ticket.of", { n: i + 1, count: tickets.length }),
    })),
  };
}

function receipt({ t }: EmailContext, booking: BookedDeparture, pay: (amount: number) => string): Facts {
  const lines: (readonly [string, number])[] = [
    [t("emails.confirmation.price"), booking.subtotal],
    [t("emails.confirmation.addOns"), booking.add_ons],
    [t("emails.confirmation.discount"), -booking.discount],
  ];
  const total = [t("emails.confirmation.total"), pay(booking.total_price)] as const;
  if (booking.total_price === booking.subtotal) return [total];
  return [...lines.filter(([, amount]) => amount !== 0).map(([label, amount]) => [label, pay(amount)] as const), total];
}

function change(context: EmailContext, booking: BookedDeparture, now: Date): string {
  const { t } = context;
  if (booking.total_price === 0) return t("emails.confirmation.changeFree");
  const deadline = refundDeadline(booking.starts_at);
  if (now > deadline) return t("emails.confirmation.changeOver");
  return t("emails.confirmation.changeUntil", { deadline: momentInside(context, deadline, booking.time_zone) });
}

/** The text of every other booking email. Staff get no link, because it would make them the guest. */
export function plainText(context: EmailContext, about: BookingSubject, links: Links): EmailCopy {
  const { booking, kind } = about;
  if (!booking || kind === "booking_confirmation" || kind === "checkout_unfinished" || isReminder(kind))
    throw new Error(`no email of kind ${kind} without a booking`);
  const words: Record<PlainKind, (context: EmailContext, about: About, links: Links) => EmailCopy> = {
    booking_cancelled: cancelled,
    booking_link: linkAgain,
    sign_in_link: signInLink,
    address_change_asked: addressAsked,
    address_change_confirm: addressToConfirm,
    contact_changed: contactChanged,
    payment_unplaced: unplaced,
    voucher_issued: voucherIssued,
    payment_at_bank: atBank,
    payment_refused: refusedByBank,
    waiting_offer: offered,
    pay_by_hand: payDirectly,
    credit_given: creditGiven,
    refund_sent: refundSent,
    change_lost: changeLost,
    staff_payment_review: paymentReview,
    staff_books_differ: booksDiffer,
    staff_late_tolerance: lateTolerance,
    invoice_issued: invoiceIssued,
    invoice_refused: invoiceRefused,
    staff_invoice_request: invoiceWanted,
    rating_request: reviewRequest,
    route_changed: routeChanged,
    rating_answered: reviewAnswered,
    staff_low_rating: lowReview,
    staff_letter: staffEmail,
  };
  return words[kind](context, { ...about, booking }, links);
}

function cancelled(context: EmailContext, about: About, links: Links): EmailCopy {
  const { t, locale, reference } = context;
  const { booking, refunds, inCash, creditBack, disputeLost, note, choice } = about;
  const date = dateInSentence(booking.date, locale);
  const byDeparture = booking.cancel_reason === "departure_cancelled";
  const told = { date, people: booking.number_of_people };
  const why = {
    customer: t("emails.cancelled.customer", told),
    departure_cancelled: t(choice ? "emails.cancelled.departureChoice" : "emails.cancelled.departure", told),
  }[booking.cancel_reason ?? ""];
  // only this cancellation's refunds: those of earlier changes or other payments had their own emails
  const now = refunds.filter(
    ({ idempotency_key: key, status }) => key.startsWith("cancelled:") && status !== "dropped" && status !== "credited",
  );
  const back = now.filter((refund) => !refund.waits_for_bank).reduce((sum, refund) => sum + refund.amount, 0);
  const decides = now.some((refund) => refund.waits_for_bank) || (disputeLost && back === 0);
  const amount = money(back, booking.currency, locale);
  const kept = creditBack && {
    amount: money(creditBack.amount, creditBack.currency, locale),
    code: creditBack.code,
  };
  const none = booking.cancel_reason === "customer" && booking.total_price > 0 && back === 0 && !kept && !decides;
  const until = choice && momentInside(context, choice.until, booking.time_zone);
  const aboutChoice = [
    ...(until && choice.money
      ? [t(inCash ? "emails.cancelled.choiceCash" : "emails.cancelled.choice", { amount, until })]
      : []),
    ...(until && !choice.money ? [t("emails.cancelled.choiceDate", { until })] : []),
  ];
  const aboutMoney = [
    ...(back > 0 && !choice ? [t(inCash ? "emails.cancelled.refundCash" : "emails.cancelled.refund", { amount })] : []),
    ...(decides ? [t("emails.cancelled.disputed")] : []),
    ...(none ? [t("emails.cancelled.noRefund")] : []),
    ...(kept ? [t("emails.cancelled.credit", kept)] : []),
  ];
  const unpaid = booking.confirmed_at === null;
  const added = note?.[locale] ? [note[locale]] : [];
  const shown = { date: longDate(booking.date, locale, false) };
  const title = byDeparture ? t("emails.cancelled.titleDeparture") : t("emails.cancelled.title");
  return {
    subject: choice?.isLast
      ? t("emails.cancelled.reminderSubject", { reference })
      : t("emails.cancelled.subject", { reference }),
    preview: unpaid ? t("emails.cancelled.previewUnpaid", shown) : t("emails.cancelled.preview", shown),
    title: choice?.isLast ? t("emails.cancelled.reminderTitle") : title,
    ...(choice && { action: { href: links.booking, label: t("emails.cancelled.choose") } }),
    paragraphs: [
      why ?? t("emails.cancelled.admin", told),
      ...added,
      ...aboutChoice,
      ...aboutMoney,
      unpaid ? t("emails.cancelled.unpaid") : t("emails.cancelled.tickets"),
    ],
  };
}

function linkAgain({ t, locale, reference }: EmailContext, { booking }: About, links: Links): EmailCopy {
  const date = dateInSentence(booking.date, locale);
  const unpaid = booking.status === "pending";
  return {
    subject: t("emails.link.subject", { reference }),
    preview: t("emails.link.preview", { date }),
    title: t("emails.link.title"),
    paragraphs: [
      t(unpaid ? "emails.link.unpaid" : "emails.link.text", { date, time: clockTime(booking.start_time, locale) }),
      t("emails.link.private"),
    ],
    action: { href: links.booking, label: t(unpaid ? "emails.link.pay" : "emails.seeBooking") },
  };
}

/** It says no name: whoever booked may have typed another's address. */
function signInLink({ t, reference }: EmailContext, _about: About, links: Links): EmailCopy {
  return {
    subject: t("emails.signIn.subject", { reference }),
    preview: t("emails.signIn.preview"),
    title: t("emails.signIn.title"),
    paragraphs: [t("emails.signIn.text"), t("emails.signIn.until"), t("emails.signIn.notYou")],
    action: { href: links.signIn, label: t("emails.signIn.action") },
  };
}

/** To the old address, whose reader may object. */
function addressAsked({ t, locale, reference }: EmailContext, { booking, moving }: About, links: Links): EmailCopy {
  const email = moving?.newEmail ?? "";
  return {
    subject: t("emails.addressAsked.subject", { reference }),
    preview: t("emails.addressAsked.preview", { email }),
    title: t("emails.addressAsked.title"),
    paragraphs: [
      t("emails.addressAsked.text", { email, date: dateInSentence(booking.date, locale) }),
      t("emails.addressAsked.notYou"),
    ],
    action: { href: links.address, label: t("emails.addressAsked.action") },
  };
}

/** To an address that nobody has proved: it says no name, and opens no booking. */
function addressToConfirm({ t, reference }: EmailContext, { moving }: About, links: Links): EmailCopy {
  return {
    subject: t("emails.addressConfirm.subject"),
    preview: t("emails.addressConfirm.preview", { reference }),
    title: t("emails.addressConfirm.title"),
    paragraphs: [t("emails.addressConfirm.text", { email: moving?.newEmail ?? "", reference })],
    action: { href: links.address, label: t("emails.addressConfirm.action") },
    reason: t("emails.addressConfirm.reason"),
  };
}

/** To whoever had the booking until now. It opens nothing. */
function contactChanged({ t, locale, reference }: EmailContext, { booking }: About): EmailCopy {
  const date = dateInSentence(booking.date, locale);
  return {
    subject: t("emails.contactChanged.subject", { reference }),
    preview: t("emails.contactChanged.preview", { date }),
    title: t("emails.contactChanged.title"),
    paragraphs: [t("emails.contactChanged.text", { date }), t("emails.contactChanged.notYou")],
  };
}

function unplaced(context: EmailContext, { booking, payment, refunds }: About, links: Links): EmailCopy {
  const { t, locale } = context;
  const date = dateInSentence(booking.date, locale);
  const refund = refunds.find(({ payment_id, reason }) => payment_id === payment?.id && reason === "unplaced");
  const until = momentInside(context, refund?.due_at ?? booking.starts_at, booking.time_zone);
  const amount = money(payment?.amount ?? booking.total_price, payment?.currency ?? booking.currency, locale);
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
    action: { href: links.booking, label: t("emails.unplaced.action") },
  };
}

function voucherIssued(context: EmailContext, { booking, payment }: About, links: Links): EmailCopy {
  const { t, locale, reference } = context;
  const amount = money(payment?.amount ?? booking.total_price, payment?.currency ?? booking.currency, locale);
  const until = momentInside(context, payment?.voucher_until ?? booking.starts_at, booking.time_zone);
  const city = inLocale(locale, booking.city, booking.city_es);
  const crawl = crawlInCity(inLocale(locale, booking.title, booking.title_es), city);
  const date = dateInSentence(booking.date, locale);
  const way = payment?.method === "spei" ? "transfer" : "voucher";
  return {
    subject: t(`emails.${way}.subject`, { amount, until }),
    preview: t(`emails.${way}.preview`, { crawl, date }),
    title: t(`emails.${way}.title`),
    paragraphs: [
      t(`emails.${way}.text`, {
        crawl,
        date,
        time: clockTime(booking.start_time, locale),
        people: booking.number_of_people,
      }),
    ],
    facts: [
      [t("ticket.reference"), reference],
      [t(`emails.${way}.amount`), amount],
      [t("emails.voucher.until"), t("emails.voucher.untilCity", { until, city })],
    ],
    points: [
      [t(`emails.${way}.showTitle`), t(`emails.${way}.show`)],
      [t(`emails.${way}.payTitle`), t(`emails.${way}.pay`, { amount })],
      [t(`emails.${way}.waitTitle`), t(`emails.${way}.wait`)],
    ],
    action: { href: payment?.redirect_url ?? links.booking, label: t(`emails.${way}.action`) },
  };
}

/** Places that came free: until when they are held, and the way to pay. */
function offered(context: EmailContext, { booking, offeredUntil }: About, links: Links): EmailCopy {
  const { t, locale } = context;
  if (!offeredUntil) throw new Error("no offer without its end");
  const told = {
    crawl: crawlInCity(
      inLocale(locale, booking.title, booking.title_es),
      inLocale(locale, booking.city, booking.city_es),
    ),
    date: dateInSentence(booking.date, locale),
    time: clockTime(booking.start_time, locale),
    people: booking.number_of_people,
  };
  const until = momentInside(context, new Date(offeredUntil), booking.time_zone);
  return {
    subject: t("emails.offer.subject", told),
    preview: t("emails.offer.preview"),
    title: t("emails.offer.title", told),
    paragraphs: [t("emails.offer.text", told), t("emails.offer.until", { until }), t("emails.offer.next")],
    facts: [[t("emails.offer.amount"), money(booking.total_price, booking.currency, locale)]],
    action: { href: links.booking, label: t("emails.offer.action") },
    reason: t("emails.offer.reason"),
  };
}

function atBank(context: EmailContext, { booking, payment }: About, links: Links): EmailCopy {
  const { t, locale, reference } = context;
  const told = ofPayment(context, { booking, payment });
  const until = payment?.bank_since && payment.expires_at > payment.bank_since ? payment.expires_at : null;
  return {
    subject: t("emails.bank.subject", { amount: told.amount }),
    preview: t("emails.bank.preview", told),
    title: t("emails.bank.title"),
    paragraphs: [t("emails.bank.text", told), t("emails.bank.once"), t("emails.bank.end")],
    facts: [
      [t("ticket.reference"), reference],
      [t("emails.bank.amount"), told.amount],
      [
        t("emails.bank.until"),
        until
          ? t("emails.voucher.untilCity", {
              until: momentInside(context, until, booking.time_zone),
              city: inLocale(locale, booking.city, booking.city_es),
            })
          : t("emails.bank.noMore"),
      ],
    ],
    action: { href: links.booking, label: t("emails.seeBooking") },
  };
}

function refusedByBank(context: EmailContext, { booking, payment }: About, links: Links): EmailCopy {
  const { t } = context;
  const told = ofPayment(context, { booking, payment });
  return {
    subject: t("emails.refused.subject", { amount: told.amount }),
    preview: t("emails.refused.preview", told),
    title: t("emails.refused.title"),
    paragraphs: [t("emails.refused.text", told), t("emails.refused.next")],
    action: { href: links.booking, label: t("emails.seeBooking") },
  };
}

function payDirectly(context: EmailContext, { booking, byHand }: About, links: Links): EmailCopy {
  if (!byHand) throw new Error(`how booking ${booking.id} is paid is gone`);
  const { t, locale, reference } = context;
  const { crawl, date, time } = ofPayment(context, { booking, payment: undefined });
  const city = inLocale(locale, booking.city, booking.city_es);
  const place = inLocale(locale, booking.meeting_place, booking.meeting_place_es);
  const until = momentInside(context, new Date(byHand.until), booking.time_zone);
  return {
    subject: t("emails.byHand.subject", { date }),
    preview: t("emails.byHand.preview", { crawl, date }),
    title: t("emails.byHand.title"),
    paragraphs: [t("emails.byHand.text", { crawl, date, time, people: booking.number_of_people })],
    facts: [
      [t("ticket.reference"), reference],
      [t("emails.byHand.until"), t("emails.voucher.untilCity", { until, city })],
      ...(byHand.transfer === "" ? [] : [[t("emails.byHand.account"), byHand.transfer] as const]),
    ],
    points: [
      ...(byHand.door ? [[t("emails.byHand.doorTitle"), t("emails.byHand.door", { place })] as const] : []),
      ...(byHand.transfer === ""
        ? []
        : [[t("emails.byHand.transferTitle"), t("emails.byHand.transfer", { reference })] as const]),
    ],
    action: { href: links.booking, label: t("emails.seeBooking") },
  };
}

/** What a payment was for, in the email's language and the city's time. */
function ofPayment({ locale }: EmailContext, { booking, payment }: Pick<About, "booking" | "payment">) {
  const city = inLocale(locale, booking.city, booking.city_es);
  return {
    amount: money(payment?.amount ?? booking.total_price, payment?.currency ?? booking.currency, locale),
    crawl: crawlInCity(inLocale(locale, booking.title, booking.title_es), city),
    date: dateInSentence(booking.date, locale),
    time: clockTime(booking.start_time, locale),
  };
}

function creditGiven({ t, locale }: EmailContext, { booking, credit }: About): EmailCopy {
  if (!credit) throw new Error(`the credit of booking ${booking.id} is gone`);
  const amount = money(credit.amount, credit.currency, locale);
  const date = dayAndYear(dateIn(new Date(credit.expires_at), booking.time_zone), locale);
  return {
    subject: t("emails.credit.subject", { amount }),
    preview: t("emails.credit.preview", { code: credit.code }),
    title: t("emails.credit.title", { amount }),
    paragraphs: [t("emails.credit.text"), t("emails.credit.rest")],
    facts: [
      [t("emails.credit.code"), credit.code],
      [t("emails.credit.amount"), amount],
      [t("emails.credit.until"), date],
    ],
  };
}

function refundSent({ t, locale, reference }: EmailContext, { booking, refund }: About): EmailCopy {
  const amount = money(refund?.amount ?? booking.total_price, refund?.currency ?? booking.currency, locale);
  return {
    subject: t("emails.refund.subject", { amount }),
    preview: t("emails.refund.preview", { reference }),
    title: t("emails.refund.title", { amount }),
    paragraphs: [
      t("emails.refund.text", { amount, reference }),
      ...(refund?.reason === "duplicate" && booking.status === "confirmed" ? [t("emails.refund.twice")] : []),
    ],
  };
}

function changeLost({ t, locale, reference }: EmailContext, { booking, payment }: About, links: Links): EmailCopy {
  const amount = money(payment?.amount ?? 0, payment?.currency ?? booking.currency, locale);
  return {
    subject: t("emails.changeLost.subject", { reference }),
    preview: t("emails.changeLost.preview", { amount }),
    title: t("emails.changeLost.title"),
    paragraphs: [
      t("emails.changeLost.text", {
        date: dateInSentence(booking.date, locale),
        time: clockTime(booking.start_time, locale),
      }),
      t("emails.changeLost.refund", { amount }),
    ],
    action: { href: links.booking, label: t("emails.seeBooking") },
  };
}

function reviewRequest({ t, locale }: EmailContext, { booking }: About, links: Links): EmailCopy {
  const crawl = inLocale(locale, booking.title, booking.title_es);
  const date = dateInSentence(booking.date, locale);
  return {
    subject: t("emails.review.subject", { crawl }),
    preview: t("emails.review.preview"),
    title: t("emails.review.title", { name: booking.first_name }),
    paragraphs: [t("emails.review.text", { crawl, date }), t("emails.review.private")],
    action: { href: links.review, label: t("emails.review.action") },
  };
}

function routeChanged({ t, locale }: EmailContext, { booking, stops }: About, links: Links): EmailCopy {
  const told = {
    crawl: inLocale(locale, booking.title, booking.title_es),
    date: dateInSentence(booking.date, locale),
    name: booking.first_name,
  };
  return {
    subject: t("emails.route.subject", told),
    preview: t("emails.route.preview"),
    title: t("emails.route.title", told),
    paragraphs: [t("emails.route.text", told)],
    points: stops.map(({ at, name, address, map_url: map }) => {
      const title = `${clockTime(at, locale)} · ${name}`;
      return map === null ? [title, address] : [title, address, { href: map, label: t("emails.reminder.map") }];
    }),
    action: { href: links.where, label: t("emails.route.action") },
  };
}

function reviewAnswered({ t, locale }: EmailContext, { booking, reply }: About): EmailCopy {
  const crawl = inLocale(locale, booking.title, booking.title_es);
  const date = dateInSentence(booking.date, locale);
  const words = reply?.comment ? [[t("emails.reply.yours"), reply.comment] as const] : [];
  return {
    subject: t("emails.reply.subject", { crawl }),
    preview: t("emails.reply.preview", { date }),
    title: t("emails.reply.title", { name: booking.first_name }),
    paragraphs: linesOf(reply?.text ?? ""),
    points: words,
    reason: t("emails.reply.reason", { date }),
  };
}

function lowReview(context: EmailContext, about: About): EmailCopy {
  const { t, reference } = context;
  const { stars = 0, comment = "" } = about.review ?? {};
  return {
    subject: t("emails.staff.lowReview.subject", { stars, reference }),
    preview: t("emails.staff.lowReview.text"),
    title: t("emails.staff.lowReview.title", { stars }),
    paragraphs: [...linesOf(comment), t("emails.staff.lowReview.text")],
    facts: staffFacts(context, about),
    reason: t("emails.staff.reason"),
  };
}

/** Staff's own text: an empty line starts a paragraph. */
function staffEmail({ t, locale, reference }: EmailContext, { booking, written }: About, links: Links): EmailCopy {
  if (!written) throw new Error(`nobody wrote to booking ${booking.id}`);
  const paragraphs = written.text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
  return {
    subject: written.subject,
    preview: paragraphs[0] ?? written.subject,
    title: written.subject,
    paragraphs,
    facts: [
      [t("emails.staff.booking"), reference],
      [t("emails.staff.departure"), `${longDate(booking.date, locale, false)}, ${booking.start_time}`],
    ],
    action: { href: links.booking, label: t("emails.seeBooking") },
  };
}

function staffFacts({ t, locale, reference }: EmailContext, { booking }: About): Facts {
  const departure = `${longDate(booking.date, locale, false)}, ${booking.start_time}`;
  const guest = `${`${booking.first_name} ${booking.last_name}`.trim()}, ${t("emails.people", { people: booking.number_of_people })}`;
  const rows = { booking: reference, guest, departure, amount: money(booking.total_price, booking.currency, locale) };
  return [
    [t("emails.staff.booking"), rows.booking],
    [t("emails.staff.guest"), rows.guest],
    [t("emails.staff.departure"), rows.departure],
    [t("emails.staff.amount"), rows.amount],
  ];
}

function invoiceWanted(context: EmailContext, about: About): EmailCopy {
  const { t, reference } = context;
  const { invoice } = about;
  return {
    subject: t("emails.staff.invoice.subject", { reference }),
    preview: t("emails.staff.invoice.text"),
    title: t("emails.staff.invoice.title"),
    paragraphs: [t("emails.staff.invoice.text")],
    facts: [
      ...staffFacts(context, about),
      ["RFC", invoice?.rfc ?? ""],
      [t("emails.staff.invoice.name"), invoice?.legal_name ?? ""],
      [t("emails.staff.invoice.regime"), invoice?.tax_regime ?? ""],
      [t("emails.staff.invoice.postalCode"), invoice?.postal_code ?? ""],
      [t("emails.staff.invoice.use"), invoice?.cfdi_use ?? ""],
      [t("emails.staff.invoice.email"), invoice?.email ?? ""],
    ],
    reason: t("emails.staff.reason"),
  };
}

/** Its files go with it. Whoever else was to get it, a bookkeeper for example, gets no link: it would make them the guest. */
function invoiceIssued({ t, reference }: EmailContext, { booking, invoice }: About, links: Links): EmailCopy {
  const isGuests = invoice?.email.toLowerCase() === booking.email.toLowerCase();
  return {
    subject: t("emails.invoice.issued.subject", { reference }),
    preview: t("emails.invoice.issued.preview"),
    title: t("emails.invoice.issued.title"),
    paragraphs: [t("emails.invoice.issued.text", { reference })],
    facts: [
      ["RFC", invoice?.rfc ?? ""],
      [t("emails.invoice.name"), invoice?.legal_name ?? ""],
      [t("emails.invoice.uuid"), invoice?.issued?.fiscal_uuid.toUpperCase() ?? ""],
    ],
    ...(isGuests ? { action: { href: links.booking, label: t("emails.seeBooking") } } : {}),
  };
}

function invoiceRefused({ t, reference }: EmailContext, { invoice }: About, links: Links): EmailCopy {
  return {
    subject: t("emails.invoice.refused.subject", { reference }),
    preview: t("emails.invoice.refused.preview"),
    title: t("emails.invoice.refused.title"),
    paragraphs: [t("emails.invoice.refused.text", { reference })],
    points: [[t("emails.invoice.refused.why"), invoice?.refusal ?? ""]],
    action: { href: links.invoice, label: t("emails.invoice.refused.action") },
  };
}

function paymentReview(context: EmailContext, about: About): EmailCopy {
  const { t, reference } = context;
  const { payment, reason } = about;
  const whys: Record<string, string> = {
    wrong_amount: t("emails.staff.why.wrong_amount"),
    wrong_currency: t("emails.staff.why.wrong_currency"),
    dispute: t("emails.staff.why.dispute"),
    dispute_won: t("emails.staff.why.dispute_won"),
    dispute_lost: t("emails.staff.why.dispute_lost"),
    credit_used: t("emails.staff.why.credit_used"),
    warning: t("emails.staff.why.warning"),
    refund_waits: t("emails.staff.why.refund_waits"),
    refund_manual: t("emails.staff.why.refund_manual"),
    refund_returned: t("emails.staff.why.refund_returned"),
    external_refund: t("emails.staff.why.external_refund"),
    external_refund_whole: t("emails.staff.why.external_refund_whole"),
  };
  const id = payment ? `${payment.provider}, ${payment.external_id ?? payment.id}` : "–";
  return {
    subject: t("emails.staff.review.subject", { reference }),
    preview: t("emails.staff.review.text"),
    title: t("emails.staff.review.title"),
    paragraphs: [t("emails.staff.review.text")],
    facts: [
      ...staffFacts(context, about),
      [t("emails.staff.payment"), id],
      [t("emails.staff.why"), whys[reason] ?? reason],
    ],
    reason: t("emails.staff.reason"),
  };
}

function booksDiffer(context: EmailContext, about: About): EmailCopy {
  const { t, reference, locale } = context;
  const names: Record<string, string> = {
    guest: t("emails.staff.books.guest"),
    revenue: t("emails.staff.books.revenue"),
    clearing: t("emails.staff.books.clearing"),
    refund_due: t("emails.staff.books.refundDue"),
  };
  const rows = about.differences.map(({ account, provider, currency, expected, actual }) => {
    const figures = { expected: money(expected, currency, locale), actual: money(actual, currency, locale) };
    const name = [names[account] ?? account, ...(provider ? [provider] : [])].join(", ");
    return [name, t("emails.staff.books.figures", figures)] as const;
  });
  return {
    subject: t("emails.staff.books.subject", { reference }),
    preview: t("emails.staff.books.text"),
    title: t("emails.staff.books.title"),
    paragraphs: [t("emails.staff.books.text")],
    facts: [...staffFacts(context, about), ...rows],
    reason: t("emails.staff.reason"),
  };
}

function lateTolerance(context: EmailContext, about: About): EmailCopy {
  const { t, reference, locale } = context;
  return {
    subject: t("emails.staff.tolerance.subject", { reference, date: dateInSentence(about.booking.date, locale) }),
    preview: t("emails.staff.tolerance.text"),
    title: t("emails.staff.tolerance.title"),
    paragraphs: [t("emails.staff.tolerance.text")],
    facts: staffFacts(context, about),
    reason: t("emails.staff.reason"),
  };
}
