import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { holdsPass } from "#src/modules/evening/tickets/grant-pass.server.ts";
import { applePassFile } from "#src/modules/evening/tickets/write-passes.server.ts";
import {
  addDevice,
  bookingOfTicket,
  otherDevices,
  dropDevice,
  passesOfDevice,
} from "#src/modules/evening/tickets/store/passes.server.ts";
import type { Context } from "#src/platform/context.server.ts";

// Apple's "Adding a Web Service to Update Passes": a phone that has a pass registers for it, is pushed when it changed, asks which
// of its passes did, and fetches each again. It proves itself by the secret that is in the pass.

/** A pass as a phone names it, with the `Authorization` header. */
type AskedPass = { passTypeId: string; ticketId: string; authorization: string | null };

/** A guest has a phone and a watch, and may hand the pass to a friend; more are somebody's script. */
const MOST_DEVICES = 20;

async function heldPass(ctx: Context, { passTypeId, ticketId, authorization }: AskedPass): Promise<string | null> {
  if (ctx.settings.wallets.apple?.passTypeId !== passTypeId || !isUuid(ticketId)) return null;
  if (!holdsPass(ctx, ticketId, authorization)) return null;
  return (await bookingOfTicket(ctx.db, ticketId)) ?? null;
}

/** A phone registers for a pass. Idempotent; `isNew` the first time. Refusals: pass_unknown, invalid. */
export async function registerPass(ctx: Context, request: AskedPass & { device: string; pushToken: unknown }) {
  if (!(await heldPass(ctx, request))) return fail("pass_unknown");
  const { ticketId, device, pushToken } = request;
  if (typeof pushToken !== "string" || !/^[\w-]{1,200}$/.test(pushToken) || !isDevice(device)) return fail("invalid");
  if ((await otherDevices(ctx.db, ticketId, device)) >= MOST_DEVICES) return ok({ isNew: false });
  return ok({ isNew: await addDevice(ctx.db, { ticketId, device, pushToken, now: ctx.now }) });
}

/** A phone has deleted a pass, or wants no news of it. Idempotent. Refusal: pass_unknown. */
export async function unregisterPass(ctx: Context, request: AskedPass & { device: string }) {
  if (!(await heldPass(ctx, request))) return fail("pass_unknown");
  await dropDevice(ctx.db, request.ticketId, request.device);
  return ok({});
}

/** The pass as it is now. Refusal: pass_unknown. */
export async function readPass(ctx: Context, request: AskedPass) {
  const bookingId = await heldPass(ctx, request);
  const pass = bookingId && (await applePassFile(ctx, bookingId, request.ticketId));
  return pass ? ok({ pass }) : fail("pass_unknown");
}

/** Transactions commit in another order than their changes are dated: what is this much older may be news. */
const OVERLAP_MS = 60_000;

/**
 * The passes of a device that changed since its last question (`since`, the `tag` of the answer before); null where none did. By
 * Apple's protocol the device's own identifier, which it made up, is all that it shows.
 */
export async function changedPasses(
  ctx: Context,
  { passTypeId, device, since }: { passTypeId: string; device: string; since: string | null },
): Promise<{ tag: string; ticketIds: string[] } | null> {
  if (ctx.settings.wallets.apple?.passTypeId !== passTypeId || !isDevice(device)) return null;
  const from = since !== null && /^\d{1,14}$/.test(since) ? new Date(Number(since) - OVERLAP_MS) : null;
  const rows = await passesOfDevice(ctx.db, device, from);
  const last = rows.at(-1);
  return last ? { tag: String(+last.changed_at), ticketIds: rows.map(({ ticket_id }) => ticket_id) } : null;
}

const isDevice = (device: string): boolean => /^[\w-]{1,200}$/.test(device);
