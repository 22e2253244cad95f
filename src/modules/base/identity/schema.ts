import { z } from "zod";
import { COUNTRIES, OTHER_COUNTRY } from "#src/kernel/countries.ts";
import { type Locale, LOCALES } from "#src/kernel/localized.ts";
import { NUMBER_FORMATS, type NumberFormat } from "#src/kernel/sheet.ts";
import { toCode, toOneLine } from "#src/kernel/plain-text.ts";
import { isPhone, toPhone } from "#src/kernel/phone.ts";
import { ROLES } from "#src/modules/base/identity/rules/permissions.ts";
import { STAFF_ROLES, type StaffRole } from "#src/modules/base/identity/rules/roles.ts";
import { charactersOf, LONGEST, SHORTEST } from "#src/modules/base/identity/rules/password-length.ts";

// Every message is a text id, so that forms show it in the user's language.

const email = z.string("errors.email").overwrite(toOneLine).max(254, "errors.email").pipe(z.email("errors.email"));

const name = (required: string) => z.string(required).overwrite(toOneLine).min(1, required).max(80, "errors.tooLong");

const lastName = z.union([z.literal(""), name("errors.lastName")], "errors.lastName");

/** A new password. The server refuses common ones (`rules/password.ts`). */
const NewPassword = z
  .string("errors.newPassword")
  .refine((text) => charactersOf(text) >= SHORTEST, "errors.password_short")
  .refine((text) => charactersOf(text) <= LONGEST, "errors.password_long");

export const SignIn = z.object({
  email,
  // no rules for an existing password; only its length is limited, to what the longest one can take
  password: z.string("errors.password").min(1, "errors.password").max(512, "errors.sign_in_failed"),
});
export type SignIn = z.infer<typeof SignIn>;

/** The profile's fields at sign-up (spec section 7). The last name is empty where the person has one name only. */
const SignUpDetails = z.object({
  first_name: name("errors.firstName"),
  last_name: lastName,
  marketing_consent: z.boolean().default(false),
});

export const SignUp = SignUpDetails.extend({ email, password: NewPassword });
export type SignUp = z.infer<typeof SignUp>;

/** What an invited person without an account enters; their address is the invitation's. */
export const JoinTeam = SignUpDetails.pick({ first_name: true, last_name: true }).extend({ password: NewPassword });
export type JoinTeam = z.infer<typeof JoinTeam>;

/** What whoever confirms a new account enters when they don't know the sign-up's password: everything but the address. */
export const SetUpAccount = SignUp.omit({ email: true });

/** What whoever enters by a mailed link is called in their new account. */
export const OwnName = SignUpDetails.pick({ first_name: true, last_name: true });
export type OwnName = z.infer<typeof OwnName>;

/** Whoever confirms a new account: with the sign-up's password, or with a name and a password of their own. */
export type ConfirmSignUp = z.infer<typeof SetUpAccount> | { password: string; first_name?: undefined };

export const AskReset = z.object({ email });

export const ResetPassword = z.object({ token: z.string().min(1).max(200), password: NewPassword });
export type ResetPassword = z.infer<typeof ResetPassword>;

const password = z.string("errors.password").min(1, "errors.password").max(512, "errors.wrong_password");

/** What users may change of their own profile (spec section 3); phone and country may be empty. */
export const UpdateProfile = z.strictObject({
  first_name: name("errors.firstName"),
  last_name: lastName,
  phone: z.union(
    [z.literal(""), z.string("errors.phone").overwrite(toPhone).refine(isPhone, "errors.phone")],
    "errors.phone",
  ),
  country: z.enum(["", ...COUNTRIES, OTHER_COUNTRY], "errors.country"),
  language: z.enum(LOCALES, "errors.language"),
  /** how the spreadsheet of whoever reads files writes numbers; only staff's form asks */
  number_format: z.enum(NUMBER_FORMATS, "errors.numberFormat").optional(),
  marketing_consent: z.literal("on", "errors.consent").optional(),
});
export type UpdateProfile = z.infer<typeof UpdateProfile>;

export const ChangePassword = z.strictObject({ current_password: password, new_password: NewPassword });
export type ChangePassword = z.infer<typeof ChangePassword>;

export const ChangeEmail = z.strictObject({ new_email: email, password });
export type ChangeEmail = z.infer<typeof ChangeEmail>;

/** The password, required for actions that only the account's owner may take. */
export const ConfirmPassword = z.strictObject({ password });

/** The password with a code of the second factor, required for what weakens it; the code is an app's or a recovery code. */
export const ConfirmWithCode = z.strictObject({
  password,
  code: z.string("errors.code").overwrite(toOneLine).min(1, "errors.code").max(40, "errors.code_wrong"),
});
export type ConfirmWithCode = z.infer<typeof ConfirmWithCode>;

/** The first code of a second factor; `uri` and `codes` are what the page showed, posted back to be shown again. */
export const ConfirmSecondFactor = z.strictObject({
  code: z
    .string("errors.code_wrong")
    .overwrite(toCode)
    .regex(/^\d{6}$/, "errors.code_wrong"),
  uri: z.string().max(400),
  codes: z.string().max(400),
});

export const EndSession = z.strictObject({ id: z.uuid("errors.invalid") });

/** A form with nothing but its button. */
export const NoInput = z.strictObject({});

/** A user's own profile; empty texts where nothing was filled in. */
export type OwnProfile = {
  email: string;
  email_verified: boolean;
  second_factor: boolean;
  first_name: string;
  last_name: string;
  phone: string;
  country: string;
  language: Locale;
  /** null for whoever reads no files of ours */
  number_format: NumberFormat | null;
  marketing_consent: boolean;
};

/** A session. `used` is an ISO instant; `current`: the session of this request. */
export type OwnSession = {
  id: string;
  browser: string | null;
  system: string | null;
  used: string;
  current: boolean;
};

/**
 * An attempt to sign in to one's account, as an ISO instant. `code_due`: with the right password, and a code to follow ·
 * `slowed`: so many failed that new browsers had to wait.
 */
export type OwnSignIn = {
  at: string;
  what: "signed_in" | "code_due" | "failed" | "slowed";
  browser: string | null;
  system: string | null;
};

/** The cities that a role is limited to, as a form sends them: `cdmx,merida`; none: every city. */
const cities = z
  .string()
  .max(2000)
  .optional()
  .transform((text) => (text ? [...new Set(text.split(","))].toSorted() : null));

/** Invites a person to a staff role. */
export const InvitePerson = z.strictObject({
  email: email.transform((text) => text.toLowerCase()),
  role: z.enum(STAFF_ROLES, "identity-admin.error.role"),
  language: z.enum(LOCALES, "errors.language"),
  cities,
});
export type InvitePerson = z.infer<typeof InvitePerson>;

/** Changes a user's role and its cities; `was` and `was_cities` are those the page showed, `sure` confirms removing it from oneself. */
export const ChangeRole = z.strictObject({
  user_id: z.uuid(),
  role: z.enum(ROLES),
  was: z.enum(ROLES),
  cities,
  was_cities: cities,
  sure: z
    .literal("yes")
    .optional()
    .transform((text) => text === "yes"),
});
export type ChangeRole = z.infer<typeof ChangeRole>;

/** A city that a role can be limited to. */
export type RoleCity = { id: string; name: string };

/** A staff member. Instants are ISO 8601; `bySetting`: an admin by the server's settings. */
export type StaffMember = {
  id: string;
  name: string;
  email: string;
  role: StaffRole;
  /** ids of the cities that it is limited to; null: every city */
  cities: readonly string[] | null;
  bySetting: boolean;
  secondFactor: boolean;
  sessions: number;
  seen: string | null;
};

/** An invitation not accepted yet; `over`: its link has expired. */
export type OpenInvitation = {
  id: string;
  email: string;
  role: StaffRole;
  cities: readonly string[] | null;
  by: string | null;
  sent: string;
  expires: string;
  over: boolean;
};
