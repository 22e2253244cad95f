import { randomUUID } from "node:crypto";
import { cancelDeparture } from "#src/modules/changes/cancellation/cancel-departure.server.ts";
import { cancelDepartureBookings } from "#src/modules/changes/cancellation/cancel-departure-bookings.server.ts";
import { cancellationPage } from "#src/modules/changes/cancellation/queries.server.ts";
import { changeCapacity } from "#src/modules/sales/schedule/change-capacity.server.ts";
import { createDepartures, type SeriesInput } from "#src/modules/sales/schedule/create-departures.server.ts";
import { deleteDeparture } from "#src/modules/sales/schedule/delete-departure.server.ts";
import { duplicateDeparture } from "#src/modules/sales/schedule/duplicate-departure.server.ts";
import { editDeparture, type EditInput } from "#src/modules/sales/schedule/edit-departure.server.ts";
import { editSelection } from "#src/modules/sales/schedule/edit-selection.server.ts";
import { departureToEdit } from "#src/modules/sales/schedule/queries.server.ts";
import type { DepartureTerms } from "#src/modules/sales/schedule/schema.ts";
import { does, granted, type Row, type StaffStage, type Subject } from "#tests/audit-matrix/stage.ts";
import { addCrawl } from "#tests/seeds.ts";

const TERMS: DepartureTerms = {
  date: "2027-01-01",
  start_time: "20:00",
  end_time: "00:30",
  total_spots: 40,
  price: null,
  prices: {},
  sale_price: null,
  sale_prices: {},
  early_bird_sale: false,
  hide_total_spots: false,
  bookings_disabled: false,
  external_booking_link: null,
};

/** Acts on departures. */
export function scheduleRows(stage: StaffStage): Row[] {
  const needs = ["schedule.change"] as const;
  const departure = (id: string): Subject => ["departure", id];

  const plans = async (recurrence: SeriesInput["recurrence"]): Promise<SeriesInput> => ({
    crawl_id: await addCrawl(stage.db(), {}),
    terms: TERMS,
    recurrence,
    skip: [],
  });
  const threeDays = { type: "daily", every: 1, weekdays: [], first: TERMS.date, ends: { count: 3 } } as const;
  /** Three consecutive departures, planned at once. */
  const series = async () => {
    const form = { key: randomUUID(), expected: 3 };
    return granted(await createDepartures(stage.as("admin"), await plans(threeDays), form)).ids;
  };
  const edits = async (id: string, scope: EditInput["scope"]): Promise<EditInput> => {
    const { terms, version } = granted(await departureToEdit(stage.as("admin"), id));
    return { id, version, terms: { ...terms, price: 2600 }, scope, consent: "" };
  };

  return [
    {
      act: "create a departure",
      of: ["sales/schedule/create-departures"],
      needs,
      leaves: "departure.created",
      again: "done",
      prepare: async () => {
        const [input, form] = [await plans(null), { key: randomUUID(), expected: 1 }];
        return does(
          (ctx) => createDepartures(ctx, input, form),
          ({ ids }) => departure(ids[0]!),
        );
      },
    },
    {
      act: "create a series of departures",
      of: ["sales/schedule/create-departures"],
      needs,
      // the series is the record created; each of its departures shows this entry as its first
      leaves: "series.created",
      again: "done",
      prepare: async () => {
        const [input, form] = [await plans(threeDays), { key: randomUUID(), expected: 3 }];
        return does(
          (ctx) => createDepartures(ctx, input, form),
          ({ series_id }) => ["series", series_id!],
        );
      },
    },
    {
      act: "duplicate a departure",
      of: ["sales/schedule/duplicate-departure"],
      needs,
      leaves: "departure.created",
      again: "done",
      prepare: async () => {
        const crawl = await addCrawl(stage.db(), {});
        const id = granted(
          await createDepartures(
            stage.as("admin"),
            { crawl_id: crawl, terms: TERMS, recurrence: null, skip: [] },
            { key: randomUUID(), expected: 1 },
          ),
        ).ids[0]!;
        const key = randomUUID();
        return does(
          (ctx) => duplicateDeparture(ctx, { id, date: "2027-02-01" }, key),
          ({ ids }) => departure(ids[0]!),
        );
      },
    },
    {
      act: "edit one departure",
      of: ["sales/schedule/edit-departure"],
      needs,
      leaves: "departure.updated",
      again: "changed_meanwhile",
      prepare: async () => {
        const input = await edits((await series())[1]!, "one");
        return does((ctx) => editDeparture(ctx, input), departure(input.id));
      },
    },
    {
      act: "edit this and following departures",
      of: ["sales/schedule/edit-departure"],
      needs,
      leaves: "departure.updated",
      again: "changed_meanwhile",
      prepare: async () => {
        const [, ...following] = await series();
        const input = await edits(following[0]!, "following");
        return does((ctx) => editDeparture(ctx, input), following.map(departure));
      },
    },
    {
      act: "edit the departures that were chosen",
      of: ["sales/schedule/edit-selection"],
      needs,
      leaves: "departure.updated",
      again: "needs_consent",
      prepare: async () => {
        const [first, , third] = await series();
        const wish = { ids: [first!, third!], patch: { bookings_disabled: true } };
        const preview = await editSelection(stage.as("admin"), { ...wish, consent: "" });
        const { consent } = preview as unknown as { consent: string };
        return does((ctx) => editSelection(ctx, { ...wish, consent }), wish.ids.map(departure));
      },
    },
    {
      act: "change the capacity of a departure",
      of: ["sales/schedule/change-capacity"],
      needs,
      leaves: "departure.capacity_changed",
      again: "done",
      prepare: async () => {
        const id = await stage.newDeparture({ seats: 10 });
        return does((ctx) => changeCapacity(ctx, { departure_id: id, total_spots: 12 }), departure(id));
      },
    },
    {
      act: "delete a departure",
      of: ["sales/schedule/delete-departure"],
      needs,
      leaves: "departure.deleted",
      again: "departure_not_found",
      prepare: async () => {
        const id = await stage.newDeparture();
        return does((ctx) => deleteDeparture(ctx, id), departure(id));
      },
    },
    {
      act: "cancel a departure",
      of: ["changes/cancellation/cancel-departure"],
      needs: ["schedule.change", "payments.change"],
      // a job ends its bookings, each with its own entry
      leaves: "departure.cancelled",
      again: "done",
      prepare: async () => {
        const id = await stage.newDeparture();
        await stage.paid(id);
        const { departure: about, preview } = granted(await cancellationPage(stage.as("admin"), id));
        const { fingerprint } = preview!;
        const input = { departure_id: id, fingerprint, word: about.word, choice: false, note_en: "", note_es: "" };
        return does((ctx) => cancelDeparture(ctx, input), departure(id));
      },
    },
    {
      act: "cancel the bookings of a departure",
      of: ["changes/cancellation/cancel-departure-bookings"],
      needs,
      leaves: "departure.cancelled",
      along: ["booking.cancelled", "refund.requested"],
      again: "done",
      prepare: async () => {
        const id = await stage.newDeparture();
        await stage.paid(id);
        return does((ctx) => cancelDepartureBookings(ctx, { departure_id: id }), departure(id));
      },
    },
  ];
}
