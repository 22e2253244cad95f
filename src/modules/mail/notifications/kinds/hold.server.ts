import { localizedPath } from "#src/kernel/localized.ts";
import { holdEpisode } from "#src/modules/sales/booking/queries.server.ts";
import { sending } from "#src/modules/mail/notifications/kinds/kind.server.ts";
import { exampleSecret, NOBODY } from "#src/modules/mail/notifications/make-example.server.ts";
import { queueEmail, queueToStaff } from "#src/modules/mail/notifications/queue-email.server.ts";
import type { Handlers } from "#src/platform/context.server.ts";

export const HOLD_SENDINGS = {
  booking_code: sending("booking_code", {
    read: (ctx, { payload }) => Promise.resolve({ ...payload, now: ctx.now }),
    whyWithheld: ({ until, now }) => (new Date(until) <= now ? "its code is too old" : null),
    words({ t }, { token }) {
      const code = token ?? "…";
      return {
        subject: t("emails.code.subject", { code }),
        preview: t("emails.code.text"),
        title: t("emails.code.title"),
        paragraphs: [t("emails.code.text"), t("emails.code.until")],
        code,
        reason: t("emails.code.reason"),
      };
    },
    example: (now) => ({ ...exampleSecret(now), now }),
  }),
  staff_unpaid_places: sending("staff_unpaid_places", {
    read: async (ctx, { payload }) => ({ episode: await holdEpisode(ctx, payload.episodeId) }),
    whyWithheld: ({ episode }) => (episode?.ended_at === null ? null : "it is over"),
    words({ t, locale }, { episode }, { base }) {
      if (!episode) throw new Error("no email about unpaid places without their figures");
      const { unpaid, paid } = episode;
      return {
        subject: t("emails.unpaid.subject"),
        preview: t("emails.unpaid.text", { unpaid, paid }),
        title: t("emails.unpaid.title"),
        paragraphs: [t("emails.unpaid.text", { unpaid, paid }), t("emails.unpaid.done")],
        action: { href: base + localizedPath("/admin/bookings?state=hold", locale), label: t("emails.unpaid.open") },
        reason: t("emails.staff.reason"),
      };
    },
    example: (now) => ({
      episode: {
        id: NOBODY,
        started_at: now,
        seen_at: now,
        ended_at: null,
        unpaid: 42,
        paid: 3,
        everywhere: true,
        departures: [],
      },
    }),
  }),
};

export const HOLD_ANSWERS = {
  // once per mailbox and quarter of an hour, however often it is asked for
  "booking.code_asked": [
    async (ctx, tx, { email: recipient, language, key: dedupeKey, token, until }) => {
      const payload = { token, until };
      await queueEmail(ctx, tx, { kind: "booking_code", payload, bookingId: null, dedupeKey, language, recipient });
    },
  ],
  "booking.unpaid_piles_up": [
    (ctx, tx, { episodeId }) =>
      queueToStaff(ctx, tx, `unpaid.${episodeId}`, {
        kind: "staff_unpaid_places",
        payload: { episodeId },
        bookingId: null,
      }),
  ],
} satisfies Partial<Handlers>;
