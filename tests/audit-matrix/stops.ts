import { randomUUID } from "node:crypto";
import { changeRoute } from "#src/modules/evening/stops/change-route.server.ts";
import { countHeads } from "#src/modules/evening/stops/count-heads.server.ts";
import { nightOnTheWay } from "#src/modules/evening/stops/queries.server.ts";
import { takeTaps } from "#src/modules/evening/stops/take-taps.server.ts";
import { recordStep } from "#src/modules/evening/stops/record-step.server.ts";
import { addBar, renewBarLink, switchBar, updateBar } from "#src/modules/evening/stops/save-bar.server.ts";
import { setCrawlStops } from "#src/modules/evening/stops/save-crawl-stops.server.ts";
import { BarFields } from "#src/modules/evening/stops/schema.ts";
import { NOON } from "#tests/database.ts";
import { addCrawl, addDeparture } from "#tests/seeds.ts";
import { does, granted, type Row, type StaffStage } from "#tests/audit-matrix/stage.ts";

const fields = (name: string, price = "") =>
  BarFields.parse({
    name,
    address: "Calle Orizaba 1",
    map_url: "",
    city_id: "mexico-city",
    guide_note: "",
    voucher_price: price,
    voucher_currency: "MXN",
  });

/** Acts on bars and stops, and a guide's on the way. */
export function stopRows(stage: StaffStage): Row[] {
  const needs = ["crawls.change"] as const;
  const newBar = async () => granted(await addBar(stage.as("admin"), { id: randomUUID(), bar: fields("La Palma") })).id;

  /** Tonight's departure of a crawl with one stop. */
  const tonight = async () => {
    const [crawlId, bar_id] = [await addCrawl(stage.db(), {}), await newBar()];
    const stops = [{ bar_id, at: "20:00", vouchers: 0 }];
    granted(await setCrawlStops(stage.as("admin"), { crawlId, seen: [], stops }));
    const departureId = await addDeparture(stage.db(), crawlId, { date: "2026-11-20" });
    // soon: what is said long before a night's start isn't said of it
    const starts_at = new Date(NOON.getTime() + 2 * 3_600_000);
    await stage
      .db()
      .updateTable("scheduled_crawls")
      .set({ starts_at, sales_close_at: starts_at })
      .where("id", "=", departureId)
      .execute();
    const { stops: route } = granted(await nightOnTheWay(stage.as("guide"), departureId));
    return {
      departureId,
      stops: route.map(({ id, bar_id: bar, at }) => ({ id, bar_id: bar, at, vouchers: 0, skipped: false })),
    };
  };

  return [
    {
      act: "add a bar",
      of: ["evening/stops/save-bar"],
      needs,
      leaves: "bar.created",
      again: "done",
      prepare: async () => {
        const input = { id: randomUUID(), bar: fields("El Faro", "35.50") };
        return does((ctx) => addBar(ctx, input), ["bar", input.id]);
      },
    },
    {
      act: "change a bar",
      of: ["evening/stops/save-bar"],
      needs,
      leaves: "bar.updated",
      again: "done",
      prepare: async () => {
        const input = { id: await newBar(), version: 1, bar: fields("La Bruja", "40") };
        return does((ctx) => updateBar(ctx, input), ["bar", input.id]);
      },
    },
    {
      act: "bar: switch off",
      of: ["evening/stops/save-bar"],
      needs,
      leaves: "bar.deactivated",
      again: "done",
      prepare: async () => {
        const id = await newBar();
        return does((ctx) => switchBar(ctx, { id, isActive: false }), ["bar", id]);
      },
    },
    {
      act: "bar: switch on",
      of: ["evening/stops/save-bar"],
      needs,
      leaves: "bar.activated",
      again: "done",
      prepare: async () => {
        const id = await newBar();
        granted(await switchBar(stage.as("admin"), { id, isActive: false }));
        return does((ctx) => switchBar(ctx, { id, isActive: true }), ["bar", id]);
      },
    },
    {
      act: "bar: new link",
      of: ["evening/stops/save-bar"],
      needs,
      leaves: "bar.link_renewed",
      again: "done",
      prepare: async () => {
        const id = await newBar();
        return does((ctx) => renewBarLink(ctx, { id, seen: 1 }), ["bar", id]);
      },
    },
    {
      act: "set a crawl's stops",
      of: ["evening/stops/save-crawl-stops"],
      needs,
      leaves: "crawl.stops_changed",
      again: "done",
      prepare: async () => {
        const crawlId = await addCrawl(stage.db(), {});
        const stops = [{ bar_id: await newBar(), at: "20:00", vouchers: 1 }];
        return does((ctx) => setCrawlStops(ctx, { crawlId, seen: [], stops }), ["crawl", crawlId]);
      },
    },
    {
      act: "say that the group is at a stop",
      of: ["evening/stops/record-step"],
      needs: ["checkins.record"],
      leaves: "departure.at_stop",
      again: "done",
      prepare: async () => {
        const { departureId, stops } = await tonight();
        const step = { departureId, stopId: stops[0]!.id, kind: "arrived", id: randomUUID(), deviceAt: null } as const;
        return does((ctx) => recordStep(ctx, step), ["departure", departureId]);
      },
    },
    {
      act: "take back that the group is at a stop",
      of: ["evening/stops/record-step"],
      needs: ["checkins.record"],
      leaves: "departure.stop_undone",
      again: "done",
      prepare: async () => {
        const { departureId, stops } = await tonight();
        const step = { departureId, stopId: stops[0]!.id, deviceAt: null };
        granted(await recordStep(stage.as("guide"), { ...step, kind: "arrived", id: randomUUID() }));
        const undo = { ...step, kind: "undone", id: randomUUID() } as const;
        return does((ctx) => recordStep(ctx, undo), ["departure", departureId]);
      },
    },
    {
      act: "count who is there",
      of: ["evening/stops/count-heads"],
      needs: ["checkins.record"],
      leaves: "departure.guests_counted",
      again: "done",
      prepare: async () => {
        const { departureId, stops } = await tonight();
        const count = { departureId, stopId: stops[0]!.id, kind: "out", id: randomUUID(), deviceAt: null } as const;
        return does((ctx) => countHeads(ctx, { ...count, present: "all" }), ["departure", departureId]);
      },
    },
    {
      act: "hand over what a phone kept on the way",
      of: ["evening/stops/take-taps"],
      needs: ["checkins.record"],
      leaves: "departure.at_stop",
      again: "done",
      prepare: async () => {
        const { departureId, stops } = await tonight();
        const tap = { kind: "arrived", id: randomUUID(), stop: stops[0]!.id, at: NOON.toISOString() } as const;
        const sent = { taps: [tap], sentAt: NOON };
        return does(
          (ctx) => takeTaps(ctx, departureId, { ...sent, userId: ctx.actor.userId }),
          ["departure", departureId],
        );
      },
    },
    {
      act: "change tonight's stops",
      of: ["evening/stops/change-route"],
      needs: ["checkins.record"],
      leaves: "departure.route_changed",
      along: ["departure.route_told"],
      again: "done",
      prepare: async () => {
        const { departureId, stops } = await tonight();
        const change = { departureId, version: 0, stops: [{ ...stops[0]!, at: "20:30" }], tell: true };
        return does((ctx) => changeRoute(ctx, change), ["departure", departureId]);
      },
    },
  ];
}
