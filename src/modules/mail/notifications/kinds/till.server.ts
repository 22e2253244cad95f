import { dateIn, dateInSentence, HOME_ZONE, longDate } from "#src/kernel/local-time.ts";
import { inLocale, localizedPath } from "#src/kernel/localized.ts";
import { staffWho } from "#src/modules/base/identity/queries.server.ts";
import { sending } from "#src/modules/mail/notifications/kinds/kind.server.ts";
import { queueEmail } from "#src/modules/mail/notifications/queue-email.server.ts";
import { tillToTake } from "#src/modules/mail/notifications/store.server.ts";
import type { Handlers } from "#src/platform/context.server.ts";

/** To who is to take a till over. What was counted isn't in it: they count it themselves. */
export const TILL_SENDINGS = {
  till_to_take: sending("till_to_take", {
    read: async ({ db }, { payload }) => ({ till: await tillToTake(db, payload) }),
    whyWithheld: ({ till }) => (till ? null : "somebody has looked already"),
    words({ t, locale }, { till }, { base }) {
      if (!till) throw new Error("no email about a till that doesn't wait");
      const city = inLocale(locale, till.city, till.city_es);
      const text = t("emails.till.text");
      return {
        subject: t("emails.till.subject", { city, date: dateInSentence(till.night, locale) }),
        preview: text,
        title: t("emails.till.title"),
        paragraphs: [text],
        facts: [
          ...(till.by === "" ? [] : [[t("emails.till.by"), till.by] as const]),
          [t("emails.till.night"), `${city}, ${longDate(till.night, locale)}`],
        ],
        action: { href: base + localizedPath("/admin/till", locale), label: t("emails.till.open") },
        reason: t("emails.till.reason"),
      };
    },
    example: (now) => ({
      till: {
        night: dateIn(now, HOME_ZONE),
        test: false,
        city: "Mexico City",
        city_es: "Ciudad de México",
        by: "Mateo Ríos",
      },
    }),
  }),
};

export const TILL_ANSWERS = {
  // to the named person, in the language of their account, once per count; nothing if they may no longer sell
  "till.counted": [
    async (ctx, tx, { tillId, round, takerId }) => {
      const taker = (await staffWho(ctx, "sales.door", tx)).find(({ id }) => id === takerId);
      if (!taker) return;
      const dedupeKey = `till.${tillId}.${round}.counted`;
      const to = { bookingId: null, dedupeKey, language: taker.language, recipient: taker.email };
      await queueEmail(ctx, tx, { kind: "till_to_take", payload: { userId: takerId, tillId, round }, ...to });
    },
  ],
} satisfies Partial<Handlers>;
