import { clockTime, dateInSentence, hours } from "#src/kernel/local-time.ts";
import { broughtBy } from "#src/modules/sales/booking/queries.server.ts";
import { meetingPoint } from "#src/modules/site/catalog/rules/meeting-point.ts";
import type { EmailContext } from "#src/modules/mail/notifications/emails/layout.tsx";
import { whyRefused } from "#src/modules/mail/notifications/grant-optout.server.ts";
import { cityOf, crawlOf, nightOf } from "#src/modules/mail/notifications/kinds/booking-words.server.ts";
import {
  type AboutBooking,
  bookingSending,
  type EmailCopy,
  keyed,
  type Keys,
  unlessConfirmed,
} from "#src/modules/mail/notifications/kinds/kind.server.ts";
import { checkoutLink, whyNotBack } from "#src/modules/mail/notifications/lead-back.server.ts";
import { NOBODY } from "#src/modules/mail/notifications/make-example.server.ts";
import { queueToGuest } from "#src/modules/mail/notifications/queue-email.server.ts";
import { isLapsed } from "#src/modules/mail/notifications/rules/delivery.ts";
import { type Reminder, whyNotReminded } from "#src/modules/mail/notifications/rules/reminders.ts";
import { confirmedOf } from "#src/modules/mail/notifications/store.server.ts";
import { storedSettings } from "#src/modules/base/settings/queries.server.ts";
import { routeOf } from "#src/modules/evening/stops/queries.server.ts";
import { bookingLink } from "#src/modules/sales/booking/grant-access.server.ts";
import type { BookedDeparture } from "#src/modules/evening/tickets/queries.server.ts";
import type { Context, Handlers } from "#src/platform/context.server.ts";

const reminding = (kind: Reminder, when: "before" | "today") =>
  bookingSending(kind, {
    read: async (ctx, booking, { payload }) => {
      const { scheduled: plan } = await storedSettings(ctx);
      return { notReminded: whyNotReminded(kind, { night: booking, of: payload.date, plan, now: ctx.now }) };
    },
    whyWithheld: (about) => unlessConfirmed(about) ?? about.notReminded,
    words: (context, { booking }, keys) => reminder(context, { booking, keys, when }),
    example: () => ({ notReminded: null }),
  });

type Reminding = { booking: BookedDeparture; keys: Keys; when: "before" | "today" };

function reminder({ t, locale, reference }: EmailContext, { booking, keys, when }: Reminding): EmailCopy {
  const time = clockTime(booking.start_time, locale);
  const meeting = meetingPoint(booking, locale);
  const crawl = crawlOf(booking, locale);
  const values = { time, crawl, name: booking.first_name, date: dateInSentence(booking.date, locale) };
  const text = t("emails.reminder.text", values);
  return {
    subject: t(`emails.reminder.${when}.subject`, values),
    preview: meeting ? t("emails.reminder.preview", { place: meeting.place, time }) : text,
    title: t(`emails.reminder.${when}.title`, values),
    paragraphs: [text],
    facts: [
      [t("ticket.time"), hours(booking.start_time, booking.end_time, locale)],
      [t("emails.reminder.people"), String(booking.number_of_people)],
      [t("ticket.city"), cityOf(booking, locale)],
      [t("ticket.reference"), reference],
    ],
    points: [
      ...(meeting
        ? [
            [
              t("emails.confirmation.placeTitle"),
              t("emails.confirmation.place", { place: meeting.place, time }),
              { href: meeting.map, label: t("emails.reminder.map") },
            ] as const,
          ]
        : []),
      [t("emails.confirmation.bringTitle"), t("emails.confirmation.bring")],
    ],
    action: { href: keyed(keys, (ctx) => bookingLink(ctx, booking, locale)), label: t("emails.reminder.action") },
  };
}

/** Why guests aren't to be told of a night's stops anymore: a newer version has its own email. */
function whyNotTold({ booking, route, payload, now }: AboutBooking<StopsSubject>): string | null {
  if (booking.departure_id !== payload.departureId) return "the night was moved";
  if (booking.departure_status === "cancelled") return "the night is cancelled";
  if (booking.ends_at <= now) return "its time is over";
  return route.version === payload.version ? null : "the stops were changed again";
}
type StopsSubject = { route: Awaited<ReturnType<typeof routeOf>>; payload: { departureId: string; version: number } };

export const NIGHT_SENDINGS = {
  reminder_day_before: reminding("reminder_day_before", "before"),
  reminder_today: reminding("reminder_today", "today"),
  /** The one email about an unfinished booking. It contains no typed text: nobody has proved that the address is theirs. */
  checkout_unfinished: bookingSending("checkout_unfinished", {
    read: async (ctx, booking, { recipient }) => ({
      notBack: (await whyRefused(ctx, recipient)) ?? (await whyNotBack(ctx, booking)),
      referral: (await broughtBy(ctx, booking.id)).referral,
    }),
    whyWithheld: ({ booking, notBack }) => (isLapsed(booking) ? notBack : `the booking is ${booking.status}`),
    words({ t, locale }, { booking, referral }, keys) {
      const values = { ...nightOf(booking, locale), people: booking.number_of_people };
      return {
        subject: t("emails.unfinished.subject", values),
        preview: t("emails.unfinished.preview"),
        title: t("emails.unfinished.title"),
        paragraphs: [t("emails.unfinished.text", values), t("emails.unfinished.free", values)],
        action: {
          href: keyed(keys, (ctx) => checkoutLink(ctx, booking, { referral, locale })),
          label: t("emails.unfinished.action"),
        },
        reason: t("emails.unfinished.reason"),
      };
    },
    example: () => ({ notBack: null, referral: "" }),
  }),
  route_changed: bookingSending("route_changed", {
    read: async (ctx: Context, _booking, { payload }): Promise<StopsSubject> => ({
      route: await routeOf(ctx, payload.departureId),
      payload,
    }),
    whyWithheld: (about) => unlessConfirmed(about) ?? whyNotTold(about),
    words({ t, locale }, { booking, route: { stops } }, keys) {
      const values = {
        crawl: crawlOf(booking, locale),
        date: dateInSentence(booking.date, locale),
        name: booking.first_name,
      };
      return {
        subject: t("emails.route.subject", values),
        preview: t("emails.route.preview"),
        title: t("emails.route.title", values),
        paragraphs: [t("emails.route.text", values)],
        points: stops.map(({ at, name, address, map_url: map }) => {
          const title = `${clockTime(at, locale)} · ${name}`;
          return map === null ? [title, address] : [title, address, { href: map, label: t("emails.reminder.map") }];
        }),
        action: {
          href: keyed(keys, (ctx) => bookingLink(ctx, booking, locale, "/where")),
          label: t("emails.route.action"),
        },
      };
    },
    example: () => ({ route: EXAMPLE_ROUTE, payload: { departureId: NOBODY, version: 1 } }),
  }),
};

const EXAMPLE_ROUTE = {
  version: 1,
  stops: [
    { at: "20:00", name: "Cantina Uno", address: "Calle Ejemplo 1", map_url: null },
    { at: "21:30", name: "Terraza Dos", address: "Calle Ejemplo 2", map_url: null },
  ],
} as StopsSubject["route"];

export const NIGHT_ANSWERS = {
  // tonight's stops were changed, and guests are to know: every confirmed one, once per version
  "route.told": [
    async (ctx, tx, { departureId, version }) => {
      const key = `route.${departureId}.${version}`;
      for (const bookingId of await confirmedOf(tx, departureId))
        await queueToGuest(ctx, tx, bookingId, { kind: "route_changed", key, payload: { departureId, version } });
    },
  ],
} satisfies Partial<Handlers>;
