import { clockTime, dateIn, dateInSentence, HOME_ZONE } from "#src/kernel/local-time.ts";
import { sending } from "#src/modules/mail/notifications/kinds/kind.server.ts";
import { daysAfter, NOBODY } from "#src/modules/mail/notifications/make-example.server.ts";
import { queueEmail } from "#src/modules/mail/notifications/queue-email.server.ts";
import { entriesToMail, listLink } from "#src/modules/sales/waiting/queries.server.ts";
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

export const WAITING_ANSWERS = {
  // once per new entry
  "waiting.joined": [
    async (ctx, tx, { entryIds, key, language, email: recipient }) => {
      const payload = { entryIds: [...entryIds] };
      const dedupeKey = `waiting.${key}`;
      await queueEmail(ctx, tx, { kind: "waiting_joined", payload, bookingId: null, dedupeKey, language, recipient });
    },
  ],
} satisfies Partial<Handlers>;
