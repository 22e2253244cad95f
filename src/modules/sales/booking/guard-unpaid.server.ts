import { randomUUID } from "node:crypto";
import { mailboxOf } from "#src/kernel/mailbox.ts";
import { fail } from "#src/kernel/result.ts";
import { claimPlaces, claimsSince } from "#src/modules/sales/booking/claim-places.server.ts";
import { ownDomainOf } from "#src/modules/sales/booking/rules/mail-domain.ts";
import {
  becauseOf,
  type Caps,
  capsOf,
  type Identities,
  lineOf,
  nightPressed,
  NO_LIMIT,
  type Recent,
  sitePressed,
  siteRushed,
} from "#src/modules/sales/booking/rules/unpaid.ts";
import type { CapReached } from "#src/modules/sales/booking/store/hold.server.ts";
import {
  comingPlaces,
  crowdedLately,
  newestHold,
  recentPlaces,
  unpayingNetworks,
} from "#src/modules/sales/booking/store/unpaid.server.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import type { AppSettings } from "#src/modules/base/settings/rules/app-settings.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Db } from "#src/platform/db.server.ts";
import { mayBeAll, networkOf } from "#src/platform/network.server.ts";
import { sign } from "#src/platform/secrets.server.ts";

// Unpaid places are scarce (docs/decisions/060): who keeps them is capped where seats are taken, by `guard_places` in the database.

/** A keyed hash: the database alone tells nobody's address, email or phone. */
export const hashOf = (ctx: Pick<Context, "secret">, text: string): string =>
  sign(ctx.secret, "unpaid", text).slice(0, 22);

/** Who books, as their bookings are kept (`held_email`): a hash of the mailbox, however its address is spelled; null without one. */
export const guestOf = (ctx: Pick<Context, "secret">, email: string): string | null =>
  email.trim() === "" ? null : hashOf(ctx, mailboxOf(email));

/** Whether everybody may have the address of whoever asks. */
const isEverybodys = ({ actor, settings }: Context): boolean => mayBeAll(actor.address, settings.TRUST_PROXY);

/** The network of those who come from such an address. */
const everybody = (ctx: Pick<Context, "secret">): string => hashOf(ctx, "this machine");

/** The caps for whoever asks. From where everybody may come only the share of one night is capped. */
export function capsFor(ctx: Context, settings: AppSettings, seats: number): Caps {
  const caps = capsOf(settings, seats);
  return isEverybodys(ctx) && caps.network > 0 ? { ...caps, network: NO_LIMIT, home: 0 } : caps;
}

/** Who asks for unpaid places. `proven`: they have shown that they read the email. */
export function identitiesOf(ctx: Context, customer: { email: string; phone: string }, proven: boolean): Identities {
  const { address } = ctx.actor;
  return {
    network: isEverybodys(ctx) ? everybody(ctx) : hashOf(ctx, networkOf(address, { ipv4: 24, ipv6: 48 })),
    home: address.includes(":") ? hashOf(ctx, address) : null,
    // staff also book for guests who left only one of the two
    email: guestOf(ctx, customer.email),
    phone: customer.phone === "" ? null : hashOf(ctx, lineOf(customer.phone)),
    domain: proven ? domainOf(ctx, customer.email) : null,
  };
}

/** Whose mail domain an email is of that is known to be read; null at a public provider. */
export function domainOf(ctx: Pick<Context, "secret">, email: string): string | null {
  const domain = ownDomainOf(email);
  return domain && hashOf(ctx, `domain:${domain}`);
}

/**
 * The refusal where a cap is met: `unpaid_places` {unpaid, booking_id} to a guest who keeps too many, with the booking to finish or
 * cancel where it is known; else `shared`, with whose places they are.
 */
export async function overCap<R extends string>(ctx: Context, { of, unpaid }: CapReached, shared: R) {
  const because = becauseOf(of);
  if (because) return fail(shared, { because });
  const { browser } = ctx.actor;
  const found = browser ? await newestHold(ctx.db, browser, ctx.now) : undefined;
  return fail("unpaid_places", { unpaid, ...(found ? { booking_id: found.id } : {}) });
}

const KEEP_MS = 5000;
/** `unpaying`: networks that let places lapse while they piled up; `readAt`: since when this was being read, as `performance.now()`. */
type PressureReading = Recent & { unpaying: ReadonlySet<string>; readAt: number };
const cache = new WeakMap<Db, { until: number; value: Promise<PressureReading> }>();

/**
 * Figures at most some seconds old. They decide how strict we are, not who gets a seat, so no booking waits for them while older
 * ones are known.
 */
function recent(ctx: Context): Promise<PressureReading> {
  const last = cache.get(ctx.db);
  if (last && last.until > performance.now()) return last.value;
  const value = readKnown(ctx);
  // after a quiet while the last figures say nothing
  const latest = last && last.until + KEEP_MS > performance.now() ? last : undefined;
  const meanwhile = { until: performance.now() + KEEP_MS, value: latest?.value ?? value };
  cache.set(ctx.db, meanwhile);
  // what was forgotten while it was read stays forgotten
  const isForgotten = () => cache.get(ctx.db) !== meanwhile;
  value.then(
    () => isForgotten() || cache.set(ctx.db, { until: performance.now() + KEEP_MS, value }),
    () => isForgotten() || cache.delete(ctx.db),
  );
  return latest?.value ?? value;
}

/** Forgets those figures, so that the next booking reads them again. */
export const forgetRecent = ({ db }: { db: Db }): void => void cache.delete(db);

async function readKnown(ctx: Context): Promise<PressureReading> {
  const readAt = performance.now();
  const { alarmRatio: ratio } = (await appSettings(ctx)).unpaid;
  const unpaying = await unpayingNetworks(ctx.db, { now: ctx.now, everybody: everybody(ctx), ratio });
  return { ...(await readRecent(ctx)), unpaying, readAt };
}

/** Reads now what was taken lately. */
export async function readRecent(ctx: Pick<Context, "db" | "now" | "secret">): Promise<Recent> {
  const rows = await recentPlaces(ctx.db, ctx.now, everybody(ctx));
  const nights = rows.filter(({ departure }) => departure !== null);
  const sum = (of: "unpaid" | "paid" | "young") => nights.reduce((total, row) => total + row[of], 0);
  const { unpaid, paid, networks } = rows.find(({ departure }) => departure === null)!;
  return {
    all: { unpaid: sum("unpaid"), paid: sum("paid") },
    networks: { unpaid, paid },
    young: { places: sum("young"), networks: new Set(networks) },
    nights: new Map(nights.map((night) => [night.departure!, { unpaid: night.unpaid, paid: night.paid }])),
    coming: await comingPlaces(ctx.db, ctx.now),
    afterCrowd: await crowdedLately(ctx.db, ctx.now),
  };
}

type Departure = { id: string; total_spots: number };

/**
 * Why holds are short and a code is mailed to whoever takes or keeps places on this departure: unpaid ones far exceed paid ones,
 * everywhere or on this night (`pressure`), or their network let places lapse while they did (`network`). Null where nothing is.
 */
export async function whyPressed(ctx: Context, departure: Departure, network: string | null) {
  const settings = await appSettings(ctx);
  return settings.unpaid.alarmPlaces === 0 ? null : pressing(await recent(ctx), departure, { network, settings });
}

type Pressing = { network: string | null; settings: AppSettings };

function pressing(
  pressure: PressureReading,
  departure: Departure,
  { network, settings }: Pressing,
): "pressure" | "network" | null {
  const here = pressure.nights.get(departure.id);
  if (sitePressed(pressure, settings) || (here !== undefined && nightPressed(here, departure.total_spots, settings)))
    return "pressure";
  return network !== null && pressure.unpaying.has(network) ? "network" : null;
}

/**
 * `whyPressed` for places that are about to be taken: also where a crowd takes them faster than anybody can pay. Until `end` is called
 * they count for whoever asks meanwhile; who is asked for a code takes none yet.
 */
export async function askForPlaces(ctx: Context, departure: Departure, { network, people }: Claimed) {
  const settings = await appSettings(ctx);
  if (settings.unpaid.alarmPlaces === 0) return { why: null, end: () => {} };
  const pressure = await recent(ctx);
  const who = network !== null && network !== everybody(ctx) ? network : (ctx.actor.browser ?? randomUUID());
  const why = pressing(pressure, departure, { network, settings });
  const isRush = siteRushed(pressure, claimsSince(ctx.db, pressure.readAt), settings);
  if (why || isRush) return { why: why ?? ("pressure" as const), end: () => {} };
  return { why: null, ...claimPlaces(ctx.db, who, people) };
}

type Claimed = { network: string | null; people: number };
