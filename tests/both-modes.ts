import type { Context } from "#src/platform/context.server.ts";

/** With which money a server sells: test money in practice, or real money. */
export type Mode = Context["settings"]["PAYMENTS_MODE"];
export const isPractice = (mode: Mode): boolean => mode === "sandbox";

/** Each mode after the other: what one leaves behind must not be met by the other. */
export const ORDERS = [
  ["sandbox", "live"],
  ["live", "sandbox"],
] as const satisfies readonly (readonly [first: Mode, then: Mode])[];

/** The same context on a server of a mode. */
export const inMode = (ctx: Context, mode: Mode): Context => ({
  ...ctx,
  settings: { ...ctx.settings, PAYMENTS_MODE: mode },
});
