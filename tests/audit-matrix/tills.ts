import { randomUUID } from "node:crypto";
import { cancelSale } from "#src/modules/evening/till/cancel-sale.server.ts";
import { closeTill } from "#src/modules/evening/till/close-till.server.ts";
import { countTill } from "#src/modules/evening/till/count-till.server.ts";
import { giveBackOffline, holdOffline } from "#src/modules/evening/till/hold-offline.server.ts";
import { releasePlaces } from "#src/modules/evening/till/release-places.server.ts";
import { lookAtTill } from "#src/modules/evening/till/look-at-till.server.ts";
import { openTill } from "#src/modules/evening/till/open-till.server.ts";
import { payOut } from "#src/modules/evening/till/pay-out.server.ts";
import { recordOfficeMove } from "#src/modules/evening/till/record-office-move.server.ts";
import type { DoorSale } from "#src/modules/evening/till/schema.ts";
import { sellAtDoor } from "#src/modules/evening/till/sell-at-door.server.ts";
import { sellOffline } from "#src/modules/evening/till/sell-offline.server.ts";
import { sendBackTill } from "#src/modules/evening/till/send-back-till.server.ts";
import { settleRefusal } from "#src/modules/evening/till/settle-refusal.server.ts";
import { undoSale } from "#src/modules/evening/till/undo-sale.server.ts";
import { undoOfficeMove } from "#src/modules/evening/till/undo-office-move.server.ts";
import { takeOverTill } from "#src/modules/evening/till/take-over-till.server.ts";
import { does, granted, type Row, type StaffStage } from "#tests/audit-matrix/stage.ts";
import { NOON } from "#tests/database.ts";
import { addCrawl, addDeparture } from "#tests/seeds.ts";

/** What is sold at the door, and the cash of it. */
const toBank = {
  kind: "banked",
  amount: 5_000,
  currency: "MXN",
  day: "2026-11-20",
  bar_id: null,
  month: null,
  receipt: "",
  note: "",
} as const;

export function tillRows(stage: StaffStage): Row[] {
  const needs = ["sales.door"] as const;
  const sold = { leaves: "booking.held", along: ["payment.taken_by_hand", "booking.confirmed", "payment.succeeded"] };
  const tonight = async () =>
    addDeparture(stage.db(), await addCrawl(stage.db(), {}), { date: "2026-11-20", prices: { MXN: 40_000 } });
  /** With nobody to take a till over, or with everybody. */
  const banned = (all: boolean) => stage.db().updateTable("user").set({ banned: all }).execute();
  /** Tills that rows before have left, out of the way. */
  const noTill = async () => {
    await banned(false);
    await stage
      .db()
      .updateTable("tills")
      .set({ state: "closed", counted_at: NOON, closed_at: NOON })
      .where("state", "<>", "closed")
      .execute();
  };
  const opening = () =>
    ({ intent: "open", key: randomUUID(), city_id: "mexico-city", float_MXN: 50_000, float_USD: 0 }) as const;
  const ownTill = async (): Promise<string> => {
    await noTill();
    return granted(await openTill(stage.as("admin"), opening())).till_id;
  };
  const counting = (till_id: string, taker_id: string, MXN = 50_000) =>
    ({ intent: "count", till_id, round: 1, counted: { MXN }, reason: "as it is", taker_id }) as const;
  /** A till of a colleague that waits for the admin. */
  const handedOver = async (MXN?: number): Promise<string> => {
    await noTill();
    const actor = { kind: "user", userId: await stage.colleague("guide"), role: "guide", secondFactor: true } as const;
    const { till_id } = granted(await openTill(stage.at(2, actor), opening()));
    granted(await countTill(stage.at(3, actor), counting(till_id, stage.adminId, MXN)));
    return till_id;
  };
  const sale = (departure_id: string, way: DoorSale["way"]): DoorSale => ({
    intent: "sell",
    key: randomUUID(),
    departure_id,
    people: 2,
    currency: "MXN",
    way,
    expected: 80_000,
    name: "",
    email: "",
    language: "en",
    id_seen: false,
    let_in: false,
  });
  const phone = async (): Promise<string> => {
    const id = randomUUID();
    const result = { created_at: NOON, seen_at: NOON, token_hash: id.padEnd(43, "x") };
    const values = { id, user_id: stage.adminId, name: "Phone", ...result };
    await stage.db().insertInto("door_devices").values(values).execute();
    return id;
  };
  const lent = async () => {
    const reserve = { device_id: await phone(), departure_id: await tonight() };
    await stage
      .db()
      .insertInto("offline_places")
      .values({ ...reserve, places: 4, granted_at: NOON })
      .execute();
    await stage
      .db()
      .updateTable("scheduled_crawls")
      .set({ available_spots: 36 })
      .where("id", "=", reserve.departure_id)
      .execute();
    return reserve;
  };

  return [
    {
      act: "door: sell",
      of: ["evening/till/sell-at-door"],
      needs,
      ...sold,
      again: "done",
      prepare: async () => {
        await ownTill();
        const input = sale(await tonight(), "cash");
        return does(
          (ctx) => sellAtDoor(ctx, input),
          ({ booking_id }) => ["booking", booking_id],
        );
      },
    },
    {
      act: "door: cancel",
      of: ["evening/till/cancel-sale"],
      needs,
      leaves: "booking.cancelled",
      again: "done",
      prepare: async () => {
        const { booking_id } = granted(await sellAtDoor(stage.as("admin"), sale(await tonight(), "link")));
        return does((ctx) => cancelSale(ctx, { booking_id }), ["booking", booking_id]);
      },
    },
    {
      act: "door: undo a sale",
      of: ["evening/till/undo-sale"],
      needs,
      leaves: "booking.cancelled",
      along: ["refund.requested", "refund.manual", "refund.closed_by_hand"],
      again: "done",
      prepare: async () => {
        await ownTill();
        const { booking_id } = granted(await sellAtDoor(stage.as("admin"), sale(await tonight(), "cash")));
        return does((ctx) => undoSale(ctx, { booking_id }), ["booking", booking_id]);
      },
    },
    {
      act: "door: sell offline",
      of: ["evening/till/sell-offline"],
      needs,
      ...sold,
      again: "done",
      prepare: async () => {
        await ownTill();
        const reserve = await lent();
        const { intent: _, way: __, ...rest } = sale(reserve.departure_id, "cash");
        const when = { sold_at: NOON.toISOString(), ahead_ms: 0 };
        const input = { ...rest, ...when, expected: 80_000, device_id: reserve.device_id };
        return does(
          (ctx) => sellOffline(ctx, input),
          ({ booking_id }) => ["booking", booking_id],
        );
      },
    },
    {
      act: "door: hold offline",
      of: ["evening/till/hold-offline"],
      needs,
      leaves: null,
      again: "done",
      prepare: async () => {
        // the setting is 0 by default: nothing is held
        const reserve = { device_id: await phone(), departure_id: await tonight() };
        return does((ctx) => holdOffline(ctx, reserve), ["departure", reserve.departure_id]);
      },
    },
    {
      act: "door: give back offline",
      of: ["evening/till/hold-offline"],
      needs,
      leaves: "departure.places_returned",
      again: "done",
      prepare: async () => {
        const reserve = await lent();
        return does((ctx) => giveBackOffline(ctx, reserve), ["departure", reserve.departure_id]);
      },
    },
    {
      act: "door: put a phone's places back on sale",
      of: ["evening/till/release-places"],
      needs: ["checkins.record"],
      leaves: "departure.places_returned",
      again: "done",
      prepare: async () => {
        const { departure_id, device_id } = await lent();
        return does((ctx) => releasePlaces(ctx, { id: device_id }), ["departure", departure_id]);
      },
    },
    {
      act: "door: settle a refused sale",
      of: ["evening/till/settle-refusal"],
      needs: ["payments.change"],
      leaves: "refused_sale.settled",
      again: "done",
      prepare: async () => {
        const sale_id = randomUUID();
        const values = { sale_id, sold_at: NOON, received_at: NOON, reason: "sold_out" };
        await stage.db().insertInto("refused_sales").values(values).execute();
        return does((ctx) => settleRefusal(ctx, { id: sale_id }), ["refused_sale", sale_id]);
      },
    },
    {
      act: "office cash: record",
      of: ["evening/till/record-office-move"],
      needs: ["payments.change"],
      leaves: "office.recorded",
      again: "done",
      prepare: async () => {
        const input = { ...toBank, key: randomUUID() };
        return does((ctx) => recordOfficeMove(ctx, input), ["office_move", input.key]);
      },
    },
    {
      act: "office cash: undo",
      of: ["evening/till/undo-office-move"],
      needs: ["payments.change"],
      leaves: "office.undone",
      again: "done",
      prepare: async () => {
        const key = randomUUID();
        granted(await recordOfficeMove(stage.as("admin"), { ...toBank, key }));
        return does((ctx) => undoOfficeMove(ctx, { id: key }), ["office_move", key]);
      },
    },
    {
      act: "till: open",
      of: ["evening/till/open-till"],
      needs,
      leaves: "till.opened",
      again: "done",
      prepare: async () => {
        await noTill();
        const input = opening();
        return does((ctx) => openTill(ctx, input), ["till", input.key]);
      },
    },
    {
      act: "till: pay out",
      of: ["evening/till/pay-out"],
      needs,
      leaves: "till.paid_out",
      again: "done",
      prepare: async () => {
        const till_id = await ownTill();
        const key = randomUUID();
        const input = { intent: "pay_out", key, till_id, amount: 5000, currency: "MXN", reason: "taxi" } as const;
        return does((ctx) => payOut(ctx, input), ["till", till_id]);
      },
    },
    {
      act: "till: count",
      of: ["evening/till/count-till"],
      needs,
      leaves: "till.counted",
      again: "done",
      prepare: async () => {
        const till = await ownTill();
        const input = counting(till, await stage.colleague("manager"));
        return does((ctx) => countTill(ctx, input), ["till", till]);
      },
    },
    {
      act: "till: close alone",
      of: ["evening/till/close-till"],
      needs: ["payments.change"],
      leaves: "till.closed_alone",
      again: "done",
      prepare: async () => {
        await noTill();
        const actor = {
          kind: "user",
          userId: await stage.colleague("guide"),
          role: "guide",
          secondFactor: true,
        } as const;
        const { till_id } = granted(await openTill(stage.at(2, actor), opening()));
        await banned(true);
        const input = { ...counting(till_id, ""), reason: "gone" };
        return does((ctx) => closeTill(ctx, input), ["till", till_id]);
      },
    },
    {
      act: "till: take over",
      of: ["evening/till/take-over-till"],
      needs,
      leaves: "till.taken_over",
      again: "done",
      prepare: async () => {
        const till_id = await handedOver();
        return does((ctx) => takeOverTill(ctx, { till_id, round: 1 }), ["till", till_id]);
      },
    },
    {
      act: "till: send back",
      of: ["evening/till/send-back-till"],
      needs,
      leaves: "till.sent_back",
      again: "not_counted",
      prepare: async () => {
        const till_id = await handedOver();
        return does((ctx) => sendBackTill(ctx, { till_id, round: 1 }), ["till", till_id]);
      },
    },
    {
      act: "till: look at",
      of: ["evening/till/look-at-till"],
      needs: ["payments.change"],
      leaves: "till.looked_at",
      again: "done",
      prepare: async () => {
        const till_id = await handedOver(49_000);
        granted(await takeOverTill(stage.as("admin"), { till_id, round: 1 }));
        return does((ctx) => lookAtTill(ctx, { till_id }), ["till", till_id]);
      },
    },
  ];
}
