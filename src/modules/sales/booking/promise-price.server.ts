import type { KeptRule } from "#src/modules/sales/price-rules/rules/price-rule.ts";
import type { Context } from "#src/platform/context.server.ts";
import { sameToken, sign } from "#src/platform/secrets.server.ts";

/** How long a checkout that showed a rule's price may still book at it. */
const PROMISE_MS = 30 * 60_000;

/** How long after it was first promised a rule may still be promised again: longer than a hold lives with its renewals. */
const RENEWED_MS = 4 * 60 * 60_000;

type Promised = { departure: string; at: number; rule: KeptRule };
type Asking = Pick<Context, "secret" | "now" | "actor">;

/**
 * That a rule made a departure's price at `ctx.now`, signed for the browser that asks, if it has one, or for the account that a rule
 * asks nights of: what a checkout posts back, so that nobody pays more than it showed.
 */
export function promisePrice(ctx: Asking, departure: string, rule: KeptRule): string {
  const { now } = ctx;
  const first = rule.promised_at ?? now.getTime();
  const promised: Promised = { departure, at: now.getTime(), rule: { ...rule, promised_at: first } };
  const content = Buffer.from(JSON.stringify(promised)).toString("base64url");
  return `${content}.${signatureOf(ctx, content, holderOf(ctx, rule))}`;
}

// before a first booking there is no browser to sign for: such a promise would be anybody's
const holderOf = ({ actor }: Asking, rule: KeptRule): string | null =>
  rule.nights_from ? accountOf(actor) : actor.browser;

const accountOf = ({ userId }: Asking["actor"]): string => `account:${userId ?? "none"}`;

const signatureOf = ({ secret }: Asking, content: string, holder: string | null): string =>
  sign(secret, "price-promise", `${content}.${holder ?? ""}`);

/**
 * The same anew for who edits what they hold; empty where the rule has been kept by promises alone for too long. `since`: when a booking
 * that has its rule by no promise was made.
 */
export function renewedPromise(
  ctx: Asking,
  departure: string,
  { rule, since }: { rule: KeptRule; since: Date },
): string {
  const { promised_at: first } = rule;
  if (first !== undefined && ctx.now.getTime() - first > RENEWED_MS) return "";
  return promisePrice(ctx, departure, { ...rule, promised_at: first ?? since.getTime() });
}

/**
 * The rule that a promise of `promisePrice` is of, whatever became of it since; null where it is none for this departure, another
 * browser's or account's, or too old.
 */
export function promisedRule(ctx: Asking, departure: string, promise: string | null | undefined): KeptRule | null {
  const [content = "", signature = ""] = promise?.split(".") ?? [];
  const { browser, userId } = ctx.actor;
  const holders = [browser, null, ...(userId === null ? [] : [accountOf(ctx.actor)])];
  if (!holders.some((holder) => sameToken(signature, signatureOf(ctx, content, holder)))) return null;
  const promised = JSON.parse(Buffer.from(content, "base64url").toString()) as Promised;
  const age = ctx.now.getTime() - promised.at;
  return promised.departure === departure && age <= PROMISE_MS ? promised.rule : null;
}
