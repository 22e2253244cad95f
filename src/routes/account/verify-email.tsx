import {
  accountPath,
  type AccountExtra,
  isConsentIn,
  readNames,
  refusalOf,
} from "#src/modules/base/identity/rules/account-forms.ts";
import { type Act, act } from "#src/routes/shared/act.server.ts";
import { guestAct } from "#src/routes/shared/guest-act.server.ts";
import { lostForm, type Reply } from "#src/ui/form/answer.ts";
import { type Browser, browserOf } from "#src/modules/base/identity/ask-auth.server.ts";
import { z } from "zod";
import { data, redirect } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { confirmEmailChange } from "#src/modules/base/identity/confirm-email-change.server.ts";
import { confirmSignUp } from "#src/modules/base/identity/confirm-sign-up.server.ts";
import { isSignInToken } from "#src/modules/base/identity/grant-sign-in.server.ts";
import { offeredConfirmation, offeredSignIn } from "#src/modules/base/identity/queries.server.ts";
import { ConfirmPassword, type ConfirmSignUp, OwnName, SetUpAccount } from "#src/modules/base/identity/schema.ts";
import { signInByLink } from "#src/modules/base/identity/sign-in-by-link.server.ts";
import { requestContext, type RequestContext } from "#src/platform/context.server.ts";
import { sendOrKeep } from "#src/ui/form/send-or-keep.ts";
import { textsOf } from "#src/kernel/form-texts.ts";
import { later } from "#src/ui/later.tsx";
import { cookieHeaders, PRIVATE, privately } from "#src/routes/shared/headers.server.ts";
import type { Route } from "./+types/verify-email";

const FIELDS = ["first_name", "last_name", "password"] as const;
type Extra = AccountExtra & {
  /** The link is used, expired or unknown. */
  over: boolean;
  /** The link is right, but the account takes more than that. */
  needsPassword: boolean;
};

/** `isNew`: the reader sets up the account anew, instead of entering the sign-up's password. */
function requestOf(request: Request) {
  const { searchParams } = new URL(request.url);
  return { token: searchParams.get("token") ?? "", isNew: searchParams.has("new") };
}

/** Opening the link changes nothing: email scanners open links too. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { token, isNew } = requestOf(request);
  const ctx = context.get(requestContext);
  const offer = isSignInToken(token) ? await offeredSignIn(ctx, token) : await stillOffered(ctx, token);
  return data(
    { offer, signsIn: isSignInToken(token), isNew, anew: `?${new URLSearchParams({ token, new: "1" })}` },
    { headers: PRIVATE },
  );
}

async function stillOffered(ctx: RequestContext, token: string) {
  const offer = await offeredConfirmation(ctx, token);
  return offer?.over ? null : offer;
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const link = { ...requestOf(request), browser: browserOf(request) };
  const one = isSignInToken(link.token) ? await entering(ctx, link) : confirming(link);
  return guestAct<Extra>(ctx, await request.formData(), one, {
    headers: PRIVATE,
    statusOf: (reason) => (WRONG[reason] ? 422 : reason === "needs_password" ? 409 : 410),
  });
}

type Link = { token: string; isNew: boolean; browser: Browser };

/** A link that signs in by itself. Who has no account yet says what they are called in it. */
async function entering(ctx: RequestContext, { token, browser }: Link): Promise<Act<Extra>> {
  const offer = await offeredSignIn(ctx, token);
  const Name = offer?.name ? OwnName : z.unknown().transform(() => null);
  return act({
    input: (form) => Name.safeParse(readNames(form).names),
    fields: FIELDS,
    typed,
    run: (_, name) => signInByLink(ctx, token, name, browser),
    done: ({ cookies, isNew }) => arrive(ctx, cookies, { isConfirmed: isNew }),
    refusal,
  });
}

/** A link that confirms an address, with a password beside it: the sign-up's, the account's, or a new one. */
const confirming = ({ token, isNew, browser }: Link): Act<Extra> =>
  act({
    input: (form) =>
      isNew
        ? SetUpAccount.safeParse({
            ...textsOf(form, FIELDS),
            ...readNames(form).names,
            marketing_consent: isConsentIn(form),
          })
        : ConfirmPassword.safeParse(textsOf(form, ["password"])),
    fields: FIELDS,
    typed,
    run: async (ctx, input: ConfirmSignUp) => {
      const offer = await offeredConfirmation(ctx, token);
      return offer?.kind === "email_change"
        ? confirmEmailChange(ctx, token, input.password, browser)
        : confirmSignUp(ctx, token, input, browser);
    },
    done: (result, _, ctx) => ("cookies" in result ? arrive(ctx, result.cookies) : afterChange(ctx)),
    refusal,
  });

const typed = (form: FormData) => ({
  formValues: { ...readNames(form).typed, marketing: isConsentIn(form) ? "yes" : "" },
});

function refusal(result: { reason: string; retry_after?: number }): Reply<Extra> {
  const wrong = WRONG[result.reason];
  if (wrong) return { fieldErrors: [{ id: "password", message: wrong }] };
  if (result.reason === "too_many_attempts") return refusalOf(result);
  return result.reason === "needs_password" ? { needsPassword: true } : { over: true };
}

/** What is wrong with the password, by refusal. */
const WRONG: Readonly<Record<string, MessageId>> = {
  password_common: "errors.password_common",
  other_password: "identity.verify.otherPassword",
  wrong_password: "errors.wrong_password",
};

/** The account is its owner's: their bookings, or the sign-in page where signing in is refused just then. */
function arrive({ locale }: RequestContext, cookies: readonly string[], { isConfirmed = true } = {}): never {
  const there = localizedPath(cookies.length > 0 ? "/bookings" : "/login", locale);
  throw redirect(isConfirmed ? accountPath(there, { note: "verified" }) : there, {
    headers: [...cookieHeaders(cookies), ...Object.entries(PRIVATE)],
  });
}

/** Every session of the account ended with the change of its address. */
function afterChange({ locale }: RequestContext): never {
  throw redirect(accountPath(localizedPath("/login", locale), { note: "email-changed" }), { headers: PRIVATE });
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => privately(actionHeaders);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  sendOrKeep(serverAction, () => lostForm<Extra>("identity.lost"));

export default later(
  "page-verify-email",
  async () => (await import("#src/modules/base/identity/components/verify-email-page.tsx")).default,
  "touched",
);
