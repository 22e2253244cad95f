import { keepTraces } from "#src/modules/sales/affiliates/store/partners.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { sign } from "#src/platform/secrets.server.ts";

type Kind = "browser" | "network";

/** A keyed hash of a browser's id or an address: the database alone tells neither. */
export const traceOf = ({ secret }: Pick<Context, "secret">, kind: Kind, who: string): string =>
  sign(secret, "partner-trace", kind, who).slice(0, 22);

/** Notes from which browser and network a partner looked at their own page, or used their desk: what is booked there may be their own. */
export async function noteTrace(ctx: Context, partnerId: string): Promise<void> {
  const { browser, address } = ctx.actor;
  const traces = [{ kind: "network" as const, hash: traceOf(ctx, "network", address) }];
  const all = browser ? [...traces, { kind: "browser" as const, hash: traceOf(ctx, "browser", browser) }] : traces;
  await keepTraces(ctx.db, partnerId, all, ctx.now);
}
