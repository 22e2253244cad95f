import { dateIn, dateInSentence, HOME_ZONE, longDate, monthAndYear, timeIn } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { formatPesos } from "#src/kernel/money.ts";
import type { EmailCopy } from "#src/modules/mail/notifications/email-copy.server.ts";
import type { EmailContext } from "#src/modules/mail/notifications/emails/layout.tsx";
import type { PartnerAlertSubject, PartnerSubject } from "#src/modules/mail/notifications/read-subject.server.ts";

type Statement = NonNullable<PartnerSubject["statement"]>;
type Question = NonNullable<PartnerSubject["question"]>;

/** The text of an email to a partner. `page` is the address of their own page, null while their link opens nothing. */
export function partnerText(context: EmailContext, about: PartnerSubject, page: string | null): EmailCopy {
  if (about.kind === "partner_link") return ownPage(context, about.partner?.name ?? "", page ?? "");
  const { t } = context;
  const subject = about.kind === "partner_statement_answered" ? about.question : about.statement;
  if (!subject) throw new Error(`no email of kind ${about.kind} without a statement`);
  const told = "due" in subject ? words(context, about.kind, subject) : answered(context, subject);
  const reason = t("emails.partnerLink.reason");
  // the link was taken back to keep somebody from these figures: whoever reads this address could be them
  if (page === null) {
    const text = t("emails.statement.closed");
    return { subject: told.subject, preview: text, title: told.title, paragraphs: [text], reason };
  }
  return {
    ...told,
    paragraphs: [...told.paragraphs, t("emails.statement.private")],
    action: { href: `${page}?month=${subject.month}`, label: told.action },
    reason,
  };
}

const ownPage = ({ t }: EmailContext, name: string, link: string): EmailCopy => ({
  subject: t("emails.partnerLink.subject"),
  preview: t("emails.partnerLink.preview"),
  title: t("emails.partnerLink.title", { name }),
  paragraphs: [t("emails.partnerLink.text"), t("emails.partnerLink.private")],
  action: { href: link, label: t("emails.partnerLink.action") },
  reason: t("emails.partnerLink.reason"),
});

type Told = Omit<EmailCopy, "action" | "reason"> & { action: string };

const words = (context: EmailContext, kind: PartnerSubject["kind"], statement: Statement): Told =>
  kind === "partner_statement" ? ready(context, statement) : paid(context, statement);

/** Who pays: we the partner, the partner us, or nobody. */
const wayOf = ({ due }: Statement) => (due > 0 ? "toPartner" : due < 0 ? "fromPartner" : "nothingDue");

const READY = {
  toPartner: ["emails.statement.toPartner", "emails.statement.weOwe"],
  fromPartner: ["emails.statement.fromPartner", "emails.statement.youOwe"],
  nothingDue: ["emails.statement.nothingDue", "emails.statement.due"],
} as const;

function ready({ t, locale }: EmailContext, statement: Statement): Told {
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

function paid({ t, locale }: EmailContext, statement: Statement): Told {
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

function answered({ t, locale }: EmailContext, { month, date, question, answer }: Question): Told {
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

/** Maximum questions in an email; the statement shows the rest. */
const MOST_QUOTED = 20;

/** The text of an email to staff about a partner. */
export const alertText = (context: EmailContext, about: PartnerAlertSubject, origin: string): EmailCopy =>
  about.kind === "staff_desk_locked" ? locked(context, about, origin) : asked(context, about, origin);

function asked({ t, locale }: EmailContext, { statement, questions }: PartnerAlertSubject, origin: string): EmailCopy {
  if (!statement) throw new Error("no email about the questions of a statement that is gone");
  const { partnerId, month, name: partner, number } = statement;
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
      href: origin + localizedPath(`/admin/affiliates/statements/${partnerId}/${month}`, locale),
      label: t("emails.staff.question.action"),
    },
    reason: t("emails.staff.reason"),
  };
}

function locked({ t, locale }: EmailContext, { desk }: PartnerAlertSubject, origin: string): EmailCopy {
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
    action: { href: origin + localizedPath("/admin/affiliates/desks", locale), label: t("emails.staff.desk.action") },
    reason: t("emails.staff.reason"),
  };
}
