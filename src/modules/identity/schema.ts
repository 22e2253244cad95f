import { z } from "zod";
import { isOneLine } from "#src/kernel/plain-text.ts";
import { charactersOf, LONGEST, SHORTEST } from "#src/modules/identity/rules/password.ts";

// Every message is the id of a text, so that every form says it in the person's language.

const email = z.string("errors.email").trim().max(254, "errors.email").pipe(z.email("errors.email"));

const name = (required: string) =>
  z.string(required).trim().min(1, required).max(80, "errors.tooLong").refine(isOneLine, "errors.control");

/** A password that is being chosen. Whether it is a common one is decided on the server (`rules/password.ts`). */
const NewPassword = z
  .string("errors.newPassword")
  .refine((text) => charactersOf(text) >= SHORTEST, "errors.password_short")
  .refine((text) => charactersOf(text) <= LONGEST, "errors.password_long");

export const SignIn = z.object({
  email,
  // whatever it is, it is right or wrong; only its length is limited, by what the longest one can come to
  password: z.string("errors.password").min(1, "errors.password").max(512, "errors.sign_in_failed"),
});
export type SignIn = z.infer<typeof SignIn>;

/** What a profile is made of at sign-up (spec section 7). */
export const SignUpDetails = z.object({
  first_name: name("errors.firstName"),
  last_name: name("errors.lastName"),
  marketing_consent: z.boolean().default(false),
});

export const SignUp = SignUpDetails.extend({ email, password: NewPassword });
export type SignUp = z.infer<typeof SignUp>;

export const AskReset = z.object({ email });

export const ResetPassword = z.object({ token: z.string().min(1).max(200), password: NewPassword });
export type ResetPassword = z.infer<typeof ResetPassword>;
