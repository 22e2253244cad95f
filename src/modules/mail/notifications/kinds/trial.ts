import { z } from "zod";
import { id, trial } from "#src/modules/mail/notifications/kinds/kind.ts";

/** The texts of a kind in one language, by message id. */
const texts = z.record(z.string(), z.string());

/** What staff write to guests. */
const letter = z.strictObject({ subject: z.string(), text: z.string() });

/**
 * Emails that staff send to themselves, to see that they arrive or how they look. `texts` are the wording that is tried, `written` a
 * letter of their own, which has the published one.
 */
export const TRIAL = {
  staff_mail_test: trial({
    payload: z.strictObject({}),
    owner: "nobody",
  }),
  staff_template_test: trial({
    payload: z.strictObject({ of: z.string(), bookingId: id.nullable(), texts, written: letter.optional() }),
    owner: "booking",
  }),
};
