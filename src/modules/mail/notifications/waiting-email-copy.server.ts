import { clockTime, dateInSentence } from "#src/kernel/local-time.ts";
import type { EmailCopy } from "#src/modules/mail/notifications/email-copy.server.ts";
import type { EmailContext } from "#src/modules/mail/notifications/emails/layout.tsx";
import type { WaitingSubject } from "#src/modules/mail/notifications/read-subject.server.ts";

/** What somebody waits for, and the way off the list. It says no name that was typed: nobody has proved whose address it is. */
export function waitingText({ t, locale }: EmailContext, { entries, link }: WaitingSubject): EmailCopy {
  return {
    subject: t("emails.waiting.subject"),
    preview: t("emails.waiting.text"),
    title: t("emails.waiting.title"),
    paragraphs: [t("emails.waiting.text"), t("emails.waiting.how")],
    facts: entries.map(({ crawl, date, start_time: time, people }) => [
      t("emails.waiting.night", { date: dateInSentence(date, locale), time: clockTime(time, locale) }),
      t("emails.waiting.places", { people, crawl }),
    ]),
    action: { href: link, label: t("emails.waiting.action") },
    reason: t("emails.waiting.reason"),
  };
}
