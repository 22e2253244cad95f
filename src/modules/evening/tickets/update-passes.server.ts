import { googlePassOf } from "#src/modules/evening/tickets/write-passes.server.ts";
import {
  type DuePass,
  dropPass,
  duePasses,
  markBooking,
  markDeparture,
  markTold,
} from "#src/modules/evening/tickets/store/passes.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { failuresOf, throwTogether } from "#src/platform/each-in-turn.server.ts";
import { addJob } from "#src/platform/jobs.server.ts";
import { openPush, type Push } from "#src/platform/push-pass.server.ts";
import { openGoogleWallet, type GoogleWalletApi } from "#src/platform/call-google-wallet.server.ts";

/** Event handler: a booking's tickets are others now, or are void. Passes of them in wallets are told after the transaction. */
export async function followBooking(ctx: Context, tx: Tx, { bookingId }: { bookingId: string }): Promise<void> {
  if (hasWallet(ctx) && (await markBooking(tx, bookingId, ctx.now))) await queue(tx);
}

/** Event handler: a departure was moved or called off. */
export async function followDeparture(ctx: Context, tx: Tx, { departureId }: { departureId: string }): Promise<void> {
  if (hasWallet(ctx) && (await markDeparture(tx, departureId, ctx.now))) await queue(tx);
}

const hasWallet = ({ settings: { wallets } }: Context): boolean => wallets.apple !== null || wallets.google !== null;
const queue = (tx: Tx) => addJob(tx, "passes.update", {}, { key: "passes.update" });

const PORTION = 100;

/** The result of updating one pass: it was sent, or the pass is on no device anymore. */
type Outcome = "told" | "gone";

/**
 * Job: tells every pass that is due of its change, in portions. Apple's devices are pushed and fetch the pass themselves; Google is
 * sent it. Idempotent: what was told twice is told the same. Throws when some are to be tried again, after the others.
 */
export async function updatePasses(ctx: Context): Promise<void> {
  const { apple, google } = ctx.settings.wallets;
  const push = apple && openPush(apple, ctx.settings.APPLE_PUSH_URL);
  const api = google && openGoogleWallet(google, ctx.settings.GOOGLE_WALLET_URL, ctx.now);
  const failed: Error[] = [];
  const naming = {
    event: "wallet_pass.failed",
    about: ({ wallet, ticket_id: ticket }: DuePass) => ({ wallet, ticket }),
  };
  try {
    let after: DuePass | null = null;
    for (;;) {
      const due: DuePass[] = await duePasses(ctx.db, { after, limit: PORTION });
      failed.push(...(await failuresOf(due, naming, (pass) => settle(ctx, pass, { push, api }))));
      after = due.at(-1) ?? null;
      if (due.length < PORTION) break;
    }
  } finally {
    push?.close();
  }
  throwTogether(failed, "passes in wallets weren't told");
}

type Companies = { push: Push | null; api: GoogleWalletApi | null };

/** Tells one pass and notes it; what fails is to be tried again. */
async function settle(ctx: Context, pass: DuePass, companies: Companies): Promise<void> {
  const outcome = await tell(ctx, pass, companies);
  await (outcome === "told" ? markTold(ctx.db, pass) : dropPass(ctx.db, pass));
}

async function tell(ctx: Context, pass: DuePass, { push, api }: Companies): Promise<Outcome> {
  if (pass.wallet === "apple") return push ? push.send(pass.push_token!) : "told";
  const google = await googlePassOf(ctx, pass.booking_id, pass.ticket_id, pass.language === "es" ? "es" : "en");
  // a wallet that isn't configured any more can't be told
  return api && google ? api.update(google) : "told";
}
