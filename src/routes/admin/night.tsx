import { data, type ShouldRevalidateFunctionArgs } from "react-router";
import { isUuid } from "#src/kernel/codes.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { enterGuest } from "#src/modules/evening/door/enter-guest.server.ts";
import { lookAtDouble } from "#src/modules/evening/door/look-at-double.server.ts";
import { undoAbsence } from "#src/modules/evening/door/undo-absence.server.ts";
import { undoEntry } from "#src/modules/evening/door/undo-entry.server.ts";
import { candidatesFor, shiftsOf } from "#src/modules/evening/guides/queries.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { revealPhone } from "#src/modules/office/night/reveal-phone.server.ts";
import { readNight } from "#src/modules/office/night/queries.server.ts";
import { NightAct, type NightAnswer } from "#src/modules/office/night/schema.ts";
import { stopsOfNights } from "#src/modules/evening/stops/queries.server.ts";
import { nightList } from "#src/modules/sales/waiting/queries.server.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { idFrom } from "#src/platform/secrets.server.ts";
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
  const seen = await readNight(ctx, params.id);
  if (seen.ok) {
    const [guides, candidates, stops, waiting] = await Promise.all([
      shiftsOf(ctx, [params.id]),
      candidatesFor(ctx, params.id),
      seen.night.may.checkIn ? stopsOfNights(ctx, [params.id]) : [],
      nightList(ctx, params.id),
    ]);
    return {
      night: seen.night,
      guides: guides.get(seen.night.id) ?? null,
      candidates,
      mayAssign: can(ctx.actor, "schedule.change"),
      stops: stops.filter(({ skipped }) => !skipped).map(({ id, name, at }) => ({ id, name, at })),
      waiting: waiting.ok ? { sum: waiting.value, isEmpty: waiting.entries.length === 0 } : null,
      actKey: crypto.randomUUID(),
    };
  }
  if (seen.reason === "forbidden") throw refused(seen);
  throw data(null, { status: 404 });
}

/** Lets guests in, takes entries back, notes what was looked into, and shows a guide whom to call. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  if (!isUuid(params.id)) throw data(null, { status: 404 });
  const form = Object.fromEntries(await request.formData());
  const act = NightAct.safeParse(form);
  const answer = (body: NightAnswer, status: number) => data<NightAnswer>(body, { status });
  if (!act.success) {
    if (form["intent"] === "undo") return answer({ flash: "night.refused.invalid", bad: true }, 422);
    throw data(null, { status: 400 });
  }
  if (act.data.intent === "phone") {
    const shown = await revealPhone(ctx, { night: params.id, party: act.data.party });
    if (shown.ok) return answer({ phone: shown.phone }, 200);
    if (shown.reason === "forbidden") throw refused(shown);
    return answer({ flash: "night.refused.phone", bad: true }, 409);
  }
  const result = act.data.intent === "enter" ? await enter(ctx, params.id, act.data) : await note(ctx, act.data);
  if (result.ok) return answer({ flash: DONE[act.data.intent], values: { count: result.count } }, 200);
  if (result.reason === "forbidden") throw refused({ missing: result.missing ?? "" });
  return answer({ flash: "night.refused.stale", bad: true }, 409);
}

const DONE: Record<Exclude<NightAct["intent"], "phone">, MessageId> = {
  enter: "night.entered",
  undo: "night.takenBack",
  there: "night.notedThere",
  looked: "night.notedLooked",
};

type Result = { ok: true; count: number } | { ok: false; reason: string; missing?: string };

/** Each guest of a party enters alone: one whom somebody else has just let in doesn't keep the others out. */
async function enter(
  ctx: RequestContext,
  night: string,
  { key, tickets }: Extract<NightAct, { intent: "enter" }>,
): Promise<Result> {
  let count = 0;
  for (const ticket of tickets) {
    const result = await enterGuest(ctx, { key: idFrom(key, ticket), ticket_id: ticket, departure_id: night });
    if (result.ok) count += 1;
    else if (result.reason === "forbidden") return { ok: false, reason: "forbidden", missing: "checkins.record" };
  }
  return count > 0 ? { ok: true, count } : { ok: false, reason: "not_admitted" };
}

type Noted = Exclude<NightAct, { intent: "enter" | "phone" }>;

async function note(ctx: RequestContext, act: Noted): Promise<Result> {
  if (act.intent === "undo") return takeBack(ctx, act);
  const result = await noted(ctx, act);
  return result.ok ? { ok: true, count: 1 } : result;
}

/** Each entry alone: one that somebody else has just taken back doesn't keep the others. */
async function takeBack(
  ctx: RequestContext,
  { key, entries, reason }: Extract<NightAct, { intent: "undo" }>,
): Promise<Result> {
  let count = 0;
  for (const entry of entries) {
    const result = await undoEntry(ctx, { entry, reason, key: idFrom(key, entry) });
    if (result.ok) count += 1;
    else if (result.reason === "forbidden") return { ok: false, reason: "forbidden", missing: "checkins.record" };
  }
  return count > 0 ? { ok: true, count } : { ok: false, reason: "not_in" };
}

function noted(ctx: RequestContext, act: Exclude<Noted, { intent: "undo" }>) {
  if (act.intent === "there") return undoAbsence(ctx, { booking_id: act.booking });
  return lookAtDouble(ctx, { id: act.entry });
}

export default Night;
