import type { Context } from "#src/platform/context.server.ts";

/** Compares the refunds that a provider knows of a payment with ours and records what was made there (mechanics 4). */
export async function recordExternalRefunds(_ctx: Context, _paymentId: string): Promise<void> {}
