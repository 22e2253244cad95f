import { noteUses } from "#src/modules/programs/api-keys/store.server.ts";
import type { Services } from "#src/platform/context.server.ts";
import { log } from "#src/platform/log.server.ts";
import { addUses, secondsLeft, windowStart } from "#src/platform/rate-limit.server.ts";

// Calls under a key are counted in this process's memory, and every few seconds the counts are added to those of the other servers and
// read together: no call writes. So a key may make more calls than its limit by what the other servers admit within EXCHANGE_MS
// (docs/decisions/215). When its secrets were used last is written on the way.

/** How long a call is known to this process alone. What it counted last is lost when it is killed. */
const EXCHANGE_MS = 2000;
const MINUTE = { max: 0, seconds: 60 };

/** What is known of a key's calls in the minute that starts at `since`: those of all servers as last read, and ours since then. */
type Count = { since: number; known: number; own: number };
type Counts = {
  byKey: Map<string, Count>;
  uses: Map<string, Date>;
  exchange: NodeJS.Timeout | null;
  /** ends when the last exchange that began has */
  exchanged: Promise<void>;
};

const counts = new WeakMap<object, Counts>();
const countsOf = ({ pool }: Pick<Services, "pool">): Counts => {
  const own = counts.get(pool) ?? { byKey: new Map(), uses: new Map(), exchange: null, exchanged: Promise.resolve() };
  counts.set(pool, own);
  return own;
};

/** How many calls a key may make in a minute, how many are left of this one, and the seconds until it ends. */
export type CallsLeft = { limit: number; left: number; seconds: number };

/** Counts a call under a key, by the hash of its secret. Answers whether it is within the key's limit; one beyond it isn't counted. */
export function countCall(
  services: Pick<Services, "pool">,
  { id, hash, limit, now }: { id: string; hash: string; limit: number; now: Date },
): CallsLeft & { isWithin: boolean } {
  const own = countsOf(services);
  const since = windowStart(MINUTE, now).getTime();
  const before = own.byKey.get(id);
  const count = before?.since === since ? before : { since, known: 0, own: 0 };
  const calls = count.known + count.own;
  const isWithin = calls < limit;
  if (isWithin) count.own++;
  own.byKey.set(id, count);
  own.uses.set(hash, now);
  own.exchange ??= setTimeout(() => void exchangeCounts(services), EXCHANGE_MS).unref();
  return { isWithin, limit, left: Math.max(0, limit - calls - 1), seconds: secondsLeft(MINUTE, now) };
}

/**
 * Tells the other servers what was counted here, and learns what they counted. Without a database this one counts on alone. One after the
 * other: what a slow one has sent the next would send again.
 */
export function exchangeCounts(services: Pick<Services, "pool">): Promise<void> {
  const own = countsOf(services);
  own.exchanged = own.exchanged.then(() => exchange(services, own));
  return own.exchanged;
}

async function exchange(services: Pick<Services, "pool">, own: Counts): Promise<void> {
  if (own.exchange) clearTimeout(own.exchange);
  const [byKey, uses] = [own.byKey, own.uses];
  Object.assign(own, { uses: new Map(), exchange: null });
  const sent = [...byKey].map(([id, count]) => ({ id, count, calls: count.own }));
  try {
    const rows = sent.map(({ id, count, calls }) => ({ key: keyOf(id), since: new Date(count.since), calls }));
    const totals = await addUses(services.pool, rows);
    const minute = windowStart(MINUTE, new Date(Math.max(0, ...[...uses.values()].map(Number)))).getTime();
    for (const { id, count, calls } of sent) {
      count.known = totals.get(keyOf(id)) ?? count.known;
      count.own -= calls;
      // of a minute that is over; one of this minute stays, also without calls: a key beyond its limit adds none
      if (count.since < minute && byKey.get(id) === count) byKey.delete(id);
    }
    // apart: what was added may not be added again where this fails
    await noteUses(
      services.pool,
      [...uses].map(([hash, at]) => ({ hash, at })),
    );
  } catch (error) {
    log("warn", "keys.counts_not_exchanged", { message: (error as Error).message });
  }
}

const keyOf = (id: string): string => `key:${id}`;
