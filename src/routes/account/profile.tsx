import { data, redirect } from "react-router";
import { z } from "zod";
import { countryChoices } from "#src/kernel/countries.ts";
import { textsOf } from "#src/kernel/form-texts.ts";
import { localeOfPath, localizedPath } from "#src/kernel/localized.ts";
import { lastNameOf } from "#src/kernel/one-name.ts";
import { type Failure, type Ok, ok } from "#src/kernel/result.ts";
import { i18nFor, loadAreas } from "#src/locales/i18n.ts";
import { browserOf } from "#src/modules/base/identity/ask-auth.server.ts";
import { changeEmail } from "#src/modules/base/identity/change-email.server.ts";
import { changePassword } from "#src/modules/base/identity/change-password.server.ts";
import { endSession } from "#src/modules/base/identity/end-session.server.ts";
import { hasPassword, ownProfile, ownSessions, ownSignIns } from "#src/modules/base/identity/queries.server.ts";
import { lastUsed } from "#src/modules/base/identity/rules/last-used.ts";
import { sameOriginPath } from "#src/modules/base/identity/rules/next-page.ts";
import {
  fieldErrorsOf,
  type FormName,
  isFormName,
  type ProfileExtra,
  readFormValues,
  refusalOf,
  type SecondFactorSetup,
  shownAgain,
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
import { signOut } from "#src/modules/base/identity/sign-in.server.ts";
import { updateProfile } from "#src/modules/base/identity/update-profile.server.ts";
import { deleteAccount } from "#src/modules/office/privacy/delete-account.server.ts";
import { foreseeDeletion } from "#src/modules/office/privacy/queries.server.ts";
import { DeleteAccount } from "#src/modules/office/privacy/schema.ts";
import { type RequestContext, signedIn } from "#src/platform/context.server.ts";
import { later } from "#src/ui/later.tsx";
import { aboutForm, lostForm, type Reply } from "#src/ui/form/answer.ts";
import { sendOrKeep } from "#src/ui/form/send-or-keep.ts";
import { type Act, act, actOf } from "#src/routes/shared/act.server.ts";
import { guestAct } from "#src/routes/shared/guest-act.server.ts";
import { cookieHeaders, NO_STORE } from "#src/routes/shared/headers.server.ts";
import type { Route } from "./+types/profile";

export const headers = () => NO_STORE;

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await signedIn(context);
  const query = new URL(request.url).searchParams;
  const [profile, withPassword, sessions, signIns, deletion] = await Promise.all([
    ownProfile(ctx),
    hasPassword(ctx),
    ownSessions(ctx, request.headers.get("cookie")),
    ownSignIns(ctx),
    foreseeDeletion(ctx),
  ]);
  // the account was deleted in another tab between the guard and here
  if (!profile) throw redirect(localizedPath("/login", ctx.locale));
  const rows = sessions.map((session) => ({
    ...session,
    used: lastUsed(new Date(session.used), ctx.now, ctx.locale),
  }));
  const done = query.get("done");
  return data(
    {
      profile,
      withPassword,
      sessions: rows,
      signIns: signIns.map((one) => ({ ...one, at: lastUsed(new Date(one.at), ctx.now, ctx.locale) })),
      countries: countryChoices(ctx.locale, ""),
      deletion,
      done: isFormName(done) ? done : null,
      required: query.get("second-factor") === "required",
      at: ctx.now.getTime(),
    },
    { headers: NO_STORE },
  );
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  return guestAct<ProfileExtra>(await signedIn(context), form, actOf(actsOf(request), form), {
    statusOf: (reason) => (CONFLICTS.includes(reason) ? 409 : 422),
  });
}

/** These refusals are conflicts, not errors of the form. */
const CONFLICTS: readonly string[] = ["upcoming_bookings", "last_admin", "till_not_closed"];

type Outcome = Ok<{ cookies?: string[]; setup?: SecondFactorSetup; codes?: string[] }>;

/** The page's forms, each with a strict schema and a use case; what isn't shown at once leads back to the page. */
function actsOf(request: Request): Record<FormName, Act<ProfileExtra>> {
  const browser = browserOf(request);
  const one = <Input,>(
    form: FormName,
    schema: z.ZodType<Input>,
    run: (ctx: RequestContext, input: Input) => Promise<Outcome | Failure>,
    typed: (posted: FormData) => Promise<Reply<ProfileExtra>> | Reply<ProfileExtra> = valuesShownAgain,
  ) =>
    act<Input, Outcome | Failure, ProfileExtra>({
      input: (posted) => schema.safeParse(readFormValues(posted)),
      fields: (issues) => fieldErrorsOf(form, issues),
      typed,
      run,
      done: ({ cookies = [], setup, codes }, _, { locale }) => {
        if (setup || codes) return { ...(setup && { setup }), ...(codes && { codes }) };
        // who was led here from a page that asks for it goes on there
        const next = new URL(request.url).searchParams.get("next");
        const onward = form === "factor-confirm" && next !== null ? sameOriginPath(next) : null;
        throw redirect(onward ?? localizedPath(AFTER[form] ?? `/profile?done=${form}#${SECTION[form]}`, locale), {
          headers: [...cookieHeaders(cookies), ...Object.entries(NO_STORE)],
        });
      },
      refusal: ({ reason }) => refusalOf(form, reason),
    });
  const leaving = async (ctx: RequestContext, result: Ok | Failure) =>
    result.ok ? ok({ cookies: (await signOut(ctx, browser.cookie)).cookies }) : result;
  return {
    details: one("details", OwnDetails, updateProfile),
    email: one("email", ChangeEmail, (ctx, input) => changeEmail(ctx, input, browser)),
    password: one("password", ChangePassword, (ctx, input) => changePassword(ctx, input, browser)),
    "factor-start": one("factor-start", ConfirmPassword, (ctx, { password }) =>
      startSecondFactor(ctx, password, browser),
    ),
    "factor-confirm": one(
      "factor-confirm",
      ConfirmSecondFactor,
      (ctx, { code }) => confirmSecondFactor(ctx, code, browser),
      setupShownAgain,
    ),
    "factor-codes": one("factor-codes", ConfirmWithCode, (ctx, input) => renewRecoveryCodes(ctx, input, browser)),
    "factor-off": one("factor-off", ConfirmWithCode, (ctx, input) => removeSecondFactor(ctx, input, browser)),
    "session-end": one("session-end", EndSession, (ctx, { id }) => endSession(ctx, id)),
    "sessions-end": one("sessions-end", NoInput, async (ctx) => leaving(ctx, await endSession(ctx, null))),
    delete: one("delete", DeleteAccount, async (ctx, input) =>
      leaving(ctx, await deleteAccount(ctx, input, browser.cookie)),
    ),
  };
}

/** Whoever says so has one name only, and leaves the last one empty. */
const OwnDetails = z.preprocess((values) => {
  const { one_name, last_name = "", ...details } = values as Record<string, string>;
  return { ...details, last_name: lastNameOf({ last_name, one_name: one_name !== undefined }) };
}, UpdateProfile);

const valuesShownAgain = (posted: FormData) => ({ formValues: shownAgain(readFormValues(posted)) });

/** A wrong code shows the setup again, which its page posts along. */
async function setupShownAgain(posted: FormData): Promise<Reply<ProfileExtra>> {
  const { uri, codes } = textsOf(posted, ["uri", "codes"]);
  const values = valuesShownAgain(posted);
  return uri.startsWith("otpauth://totp/")
    ? { ...values, setup: await setupOf(uri.slice(0, 400), codes.split(" ")) }
    : values;
}

/** Where to go after a form that signs out. */
const AFTER: Partial<Record<FormName, string>> = { "sessions-end": "/", delete: "/account-deleted" };
/** Anchor of a form's section on the page. */
const SECTION: Partial<Record<FormName, string>> = {
  details: "details",
  email: "email",
  password: "password",
  "factor-confirm": "second-factor",
  "factor-off": "second-factor",
  "session-end": "sessions",
};

/** Keeps the form values when the server can't be reached; a user signed out meanwhile learns why the login page appears. */
export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const sent = request.clone();
  const send = () =>
    serverAction().catch(async (error: unknown) => {
      if (error instanceof Response && /\/login\?/.test(error.headers.get("location") ?? "")) await toastSignedOut();
      throw error;
    });
  return sendOrKeep(send, async () => {
    const posted = await sent.formData();
    const formValues = shownAgain(readFormValues(posted));
    return lostForm<ProfileExtra>("errors.unreachable", { ...aboutForm(posted), formValues });
  });
}

async function toastSignedOut(): Promise<void> {
  const locale = localeOfPath(location.pathname);
  const [{ toast }, { t }] = await Promise.all([
    import("#src/ui/toasts.tsx"),
    i18nFor(locale),
    loadAreas(locale, ["errors"]),
  ]);
  toast({ title: t("errors.no_user") });
}

export default later(
  "page-profile",
  async () => (await import("#src/modules/office/privacy/components/profile-page.tsx")).default,
  "touched",
);
