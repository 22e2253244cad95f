import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import type { Locale } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { deviceOf, isCounted, type Headers, stepOf, type Visited } from "#src/modules/sales/funnel/rules/visit.ts";
import { addCounts, addOpen, type Open, type Tally } from "#src/modules/sales/funnel/store.server.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import type { Context, Services } from "#src/platform/context.server.ts";
import { type Act, CROWD, mayDo, retryAfter } from "#src/platform/limit-strangers.server.ts";
import { log } from "#src/platform/log.server.ts";

// Counted in this process's memory and written together: a page from memory must not wait for a statement, nor cause one each.

/** How long counts are only in memory. What a process counted last is lost when it is killed. */
const WRITE_MS = 5000;

type Noted = { tallies: Map<string, Tally>; open: Open[]; writing: NodeJS.Timeout | null };
type Counting = Pick<Services, "db" | "ask" | "pool" | "settings" | "clock">;

const noted = new WeakMap<object, Noted>();
const notedOf = ({ pool }: Counting): Noted => {
  const tally = noted.get(pool) ?? { tallies: new Map(), open: [], writing: null };
  noted.set(pool, tally);
  return tally;
};

/** Counts an answered request for a page, where it is a step. `hosts` are ours. Costs no statement and never fails. */
export function noteVisit(services: Counting, url: string, headers: Headers, hosts: readonly string[]): void {
  const visited = stepOf(url, headers, hosts);
  if (visited) note(services, visited);
}

/** Counts a booking that a guest has placed, and notes by what it came until it is paid or over; `sent`: a partner did. */
export function notePlaced(ctx: Context, bookingId: string, sent: boolean): void {
  const { userAgent } = ctx.actor;
  if (ctx.uncounted || !isCounted({ "user-agent": userAgent })) return;
  const [device, source] = [deviceOf(userAgent), sent ? ("partner" as const) : ("unknown" as const)];
  notedOf(ctx).open.push({ booking_id: bookingId, device, source });
  note(ctx, { step: "proceeded", device, source, locale: ctx.locale });
}

// generous, because a hostel's guests share an address
const CHOICES: Act = { name: "count-choice", limit: { max: 60, seconds: 600 }, wider: CROWD, here: 30_000 };

/** Counts that a guest chose a night on a page, which tells it. Anyone may call. Refusal: too_many_attempts with `retry_after`. */
export async function noteChoice(ctx: Context, locale: Locale) {
  const { userAgent } = ctx.actor;
  if (ctx.uncounted || !isCounted({ "user-agent": userAgent })) return ok({ counted: false });
  if (!(await mayDo(ctx, CHOICES))) return fail("too_many_attempts", { retry_after: retryAfter(ctx, CHOICES) });
  note(ctx, { step: "chose", device: deviceOf(userAgent), source: "unknown", locale });
  return ok({ counted: true });
}

function note(services: Counting, { step, device, source, locale: language }: Visited): void {
  const { tallies } = notedOf(services);
  const day = dateIn(services.clock(), HOME_ZONE);
  const key = [day, step, device, language, source].join(" ");
  const tally = tallies.get(key) ?? { day, step, device, language, source, test: practises(services), count: 0 };
  tallies.set(key, { ...tally, count: tally.count + 1 });
  begin(services);
}

function begin(services: Counting): void {
  const own = notedOf(services);
  own.writing ??= setTimeout(() => void writeNoted(services), WRITE_MS).unref();
}

/** Writes what was counted since. A database that doesn't answer costs these counts and nothing else. */
export async function writeNoted(services: Counting): Promise<void> {
  const own = notedOf(services);
  const { tallies, open, writing } = own;
  if (writing) clearTimeout(writing);
  Object.assign(own, { tallies: new Map(), open: [], writing: null });
  try {
    await addCounts(services.db, [...tallies.values()]);
    await addOpen(services, open);
  } catch (error) {
    log("warn", "funnel.not_written", { message: (error as Error).message });
  }
}
