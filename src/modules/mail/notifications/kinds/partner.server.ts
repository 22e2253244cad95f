import { dateIn, dateInSentence, HOME_ZONE, longDate, monthAndYear, timeIn } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { formatPesos } from "#src/kernel/money.ts";
import { partnerToMail } from "#src/modules/sales/affiliates/read-link.server.ts";
import { openQuestions, questionToMail, statementToMail } from "#src/modules/partners/commission/queries.server.ts";
import type { EmailContext } from "#src/modules/mail/notifications/emails/layout.tsx";
import type { Email } from "#src/modules/mail/notifications/kinds/every-kind.ts";
import type { Case } from "#src/modules/mail/notifications/kinds/kind.ts";
import { type EmailCopy, keyed, type Keys, sending } from "#src/modules/mail/notifications/kinds/kind.server.ts";
import type { PARTNER } from "#src/modules/mail/notifications/kinds/partner.ts";
import { NOBODY } from "#src/modules/mail/notifications/make-example.server.ts";
import { queueEmail, queueToStaff } from "#src/modules/mail/notifications/queue-email.server.ts";
import { deskById } from "#src/modules/mail/notifications/store.server.ts";
import type { Context, Handlers } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

type Partner = Awaited<ReturnType<typeof partnerToMail>>;
type Statement = NonNullable<Awaited<ReturnType<typeof statementToMail>>>;
type Question = NonNullable<Awaited<ReturnType<typeof questionToMail>>>;
type Desk = Awaited<ReturnType<typeof deskById>>;

/** Whom an email goes to, as they are now; `recipient` is where it was to go. */
type ToPartner = { partner: Partner; recipient: string };

const unlessMoved = ({ partner, recipient }: ToPartner): string | null =>
  partner?.email === recipient ? null : "the partner has another address";

/** The partner's own page; null while their link opens nothing. */
function pageOf({ partner }: ToPartner, keys: Keys): string | null {
  const url = partner?.url ?? null;
  return url === null ? null : keyed(keys, () => url);
}

const EXAMPLE_EMAIL = "hola@hostal.example";
const exampleTo = (at: Case | null): ToPartner => ({
  partner: {
    name: "Hostal Ejemplo",
    email: EXAMPLE_EMAIL,
    version: 1,
    isActive: true,
    language: "es",
    url: at === "linkClosed" ? null : "#",
  },
  recipient: EXAMPLE_EMAIL,
});

type AboutStatement = ToPartner & { statement: Statement | null };

/** What an email about a statement has but its words. */
const OF_A_STATEMENT = {
  read: async (ctx: Context, { payload, recipient }: StoredOfStatement): Promise<AboutStatement> => ({
    partner: await partnerToMail(ctx, payload.partnerId),
    statement: await statementToMail(ctx, payload.statementId),
    recipient,
  }),
  practice: ({ statement }: Pick<AboutStatement, "statement">) => practiceOf(statement),
  example: (now: Date, at: Case | null): AboutStatement => ({ ...exampleTo(at), statement: exampleStatement(at, now) }),
};
type StoredOfStatement = { payload: { partnerId: string; statementId: string }; recipient: string };

const practiceOf = (of: { test: boolean } | null) => (of?.test ? ("statement" as const) : null);

export const PARTNER_SENDINGS = {
  partner_link: sending("partner_link", {
    read: async (ctx, { payload, recipient }) => ({
      partner: await partnerToMail(ctx, payload.partnerId),
      version: payload.version,
      recipient,
    }),
    whyWithheld: (about) =>
      about.partner?.url && about.partner.version === about.version ? unlessMoved(about) : "the link was made anew",
    words: ({ t }, about, keys) => ({
      subject: t("emails.partnerLink.subject"),
      preview: t("emails.partnerLink.preview"),
      title: t("emails.partnerLink.title", { name: about.partner?.name ?? "" }),
      paragraphs: [t("emails.partnerLink.text"), t("emails.partnerLink.private")],
      action: { href: pageOf(about, keys) ?? "", label: t("emails.partnerLink.action") },
      reason: t("emails.partnerLink.reason"),
    }),
    example: (_now, at) => ({ ...exampleTo(at), version: 1 }),
  }),
  partner_statement: sending("partner_statement", {
    ...OF_A_STATEMENT,
    whyWithheld: (about) =>
      unlessMoved(about) ?? (about.statement?.state === "draft" ? null : "the statement is agreed already"),
    words: (context, about, keys) => {
      const statement = subjectOf(about.statement);
      return onTheirPage(context, ready(context, statement), { month: statement.month, page: pageOf(about, keys) });
    },
  }),
  partner_statement_paid: sending("partner_statement_paid", {
    ...OF_A_STATEMENT,
    whyWithheld: unlessMoved,
    words: (context, about, keys) => {
      const statement = subjectOf(about.statement);
      return onTheirPage(context, paid(context, statement), { month: statement.month, page: pageOf(about, keys) });
    },
  }),
  partner_statement_answered: sending("partner_statement_answered", {
    read: async (ctx, { payload, recipient }) => ({
      partner: await partnerToMail(ctx, payload.partnerId),
      question: await questionToMail(ctx, payload.questionId),
      recipient,
    }),
    whyWithheld: (about) => unlessMoved(about) ?? (about.question?.answer ? null : "the answer is gone"),
    practice: ({ question }) => practiceOf(question),
    words: (context, about, keys) => {
      const question = subjectOf(about.question);
      return onTheirPage(context, answered(context, question), { month: question.month, page: pageOf(about, keys) });
    },
    example: (now, at) => {
      const month = monthBefore(now);
      const question = {
        month,
        test: false,
        date: `${month}-20`,
        question: "Three of them came, not two.",
        answer: "You’re right: we let the third one in by hand. It’s on your next statement.",
      };
      return { ...exampleTo(at), question };
    },
  }),
  staff_statement_question: sending("staff_statement_question", {
    read: async (ctx, { payload: { statementId } }) => ({
      statement: await statementToMail(ctx, statementId),
      questions: await openQuestions(ctx, statementId),
    }),
    whyWithheld: ({ questions }) => (questions.length > 0 ? null : "it is answered already"),
    practice: ({ statement }) => practiceOf(statement),
    words({ t, locale }, { statement, questions }, { base }) {
      const { partnerId, month, name: partner, number } = subjectOf(statement);
      const subject = t("emails.staff.question.subject", { partner, month: monthAndYear(month, locale) });
      return {
        subject,
        preview: t("emails.staff.question.text"),
        title: subject,
        paragraphs: [t("emails.staff.question.text")],
        facts: [
          [t("emails.staff.partner"), partner],
          [t("emails.statement.number"), number ?? "–"],
        ],
        points: questions.slice(0, MOST_QUOTED).map(({ reference, question }) => [reference, question]),
        action: {
          href: base + localizedPath(`/admin/affiliates/statements/${partnerId}/${month}`, locale),
          label: t("emails.staff.question.action"),
        },
        reason: t("emails.staff.reason"),
      };
    },
    example: (now) => ({ statement: exampleStatement(null, now), questions: [exampleQuestion(now)] }),
  }),
  staff_desk_locked: sending("staff_desk_locked", {
    read: async ({ db }, { payload: { deviceId, at } }) => ({ desk: await deskById(db, deviceId), at }),
    whyWithheld: ({ desk, at }) =>
      desk?.locked_at?.toISOString() === at && desk.revoked_at === null ? null : "somebody has looked already",
    words({ t, locale }, { desk }, { base }) {
      if (!desk?.locked_at) throw new Error("no email about a desk that isn't locked");
      const { name, partner, locked_at: at } = desk;
      const subject = t("emails.staff.desk.subject", { desk: name, partner });
      const moment = { date: longDate(dateIn(at, HOME_ZONE), locale), time: timeIn(at, HOME_ZONE, locale) };
      return {
        subject,
        preview: t("emails.staff.desk.text"),
        title: subject,
        paragraphs: [t("emails.staff.desk.text")],
        facts: [
          [t("emails.staff.desk.name"), name],
          [t("emails.staff.partner"), partner],
          [t("emails.staff.desk.at"), t("emails.moment", moment)],
        ],
        action: { href: base + localizedPath("/admin/affiliates/desks", locale), label: t("emails.staff.desk.action") },
        reason: t("emails.staff.reason"),
      };
    },
    example: (now) => ({
      desk: { name: "Tablet", partner: "Hostal Ejemplo", locked_at: now, revoked_at: null } as Desk,
      at: now.toISOString(),
    }),
  }),
};

/** Maximum questions in an email; the statement shows the rest. */
const MOST_QUOTED = 20;

function subjectOf<Subject>(subject: Subject | null): Subject {
  if (subject === null) throw new Error("no email about a statement that is gone");
  return subject;
}

type PartnerCopy = Omit<EmailCopy, "action" | "reason"> & { action: string };

/** `page` is the address of the partner's own page, null while their link opens nothing. */
function onTheirPage(
  { t }: EmailContext,
  notice: PartnerCopy,
  { month, page }: { month: string; page: string | null },
): EmailCopy {
  const reason = t("emails.partnerLink.reason");
  // the link was revoked to keep somebody from these figures, who may be reading this address
  if (page === null) {
    const text = t("emails.statement.closed");
    return { subject: notice.subject, preview: text, title: notice.title, paragraphs: [text], reason };
  }
  return {
    ...notice,
    paragraphs: [...notice.paragraphs, t("emails.statement.private")],
    action: { href: `${page}?month=${month}`, label: notice.action },
    reason,
  };
}

/** Who pays: we the partner, the partner us, or nobody. */
const wayOf = ({ due }: Statement) => (due > 0 ? "toPartner" : due < 0 ? "fromPartner" : "nothingDue");

const READY = {
  toPartner: ["emails.statement.toPartner", "emails.statement.weOwe"],
  fromPartner: ["emails.statement.fromPartner", "emails.statement.youOwe"],
  nothingDue: ["emails.statement.nothingDue", "emails.statement.due"],
} as const;

function ready({ t, locale }: EmailContext, statement: Statement): PartnerCopy {
  const { month, number, people, commission, cash, due } = statement;
  const pesos = (amount: number) => formatPesos(amount, locale);
  const amount = pesos(Math.abs(due));
  const [text, label] = READY[wayOf(statement)];
  const subject = t("emails.statement.subject", { month: monthAndYear(month, locale) });
  return {
    subject,
    preview: t(text, { amount }),
    title: subject,
    paragraphs: [t(text, { amount }), t("emails.statement.ask")],
    facts: [
      [t("emails.statement.number"), number ?? "–"],
      [t("emails.statement.people"), String(people)],
      [t("emails.statement.commission"), pesos(commission)],
      ...(cash > 0 ? [[t("emails.statement.cash"), pesos(cash)] as const] : []),
      [t(label), amount],
    ],
    action: t("emails.statement.action"),
  };
}

const PAID = {
  toPartner: ["emails.statementPaid.subject", "emails.statementPaid.text"],
  fromPartner: ["emails.statementPaid.received", "emails.statementPaid.receivedText"],
  nothingDue: ["emails.statementPaid.settled", "emails.statementPaid.settledText"],
} as const;

function paid({ t, locale }: EmailContext, statement: Statement): PartnerCopy {
  const { month, number, due, reference } = statement;
  const amount = formatPesos(Math.abs(due), locale);
  const [title, text] = PAID[wayOf(statement)];
  const subject = t(title, { month: monthAndYear(month, locale) });
  return {
    subject,
    preview: t(text, { amount }),
    title: subject,
    paragraphs: [t(text, { amount })],
    facts: [
      [t("emails.statement.number"), number ?? "–"],
      ...(due === 0 ? [] : [[t("emails.staff.amount"), amount] as const]),
      ...(reference === "" ? [] : [[t("emails.statementPaid.reference"), reference] as const]),
    ],
    action: t("emails.statement.see"),
  };
}

function answered({ t, locale }: EmailContext, { month, date, question, answer }: Question): PartnerCopy {
  const subject = t("emails.statementAnswered.subject", { month: monthAndYear(month, locale) });
  const text = t("emails.statementAnswered.text", { date: dateInSentence(date, locale) });
  return {
    subject,
    preview: text,
    title: subject,
    paragraphs: [text],
    points: [
      [t("emails.statementAnswered.yours"), question],
      [t("emails.statementAnswered.ours"), answer ?? ""],
    ],
    action: t("emails.statement.see"),
  };
}

const monthBefore = (now: Date): string =>
  Temporal.PlainDate.from(dateIn(now, HOME_ZONE)).subtract({ months: 1 }).toString().slice(0, 7);

function exampleStatement(at: Case | null, now: Date) {
  const month = monthBefore(now);
  const cash = at === "fromPartner" ? 160_000 : at === "nothingDue" ? 96_000 : 40_000;
  return {
    id: NOBODY,
    partnerId: NOBODY,
    name: "Hostal Ejemplo",
    code: "EJEMPLO",
    language: "es",
    month,
    number: `${month}-04`,
    state: "draft",
    people: 24,
    bookings: 9,
    commission: 96_000,
    cash,
    due: 96_000 - cash,
    agreedAt: null,
    agreedBy: null,
    paidAt: null,
    reference: "SPEI 0123456",
    questions: 1,
    doubts: 0,
    test: false,
  } as Statement;
}

const exampleQuestion = (now: Date) => ({
  id: NOBODY,
  booking_id: NOBODY,
  reference: "RND-EXAMPLE",
  question: "Three of them came, not two.",
  asked_at: now,
  answer: null,
  answered_at: null,
});

export const PARTNER_ANSWERS = {
  // which they or staff asked for
  "partner.link_asked": [
    (ctx, tx, { partnerId, version, at }) =>
      tell(ctx, tx, `link.${version}.${at}`, { kind: "partner_link", payload: { partnerId, version } }),
  ],
  // once per statement
  "statement.closed": [
    (ctx, tx, payload) =>
      tell(ctx, tx, `statement.${payload.statementId}.closed`, { kind: "partner_statement", payload }),
  ],
  "statement.paid": [
    (ctx, tx, payload) =>
      tell(ctx, tx, `statement.${payload.statementId}.paid`, { kind: "partner_statement_paid", payload }),
  ],
  // once per question
  "statement.answered": [
    (ctx, tx, payload) =>
      tell(ctx, tx, `question.${payload.questionId}.answered`, { kind: "partner_statement_answered", payload }),
  ],
  // once until staff have answered something on it: whoever has the partner's page could flood us
  "statement.asked": [
    (ctx, tx, { statementId, answered: count }) =>
      queueToStaff(ctx, tx, `statement.${statementId}.asked.${count}`, {
        kind: "staff_statement_question",
        payload: { statementId },
        bookingId: null,
      }),
  ],
  // once per time
  "desk.locked": [
    (ctx, tx, payload) =>
      queueToStaff(ctx, tx, `desk.${payload.deviceId}.locked.${payload.at}`, {
        kind: "staff_desk_locked",
        payload,
        bookingId: null,
      }),
  ],
} satisfies Partial<Handlers>;

type ToPartnerKind = Exclude<keyof typeof PARTNER, `staff_${string}`>;

/**
 * Queues an email to a partner's address on file, in their language. One without an address gets none; one who is switched off does:
 * they still agree and are paid.
 */
async function tell(ctx: Context, tx: Tx, key: string, email: Email<ToPartnerKind>): Promise<void> {
  const { partnerId } = email.payload;
  const partner = await partnerToMail({ ...ctx, db: tx }, partnerId);
  if (!partner || partner.email === "") return;
  await queueEmail(ctx, tx, {
    ...email,
    bookingId: null,
    dedupeKey: `partner.${partnerId}.${key}`,
    language: partner.language,
    recipient: partner.email,
  });
}
