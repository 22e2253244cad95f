import { clockTime, dateIn, dateInSentence, HOME_ZONE } from "#src/kernel/local-time.ts";
import { momentInside, money, nightOf } from "#src/modules/mail/notifications/kinds/booking-words.server.ts";
import {
  bookingSending,
  sending,
  toBooking,
  unlessPending,
} from "#src/modules/mail/notifications/kinds/kind.server.ts";
import { daysAfter, NOBODY } from "#src/modules/mail/notifications/make-example.server.ts";
import { queueEmail } from "#src/modules/mail/notifications/queue-email.server.ts";
import { entriesToMail, listLink } from "#src/modules/sales/waiting/queries.server.ts";
import { guestAddress } from "#src/modules/mail/notifications/store.server.ts";
import type { Handlers } from "#src/platform/context.server.ts";

export const WAITING_SENDINGS = {
  /** What somebody waits for, and the way off the list. It says no name that was typed: nobody has proved whose address it is. */
  waiting_joined: sending("waiting_joined", {
    read: async (ctx, { payload: { entryIds }, language }) => ({
      entries: await entriesToMail(ctx, entryIds, language),
      link: listLink(ctx, entryIds[0]!, language),
    }),
    whyWithheld: ({ entries }) => (entries.some(({ state }) => state === "waiting") ? null : "it is over"),
    words: ({ t, locale }, { entries, link }) => ({
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
    }),
    example: (now) => ({
      entries: [
        {
          id: NOBODY,
          state: "waiting" as const,
          title: "Centro Histórico Crawl",
          city: "Mexico City",
          crawl: "Centro Histórico Crawl",
          people: 2,
          ahead: 1,
          offer: null,
          date: dateIn(daysAfter(now, 10), HOME_ZONE),
          start_time: "20:00",
          end_time: "00:30",
          zone: HOME_ZONE,
        },
      ],
      link: "#",
    }),
  }),
};

export const OFFER_SENDINGS = {
  /** Places that came free: until when they are held, and the way to pay. */
  waiting_offer: bookingSending("waiting_offer", {
    read: (_ctx, _booking, { payload }) => Promise.resolve(payload),
    whyWithheld: (about) => unlessPending(about) ?? (new Date(about.until) <= about.now ? "its time is over" : null),
    words(context, about, keys) {
      const { t, locale } = context;
      const { booking } = about;
      const values = { ...nightOf(booking, locale), people: booking.number_of_people };
      const until = momentInside(context, new Date(about.until), booking.time_zone);
      return {
        subject: t("emails.offer.subject", values),
        preview: t("emails.offer.preview"),
        title: t("emails.offer.title", values),
        paragraphs: [t("emails.offer.text", values), t("emails.offer.until", { until }), t("emails.offer.next")],
        facts: [[t("emails.offer.amount"), money(booking.total_price, booking.currency, locale)]],
        action: { href: toBooking(context, about, keys), label: t("emails.offer.action") },
        reason: t("emails.offer.reason"),
      };
    },
    example: (now) => ({ until: new Date(now.getTime() + 1_800_000).toISOString() }),
  }),
};

export const WAITING_ANSWERS = {
  // once per new entry
  "waiting.joined": [
    async (ctx, tx, { entryIds, key, language, email: recipient }) => {
      const payload = { entryIds: [...entryIds] };
      const dedupeKey = `waiting.${key}`;
      await queueEmail(ctx, tx, { kind: "waiting_joined", payload, bookingId: null, dedupeKey, language, recipient });
    },
  ],
  // once per offer
  "waiting.offered": [
    async (ctx, tx, { entryId, bookingId, until }) => {
      const guest = await guestAddress(tx, bookingId);
      if (!guest) throw new Error(`no guest of offer ${entryId}`);
      await queueEmail(ctx, tx, {
        kind: "waiting_offer",
        payload: { until },
        bookingId,
        dedupeKey: `waiting.${entryId}.offer`,
        language: guest.language === "es" ? "es" : "en",
        recipient: guest.email,
      });
    },
  ],
} satisfies Partial<Handlers>;
