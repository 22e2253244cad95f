import { clockTime, dateInSentence, hours, longDate } from "#src/kernel/local-time.ts";
import type { GuideNight } from "#src/modules/evening/guides/schema.ts";
import type { EmailCopy } from "#src/modules/mail/notifications/email-copy.server.ts";
import type { EmailContext } from "#src/modules/mail/notifications/emails/layout.tsx";
import type { ShiftSubject } from "#src/modules/mail/notifications/read-subject.server.ts";
import { stillAsked } from "#src/modules/mail/notifications/rules/delivery.ts";

/** The text of an email to a guide about nights of theirs, in the city's time. `link` leads to the page where they answer. */
export function shiftText(context: EmailContext, about: ShiftSubject, link: string): EmailCopy {
  const { t } = context;
  const nights = about.kind === "shift_asked" ? stillAsked(about.nights, about.now) : about.nights;
  const [night] = nights;
  if (!night) throw new Error(`no email of kind ${about.kind} without a night`);
  const action = { href: link, label: t("emails.shift.answer") };
  if (about.kind === "shift_ended") return ended(context, night, about.payload.why === "cancelled");
  if (about.kind === "shift_moved") return { ...moved(context, night, about.payload.was), action };
  return { ...asked(context, nights, about.payload.again), action };
}

const toldOf = ({ locale }: EmailContext, night: GuideNight) => ({
  crawl: night.title,
  date: dateInSentence(night.date, locale),
  time: clockTime(night.start, locale),
});

function asked(context: EmailContext, nights: readonly GuideNight[], isAgain: boolean): EmailCopy {
  const { t, locale } = context;
  const night = nights[0]!;
  const several = nights.length > 1;
  const again = isAgain ? [t("emails.shift.again.text")] : [];
  const reason = t("emails.shift.reason");
  if (several) {
    const text = t("emails.shift.several.text");
    return {
      subject: t("emails.shift.several.subject"),
      preview: text,
      title: t("emails.shift.several.title"),
      paragraphs: [...again, text],
      facts: nights.map((one) => [longDate(one.date, locale), `${one.title}, ${hours(one.start, one.end, locale)}`]),
      reason,
    };
  }
  const text = t(night.part === "backup" ? "emails.shift.asked.backup" : "emails.shift.asked.text");
  return {
    subject: t("emails.shift.asked.subject", toldOf(context, night)),
    preview: text,
    title: t("emails.shift.asked.title"),
    paragraphs: [...again, text],
    facts: factsOf(context, night),
    ...(night.note ? { points: [[t("emails.shift.note"), night.note]] } : {}),
    reason,
  };
}

function moved(context: EmailContext, night: GuideNight, was: { date: string; start_time: string; end_time: string }) {
  const { t, locale } = context;
  const told = toldOf(context, night);
  const text = t("emails.shift.moved.text", told);
  return {
    subject: t("emails.shift.moved.subject", told),
    preview: text,
    title: t("emails.shift.moved.title"),
    paragraphs: [text],
    facts: [
      [t("emails.shift.was"), `${longDate(was.date, locale)}, ${hours(was.start_time, was.end_time, locale)}`] as const,
      ...factsOf(context, night),
    ],
    reason: t("emails.shift.reason"),
  };
}

function ended(context: EmailContext, night: GuideNight, isCancelled: boolean): EmailCopy {
  const { t } = context;
  const told = toldOf(context, night);
  const text = isCancelled ? t("emails.shift.cancelled.text", told) : t("emails.shift.off.text", told);
  return {
    subject: isCancelled ? t("emails.shift.cancelled.subject", told) : t("emails.shift.off.subject", told),
    preview: text,
    title: isCancelled ? t("emails.shift.cancelled.title") : t("emails.shift.off.title"),
    paragraphs: [text],
    facts: factsOf(context, night).slice(0, 3),
    reason: t("emails.shift.reason"),
  };
}

function factsOf({ t, locale }: EmailContext, night: GuideNight): (readonly [string, string])[] {
  return [
    [t("emails.shift.date"), longDate(night.date, locale)],
    [t("ticket.time"), hours(night.start, night.end, locale)],
    [t("emails.shift.crawl"), `${night.title}, ${night.city}`],
    ...(night.meeting ? [[t("emails.shift.place"), night.meeting.place] as const] : []),
    [t("emails.shift.guests"), String(night.guests)],
  ];
}
