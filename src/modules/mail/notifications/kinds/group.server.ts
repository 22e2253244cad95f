import { clockTime, dateIn, dateInSentence, HOME_ZONE } from "#src/kernel/local-time.ts";
import { inLocale, type Locale, localizedPath } from "#src/kernel/localized.ts";
import {
  guestOfQuote,
  quoteLink,
  quoteToMail,
  requestOf,
  type StoredRequest,
} from "#src/modules/changes/groups/queries.server.ts";
import type { Standing } from "#src/modules/changes/groups/rules/quote.ts";
import type { EmailContext } from "#src/modules/mail/notifications/emails/layout.tsx";
import { money } from "#src/modules/mail/notifications/kinds/booking-words.server.ts";
import { crawlInCity } from "#src/modules/site/catalog/rules/crawl-name.ts";
import type { Tx } from "#src/platform/db.server.ts";
import type { Case } from "#src/modules/mail/notifications/kinds/kind.ts";
import { sending } from "#src/modules/mail/notifications/kinds/kind.server.ts";
import { daysAfter, NOBODY } from "#src/modules/mail/notifications/make-example.server.ts";
import { queueEmail, queueToStaff } from "#src/modules/mail/notifications/queue-email.server.ts";
import type { Context, Handlers } from "#src/platform/context.server.ts";
import { mayMail } from "#src/platform/limit-mail.server.ts";

type About = { request: StoredRequest | undefined };

const OF_A_REQUEST = {
  read: async (ctx: Context, { payload }: { payload: { requestId: string } }) => ({
    request: await requestOf(ctx.db, payload.requestId),
  }),
  example: (now: Date) => ({ request: exampleRequest(now) }),
};

const required = ({ request }: About): StoredRequest => {
  if (!request) throw new Error("no email about a request that is gone");
  return request;
};

export const GROUP_SENDINGS = {
  /** Never quotes the request: otherwise anyone could make us email any text to any address. */
  group_received: sending("group_received", {
    ...OF_A_REQUEST,
    whyWithheld: ({ request }) => (request ? null : "it is over"),
    words: ({ t }) => ({
      subject: t("emails.group.received.subject"),
      preview: t("emails.group.received.text"),
      title: t("emails.group.received.title"),
      paragraphs: [t("emails.group.received.text"), t("emails.group.received.more")],
      reason: t("emails.group.received.reason"),
    }),
  }),
  staff_group: sending("staff_group", {
    ...OF_A_REQUEST,
    whyWithheld: ({ request }) => (request?.state === "new" ? null : "somebody has looked already"),
    words({ t, locale }, about, { base }) {
      const { id, people, date, city_name: city, city_name_es: cityEs } = required(about);
      return {
        subject: t("emails.staff.group.subject", { people }),
        preview: t("emails.staff.group.text"),
        title: t("emails.staff.group.title"),
        paragraphs: [t("emails.staff.group.text")],
        facts: [
          [t("emails.staff.group.people"), String(people)],
          [t("emails.staff.group.city"), city === null ? t("groups.city.other") : inLocale(locale, city, cityEs)],
          [t("emails.staff.group.date"), date === null ? t("emails.staff.group.open") : dateInSentence(date, locale)],
        ],
        action: {
          href: base + localizedPath(`/admin/groups?open=${id}`, locale),
          label: t("emails.staff.group.action"),
        },
        reason: t("emails.staff.reason"),
      };
    },
  }),
};

type Quote = NonNullable<Awaited<ReturnType<typeof quoteToMail>>>;
type AboutQuote = { quote: Quote | undefined; link: string };

const OF_A_QUOTE = {
  read: async (ctx: Context, { payload, language }: { payload: { quoteId: string }; language: Locale }) => ({
    quote: await quoteToMail(ctx, payload.quoteId, language),
    link: quoteLink(ctx, payload.quoteId, language),
  }),
  example: (now: Date) => ({ quote: exampleQuote(now), link: "#" }),
};

/** Withheld unless the offer stands so. */
const unlessStanding =
  (...standings: readonly Standing[]) =>
  ({ quote }: AboutQuote): string | null =>
    quote && standings.includes(quote.standing) ? null : "it is over";

function quoteValues({ quote }: AboutQuote, locale: Locale) {
  if (!quote) throw new Error("no email about an offer that is gone");
  const { people, date, pay_by, valid_until } = quote;
  return {
    people,
    date: dateInSentence(date, locale),
    payBy: dateInSentence(pay_by, locale),
    validUntil: dateInSentence(valid_until, locale),
    quote,
  };
}

const quoteFacts = ({ t, locale }: Pick<EmailContext, "t" | "locale">, quote: Quote): [string, string][] => [
  [
    t("emails.group.fact.night"),
    t("emails.group.fact.when", {
      date: dateInSentence(quote.date, locale),
      time: clockTime(quote.start_time, locale),
    }),
  ],
  [t("emails.group.fact.crawl"), crawlInCity(quote.crawl, quote.city)],
  [t("emails.group.fact.people"), String(quote.people)],
  [t("emails.group.fact.total"), amountOf(quote.total, locale)],
  ...(quote.deposit && quote.deposit.state !== "returned"
    ? [
        [t("emails.group.fact.deposit"), amountOf(quote.deposit.amount, locale)] satisfies [string, string],
        [t("emails.group.fact.balance"), amountOf(quote.deposit.balance, locale)] satisfies [string, string],
      ]
    : []),
];

const amountOf = ({ amount_minor, currency }: Quote["total"], locale: Locale) => money(amount_minor, currency, locale);

/** What an accepted offer with a deposit says of it: its amount, what is left to pay then, and when each is due. */
const depositValues = ({ deposit, pay_by }: Quote, locale: Locale) =>
  deposit && {
    deposit: amountOf(deposit.amount, locale),
    balance: amountOf(deposit.balance, locale),
    depositBy: dateInSentence(deposit.by, locale),
    payBy: dateInSentence(pay_by, locale),
  };

function acceptedText({ t, locale }: Pick<EmailContext, "t" | "locale">, quote: Quote): string[] {
  // one that went back isn't asked for again: the whole is due
  const due = quote.deposit?.state === "returned" ? null : depositValues(quote, locale);
  return due
    ? [
        ...(quote.deposit?.state === "paid"
          ? []
          : [t("emails.group.accepted.deposit", { amount: due.deposit, until: due.depositBy })]),
        t("emails.group.accepted.balance", { amount: due.balance, until: due.payBy }),
      ]
    : [t("emails.group.accepted.text", { until: dateInSentence(quote.pay_by, locale) })];
}

/** By when what is due now is to be paid, and what is said of it. */
function reminderText({ t, locale }: Pick<EmailContext, "t" | "locale">, quote: Quote) {
  const due = depositValues(quote, locale);
  const payBy = dateInSentence(quote.pay_by, locale);
  const date = dateInSentence(quote.date, locale);
  if (due && quote.standing === "deposit")
    return {
      until: due.depositBy,
      text: t("emails.group.reminder.deposit", { amount: due.deposit, until: due.depositBy, date }),
    };
  if (due && quote.deposit?.state === "paid")
    return {
      until: payBy,
      text: t("emails.group.reminder.balance", { amount: due.balance, until: payBy, date, paid: due.deposit }),
    };
  return { until: payBy, text: t("emails.group.reminder.text", { until: payBy, date }) };
}

/** What is due of an offer, which may have a deposit: that, or once it is paid the balance. */
const IN_STAGES = {
  ...OF_A_QUOTE,
  example: (now: Date, at: Case | null) => ({ quote: { ...exampleQuote(now), ...exampleStage(now, at) }, link: "#" }),
};

function exampleStage(now: Date, at: Case | null): Partial<Quote> {
  if (at === "withDeposit") return { standing: "deposit", deposit: { ...exampleDeposit(now), state: "unpaid" } };
  return at === "depositPaid" ? { deposit: exampleDeposit(now) } : {};
}

/** The same of an offer with a deposit. */
const OF_A_DEPOSIT = {
  ...OF_A_QUOTE,
  example: (now: Date) => ({ quote: { ...exampleQuote(now), deposit: exampleDeposit(now) }, link: "#" }),
};

function requireDeposit(quote: Quote, locale: Locale) {
  const values = depositValues(quote, locale);
  if (!values) throw new Error("no email about a deposit of an offer without one");
  return values;
}

/** What an offer says to its group: it is read and answered on the page of its link, which these lead to. */
export const QUOTE_SENDINGS = {
  group_quote: sending("group_quote", {
    ...OF_A_QUOTE,
    whyWithheld: unlessStanding("open"),
    words(context, about) {
      const { t, locale } = context;
      const { people, date, validUntil, quote } = quoteValues(about, locale);
      return {
        subject: t("emails.group.quote.subject", { date }),
        preview: t("emails.group.quote.text", { people, date }),
        title: t("emails.group.quote.title"),
        paragraphs: [
          t("emails.group.quote.text", { people, date }),
          t("emails.group.quote.until", { until: validUntil }),
        ],
        facts: quoteFacts(context, quote),
        action: { href: about.link, label: t("emails.group.quote.action") },
        reason: t("emails.group.reason"),
      };
    },
  }),
  group_accepted: sending("group_accepted", {
    ...IN_STAGES,
    whyWithheld: unlessStanding("deposit", "unpaid"),
    words(context, about) {
      const { t, locale } = context;
      const { date, quote } = quoteValues(about, locale);
      const paragraphs = acceptedText(context, quote);
      return {
        subject: t("emails.group.accepted.subject", { date }),
        preview: paragraphs[0]!,
        title: t("emails.group.accepted.title"),
        paragraphs: [...paragraphs, t("emails.group.accepted.else")],
        facts: quoteFacts(context, quote),
        action: { href: about.link, label: t("emails.group.accepted.action") },
        reason: t("emails.group.reason"),
      };
    },
  }),
  group_reminder: sending("group_reminder", {
    ...IN_STAGES,
    whyWithheld: unlessStanding("deposit", "unpaid"),
    words(context, about) {
      const { t, locale } = context;
      const { quote } = quoteValues(about, locale);
      const { until, text } = reminderText(context, quote);
      return {
        subject: t("emails.group.reminder.subject", { until }),
        preview: text,
        title: t("emails.group.reminder.title"),
        paragraphs: [text],
        facts: quoteFacts(context, quote),
        action: { href: about.link, label: t("emails.group.accepted.action") },
        reason: t("emails.group.reason"),
      };
    },
  }),
  group_deposit_paid: sending("group_deposit_paid", {
    ...OF_A_DEPOSIT,
    whyWithheld: unlessStanding("unpaid"),
    words(context, about) {
      const { t, locale } = context;
      const { date, quote } = quoteValues(about, locale);
      const { balance, payBy } = requireDeposit(quote, locale);
      const text = t("emails.group.depositPaid.text", { amount: balance, until: payBy });
      return {
        subject: t("emails.group.depositPaid.subject", { date }),
        preview: text,
        title: t("emails.group.depositPaid.title"),
        paragraphs: [text, t("emails.group.depositPaid.else", { until: payBy })],
        facts: quoteFacts(context, quote),
        action: { href: about.link, label: t("emails.group.depositPaid.action") },
        reason: t("emails.group.reason"),
      };
    },
  }),
  group_deposit_refused: sending("group_deposit_refused", {
    ...OF_A_DEPOSIT,
    whyWithheld: unlessStanding("deposit"),
    words(context, about) {
      const { t, locale } = context;
      const { date, quote } = quoteValues(about, locale);
      const { deposit } = requireDeposit(quote, locale);
      const text = t("emails.group.depositRefused.text", { amount: deposit });
      return {
        subject: t("emails.group.depositRefused.subject", { date }),
        preview: text,
        title: t("emails.group.depositRefused.title"),
        paragraphs: [text, t("emails.group.depositRefused.next")],
        facts: quoteFacts(context, quote),
        action: { href: about.link, label: t("emails.group.accepted.action") },
        reason: t("emails.group.reason"),
      };
    },
  }),
  group_deposit_kept: sending("group_deposit_kept", {
    ...OF_A_DEPOSIT,
    whyWithheld: unlessStanding("over"),
    words(context, about) {
      const { t, locale } = context;
      const { date, quote } = quoteValues(about, locale);
      const { deposit } = requireDeposit(quote, locale);
      const text = t("emails.group.depositKept.text", { amount: deposit, date });
      return {
        subject: t("emails.group.depositKept.subject", { date }),
        preview: text,
        title: t("emails.group.depositKept.title"),
        paragraphs: [text, t("emails.group.depositKept.write")],
        facts: quoteFacts(context, quote),
        action: { href: about.link, label: t("emails.group.quote.action") },
        reason: t("emails.group.reason"),
      };
    },
  }),
  group_deposit_returned: sending("group_deposit_returned", {
    ...OF_A_DEPOSIT,
    whyWithheld: ({ quote }) => (quote ? null : "it is over"),
    words(context, about) {
      const { t, locale } = context;
      const { date, quote } = quoteValues(about, locale);
      return {
        subject: t("emails.group.depositReturned.subject", { date }),
        preview: t("emails.group.depositReturned.text"),
        title: t("emails.group.depositReturned.title"),
        paragraphs: [t("emails.group.depositReturned.text")],
        facts: quoteFacts(context, quote),
        action: { href: about.link, label: t("emails.group.quote.action") },
        reason: t("emails.group.reason"),
      };
    },
  }),
  staff_group_answer: sending("staff_group_answer", {
    read: async (ctx, { payload: { quoteId, answer }, language }) => ({
      quote: await quoteToMail(ctx, quoteId, language),
      answer,
      link: "",
    }),
    whyWithheld: ({ quote }) => (quote ? null : "it is over"),
    words(context, about, { base }) {
      const { t, locale } = context;
      const { people, date, quote } = quoteValues(about, locale);
      const answer = t(
        about.answer === "ended" && quote.places !== null
          ? "emails.staff.group.answer.endedShared"
          : `emails.staff.group.answer.${about.answer}`,
      );
      return {
        subject: t("emails.staff.group.answer.subject", { people, date }),
        preview: answer,
        title: t("emails.staff.group.answer.title"),
        paragraphs: [t("emails.staff.group.answer.text")],
        facts: [[t("emails.staff.group.answer.answer"), answer], ...quoteFacts(context, quote)],
        action: {
          href: base + localizedPath(`/admin/groups?view=all&open=${quote.requestId}`, locale),
          label: t("emails.staff.group.action"),
        },
        reason: t("emails.staff.reason"),
      };
    },
    example: (now) => ({ quote: exampleQuote(now), answer: "accepted" as const, link: "" }),
  }),
};

function exampleQuote(now: Date): Quote {
  const day = (days: number) => dateIn(daysAfter(now, days), HOME_ZONE);
  return {
    id: NOBODY,
    requestId: NOBODY,
    version: 1,
    standing: "open",
    crawl: "Centro Histórico Crawl",
    city: "Mexico City",
    people: 30,
    date: day(30),
    start_time: "20:00",
    end_time: "00:30",
    total: { amount_minor: 2_400_000, currency: "MXN" },
    deposit: null,
    due: null,
    change: null,
    places: null,
    pay_by: day(20),
    valid_until: day(7),
    included: "",
    at: now.toISOString(),
  };
}

const exampleDeposit = (now: Date): NonNullable<Quote["deposit"]> => ({
  id: NOBODY,
  state: "paid",
  amount: { amount_minor: 600_000, currency: "MXN" },
  balance: { amount_minor: 1_800_000, currency: "MXN" },
  kept: { amount_minor: 0, currency: "MXN" },
  left: { amount_minor: 600_000, currency: "MXN" },
  by: dateIn(daysAfter(now, 10), HOME_ZONE),
});

function exampleRequest(now: Date): StoredRequest {
  return {
    id: NOBODY,
    state: "new",
    name: "Sofía Ruiz",
    email: "sofia@example.com",
    phone: "",
    language: "en",
    site_tag: "cdmx",
    people: 30,
    city_id: "cdmx",
    city_name: "Mexico City",
    city_name_es: "Ciudad de México",
    date: dateIn(daysAfter(now, 30), HOME_ZONE),
    occasion: "birthday",
    words: "",
    created_at: now,
    closed_at: null,
  };
}

export const GROUP_ANSWERS = {
  "group.requested": [
    // to whoever asks, in the language of the page, unless their mailbox has had enough: anybody can type anybody's
    async (ctx, tx, { requestId }) => {
      const request = await requestOf(tx, requestId);
      if (!request) throw new Error(`no request ${requestId} to confirm`);
      if (!(await mayMail(ctx, tx, "group_received", request.email))) return;
      await queueEmail(ctx, tx, {
        kind: "group_received",
        payload: { requestId },
        bookingId: null,
        dedupeKey: `group.${requestId}.received`,
        language: request.language === "es" ? "es" : "en",
        recipient: request.email,
      });
    },
    (ctx, tx, { requestId }) =>
      queueToStaff(ctx, tx, `group.${requestId}.staff`, {
        kind: "staff_group",
        payload: { requestId },
        bookingId: null,
      }),
  ],
  "group.quoted": [(ctx, tx, { quoteId }) => queueToGroup(ctx, tx, quoteId, { kind: "group_quote", key: "quote" })],
  "group.answered": [
    async (ctx, tx, { quoteId, answer }) => {
      if (answer === "accepted") await queueToGroup(ctx, tx, quoteId, { kind: "group_accepted", key: "accepted" });
    },
    (ctx, tx, { quoteId, answer }) =>
      queueToStaff(ctx, tx, `group.quote.${quoteId}.${answer}.staff`, {
        kind: "staff_group_answer",
        payload: { quoteId, answer },
        bookingId: null,
      }),
  ],
  // once per reminder, however often its round runs
  "group.payment_due": [
    (ctx, tx, { quoteId, of, days }) =>
      queueToGroup(ctx, tx, quoteId, {
        kind: "group_reminder",
        key: of === "deposit" ? `reminder.deposit.${days}` : `reminder.${days}`,
      }),
  ],
  "group.deposit_changed": [
    // what goes back in parts, or is refused again, is told each time
    (ctx, tx, { quoteId, depositId, became }) =>
      queueToGroup(ctx, tx, quoteId, {
        kind: `group_deposit_${became}`,
        key:
          became === "returned" || became === "refused"
            ? `deposit.${depositId}.${became}.${ctx.now.getTime()}`
            : `deposit.${became}`,
      }),
    async (ctx, tx, { quoteId, became }) => {
      if (became === "paid" || became === "kept")
        await queueToStaff(ctx, tx, `group.quote.${quoteId}.deposit.${became}.staff`, {
          kind: "staff_group_answer",
          payload: { quoteId, answer: `deposit_${became}` },
          bookingId: null,
        });
    },
  ],
} satisfies Partial<Handlers>;

async function queueToGroup(
  ctx: Context,
  tx: Tx,
  quoteId: string,
  { kind, key }: { kind: keyof typeof QUOTE_SENDINGS & `group_${string}`; key: string },
): Promise<void> {
  const guest = await guestOfQuote(tx, quoteId);
  if (!guest) return;
  await queueEmail(ctx, tx, {
    kind,
    payload: { quoteId },
    bookingId: null,
    dedupeKey: `group.quote.${quoteId}.${key}`,
    language: guest.language,
    recipient: guest.email,
  });
}
