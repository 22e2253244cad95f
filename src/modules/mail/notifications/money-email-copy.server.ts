import { longDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { formatMoney, type Money } from "#src/kernel/money.ts";
import { ACCOUNTS } from "#src/modules/base/ledger/rules/accounts.ts";
import type { EmailContext } from "#src/modules/mail/notifications/emails/layout.tsx";
import type { MoneySubject } from "#src/modules/mail/notifications/read-subject.server.ts";
import type { EmailCopy } from "#src/modules/mail/notifications/email-copy.server.ts";
import type { ShownDifference } from "#src/modules/money/reconciliation/schema.ts";

/** Maximum differences listed in an email; its page shows the rest. */
const MOST_NAMED = 20;

/** The text of an email to staff about money that doesn't add up. */
export function moneyText(context: EmailContext, about: MoneySubject, origin: string): EmailCopy {
  const { t, locale } = context;
  const words = { staff_event_died: died, staff_money_differs: differs, staff_tills_differ: tillsDiffer }[about.kind](
    context,
    about,
  );
  const action = { href: origin + localizedPath("/admin/payments", locale), label: t("emails.money.open") };
  return { ...words, action, reason: t("emails.staff.reason") };
}

function died({ t }: EmailContext, { event }: MoneySubject): EmailCopy {
  if (!event?.dead_reason) throw new Error("no email about a message that is alive");
  const lost = event.dead_reason === "money_without_booking";
  const title = lost ? t("emails.money.lost.title") : t("emails.money.died.title");
  const text = lost ? t("emails.money.lost.text") : t("emails.money.died.text");
  return {
    subject: lost
      ? t("emails.money.lost.subject", { provider: event.provider })
      : t("emails.money.died.subject", { provider: event.provider }),
    preview: text,
    title,
    paragraphs: [text],
    facts: [
      [t("emails.money.provider"), event.provider],
      [t("emails.money.message"), `${event.type}, ${event.event_id}`],
      [t("emails.staff.payment"), event.external_id ?? event.charge_ref ?? event.payment_ref ?? "–"],
      [t("emails.staff.why"), event.last_error ?? "–"],
    ],
  };
}

function differs({ t, locale }: EmailContext, { run }: MoneySubject): EmailCopy {
  if (!run) throw new Error("no email about a comparison that is gone");
  const told = { provider: run.provider, day: longDate(run.day, locale), count: run.differences.length };
  const money = (one: Money | null) => (one ? formatMoney(one, locale) : t("reconciliation.nothing"));
  const name = (one: ShownDifference) => [one.reference, one.externalId].filter((part) => part !== null).join(" · ");
  return {
    subject: t("emails.money.differs.subject", told),
    preview: t("emails.money.differs.text", told),
    title: t("emails.money.differs.title", told),
    paragraphs: [t("emails.money.differs.text", told)],
    points: run.differences
      .slice(0, MOST_NAMED)
      .map((one) => [
        t(`reconciliation.difference.${one.kind}`),
        t("emails.money.differs.one", { name: name(one), ours: money(one.ours), theirs: money(one.theirs) }),
      ]),
  };
}

function tillsDiffer({ t, locale }: EmailContext, { tills }: MoneySubject): EmailCopy {
  const money = (amount: number, currency: Money["currency"]) => formatMoney({ amount, currency }, locale);
  return {
    subject: t("emails.money.tills.subject"),
    preview: t("emails.money.tills.text"),
    title: t("emails.money.tills.title"),
    paragraphs: [t("emails.money.tills.text")],
    facts: tills.slice(0, MOST_NAMED).map(({ account, provider, currency, expected, actual }) => {
      const figures = { expected: money(expected, currency), actual: money(actual, currency) };
      const known = ACCOUNTS.find((one) => one === account);
      const name = [known ? t(`reconciliation.account.${known}`) : account, ...(provider ? [provider] : [])];
      return [name.join(", "), t("emails.staff.books.figures", figures)] as const;
    }),
  };
}
