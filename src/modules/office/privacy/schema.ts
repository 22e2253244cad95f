import { z } from "zod";
import { toOneLine } from "#src/kernel/plain-text.ts";
import { anchorIn } from "#src/modules/office/privacy/rules/erasure.ts";
import { isDeleteWord } from "#src/modules/office/privacy/rules/deletion.ts";

/** What deleting an account requires: the password, and a typed word. Messages are text ids. */
export const DeleteAccount = z.strictObject({
  password: z.string("errors.password").min(1, "errors.password").max(512, "errors.wrong_password"),
  word: z.string("errors.delete_word").refine(isDeleteWord, "errors.delete_word"),
});
export type DeleteAccount = z.infer<typeof DeleteAccount>;

/** Whom to erase: an address, a phone number or a booking. */
export const FindPerson = z.object({
  who: z.string().overwrite(toOneLine).min(1, "privacy-admin.missing").max(200, "privacy-admin.missing"),
});
/** Who is erased, what was shown of them, and the word that confirms it. */
export const ErasePersonForm = z.object({
  of: z.string().transform((text, check) => {
    const of = anchorIn(text);
    if (of) return of;
    check.addIssue("names nobody");
    return z.NEVER;
  }),
  seen: z.string().max(16),
  word: z.string("privacy-admin.wrongWord").overwrite(toOneLine).refine(isDeleteWord, "privacy-admin.wrongWord"),
});
