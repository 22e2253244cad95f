import { longDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { formatMoney, type Money } from "#src/kernel/money.ts";
import type { Letter } from "#src/modules/notifications/emails/layout.tsx";
import type { MoneySubject } from "#src/modules/notifications/read-subject.server.ts";
import type { Words } from "#src/modules/notifications/word-letters.server.ts";
import type { ShownDifference } from "#src/modules/reconciliation/schema.ts";

/** A letter names so many differences; the rest stands on the page that it leads to. */
const MOST_NAMED = 20;

/** The words of a letter to staff about money that isn't where it should be. */
export function moneyText(letter: Letter, about: MoneySubject, origin: string): Words {
  const { t, locale } = letter;
  const words = about.kind === "staff_event_died" ? died(letter, about) : differs(letter, about);
  const action = { href: origin + localizedPath("/admin/payments", locale), label: t("mail.money.open") };
  return { ...words, action, reason: t("mail.staff.reason") };
}

function died({ t }: Letter, { event }: MoneySubject): Words {
  if (!event?.dead_reason) throw new Error("no letter about a message that is alive");
  const lost = event.dead_reason === "money_without_booking";
  const title = lost ? t("mail.money.lost.title") : t("mail.money.died.title");
  const text = lost ? t("mail.money.lost.text") : t("mail.money.died.text");
  return {
    subject: lost
      ? t("mail.money.lost.subject", { provider: event.provider })
      : t("mail.money.died.subject", { provider: event.provider }),
    preview: text,
    title,
    paragraphs: [text],
    facts: [
      [t("mail.money.provider"), event.provider],
      [t("mail.money.message"), `${event.type}, ${event.event_id}`],
      [t("mail.staff.payment"), event.external_id ?? event.charge_ref ?? event.payment_ref ?? "–"],
      [t("mail.staff.why"), event.last_error ?? "–"],
    ],
  };
}

function differs({ t, locale }: Letter, { run }: MoneySubject): Words {
  if (!run) throw new Error("no letter about a comparison that is gone");
  const told = { provider: run.provider, day: longDate(run.day, locale), count: run.differences.length };
  const money = (one: Money | null) => (one ? formatMoney(one, locale) : t("money.nothing"));
  const name = (one: ShownDifference) => [one.reference, one.externalId].filter((part) => part !== null).join(" · ");
  return {
    subject: t("mail.money.differs.subject", told),
    preview: t("mail.money.differs.text", told),
    title: t("mail.money.differs.title", told),
    paragraphs: [t("mail.money.differs.text", told)],
    points: run.differences
      .slice(0, MOST_NAMED)
      .map((one) => [
        t(`money.difference.${one.kind}`),
        t("mail.money.differs.one", { name: name(one), ours: money(one.ours), theirs: money(one.theirs) }),
      ]),
  };
}
