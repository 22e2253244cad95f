import { data, type ShouldRevalidateFunctionArgs } from "react-router";
import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { enterGuest } from "#src/modules/evening/door/enter-guest.server.ts";
import { lookAtDouble } from "#src/modules/evening/door/look-at-double.server.ts";
import { undoAbsence } from "#src/modules/evening/door/undo-absence.server.ts";
import { undoEntry } from "#src/modules/evening/door/undo-entry.server.ts";
import { candidatesFor, shiftsOf } from "#src/modules/evening/guides/queries.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { revealPhone } from "#src/modules/office/night/reveal-phone.server.ts";
import { readNight } from "#src/modules/office/night/queries.server.ts";
import {
  EnterParty,
  LookedInto,
  type NightExtra,
  NotedThere,
  PartyToCall,
  TakeBackEntries,
} from "#src/modules/office/night/schema.ts";
import { stopsOfNights } from "#src/modules/evening/stops/queries.server.ts";
import { nightList } from "#src/modules/sales/waiting/queries.server.ts";
import { idFrom } from "#src/platform/secrets.server.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act } from "#src/routes/shared/act.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/night";
import Night from "#src/modules/office/night/admin/night-page.tsx";

/** Filtering and sorting happen in the page: they need no new list, and no signal. A refusal means that somebody was faster. */
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  formMethod,
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => {
  if (actionStatus === 409) return true;
  const isFiltering = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
  return formMethod === undefined && isFiltering ? false : defaultShouldRevalidate;
};

export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const night = await readNight(ctx, params.id);
  if (night.ok) {
    const [guides, candidates, stops, waiting] = await Promise.all([
      shiftsOf(ctx, [params.id]),
      candidatesFor(ctx, params.id),
      night.night.may.checkIn ? stopsOfNights(ctx, [params.id]) : [],
      nightList(ctx, params.id),
    ]);
    return {
      night: night.night,
      guides: guides.get(night.night.id) ?? null,
      candidates,
      mayAssign: can(ctx.actor, "schedule.change"),
      stops: stops.filter(({ skipped }) => !skipped).map(({ id, name, at }) => ({ id, name, at })),
      waiting: waiting.ok ? { sum: waiting.value, isEmpty: waiting.entries.length === 0 } : null,
      actKey: crypto.randomUUID(),
    };
  }
  if (night.reason === "forbidden") throw refused(night);
  throw data(null, { status: 404 });
}

/** Lets guests in, takes entries back, notes what was looked into, and shows a guide whom to call. */
export function action({ params: { id }, ...args }: Route.ActionArgs) {
  if (!isUuid(id)) throw data(null, { status: 404 });
  return adminAct<NightExtra>(args, {
    refusals: { failed: "night.refused.stale" },
    acts: {
      enter: act({
        input: EnterParty,
        run: (ctx, { key, tickets }) =>
          eachOf(tickets, (ticket) =>
            enterGuest(ctx, { key: idFrom(key, ticket), ticket_id: ticket, departure_id: id }),
          ),
        done: ({ count }) => ({ flash: "night.entered", values: { count } }),
      }),
      undo: act({
        input: TakeBackEntries,
        invalid: "night.refused.invalid",
        run: (ctx, { key, entries, reason }) =>
          eachOf(entries, (entry) => undoEntry(ctx, { entry, reason, key: idFrom(key, entry) })),
        done: ({ count }) => ({ flash: "night.takenBack", values: { count } }),
      }),
      there: act({
        input: NotedThere,
        run: (ctx, { booking }) => undoAbsence(ctx, { booking_id: booking }),
        done: () => ({ flash: "night.notedThere", values: { count: 1 } }),
      }),
      looked: act({
        input: LookedInto,
        run: (ctx, { entry }) => lookAtDouble(ctx, { id: entry }),
        done: () => ({ flash: "night.notedLooked", values: { count: 1 } }),
      }),
      phone: act({
        input: PartyToCall,
        run: (ctx, { party }) => revealPhone(ctx, { night: id, party }),
        done: ({ phone }) => ({ phone }),
        refusal: () => ({ flash: "night.refused.phone", bad: true }),
      }),
    },
  });
}

/** Does something to each alone, and counts them: one with which somebody else was faster doesn't keep the others. */
async function eachOf(
  ids: readonly string[],
  does: (id: string) => Promise<{ ok: true } | { ok: false; reason: string; missing?: unknown }>,
) {
  let count = 0;
  for (const id of ids) {
    const result = await does(id);
    if (result.ok) count += 1;
    else if (result.reason === "forbidden") return fail("forbidden", { missing: result.missing });
  }
  return count > 0 ? ok({ count }) : fail("stale");
}

export default Night;
