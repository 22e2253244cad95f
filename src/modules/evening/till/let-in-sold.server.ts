import { createHash } from "node:crypto";
import type { bookingConfirmed } from "#src/modules/sales/booking/events.ts";
import { recordEvents } from "#src/modules/evening/door/record-events.server.ts";
import { ticketsOf } from "#src/modules/evening/tickets/queries.server.ts";
import { saleById } from "#src/modules/evening/till/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { addJob } from "#src/platform/jobs.server.ts";

/** Has the guests of a sale at the door checked in once it is confirmed, however it was paid, where its seller wished so. */
export async function queueEntry(
  _ctx: Context,
  tx: Tx,
  { bookingId, guests }: ReturnType<typeof bookingConfirmed>["payload"],
): Promise<void> {
  if (guests?.source === "web") return; // whoever books on the site doesn't stand at the door
  const sale = await saleById(tx, bookingId);
  if (sale?.let_in) await addJob(tx, "sale.let-in", { bookingId }, { key: `sale.let-in:${bookingId}` });
}

/**
 * Job: checks in the guests of a sale at the door, in its seller's name: they stand in front of them. Each ticket's events have one
 * id for good, so that doing it again changes nothing, also after somebody took an entry back.
 */
export async function letInSold(ctx: Context, { bookingId }: { bookingId: string }): Promise<void> {
  const sale = await saleById(ctx.db, bookingId);
  if (!sale?.let_in || sale.status !== "confirmed") return;
  const tickets = (await ticketsOf(ctx, bookingId)).filter(({ status }) => status === "valid");
  const shared = {
    departure_id: sale.scheduled_crawl_id,
    // who bought offline went in then
    device_at: (sale.way === "offline" ? sale.created_at : ctx.now).toISOString(),
    offline: sale.way === "offline",
    way: "sale",
    reason: "",
  } as const;
  const events = tickets.flatMap(({ id: ticket_id }) => {
    const entry = { ...shared, id: eventId("in", ticket_id), kind: "in", ticket_id, of_event: null } as const;
    const idCheck = {
      ...shared,
      id: eventId("id_seen", ticket_id),
      kind: "id_seen",
      ticket_id,
      of_event: entry.id,
    } as const;
    return sale.id_seen ? [entry, idCheck] : [entry];
  });
  const by = { deviceId: null, userId: sale.user_id, revokedAt: null };
  await recordEvents(ctx, by, { events, aheadMs: 0 });
}

/** Takes back what `letInSold` did for a sale, or is about to do: an entry that is taken back first never counts. Safe to repeat. */
export async function takeOutSold(
  ctx: Context,
  { bookingId, reason }: { bookingId: string; reason: string },
): Promise<void> {
  const sale = await saleById(ctx.db, bookingId);
  if (!sale?.let_in) return;
  const events = (await ticketsOf(ctx, bookingId)).map(({ id: ticket_id }) => ({
    id: eventId("undo", ticket_id),
    kind: "undo" as const,
    departure_id: sale.scheduled_crawl_id,
    ticket_id,
    of_event: eventId("in", ticket_id),
    device_at: ctx.now.toISOString(),
    offline: false,
    way: "sale" as const,
    reason,
  }));
  await recordEvents(ctx, { deviceId: null, userId: sale.user_id, revokedAt: null }, { events, aheadMs: 0 });
}

/** The same UUID (version 8) for the same event of a ticket, or of a booking. For this module. */
export function eventId(kind: string, id: string): string {
  const hex = createHash("sha256").update(`sale ${kind} ${id}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
