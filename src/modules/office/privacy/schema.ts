import { z } from "zod";
import { toOneLine } from "#src/kernel/plain-text.ts";
import { isDeleteWord } from "#src/modules/office/privacy/rules/deletion.ts";

/** What deleting an account requires: the password, and a typed word. Messages are text ids. */
export const DeleteAccount = z.strictObject({
  password: z.string("errors.password").min(1, "errors.password").max(512, "errors.wrong_password"),
  word: z.string("errors.delete_word").refine(isDeleteWord, "errors.delete_word"),
});
export type DeleteAccount = z.infer<typeof DeleteAccount>;

/** The form of the page of erasure: whom to find, or the fingerprint of the preview and the word that confirms it. */
export const ErasureAct = z.discriminatedUnion("act", [
  z.object({ act: z.literal("find"), who: z.string().overwrite(toOneLine).min(1).max(200) }),
  z.object({
    act: z.literal("erase"),
    of: z.string().max(60),
    seen: z.string().max(16),
    word: z.string().overwrite(toOneLine).max(30).default(""),
  }),
]);
