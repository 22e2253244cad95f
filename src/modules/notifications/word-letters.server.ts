import { clockIn, dateIn, dateInSentence, dayAndYear, hours, longDate } from "#src/kernel/local-time.ts";
import { inLocale, type Locale } from "#src/kernel/localized.ts";
import { type Currency, formatMoney } from "#src/kernel/money.ts";
import { refundDeadline } from "#src/modules/schedule/rules.ts";
import type { ConfirmationLetter } from "#src/modules/notifications/emails/booking-confirmation.tsx";
import type { Letter } from "#src/modules/notifications/emails/layout.tsx";
import type { PlainLetterText } from "#src/modules/notifications/emails/plain-letter.tsx";
import type { BookingSubject } from "#src/modules/notifications/read-subject.server.ts";
import type { BookingMailKind } from "#src/modules/notifications/schema.ts";
import { linesOf } from "#src/modules/notifications/rules.ts";
import type { BookedNight, Ticket } from "#src/modules/tickets/queries.server.ts";
import { readableCode } from "#src/modules/tickets/rules.ts";

type PlainKind = Exclude<BookingMailKind, "booking_confirmation">;
/** The words of a letter; answers to it go to `replyTo` where that isn't us. */
export type Words = PlainLetterText & { subject: string; replyTo?: string };
type About = Omit<BookingSubject, "booking"> & { booking: BookedNight };
type Links = { booking: string; rating: string };
type Facts = readonly (readonly [label: string, value: string])[];

const money = (amount: number, currency: string, locale: Locale) =>
  formatMoney({ amount, currency: currency as Currency }, locale);

/** `Friday, November 20 at 20:00` in the zone of the city. */
const momentInside = ({ t, locale }: Letter, instant: Date, zone: string) =>
  t("mail.moment", { date: dateInSentence(dateIn(instant, zone), locale), time: clockIn(instant, zone) });

/** The words of a confirmation, in the letter's language and the city's time. */
export function confirmationText(
  letter: Letter,
  booking: BookedNight,
  {
    now,
    link,
    tickets,
    change: changed,
  }: { now: Date; link: string; tickets: readonly Ticket[]; change: BookingSubject["change"] },
): ConfirmationLetter {
  const { t, locale } = letter;
  const place = inLocale(locale, booking.meeting_place, booking.meeting_place_es);
  const city = inLocale(locale, booking.city, booking.city_es);
  const pay = (amount: number) => money(amount, booking.currency, locale);
  const free = booking.total_price === 0;
  return {
    ...letter,
    title: changed
      ? t(`mail.changed.title.${changed}`, { time: booking.start_time, date: dateInSentence(booking.date, locale) })
      : t("mail.confirmation.title", { name: booking.first_name, time: booking.start_time }),
    intro: t(changed ? `mail.changed.intro.${changed}` : "mail.confirmation.intro", {
      people: booking.number_of_people,
    }),
    people: booking.number_of_people,
    heading: longDate(booking.date, locale, false),
    date: dateInSentence(booking.date, locale),
    hours: hours(booking.start_time, booking.end_time),
    start: booking.start_time,
    crawl: inLocale(locale, booking.title, booking.title_es),
    place,
    link,
    facts: [
      [t("ticket.time"), hours(booking.start_time, booking.end_time)],
      ...(place ? [[t("ticket.place"), place] as const] : []),
      [t("ticket.city"), city],
      [t("ticket.name"), `${booking.first_name} ${booking.last_name}`],
      [t("ticket.reference"), booking.reference],
      [t("mail.confirmation.paid"), free ? t("mail.confirmation.free") : pay(booking.total_price)],
    ],
    receipt: free ? [] : receipt(letter, booking, pay),
    change: change(letter, booking, now),
    tickets: tickets.map((ticket, i) => ({
      cid: `qr-${ticket.position}@ronda`,
      name: ticket.guest_name || t("ticket.guest", { n: i + 1 }),
      code: t("ticket.code", { code: readableCode(ticket.code) }),
      of: t("ticket.of", { n: i + 1, count: tickets.length }),
    })),
  };
}

function receipt({ t }: Letter, booking: BookedNight, pay: (amount: number) => string): Facts {
  const lines: (readonly [string, number])[] = [
    [t("mail.confirmation.price"), booking.subtotal],
    [t("mail.confirmation.addOns"), booking.add_ons],
    [t("mail.confirmation.discount"), -booking.discount],
  ];
  const total = [t("mail.confirmation.total"), pay(booking.total_price)] as const;
  if (booking.total_price === booking.subtotal) return [total];
  return [...lines.filter(([, amount]) => amount !== 0).map(([label, amount]) => [label, pay(amount)] as const), total];
}

function change(letter: Letter, booking: BookedNight, now: Date): string {
  const { t } = letter;
  if (booking.total_price === 0) return t("mail.confirmation.changeFree");
  const deadline = refundDeadline(booking.starts_at);
  if (now > deadline) return t("mail.confirmation.changeOver");
  return t("mail.confirmation.changeUntil", { deadline: momentInside(letter, deadline, booking.time_zone) });
}

/** The words of every other letter about a booking. Staff get no link, for it would make them the guest. */
export function plainText(letter: Letter, about: BookingSubject, links: Links): Words {
  const { booking, kind } = about;
  if (!booking || kind === "booking_confirmation") throw new Error(`no letter of kind ${kind} without a booking`);
  const words: Record<PlainKind, (letter: Letter, about: About, links: Links) => Words> = {
    booking_cancelled: cancelled,
    booking_link: linkAgain,
    payment_unplaced: unplaced,
    credit_given: creditGiven,
    refund_sent: refundSent,
    change_lost: changeLost,
    staff_payment_review: paymentReview,
    staff_books_differ: booksDiffer,
    staff_late_tolerance: lateTolerance,
    staff_invoice_request: invoiceWanted,
    rating_request: ratingRequest,
    rating_answered: ratingAnswered,
    staff_low_rating: lowRating,
    staff_letter: staffLetter,
  };
  return words[kind](letter, { ...about, booking }, links);
}

function cancelled(
  { t, locale, reference }: Letter,
  { booking, refunds, inCash, creditBack, disputeLost, note }: About,
): Words {
  const date = dateInSentence(booking.date, locale);
  const byNight = booking.cancel_reason === "departure_cancelled";
  const told = { date, people: booking.number_of_people };
  const why = {
    customer: t("mail.cancelled.customer", told),
    departure_cancelled: t("mail.cancelled.departure", told),
  }[booking.cancel_reason ?? ""];
  // only what the cancellation itself gives back: what earlier changes, or another payment, gave back was told then
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
  const aboutMoney = [
    ...(back > 0 ? [t(inCash ? "mail.cancelled.refundCash" : "mail.cancelled.refund", { amount })] : []),
    ...(decides ? [t("mail.cancelled.disputed")] : []),
    ...(none ? [t("mail.cancelled.noRefund")] : []),
    ...(kept ? [t("mail.cancelled.credit", kept)] : []),
  ];
  const unpaid = booking.confirmed_at === null;
  const added = note?.[locale] ? [note[locale]] : [];
  const shown = { date: longDate(booking.date, locale, false) };
  return {
    subject: t("mail.cancelled.subject", { reference }),
    preview: unpaid ? t("mail.cancelled.previewUnpaid", shown) : t("mail.cancelled.preview", shown),
    title: byNight ? t("mail.cancelled.titleNight") : t("mail.cancelled.title"),
    paragraphs: [
      why ?? t("mail.cancelled.admin", told),
      ...added,
      ...aboutMoney,
      unpaid ? t("mail.cancelled.unpaid") : t("mail.cancelled.tickets"),
    ],
  };
}

function linkAgain({ t, locale, reference }: Letter, { booking }: About, links: Links): Words {
  const date = dateInSentence(booking.date, locale);
  const unpaid = booking.status === "pending";
  return {
    subject: t("mail.link.subject", { reference }),
    preview: t("mail.link.preview", { date }),
    title: t("mail.link.title"),
    paragraphs: [
      t(unpaid ? "mail.link.unpaid" : "mail.link.text", { date, time: booking.start_time }),
      t("mail.link.private"),
    ],
    action: { href: links.booking, label: t(unpaid ? "mail.link.pay" : "mail.seeBooking") },
  };
}

function unplaced(letter: Letter, { booking, payment, refunds }: About, links: Links): Words {
  const { t, locale } = letter;
  const date = dateInSentence(booking.date, locale);
  const refund = refunds.find(({ payment_id, reason }) => payment_id === payment?.id && reason === "unplaced");
  const until = momentInside(letter, refund?.due_at ?? booking.starts_at, booking.time_zone);
  const amount = money(payment?.amount ?? booking.total_price, payment?.currency ?? booking.currency, locale);
  return {
    subject: t("mail.unplaced.subject", { date }),
    preview: t("mail.unplaced.preview", { amount }),
    title: t("mail.unplaced.title"),
    paragraphs: [t("mail.unplaced.text", { amount, date })],
    points: [
      [t("mail.unplaced.dateTitle"), t("mail.unplaced.date")],
      [t("mail.unplaced.creditTitle"), t("mail.unplaced.credit", { amount })],
      [t("mail.unplaced.refundTitle"), t("mail.unplaced.refund", { until })],
    ],
    action: { href: links.booking, label: t("mail.unplaced.action") },
  };
}

function creditGiven({ t, locale }: Letter, { booking, credit }: About): Words {
  if (!credit) throw new Error(`the credit of booking ${booking.id} is gone`);
  const amount = money(credit.amount, credit.currency, locale);
  const date = dayAndYear(dateIn(new Date(credit.expires_at), booking.time_zone), locale);
  return {
    subject: t("mail.credit.subject", { amount }),
    preview: t("mail.credit.preview", { code: credit.code }),
    title: t("mail.credit.title", { amount }),
    paragraphs: [t("mail.credit.text"), t("mail.credit.rest")],
    facts: [
      [t("mail.credit.code"), credit.code],
      [t("mail.credit.amount"), amount],
      [t("mail.credit.until"), date],
    ],
  };
}

function refundSent({ t, locale, reference }: Letter, { booking, refund }: About): Words {
  const amount = money(refund?.amount ?? booking.total_price, refund?.currency ?? booking.currency, locale);
  return {
    subject: t("mail.refund.subject", { amount }),
    preview: t("mail.refund.preview", { reference }),
    title: t("mail.refund.title", { amount }),
    paragraphs: [t("mail.refund.text", { amount, reference })],
  };
}

function changeLost({ t, locale, reference }: Letter, { booking, payment }: About, links: Links): Words {
  const amount = money(payment?.amount ?? 0, payment?.currency ?? booking.currency, locale);
  return {
    subject: t("mail.changeLost.subject", { reference }),
    preview: t("mail.changeLost.preview", { amount }),
    title: t("mail.changeLost.title"),
    paragraphs: [
      t("mail.changeLost.text", { date: dateInSentence(booking.date, locale), time: booking.start_time }),
      t("mail.changeLost.refund", { amount }),
    ],
    action: { href: links.booking, label: t("mail.seeBooking") },
  };
}

function ratingRequest({ t, locale }: Letter, { booking }: About, links: Links): Words {
  const crawl = inLocale(locale, booking.title, booking.title_es);
  const date = dateInSentence(booking.date, locale);
  return {
    subject: t("mail.rating.subject", { crawl }),
    preview: t("mail.rating.preview"),
    title: t("mail.rating.title", { name: booking.first_name }),
    paragraphs: [t("mail.rating.text", { crawl, date }), t("mail.rating.private")],
    action: { href: links.rating, label: t("mail.rating.action") },
  };
}

function ratingAnswered({ t, locale }: Letter, { booking, reply }: About): Words {
  const crawl = inLocale(locale, booking.title, booking.title_es);
  const date = dateInSentence(booking.date, locale);
  const words = reply?.comment ? [[t("mail.reply.yours"), reply.comment] as const] : [];
  return {
    subject: t("mail.reply.subject", { crawl }),
    preview: t("mail.reply.preview", { date }),
    title: t("mail.reply.title", { name: booking.first_name }),
    paragraphs: linesOf(reply?.text ?? ""),
    points: words,
    reason: t("mail.reply.reason", { date }),
  };
}

function lowRating(letter: Letter, about: About): Words {
  const { t, reference } = letter;
  const { stars = 0, comment = "" } = about.rating ?? {};
  return {
    subject: t("mail.staff.rating.subject", { stars, reference }),
    preview: t("mail.staff.rating.text"),
    title: t("mail.staff.rating.title", { stars }),
    paragraphs: [...linesOf(comment), t("mail.staff.rating.text")],
    facts: staffFacts(letter, about),
    reason: t("mail.staff.reason"),
  };
}

/** What staff wrote, as they wrote it: an empty line begins a paragraph. */
function staffLetter({ t, locale, reference }: Letter, { booking, written }: About, links: Links): Words {
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
      [t("mail.staff.booking"), reference],
      [t("mail.staff.night"), `${longDate(booking.date, locale, false)}, ${booking.start_time}`],
    ],
    action: { href: links.booking, label: t("mail.seeBooking") },
  };
}

function staffFacts({ t, locale, reference }: Letter, { booking }: About): Facts {
  const night = `${longDate(booking.date, locale, false)}, ${booking.start_time}`;
  const guest = `${booking.first_name} ${booking.last_name}, ${t("mail.people", { people: booking.number_of_people })}`;
  const rows = { booking: reference, guest, night, amount: money(booking.total_price, booking.currency, locale) };
  return [
    [t("mail.staff.booking"), rows.booking],
    [t("mail.staff.guest"), rows.guest],
    [t("mail.staff.night"), rows.night],
    [t("mail.staff.amount"), rows.amount],
  ];
}

function invoiceWanted(letter: Letter, about: About): Words {
  const { t, reference } = letter;
  const { invoice } = about;
  return {
    subject: t("mail.staff.invoice.subject", { reference }),
    preview: t("mail.staff.invoice.text"),
    title: t("mail.staff.invoice.title"),
    paragraphs: [t("mail.staff.invoice.text")],
    facts: [
      ...staffFacts(letter, about),
      ["RFC", invoice?.rfc ?? ""],
      [t("mail.staff.invoice.name"), invoice?.legal_name ?? ""],
      [t("mail.staff.invoice.regime"), invoice?.tax_regime ?? ""],
      [t("mail.staff.invoice.postalCode"), invoice?.postal_code ?? ""],
      [t("mail.staff.invoice.use"), invoice?.cfdi_use ?? ""],
      [t("mail.staff.invoice.email"), invoice?.email ?? ""],
    ],
    reason: t("mail.staff.reason"),
  };
}

function paymentReview(letter: Letter, about: About): Words {
  const { t, reference } = letter;
  const { payment, reason } = about;
  const whys: Record<string, string> = {
    wrong_amount: t("mail.staff.why.wrong_amount"),
    wrong_currency: t("mail.staff.why.wrong_currency"),
    dispute: t("mail.staff.why.dispute"),
    dispute_won: t("mail.staff.why.dispute_won"),
    dispute_lost: t("mail.staff.why.dispute_lost"),
    credit_used: t("mail.staff.why.credit_used"),
    warning: t("mail.staff.why.warning"),
    refund_waits: t("mail.staff.why.refund_waits"),
    refund_manual: t("mail.staff.why.refund_manual"),
    refund_returned: t("mail.staff.why.refund_returned"),
    external_refund: t("mail.staff.why.external_refund"),
    external_refund_whole: t("mail.staff.why.external_refund_whole"),
  };
  const id = payment ? `${payment.provider}, ${payment.external_id ?? payment.id}` : "–";
  return {
    subject: t("mail.staff.review.subject", { reference }),
    preview: t("mail.staff.review.text"),
    title: t("mail.staff.review.title"),
    paragraphs: [t("mail.staff.review.text")],
    facts: [...staffFacts(letter, about), [t("mail.staff.payment"), id], [t("mail.staff.why"), whys[reason] ?? reason]],
    reason: t("mail.staff.reason"),
  };
}

function booksDiffer(letter: Letter, about: About): Words {
  const { t, reference, locale } = letter;
  const names: Record<string, string> = {
    guest: t("mail.staff.books.guest"),
    revenue: t("mail.staff.books.revenue"),
    clearing: t("mail.staff.books.clearing"),
    refund_due: t("mail.staff.books.refundDue"),
  };
  const rows = about.differences.map(({ account, provider, currency, expected, actual }) => {
    const figures = { expected: money(expected, currency, locale), actual: money(actual, currency, locale) };
    const name = [names[account] ?? account, ...(provider ? [provider] : [])].join(", ");
    return [name, t("mail.staff.books.figures", figures)] as const;
  });
  return {
    subject: t("mail.staff.books.subject", { reference }),
    preview: t("mail.staff.books.text"),
    title: t("mail.staff.books.title"),
    paragraphs: [t("mail.staff.books.text")],
    facts: [...staffFacts(letter, about), ...rows],
    reason: t("mail.staff.reason"),
  };
}

function lateTolerance(letter: Letter, about: About): Words {
  const { t, reference, locale } = letter;
  return {
    subject: t("mail.staff.tolerance.subject", { reference, date: dateInSentence(about.booking.date, locale) }),
    preview: t("mail.staff.tolerance.text"),
    title: t("mail.staff.tolerance.title"),
    paragraphs: [t("mail.staff.tolerance.text")],
    facts: staffFacts(letter, about),
    reason: t("mail.staff.reason"),
  };
}
