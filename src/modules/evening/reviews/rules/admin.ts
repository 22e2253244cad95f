import type { ReviewReply } from "#src/modules/evening/reviews/schema.ts";
import type { AnswerState } from "#src/ui/admin/answer.ts";
import type { FormAnswer, Refusals } from "#src/ui/form/answer.ts";

export type ReviewExtra = Pick<AnswerState, "sent"> & {
  /** all replies, when others have replied meanwhile */
  replies: ReviewReply[];
};
/** The answer to an act on a review. */
export type ReviewAct = FormAnswer<ReviewExtra>;

export const REVIEW_REFUSALS = {
  no_consent: "reviews-admin.flash.noConsent",
  no_words: "reviews-admin.flash.noWords",
  guest_forgotten: "reviews-admin.flash.forgotten",
  failed: "reviews-admin.flash.gone",
} as const satisfies Refusals;
