import { randomUUID } from "node:crypto";
import { release } from "#src/modules/sales/booking/release-hold.server.ts";
import { joinList } from "#src/modules/sales/waiting/join-list.server.ts";
import { offerByHand } from "#src/modules/sales/waiting/offer-places.server.ts";
import { removeEntry } from "#src/modules/sales/waiting/remove-entry.server.ts";
import { does, granted, type Row, type StaffStage } from "#tests/audit-matrix/stage.ts";

/** Acts on the waiting list of a night. */
export function waitingRows(stage: StaffStage): Row[] {
  /** A full night of two places for which a party of two waits, with the booking that fills it. */
  const waited = async () => {
    const departure = await stage.newDeparture({ seats: 2 });
    const booking = await stage.books(departure);
    const email = `${randomUUID()}@example.test`;
    const request = { departure_ids: [departure], people: 2, first_name: "Ana", email, language: "en" as const };
    granted(await joinList(stage.at(1, { address: `2001:db8:${email.slice(0, 4)}::1` }), request));
    const { id } = await stage
      .db()
      .selectFrom("waiting_entries")
      .select("id")
      .where("email", "=", email)
      .executeTakeFirstOrThrow();
    return { departure, booking, id };
  };
  return [
    {
      act: "offer places to a party out of turn",
      of: ["sales/waiting/offer-places"],
      needs: ["bookings.change"],
      leaves: "waiting.offered",
      along: ["booking.held"],
      again: "not_waiting",
      prepare: async () => {
        const { departure, booking, id } = await waited();
        const system = stage.at(1, { kind: "system" });
        await stage
          .db()
          .transaction()
          .execute((tx) => release(system, tx, { id: booking, reason: "admin", from: ["pending"] }));
        return does((ctx) => offerByHand(ctx, id), ["departure", departure]);
      },
    },
    {
      act: "take a party off the waiting list",
      of: ["sales/waiting/remove-entry"],
      needs: ["bookings.change"],
      leaves: "waiting.removed",
      again: "done",
      prepare: async () => {
        const { departure, id } = await waited();
        return does((ctx) => removeEntry(ctx, id), ["departure", departure]);
      },
    },
  ];
}
