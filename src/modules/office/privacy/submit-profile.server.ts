import { lastNameOf } from "#src/kernel/one-name.ts";
import type { z } from "zod";
import type { Failure, Ok } from "#src/kernel/result.ts";
import type { Browser } from "#src/modules/base/identity/ask-auth.server.ts";
import { changeEmail } from "#src/modules/base/identity/change-email.server.ts";
import { changePassword } from "#src/modules/base/identity/change-password.server.ts";
import { endSession } from "#src/modules/base/identity/end-session.server.ts";
import {
  fieldErrorsOf,
  type FormAnswer,
  type FormName,
  refusalOf,
} from "#src/modules/base/identity/rules/profile-forms.ts";
import {
  ChangeEmail,
  ChangePassword,
  ConfirmPassword,
  ConfirmSecondFactor,
  ConfirmWithCode,
  EndSession,
  NoInput,
  UpdateProfile,
} from "#src/modules/base/identity/schema.ts";
import {
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  setupOf,
  startSecondFactor,
} from "#src/modules/base/identity/set-second-factor.server.ts";
import { updateProfile } from "#src/modules/base/identity/update-profile.server.ts";
import { deleteAccount } from "#src/modules/office/privacy/delete-account.server.ts";
import { DeleteAccount } from "#src/modules/office/privacy/schema.ts";
import type { RequestContext } from "#src/platform/context.server.ts";

type FormValues = Record<string, string>;

/** A form's outcome: `shown` and `refused` stay on the page, `done` and `signed_out` redirect. */
export type FormOutcome =
  | { outcome: "done"; cookies: string[]; answer: null }
  | { outcome: "signed_out"; answer: null }
  | { outcome: "shown"; answer: Partial<FormAnswer> }
  | { outcome: "refused"; status: number; answer: Partial<FormAnswer> };

type FormResult = Ok<{ cookies?: string[]; setup?: FormAnswer["setup"]; codes?: string[] }>;
type Submit = (ctx: RequestContext, form: FormName, formValues: FormValues, browser: Browser) => Promise<FormOutcome>;

/** Handles one profile form of the signed-in user: each has a strict schema and a use case. */
export const submitProfile = (
  ctx: RequestContext,
  form: FormName,
  formValues: FormValues,
  browser: Browser,
): Promise<FormOutcome> => SUBMITS[form](ctx, form, formValues, browser);

/** These refusals are conflicts, not errors of the form. */
const CONFLICTS: readonly string[] = ["upcoming_bookings", "last_admin", "till_not_closed"];

function submit<Schema extends z.ZodType>(
  schema: Schema,
  act: (ctx: RequestContext, input: z.output<Schema>, browser: Browser) => Promise<FormResult | Failure>,
  leaves = false,
): Submit {
  return async (ctx, form, formValues, browser) => {
    const read = schema.safeParse(formValues);
    if (!read.success) return unreadable(form, read.error.issues);
    const result = await act(ctx, read.data, browser);
    if (!result.ok) {
      const status = result.reason === "too_many_attempts" ? 429 : CONFLICTS.includes(result.reason) ? 409 : 422;
      return { outcome: "refused", status, answer: refusalOf(form, result.reason) };
    }
    if (leaves) return { outcome: "signed_out", answer: null };
    const { cookies = [], setup, codes } = result;
    if (setup || codes) return { outcome: "shown", answer: { setup: setup ?? null, codes: codes ?? null } };
    return { outcome: "done", cookies, answer: null };
  };
}

/** Field errors appear at their fields; an issue about any other field didn't come from our page. */
function unreadable(form: FormName, issues: z.core.$ZodIssue[]): FormOutcome {
  const fieldErrors = fieldErrorsOf(form, issues);
  return fieldErrors
    ? { outcome: "refused", status: 422, answer: { fieldErrors } }
    : { outcome: "refused", status: 400, answer: { formError: "errors.invalid" } };
}

/** A wrong code shows the setup again, which its page posts along. */
const confirm: Submit = async (ctx, form, formValues, browser) => {
  const result = await submit(ConfirmSecondFactor, (input, { code }, by) => confirmSecondFactor(input, code, by))(
    ctx,
    form,
    formValues,
    browser,
  );
  const { uri = "", codes = "" } = formValues;
  if (result.outcome !== "refused" || !uri.startsWith("otpauth://totp/")) return result;
  return { ...result, answer: { ...result.answer, setup: await setupOf(uri.slice(0, 400), codes.split(" ")) } };
};

/** Whoever says so has one name only, and leaves the last one empty. */
const details: Submit = (ctx, form, { one_name, ...formValues }, browser) => {
  const last_name = lastNameOf({ last_name: formValues["last_name"] ?? "", one_name: one_name !== undefined });
  return submit(UpdateProfile, updateProfile)(ctx, form, { ...formValues, last_name }, browser);
};

const SUBMITS: Readonly<Record<FormName, Submit>> = {
  details,
  email: submit(ChangeEmail, changeEmail),
  password: submit(ChangePassword, changePassword),
  "factor-start": submit(ConfirmPassword, (ctx, { password }, browser) => startSecondFactor(ctx, password, browser)),
  "factor-confirm": confirm,
  "factor-codes": submit(ConfirmWithCode, renewRecoveryCodes),
  "factor-off": submit(ConfirmWithCode, removeSecondFactor),
  "session-end": submit(EndSession, (ctx, { id }) => endSession(ctx, id)),
  "sessions-end": submit(NoInput, (ctx) => endSession(ctx, null), true),
  delete: submit(DeleteAccount, (ctx, input, { cookie }) => deleteAccount(ctx, input, cookie), true),
};
