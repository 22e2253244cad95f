import { isLocale, type Locale } from "#src/kernel/localized.ts";
import { passwordChanged, resetAsked, secondFactorChanged } from "#src/modules/base/identity/events.ts";
import { mayMail } from "#src/platform/limit-mail.server.ts";
import { passwordError } from "#src/modules/base/identity/rules/password.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { AccountEvents } from "#src/platform/auth.server.ts";
import { type Context, type DomainEvent, type Services, systemContext } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/**
 * Publishes the sign-in library's account events as events of this module, each in a transaction. Called by the library, with
 * the system as actor.
 */
export function accountEvents(services: Services, { resetSeconds }: { resetSeconds: number }): AccountEvents {
  const act = (language: string, work: (ctx: Context, tx: Tx, locale: Locale) => Promise<DomainEvent | null>) => {
    const locale = isLocale(language) ? language : "en";
    const ctx = { ...systemContext(services), locale };
    return ctx.db.transaction().execute(async (tx) => {
      const event = await work(ctx, tx, locale);
      if (event) await ctx.publish(ctx, tx, event);
    });
  };
  return {
    resetAsked: ({ userId, email, token, language }) =>
      act(language, async (ctx, tx, locale) => {
        const until = new Date(ctx.now.getTime() + resetSeconds * 1000).toISOString();
        const event = resetAsked({ userId, email, token, until, language: locale });
        // silent either way: the response must not reveal it
        return (await mayMail(ctx, tx, event.name, email)) ? event : null;
      }),
    passwordReset: ({ userId }) =>
      act("en", async (ctx, tx) => {
        await audit(tx, ctx, { action: "password.reset", subject: ["user", userId] });
        return passwordChanged({ userId, by: "link" });
      }),
    passwordChanged: ({ userId }) => act("en", () => Promise.resolve(passwordChanged({ userId, by: "owner" }))),
    secondFactorChanged: (who) => act("en", () => Promise.resolve(secondFactorChanged(who))),
    whyRefused: (password) => passwordError(password),
  };
}
