import { clockTime, dateIn, dateInSentence, HOME_ZONE, hours, longDate } from "#src/kernel/local-time.ts";
import type { Locale } from "#src/kernel/localized.ts";
import { requestLink } from "#src/modules/evening/guides/grant-answer.server.ts";
import { guidesOfShifts, shiftsToTell } from "#src/modules/evening/guides/queries.server.ts";
import type { GuideNight } from "#src/modules/evening/guides/schema.ts";
import { staffWho } from "#src/modules/base/identity/queries.server.ts";
import type { EmailContext } from "#src/modules/mail/notifications/emails/layout.tsx";
import type { Email } from "#src/modules/mail/notifications/kinds/every-kind.ts";
import type { Case } from "#src/modules/mail/notifications/kinds/kind.ts";
import {
  type EmailCopy,
  keyed,
  type Keys,
  sending,
  type Stored,
} from "#src/modules/mail/notifications/kinds/kind.server.ts";
import type { SHIFT } from "#src/modules/mail/notifications/kinds/shift.ts";
import { daysAfter, NOBODY } from "#src/modules/mail/notifications/make-example.server.ts";
import { queueEmail } from "#src/modules/mail/notifications/queue-email.server.ts";
import type { Context, Handlers } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

type ShiftKind = keyof typeof SHIFT;

/** What an email to a guide is about: the nights, as they are now; `isGuide`: they still have a role that leads nights. */
type About<Payload> = { nights: GuideNight[]; isGuide: boolean; now: Date; payload: Payload };

type ShiftParts<One extends ShiftKind> = {
  /** why it isn't to be sent to whoever is a guide, while there are its nights */
  unless: (about: Pick<About<unknown>, "nights" | "now">) => string | null;
  words: (context: EmailContext, about: About<Stored<One>["payload"]>, keys: Keys) => EmailCopy;
  example: (now: Date, at: Case | null) => Stored<One>["payload"];
};

const idsOf = (payload: Stored<ShiftKind>["payload"]): readonly string[] =>
  "shiftIds" in payload ? payload.shiftIds : [payload.shiftId];

const toGuide = <One extends ShiftKind>(kind: One, { unless, words, example }: ShiftParts<One>) =>
  sending<One, About<Stored<One>["payload"]>>(kind, {
    async read(ctx, { payload, language }) {
      const guides = await staffWho(ctx, "checkins.record");
      return {
        nights: await shiftsToTell(ctx, idsOf(payload), language),
        isGuide: guides.some((guide) => guide.id === payload.userId),
        now: ctx.now,
        payload,
      };
    },
    whyWithheld({ nights, isGuide, now }) {
      if (!isGuide) return "they are no guide any more";
      return nights.length === 0 ? "the night is gone" : unless({ nights, now });
    },
    words,
    example: (now, at) => ({
      nights: [10, ...(at === "several" ? [11] : [])].map((days) => exampleNight(now, days, at)),
      isGuide: true,
      now,
      payload: example(now, at),
    }),
  });

const isAsked = ({ state }: GuideNight) => state === "asked";
const isToCome = (now: Date) => (night: GuideNight) => new Date(night.startsAt) > now;

/** The nights of a request that can still be answered. */
const stillAsked = (nights: readonly GuideNight[], now: Date): GuideNight[] =>
  nights.filter((night) => isAsked(night) && !night.isCancelled && isToCome(now)(night));

function unlessAsked({ nights, now }: Pick<About<unknown>, "nights" | "now">): string | null {
  const pending = nights.filter(isAsked);
  if (pending.length === 0) return "it is answered already";
  if (pending.every(({ isCancelled }) => isCancelled)) return "the night is cancelled";
  return stillAsked(pending, now).length > 0 ? null : "its time is over";
}

const answer = ({ t, locale }: EmailContext, requestId: string, keys: Keys) => ({
  href: keyed(keys, (ctx) => requestLink(ctx, requestId, locale)),
  label: t("emails.shift.answer"),
});

const toldOf = (locale: Locale, night: GuideNight) => ({
  crawl: night.title,
  date: dateInSentence(night.date, locale),
  time: clockTime(night.start, locale),
});

const first = (nights: readonly GuideNight[]): GuideNight => {
  const [night] = nights;
  if (!night) throw new Error("no email to a guide without a night");
  return night;
};

export const SHIFT_SENDINGS = {
  shift_asked: toGuide("shift_asked", {
    unless: unlessAsked,
    words(context, { nights, now, payload }, keys) {
      const pending = stillAsked(nights, now);
      const again = payload.again ? [context.t("emails.shift.again.text")] : [];
      const values = pending.length > 1 ? askedForSeveral(context, pending) : askedFor(context, first(pending));
      return {
        ...values,
        paragraphs: [...again, ...values.paragraphs],
        action: answer(context, payload.requestId, keys),
        reason: context.t("emails.shift.reason"),
      };
    },
    example: (_now, at) => ({
      userId: NOBODY,
      requestId: NOBODY,
      shiftIds: [NOBODY],
      again: at === "askedAgain",
    }),
  }),
  shift_moved: toGuide("shift_moved", {
    unless: unlessAsked,
    words(context, { nights, payload: { was, requestId } }, keys) {
      const { t, locale } = context;
      const night = first(nights);
      const values = toldOf(locale, night);
      const text = t("emails.shift.moved.text", values);
      const before = `${longDate(was.date, locale)}, ${hours(was.start_time, was.end_time, locale)}`;
      return {
        subject: t("emails.shift.moved.subject", values),
        preview: text,
        title: t("emails.shift.moved.title"),
        paragraphs: [text],
        facts: [[t("emails.shift.was"), before], ...factsOf(context, night)],
        action: answer(context, requestId, keys),
        reason: t("emails.shift.reason"),
      };
    },
    example: (now) => ({
      userId: NOBODY,
      requestId: NOBODY,
      shiftId: NOBODY,
      was: { date: exampleNight(now, 9, null).date, start_time: "21:00", end_time: "01:30" },
    }),
  }),
  shift_ended: toGuide("shift_ended", {
    // past nights need no email: the guide has them in their calendar
    unless: ({ nights, now }) => (nights.some(isToCome(now)) ? null : "its time is over"),
    words(context, { nights, payload: { why } }) {
      const { t, locale } = context;
      const night = first(nights);
      const values = toldOf(locale, night);
      const of = why === "cancelled" ? "cancelled" : "off";
      const text = t(`emails.shift.${of}.text`, values);
      return {
        subject: t(`emails.shift.${of}.subject`, values),
        preview: text,
        title: t(`emails.shift.${of}.title`),
        paragraphs: [text],
        facts: factsOf(context, night).slice(0, 3),
        reason: t("emails.shift.reason"),
      };
    },
    example: (_now, at) => ({ userId: NOBODY, shiftId: NOBODY, why: at === "nightOff" ? "cancelled" : "withdrawn" }),
  }),
};

function askedForSeveral({ t, locale }: EmailContext, nights: readonly GuideNight[]): EmailCopy {
  const text = t("emails.shift.several.text");
  return {
    subject: t("emails.shift.several.subject"),
    preview: text,
    title: t("emails.shift.several.title"),
    paragraphs: [text],
    facts: nights.map((one) => [longDate(one.date, locale), `${one.title}, ${hours(one.start, one.end, locale)}`]),
  };
}

function askedFor(context: EmailContext, night: GuideNight): EmailCopy {
  const { t, locale } = context;
  const text = t(night.part === "backup" ? "emails.shift.asked.backup" : "emails.shift.asked.text");
  return {
    subject: t("emails.shift.asked.subject", toldOf(locale, night)),
    preview: text,
    title: t("emails.shift.asked.title"),
    paragraphs: [text],
    facts: factsOf(context, night),
    ...(night.note ? { points: [[t("emails.shift.note"), night.note]] } : {}),
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

const exampleNight = (now: Date, days: number, at: Case | null): GuideNight => ({
  shiftId: NOBODY,
  departureId: NOBODY,
  title: "Centro Histórico Crawl",
  city: "Mexico City",
  zone: HOME_ZONE,
  date: dateIn(daysAfter(now, days), HOME_ZONE),
  start: "20:00",
  end: "00:30",
  startsAt: daysAfter(now, days).toISOString(),
  meeting: { place: "Plaza Garibaldi 12", map: "#" },
  guests: 14,
  part: at === "asBackup" ? "backup" : "guide",
  state: "asked",
  isCancelled: false,
  note: "",
  mark: "",
  whyNot: null,
  mayDecline: true,
});

export const SHIFT_ANSWERS = {
  // one email for all nights that were asked for together, once each time they are
  "shifts.asked": [
    (ctx, tx, { requestId, shiftIds, again, times }) => {
      const ids = shiftIds.toSorted();
      return tell(ctx, tx, ids[0]!, `asked.${times}`, (userId) => ({
        kind: "shift_asked",
        payload: { userId, requestId, shiftIds: ids, again },
      }));
    },
  ],
  // whether they still can, once per move
  "shift.moved": [
    (ctx, tx, { shiftId, times, was }) =>
      tell(ctx, tx, shiftId, `moved.${times}`, (userId, requestId) => ({
        kind: "shift_moved",
        payload: { userId, requestId, shiftId, was },
      })),
  ],
  "shift.ended": [
    (ctx, tx, { shiftId, why }) =>
      tell(ctx, tx, shiftId, `ended.${why}`, (userId) => ({ kind: "shift_ended", payload: { userId, shiftId, why } })),
  ],
} satisfies Partial<Handlers>;

/** Queues an email to the guide of a shift, in the language of their account. Somebody who is no longer a guide gets none. */
async function tell(
  ctx: Context,
  tx: Tx,
  shiftId: string,
  key: string,
  emailTo: (userId: string, requestId: string) => Email<ShiftKind>,
): Promise<void> {
  const [shift] = await guidesOfShifts({ db: tx }, [shiftId]);
  const guide = (await staffWho(ctx, "checkins.record", tx)).find(({ id }) => id === shift?.userId);
  if (!shift || !guide) return;
  const { email: recipient, language, id } = guide;
  const dedupeKey = `shift.${shiftId}.${key}`;
  await queueEmail(ctx, tx, { ...emailTo(id, shift.requestId), bookingId: null, dedupeKey, language, recipient });
}
