import { data, redirect } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { toFieldErrors } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { lostAnswer } from "#src/modules/base/identity/components/lost-answer.ts";
import { confirmEmailChange } from "#src/modules/base/identity/confirm-email-change.server.ts";
import { confirmSignUp } from "#src/modules/base/identity/confirm-sign-up.server.ts";
import { isSignInToken } from "#src/modules/base/identity/grant-sign-in.server.ts";
import { offeredConfirmation, offeredSignIn } from "#src/modules/base/identity/queries.server.ts";
import {
  accountPath,
  type FormAnswer,
  formErrorOf,
  readNames,
  refusedWith,
} from "#src/modules/base/identity/rules/account-forms.ts";
import { ConfirmPassword, OwnName, SetUpAccount } from "#src/modules/base/identity/schema.ts";
import { signInByLink } from "#src/modules/base/identity/sign-in-by-link.server.ts";
import { requestContext, type RequestContext } from "#src/platform/context.server.ts";
import { sendOrKeep } from "#src/ui/form/send-or-keep.ts";
import { textsOf } from "#src/kernel/form-texts.ts";
import { later } from "#src/ui/later.tsx";
import { PRIVATE } from "#src/routes/shared/headers.server.ts";
import type { Route } from "./+types/verify-email";

const FIELDS = ["first_name", "last_name", "password"] as const;
type FieldName = (typeof FIELDS)[number];
type Answer = FormAnswer<FieldName> & {
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
  const browser = { cookie: request.headers.get("cookie") ?? "", userAgent: ctx.actor.userAgent };
  const { token, isNew } = requestOf(request);
  const form = await request.formData();
  const { password } = textsOf(form, FIELDS);
  const { typed, names } = readNames(form);
  const marketing_consent = form.get("marketing") === "yes";
  const formValues = { ...typed, marketing: marketing_consent ? "yes" : "" };
  const answer: Answer = { at: ctx.now.getTime(), formValues, ...NOTHING_WRONG };
  if (isSignInToken(token)) return followed(ctx, token, { answer, names, browser });
  const input = isNew
    ? SetUpAccount.safeParse({ ...names, password, marketing_consent })
    : ConfirmPassword.safeParse({ password });
  if (!input.success) {
    const fieldErrors = toFieldErrors(FIELDS, input.error.issues);
    return data<Answer>({ ...answer, fieldErrors }, refusedWith({ reason: "invalid" }, 422));
  }
  const offer = await offeredConfirmation(ctx, token);
  if (offer?.kind === "email_change") {
    const result = await confirmEmailChange(ctx, token, input.data.password, browser);
    return result.ok ? afterChange(ctx) : refused(answer, result);
  }
  const result = await confirmSignUp(ctx, token, input.data, browser);
  return result.ok ? arrive(ctx, result.cookies) : refused(answer, result);
}

type Followed = { answer: Answer; names: object; browser: { cookie: string; userAgent: string } };

/** The answer to a link that signs in by itself. Who has no account yet says what they are called in it. */
async function followed(ctx: RequestContext, token: string, { answer, names, browser }: Followed) {
  const offer = await offeredSignIn(ctx, token);
  const name = offer?.name ? OwnName.safeParse(names) : null;
  if (name && !name.success) {
    const fieldErrors = toFieldErrors(FIELDS, name.error.issues);
    return data<Answer>({ ...answer, fieldErrors }, refusedWith({ reason: "invalid" }, 422));
  }
  const result = await signInByLink(ctx, token, name?.data ?? null, browser);
  if (result.ok) return arrive(ctx, result.cookies, { isConfirmed: result.isNew });
  if (result.reason === "needs_password") return data<Answer>({ ...answer, needsPassword: true }, { status: 409 });
  return refused(answer, result);
}

const NOTHING_WRONG = { fieldErrors: [], formError: null, over: false, needsPassword: false };

function refused(answer: Answer, result: { reason: string; retry_after?: number }) {
  const wrong = WRONG[result.reason];
  if (wrong) {
    const fieldErrors = [{ id: "password" as const, message: wrong }];
    return data<Answer>({ ...answer, fieldErrors }, refusedWith({ reason: "invalid" }, 422));
  }
  if (result.reason === "too_many_attempts")
    return data<Answer>({ ...answer, formError: formErrorOf(result) }, refusedWith(result, 409));
  return data<Answer>({ ...answer, over: true }, { status: 410 });
}

/** What is wrong with the password, by refusal. */
const WRONG: Readonly<Record<string, MessageId>> = {
  password_common: "errors.password_common",
  other_password: "identity.verify.otherPassword",
  wrong_password: "errors.wrong_password",
};

/** The account is its owner's: their bookings, or the sign-in page where signing in is refused just then. */
function arrive(ctx: RequestContext, cookies: readonly string[], { isConfirmed = true } = {}) {
  const there = localizedPath(cookies.length > 0 ? "/bookings" : "/login", ctx.locale);
  const set = cookies.map((cookie): [string, string] => ["set-cookie", cookie]);
  return redirect(isConfirmed ? accountPath(there, { note: "verified" }) : there, {
    headers: [...set, ...Object.entries(PRIVATE)],
  });
}

/** Every session of the account ended with the change of its address. */
const afterChange = (ctx: RequestContext) =>
  redirect(accountPath(localizedPath("/login", ctx.locale), { note: "email-changed" }), { headers: PRIVATE });

export const headers: Route.HeadersFunction = ({ actionHeaders }) => {
  const all = new Headers(actionHeaders);
  for (const [name, value] of Object.entries(PRIVATE)) all.set(name, value);
  return all;
};

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sendOrKeep(serverAction, lostAnswer);

export default later(
  "page-verify-email",
  async () => (await import("#src/modules/base/identity/components/verify-email-page.tsx")).default,
  "touched",
);
