import { randomUUID } from "node:crypto";
import { enterGuest } from "#src/modules/evening/door/enter-guest.server.ts";
import { lookAtDouble } from "#src/modules/evening/door/look-at-double.server.ts";
import { moveToTonight } from "#src/modules/evening/door/move-to-tonight.server.ts";
import { recordEvents } from "#src/modules/evening/door/record-events.server.ts";
import { registerDevice } from "#src/modules/evening/door/register-device.server.ts";
import { renameDevice } from "#src/modules/evening/door/rename-device.server.ts";
import { revokeDevice } from "#src/modules/evening/door/revoke-device.server.ts";
import { undoEntry } from "#src/modules/evening/door/undo-entry.server.ts";
import { does, granted, type Row, type StaffStage } from "#tests/audit-matrix/stage.ts";
import { doorEvent, partyTonight } from "#tests/at-the-door.ts";
import { NOON } from "#tests/database.ts";

/** Acts at the door, and on its phones. */
export function doorRows(stage: StaffStage): Row[] {
  const needs = ["checkins.record"] as const;
  const device = async () => granted(await registerDevice(stage.as("admin"), { name: "Phone" })).device.id;
  const enters = (ticket_id: string, departure_id: string, booking: string) => {
    const input = { key: randomUUID(), ticket_id, departure_id };
    return does((ctx) => enterGuest(ctx, input), ["booking", booking]);
  };
  const inside = async (...events: { offline: boolean; minutes: number }[]) => {
    const party = await partyTonight(stage.database);
    const sent = events.map(({ offline, minutes }) =>
      doorEvent(party, { offline, device_at: new Date(+NOON + minutes * 60_000).toISOString() }),
    );
    const by = { deviceId: null, userId: stage.adminId, revokedAt: null };
    await recordEvents(stage.as("admin"), by, { events: sent, aheadMs: 0 });
    return { ...party, entries: sent.map(({ id }) => id) };
  };
  let tonight: Promise<string> | undefined;
  return [
    {
      act: "register a phone",
      of: ["evening/door/register-device"],
      needs,
      leaves: "device.registered",
      again: "another act",
      prepare: async () =>
        does(
          (ctx) => registerDevice(ctx, { name: "Dani’s phone" }),
          ({ device: { id } }) => ["device", id],
        ),
    },
    {
      act: "rename a phone",
      of: ["evening/door/rename-device"],
      needs,
      leaves: "device.renamed",
      again: "done",
      prepare: async () => {
        const id = await device();
        return does((ctx) => renameDevice(ctx, { id, name: "Red phone" }), ["device", id]);
      },
    },
    {
      act: "revoke a phone",
      of: ["evening/door/revoke-device"],
      needs,
      leaves: "device.revoked",
      again: "done",
      prepare: async () => {
        const id = await device();
        return does((ctx) => revokeDevice(ctx, { id, cookie: null }), ["device", id]);
      },
    },
    {
      act: "let a guest in",
      of: ["evening/door/enter-guest"],
      needs,
      leaves: "checkin.entered",
      again: "done",
      prepare: async () => {
        const { tickets, departure, booking } = await partyTonight(stage.database);
        return enters(tickets[0]!, departure, booking);
      },
    },
    {
      act: "take an entry back",
      of: ["evening/door/undo-entry"],
      needs,
      leaves: "checkin.undone",
      again: "done",
      prepare: async () => {
        const { booking, entries } = await inside({ offline: true, minutes: 1 });
        const input = { key: randomUUID(), entry: entries[0]!, reason: "wrong person" };
        return does((ctx) => undoEntry(ctx, input), ["booking", booking]);
      },
    },
    {
      act: "look at a double entry",
      of: ["evening/door/look-at-double"],
      needs: ["bookings.change"],
      leaves: "checkin.looked_at",
      again: "done",
      prepare: async () => {
        const { booking, entries } = await inside({ offline: true, minutes: 1 }, { offline: true, minutes: 2 });
        return does((ctx) => lookAtDouble(ctx, { id: entries[1]! }), ["booking", booking]);
      },
    },
    {
      act: "move a booking to tonight",
      of: ["evening/door/move-to-tonight"],
      needs,
      leaves: "booking.changed",
      again: "done",
      prepare: async () => {
        const booking_id = await stage.paid();
        const departure_id = await (tonight ??= stage.newDeparture({ date: "2026-11-20" }));
        return does((ctx) => moveToTonight(ctx, { booking_id, departure_id, people: 2 }), ["booking", booking_id]);
      },
    },
  ];
}
