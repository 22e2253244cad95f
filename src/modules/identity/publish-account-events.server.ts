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
import { passwordError } from "#src/modules/identity/rules/password.ts";
import { SignUpDetails } from "#src/modules/identity/schema.ts";
import { addProfile, forgetGrants, markVerified } from "#src/modules/identity/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { AccountEvents } from "#src/platform/auth.server.ts";
import { type Context, type DomainEvent, type Services, systemContext } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { type Limit, mayUse } from "#src/platform/rate-limit.server.ts";
import { sign } from "#src/platform/secrets.server.ts";

/** Emails of one kind to one mailbox per hour: whoever types somebody's address can't fill their mailbox. */
const EMAIL_LIMIT: Limit = { max: 5, seconds: 3600 };

/** Seconds for which what is emailed can be used. */
type EmailedFor = { verification: number; reset: number };

/**
 * What happens to accounts, published as events of this module, each in a transaction. The sign-in library calls it; it acts for
 * nobody in particular.
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
  /** The event, unless its mailbox has had enough emails. Says nothing: what is answered must not tell either. */
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
        await audit(tx, ctx, { action: "email.verified", subject: ["user", who.userId] });
        return accountVerified(who);
      }),
    emailChanged: (who) =>
      act("en", async (ctx, tx) => {
        await forgetGrants(tx, who.userId);
        await audit(tx, ctx, { action: "email.changed", subject: ["user", who.userId] });
        return emailChanged(who);
      }),
    passwordReset: (who) =>
      act("en", async (ctx, tx) => {
        // other links that were emailed, half-done sign-ins and trusted browsers go with the old password
        await forgetGrants(tx, who.userId);
        // whoever follows an emailed link has proved the address
        if (await markVerified(tx, who.userId)) await ctx.publish(ctx, tx, accountVerified(who));
        await audit(tx, ctx, { action: "password.reset", subject: ["user", who.userId] });
        return passwordChanged({ userId: who.userId, by: "link" });
      }),
    passwordChanged: ({ userId }) => act("en", () => Promise.resolve(passwordChanged({ userId, by: "owner" }))),
    secondFactorChanged: (who) => act("en", () => Promise.resolve(secondFactorChanged(who))),
    whyRefused: passwordError,
  };
}

/** What a profile begins with: what was sent with the sign-up, or the account's name where that was lost on the way. */
function profileFrom(signUp: unknown, name: string) {
  const details = SignUpDetails.safeParse(signUp);
  if (details.success) return details.data;
  const [first_name = "", ...rest] = name.split(" ");
  return { first_name, last_name: rest.join(" "), marketing_consent: false };
}
