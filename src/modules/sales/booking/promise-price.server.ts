import type { PriceRule } from "#src/modules/sales/price-rules/rules/price-rule.ts";
import type { Context } from "#src/platform/context.server.ts";
import { sameToken, sign } from "#src/platform/secrets.server.ts";

/** How long a checkout that showed a rule's price may still book at it. */
const PROMISE_MS = 30 * 60_000;

type Promised = { departure: string; at: number; rule: PriceRule };

/** That a rule made a departure's price at `ctx.now`, signed: what a checkout posts back, so that nobody pays more than it showed. */
export function promisePrice(
  { secret, now }: Pick<Context, "secret" | "now">,
  departure: string,
  rule: PriceRule,
): string {
  const promised: Promised = { departure, at: now.getTime(), rule };
  const content = Buffer.from(JSON.stringify(promised)).toString("base64url");
  return `${content}.${sign(secret, "price-promise", content)}`;
}

/** The rule that a promise of `promisePrice` is of, whatever became of it since; null where it is none for this departure, or too old. */
export function promisedRule(
  { secret, now }: Pick<Context, "secret" | "now">,
  departure: string,
  promise: string | null | undefined,
): PriceRule | null {
  const [content = "", signature = ""] = promise?.split(".") ?? [];
  if (!sameToken(signature, sign(secret, "price-promise", content))) return null;
  const promised = JSON.parse(Buffer.from(content, "base64url").toString()) as Promised;
  const age = now.getTime() - promised.at;
  return promised.departure === departure && age <= PROMISE_MS ? promised.rule : null;
}
