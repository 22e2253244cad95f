import { dateInSentence } from "#src/kernel/local-time.ts";
import { crawlOf, staffFacts } from "#src/modules/mail/notifications/kinds/booking-words.server.ts";
import { bookingSending, keyed, unlessConfirmed } from "#src/modules/mail/notifications/kinds/kind.server.ts";
import { whyRefused } from "#src/modules/mail/notifications/grant-optout.server.ts";
import { queueToGuest, queueToStaff } from "#src/modules/mail/notifications/queue-email.server.ts";
import { linesOf } from "#src/modules/mail/notifications/rules/delivery.ts";
import { givenReview, isReviewed, reviewLink, reviewReplyOf } from "#src/modules/evening/reviews/queries.server.ts";
import { storedSettings } from "#src/modules/base/settings/queries.server.ts";
import type { Context, Handlers } from "#src/platform/context.server.ts";

type Review = Awaited<ReturnType<typeof givenReview>>;
type Reply = Awaited<ReturnType<typeof reviewReplyOf>>;

const EXAMPLE_COMMENT = "The second bar was too loud to talk.";

/** Why the automatic request for a review isn't sent. */
const whyNotAsked = async (ctx: Context, recipient: string): Promise<string | null> =>
  (await whyRefused(ctx, recipient)) ?? ((await storedSettings(ctx)).scheduled.rating.on ? null : "it is switched off");

export const REVIEW_SENDINGS = {
  rating_request: bookingSending("rating_request", {
    read: async (ctx, { id }, { payload, recipient }) => ({
      isRated: await isReviewed(ctx, id),
      notAsked: payload.requested ? null : await whyNotAsked(ctx, recipient),
    }),
    whyWithheld: ({ isRated, notAsked, ...about }) =>
      unlessConfirmed(about) ?? (isRated ? "the night is rated already" : notAsked),
    words: ({ t, locale }, { booking }, keys) => ({
      subject: t("emails.review.subject", { crawl: crawlOf(booking, locale) }),
      preview: t("emails.review.preview"),
      title: t("emails.review.title", { name: booking.first_name }),
      paragraphs: [
        t("emails.review.text", { crawl: crawlOf(booking, locale), date: dateInSentence(booking.date, locale) }),
        t("emails.review.private"),
      ],
      action: { href: keyed(keys, (ctx) => reviewLink(ctx, booking.id, locale)), label: t("emails.review.action") },
    }),
    example: () => ({ isRated: false, notAsked: null }),
  }),
  rating_answered: bookingSending("rating_answered", {
    read: async (ctx, _booking, { payload }) => ({ reply: await reviewReplyOf(ctx, payload.answerId) }),
    whyWithheld: ({ reply }) => (reply?.text ? null : "the reply is gone"),
    words({ t, locale }, { booking, reply }) {
      const date = dateInSentence(booking.date, locale);
      return {
        subject: t("emails.reply.subject", { crawl: crawlOf(booking, locale) }),
        preview: t("emails.reply.preview", { date }),
        title: t("emails.reply.title", { name: booking.first_name }),
        paragraphs: linesOf(reply?.text ?? ""),
        points: reply?.comment ? [[t("emails.reply.yours"), reply.comment]] : [],
        reason: t("emails.reply.reason", { date }),
      };
    },
    example: () => ({
      reply: { text: "Thank you. We’ll change that bar.", comment: EXAMPLE_COMMENT } as Reply,
    }),
  }),
  staff_low_rating: bookingSending("staff_low_rating", {
    read: async (ctx, { id }) => ({ review: await givenReview(ctx, id) }),
    whyWithheld: ({ review }) => (review && review.handled_at === null ? null : "somebody has looked already"),
    words(context, { booking, review }) {
      const { t, reference } = context;
      const { stars = 0, comment = "" } = review ?? {};
      return {
        subject: t("emails.staff.lowReview.subject", { stars, reference }),
        preview: t("emails.staff.lowReview.text"),
        title: t("emails.staff.lowReview.title", { stars }),
        paragraphs: [...linesOf(comment), t("emails.staff.lowReview.text")],
        facts: staffFacts(context, booking),
        reason: t("emails.staff.reason"),
      };
    },
    example: () => ({ review: { stars: 2, comment: EXAMPLE_COMMENT } as Review }),
  }),
};

export const REVIEW_ANSWERS = {
  "review.due": [
    (ctx, tx, { bookingId }) =>
      queueToGuest(ctx, tx, bookingId, { kind: "rating_request", key: "rating.1", payload: {} }),
  ],
  "review.answered": [
    (ctx, tx, { bookingId, answerId }) =>
      queueToGuest(ctx, tx, bookingId, {
        kind: "rating_answered",
        key: `rating.answer.${answerId}`,
        payload: { answerId },
      }),
  ],
  "review.low": [
    (ctx, tx, { bookingId }) =>
      queueToStaff(ctx, tx, `booking.${bookingId}.rating`, { kind: "staff_low_rating", payload: {}, bookingId }),
  ],
} satisfies Partial<Handlers>;
