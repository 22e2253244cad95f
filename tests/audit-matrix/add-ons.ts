import { randomUUID } from "node:crypto";
import {
  createAddOn,
  deleteAddOn,
  raiseAddOn,
  switchAddOn,
  updateAddOn,
} from "#src/modules/sales/add-ons/save-add-on.server.ts";
import { ADD_ON_FIELDS, AddOnFields } from "#src/modules/sales/add-ons/schema.ts";
import { handOutAddOn } from "#src/modules/evening/stops/hand-out-add-on.server.ts";
import { addAddOn } from "#tests/add-ons.ts";
import { does, granted, type Row, type StaffStage } from "#tests/audit-matrix/stage.ts";
import { bookDeparture } from "#tests/booked-departure.ts";

const fields = (name: string, price = "250") =>
  AddOnFields.parse({
    ...Object.fromEntries(ADD_ON_FIELDS.map((field) => [field, ""])),
    name,
    price,
    currency: "MXN",
    price_USD: "14",
    stock: "20",
    stock_per: "night",
  });

/** Acts on what is sold beside places, and on handing it out. */
export function addOnRows(stage: StaffStage): Row[] {
  const needs = ["crawls.change"] as const;
  const of = ["sales/add-ons/save-add-on"];
  const newAddOn = async () =>
    granted(await createAddOn(stage.as("admin"), { id: randomUUID(), addOn: fields("Playera") })).id;
  const handing = {
    needs: ["checkins.record"],
    of: ["evening/stops/hand-out-add-on"],
  } as const;

  /** A booking of tonight with two pieces, none of which is handed out. */
  const tonight = async () => {
    const booking = await bookDeparture(stage.as("admin"));
    const add_on = await addAddOn(stage.db());
    await stage
      .db()
      .insertInto("booking_add_ons")
      .values({ booking_id: booking, add_on_id: add_on, quantity: 2, amount: 50_000, per_person: false })
      .execute();
    const { scheduled_crawl_id: departureId } = await stage
      .db()
      .selectFrom("bookings")
      .select("scheduled_crawl_id")
      .where("id", "=", booking)
      .executeTakeFirstOrThrow();
    await stage
      .db()
      .updateTable("bookings")
      .set({ add_ons: 50_000, total_price: 114_000 })
      .where("id", "=", booking)
      .execute();
    return { booking, add_on, departureId, deviceAt: null };
  };

  return [
    {
      act: "add an add-on",
      of,
      needs,
      leaves: "add_on.created",
      again: "done",
      prepare: async () => {
        const input = { id: randomUUID(), addOn: fields("Cena") };
        return does((ctx) => createAddOn(ctx, input), ["add_on", input.id]);
      },
    },
    {
      act: "change an add-on",
      of,
      needs,
      leaves: "add_on.updated",
      again: "done",
      prepare: async () => {
        const input = { id: await newAddOn(), version: 1, addOn: fields("Playera negra", "300") };
        return does((ctx) => updateAddOn(ctx, input), ["add_on", input.id]);
      },
    },
    {
      act: "add-on: switch off",
      of,
      needs,
      leaves: "add_on.deactivated",
      again: "done",
      prepare: async () => {
        const id = await newAddOn();
        return does((ctx) => switchAddOn(ctx, { id, isActive: false }), ["add_on", id]);
      },
    },
    {
      act: "add-on: put on sale",
      of,
      needs,
      leaves: "add_on.activated",
      again: "done",
      prepare: async () => {
        const id = await newAddOn();
        granted(await switchAddOn(stage.as("admin"), { id, isActive: false }));
        return does((ctx) => switchAddOn(ctx, { id, isActive: true }), ["add_on", id]);
      },
    },
    {
      act: "add-on: move up",
      of,
      needs,
      leaves: "add_on.moved",
      again: "done",
      prepare: async () => {
        const [above, id] = [await newAddOn(), await newAddOn()];
        return does((ctx) => raiseAddOn(ctx, { id, above }), ["add_on", id]);
      },
    },
    {
      act: "delete an add-on",
      of,
      needs,
      leaves: "add_on.deleted",
      again: "add_on_not_found",
      prepare: async () => {
        const id = await newAddOn();
        return does((ctx) => deleteAddOn(ctx, { id }), ["add_on", id]);
      },
    },
    {
      act: "hand out an add-on",
      ...handing,
      leaves: "booking.add_on_handed_out",
      again: "done",
      prepare: async () => {
        const piece = { ...(await tonight()), kind: "handed_out", id: randomUUID() } as const;
        return does((ctx) => handOutAddOn(ctx, piece), ["booking", piece.booking]);
      },
    },
    {
      act: "take back that an add-on was handed out",
      ...handing,
      leaves: "booking.add_on_taken_back",
      again: "done",
      prepare: async () => {
        const night = await tonight();
        granted(await handOutAddOn(stage.as("admin"), { ...night, kind: "handed_out", id: randomUUID() }));
        const piece = { ...night, kind: "taken_back", id: randomUUID() } as const;
        return does((ctx) => handOutAddOn(ctx, piece), ["booking", piece.booking]);
      },
    },
  ];
}
