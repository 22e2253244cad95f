import { isLocale, type Locale } from "#src/kernel/localized.ts";
import {
  accountExists,
  accountVerified,
  emailChangeAsked,
  emailChanged,
  passwordChanged,
  resetAsked,
  secondFactorChanged,
  verificationAsked,
} from "#src/modules/identity/events.ts";
import { logEnded } from "#src/modules/identity/renew-session.server.ts";
import { passwordError } from "#src/modules/identity/rules/password.ts";
import { isAdminBySetting } from "#src/modules/identity/rules/roles.ts";
import { SignUpDetails } from "#src/modules/identity/schema.ts";
import { addProfile, endSessions, forgetGrants, markVerified } from "#src/modules/identity/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { AccountEvents } from "#src/platform/auth.server.ts";
import { type Context, type DomainEvent, type Services, systemContext } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { type Limit, mayUse } from "#src/platform/rate-limit.server.ts";
import { sign } from "#src/platform/secrets.server.ts";

/** Emails of one kind to one address per hour, so that nobody can flood somebody else's mailbox. */
const EMAIL_LIMIT: Limit = { max: 5, seconds: 3600 };

/** Lifetimes of emailed tokens, in seconds. */
type EmailedFor = { verification: number; reset: number };

/**
 * Publishes the sign-in library's account events as events of this module, each in a transaction. Called by the library, with
 * the system as actor.
 */
export function accountEvents(services: Services, emailedFor: EmailedFor): AccountEvents {
  const act = (language: string, work: (ctx: Context, tx: Tx, locale: Locale) => Promise<DomainEvent | null>) => {
    const locale = isLocale(language) ? language : "en";
    const ctx = { ...systemContext(services), locale };
    return ctx.db.transaction().execute(async (tx) => {
      const event = await work(ctx, tx, locale);
      if (event) await ctx.publish(ctx, tx, event);
    });
  };
  /** Publishes the event unless its mailbox has had enough emails. Silent either way: the response must not reveal it. */
  const unlessFlooded = async (ctx: Context, mailbox: string, event: DomainEvent) => {
    const key = `mail:${event.name}:${sign(ctx.secret, `mailbox:${mailbox.toLowerCase()}`)}`;
    return (await mayUse(ctx.pool, [key], EMAIL_LIMIT, ctx.now)) ? event : null;
  };
  const until = (ctx: Context, seconds: number) => new Date(ctx.now.getTime() + seconds * 1000).toISOString();
  return {
    verificationAsked: ({ userId, email, name, token, signUp, language }) =>
      act(language, async (ctx, tx, locale) => {
        await addProfile(tx, { id: userId, ...profileFrom(signUp, name), language: locale });
        const payload = { userId, email, token, until: until(ctx, emailedFor.verification), language: locale };
        return unlessFlooded(ctx, email, verificationAsked(payload));
      }),
    signUpRepeated: ({ userId, email, language }) =>
      act(language, (ctx, _, locale) => unlessFlooded(ctx, email, accountExists({ userId, email, language: locale }))),
    resetAsked: ({ userId, email, token, language }) =>
      act(language, (ctx, _, locale) => {
        const payload = { userId, email, token, until: until(ctx, emailedFor.reset), language: locale };
        return unlessFlooded(ctx, email, resetAsked(payload));
      }),
    emailChangeAsked: ({ userId, email, newEmail, token, language }) =>
      act(language, (ctx, _, locale) => {
        const payload = {
          userId,
          email,
          newEmail,
          token,
          until: until(ctx, emailedFor.verification),
          language: locale,
        };
        return unlessFlooded(ctx, newEmail, emailChangeAsked(payload));
      }),
    verified: (who) =>
      act("en", async (ctx, tx) => {
        await endSessionsOfAdminBySetting(ctx, tx, who);
        await audit(tx, ctx, { action: "email.verified", subject: ["user", who.userId] });
        return accountVerified(who);
      }),
    emailChanged: (who) =>
      act("en", async (ctx, tx) => {
        await forgetGrants(tx, who.userId);
        await endSessionsOfAdminBySetting(ctx, tx, who);
        await audit(tx, ctx, { action: "email.changed", subject: ["user", who.userId] });
        return emailChanged(who);
      }),
    passwordReset: (who) =>
      act("en", async (ctx, tx) => {
        // following an emailed link verifies the address
        if (await markVerified(tx, who.userId)) await ctx.publish(ctx, tx, accountVerified(who));
        await audit(tx, ctx, { action: "password.reset", subject: ["user", who.userId] });
        return passwordChanged({ userId: who.userId, by: "link" });
      }),
    passwordChanged: ({ userId }) => act("en", () => Promise.resolve(passwordChanged({ userId, by: "owner" }))),
    secondFactorChanged: (who) => act("en", () => Promise.resolve(secondFactorChanged(who))),
    whyRefused: passwordError,
  };
}

/** An address that becomes somebody's may make them an admin: no session from before gains by it. */
async function endSessionsOfAdminBySetting(ctx: Context, tx: Tx, { userId, email }: Person): Promise<void> {
  if (!isAdminBySetting({ email, email_verified: true }, ctx.settings.ADMIN_EMAILS)) return;
  await logEnded(ctx, tx, userId, await endSessions(tx, userId, null));
}

type Person = { userId: string; email: string };

/** The initial profile: the sign-up's data, or the account's name where that was lost. */
function profileFrom(signUp: unknown, name: string) {
  const details = SignUpDetails.safeParse(signUp);
  if (details.success) return details.data;
  const [first_name = "", ...rest] = name.split(" ");
  return { first_name, last_name: rest.join(" "), marketing_consent: false };
}
