import { data, redirect } from "react-router";
import { countryChoices } from "#src/kernel/countries.ts";
import { localeOfPath, localizedPath } from "#src/kernel/localized.ts";
import { i18nFor, loadAreas } from "#src/locales/i18n.ts";
import { hasPassword, ownProfile, ownSessions, ownSignIns } from "#src/modules/base/identity/queries.server.ts";
import { lastUsed } from "#src/modules/base/identity/rules/last-used.ts";
import { sameOriginPath } from "#src/modules/base/identity/rules/next-page.ts";
import {
  type FormAnswer,
  type FormName,
  isFormName,
  shownAgain,
  readFormValues,
} from "#src/modules/base/identity/rules/profile-forms.ts";
import { signOut } from "#src/modules/base/identity/sign-in.server.ts";
import { foreseeDeletion } from "#src/modules/office/privacy/queries.server.ts";
import { submitProfile } from "#src/modules/office/privacy/submit-profile.server.ts";
import { signedIn } from "#src/platform/context.server.ts";
import { later } from "#src/ui/later.tsx";
import { sendOrKeep } from "#src/ui/form/send-or-keep.ts";
import { NO_STORE } from "#src/routes/shared/headers.server.ts";
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
  const ctx = await signedIn(context);
  const posted = await request.formData();
  const form = posted.get("form");
  if (!isFormName(form)) throw data(null, { status: 400 });
  const formValues = readFormValues(posted);
  const browser = {
    cookie: request.headers.get("cookie") ?? "",
    userAgent: request.headers.get("user-agent") ?? "",
  };
  const result = await submitProfile(ctx, form, formValues, browser);
  const answer: FormAnswer = {
    form,
    at: ctx.now.getTime(),
    formValues: shownAgain(formValues),
    fieldErrors: [],
    formError: null,
    setup: null,
    codes: null,
    ...result.answer,
  };
  if (result.outcome === "refused") return data(answer, { status: result.status, headers: NO_STORE });
  if (result.outcome === "shown") return data(answer, { headers: NO_STORE });
  const cookies = result.outcome === "signed_out" ? (await signOut(ctx, browser.cookie)).cookies : result.cookies;
  const set = cookies.map((cookie): [string, string] => ["set-cookie", cookie]);
  // who was led here from a page that asks for it goes on there
  const next = new URL(request.url).searchParams.get("next");
  const onward = form === "factor-confirm" && next !== null ? sameOriginPath(next) : null;
  throw redirect(onward ?? localizedPath(AFTER[form] ?? `/profile?done=${form}#${SECTION[form]}`, ctx.locale), {
    headers: [...set, ...Object.entries(NO_STORE)],
  });
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
  return sendOrKeep(send, async (): Promise<FormAnswer> => {
    const posted = await sent.formData();
    const form = posted.get("form");
    return {
      form: isFormName(form) ? form : "details",
      at: Date.now(),
      formValues: shownAgain(readFormValues(posted)),
      fieldErrors: [],
      formError: "errors.unreachable",
      setup: null,
      codes: null,
    };
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
