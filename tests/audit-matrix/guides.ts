import { assignGuide } from "#src/modules/evening/guides/assign-guide.server.ts";
import { answerOwn } from "#src/modules/evening/guides/answer-shifts.server.ts";
import { payNights, unpayNights } from "#src/modules/evening/guides/pay-nights.server.ts";
import { renewCalendar } from "#src/modules/evening/guides/renew-calendar.server.ts";
import { repeatRequest } from "#src/modules/evening/guides/repeat-request.server.ts";
import { markOf } from "#src/modules/evening/guides/rules/shift.ts";
import { showGuide, showOneself } from "#src/modules/evening/guides/show-guide.server.ts";
import { setPay } from "#src/modules/evening/guides/set-pay.server.ts";
import { withdrawShift } from "#src/modules/evening/guides/withdraw-shift.server.ts";
import { NOON } from "#tests/database.ts";
import { addCrawl, addDeparture } from "#tests/seeds.ts";
import { does, granted, type Row, type StaffStage, type Subject } from "#tests/audit-matrix/stage.ts";

/** Acts on guides and the nights they lead. */
export function guideRows(stage: StaffStage): Row[] {
  const needs = ["schedule.change"] as const;
  const person = (id: string): Subject => ["user", id];
  const wish = (user_id: string, agreed = false) =>
    ({ user_id, part: "guide", series: false, agreed, note: "" }) as const;

  const assign = async (guide: string) => {
    const departure_id = await stage.newDeparture();
    const ids = granted(await assignGuide(stage.as("admin"), { departure_id, ...wish(guide) })).shiftIds;
    return { departure_id, shift_id: ids[0]! };
  };
  const answers = async (answer: "accept" | "decline") => {
    const { shift_id } = await assign(stage.adminId);
    const night = await stage
      .db()
      .selectFrom("shifts as s")
      .innerJoin("scheduled_crawls as d", "d.id", "s.departure_id")
      .select(["d.starts_at", "d.ends_at"])
      .where("s.id", "=", shift_id)
      .executeTakeFirstOrThrow();
    const marks = [markOf(shift_id, night)];
    return does((ctx) => answerOwn(ctx, { answer, shift_id, seen: marks }), person(stage.adminId));
  };
  /** A night that a guide has led. */
  const worked = async () => {
    const user_id = await stage.colleague("guide");
    const departure_id = await addDeparture(stage.db(), await addCrawl(stage.db(), {}), { date: "2026-11-18" });
    const pay = { pay_amount: 80_000, pay_currency: "MXN" };
    const { id } = await stage
      .db()
      .insertInto("shifts")
      .values({
        departure_id,
        user_id,
        part: "guide",
        state: "accepted",
        request_id: departure_id,
        ...pay,
        created_at: NOON,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { user_id, month: "2026-11", shift_ids: [id] };
  };

  return [
    {
      act: "ask a guide for a night",
      of: ["evening/guides/assign-guide"],
      needs,
      leaves: "shift.asked",
      again: "done",
      prepare: async () => {
        const [departure_id, guide] = [await stage.newDeparture(), await stage.colleague("guide")];
        return does((ctx) => assignGuide(ctx, { departure_id, ...wish(guide) }), person(guide));
      },
    },
    {
      act: "put a guide on a night who has agreed",
      of: ["evening/guides/assign-guide"],
      needs,
      leaves: "shift.agreed",
      again: "done",
      prepare: async () => {
        const [departure_id, guide] = [await stage.newDeparture(), await stage.colleague("guide")];
        return does((ctx) => assignGuide(ctx, { departure_id, ...wish(guide, true) }), person(guide));
      },
    },
    {
      act: "take a guide off a night",
      of: ["evening/guides/withdraw-shift"],
      needs,
      leaves: "shift.withdrawn",
      again: "done",
      prepare: async () => {
        const guide = await stage.colleague("guide");
        const shift = await assign(guide);
        return does((ctx) => withdrawShift(ctx, shift), person(guide));
      },
    },
    {
      act: "ask a guide again",
      of: ["evening/guides/repeat-request"],
      needs,
      leaves: "shift.asked_again",
      again: "done",
      prepare: async () => {
        const guide = await stage.colleague("guide");
        const shift = await assign(guide);
        await stage.db().updateTable("shifts").set({ state: "declined" }).where("id", "=", shift.shift_id).execute();
        return does((ctx) => repeatRequest(ctx, shift), person(guide));
      },
    },
    {
      act: "say yes to a night of one’s own",
      of: ["evening/guides/answer-shifts"],
      needs: ["manifest.read"],
      leaves: "shift.accepted",
      again: "done",
      prepare: () => answers("accept"),
    },
    {
      act: "say no to one",
      of: ["evening/guides/answer-shifts"],
      needs: ["manifest.read"],
      leaves: "shift.declined",
      again: "done",
      prepare: () => answers("decline"),
    },
    {
      act: "set what a guide gets per night",
      of: ["evening/guides/set-pay"],
      needs: ["payments.change"],
      leaves: "guide.pay_set",
      again: "done",
      prepare: async () => {
        const guide = await stage.colleague("guide");
        return does((ctx) => setPay(ctx, { user_id: guide, amount: 80_000, currency: "MXN" }), person(guide));
      },
    },
    {
      act: "show a guide to guests",
      of: ["evening/guides/show-guide"],
      needs,
      leaves: "guide.shown",
      again: "done",
      prepare: async () => {
        const guide = await stage.colleague("guide");
        return does((ctx) => showGuide(ctx, { user_id: guide, shown: true, portrait: null }), person(guide));
      },
    },
    {
      act: "show a guide to guests no longer",
      of: ["evening/guides/show-guide"],
      needs,
      leaves: "guide.hidden",
      again: "done",
      prepare: async () => {
        const guide = await stage.colleague("guide");
        granted(await showGuide(stage.as("admin"), { user_id: guide, shown: true, portrait: null }));
        return does((ctx) => showGuide(ctx, { user_id: guide, shown: false, portrait: null }), person(guide));
      },
    },
    {
      act: "show oneself to guests",
      of: ["evening/guides/show-guide"],
      needs: ["manifest.read"],
      leaves: "guide.shown",
      again: "done",
      prepare: async () => {
        granted(await showOneself(stage.as("admin"), { shown: false }));
        return does((ctx) => showOneself(ctx, { shown: true }), person(stage.adminId));
      },
    },
    {
      act: "show oneself to guests no longer",
      of: ["evening/guides/show-guide"],
      needs: ["manifest.read"],
      leaves: "guide.hidden",
      again: "done",
      prepare: async () => {
        granted(await showOneself(stage.as("admin"), { shown: true }));
        return does((ctx) => showOneself(ctx, { shown: false }), person(stage.adminId));
      },
    },
    {
      act: "mark a guide’s nights as paid",
      of: ["evening/guides/pay-nights"],
      needs: ["payments.change"],
      leaves: "guide.nights_paid",
      again: "done",
      prepare: async () => {
        const nights = await worked();
        return does((ctx) => payNights(ctx, nights), person(nights.user_id));
      },
    },
    {
      act: "take that back",
      of: ["evening/guides/pay-nights"],
      needs: ["payments.change"],
      leaves: "guide.nights_unpaid",
      again: "done",
      prepare: async () => {
        const nights = await worked();
        granted(await payNights(stage.as("admin"), nights));
        return does((ctx) => unpayNights(ctx, nights), person(nights.user_id));
      },
    },
    {
      act: "renew the link of one’s calendar",
      of: ["evening/guides/renew-calendar"],
      needs: ["manifest.read"],
      leaves: "guide.calendar_renewed",
      again: "done",
      prepare: async () => {
        const profile = await stage
          .db()
          .selectFrom("guide_profiles")
          .select("calendar_version")
          .where("user_id", "=", stage.adminId)
          .executeTakeFirst();
        const version = profile?.calendar_version ?? 1;
        return does((ctx) => renewCalendar(ctx, { version }), person(stage.adminId));
      },
    },
  ];
}
