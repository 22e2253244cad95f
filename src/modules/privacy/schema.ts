import { z } from "zod";
import { isDeleteWord } from "#src/modules/privacy/rules/deletion.ts";

/** What deleting an account requires: the password, and a typed word. Messages are text ids. */
export const DeleteAccount = z.strictObject({
  password: z.string("errors.password").min(1, "errors.password").max(512, "errors.wrong_password"),
  word: z.string("errors.delete_word").refine(isDeleteWord, "errors.delete_word"),
});
export type DeleteAccount = z.infer<typeof DeleteAccount>;
