import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { checkLedger } from "#src/modules/money/payments/check-ledger.server.ts";
import { validTickets } from "#src/modules/evening/tickets/queries.server.ts";
import { cancelResale } from "#src/modules/programs/resellers/cancel-resale.server.ts";
import { changeResale } from "#src/modules/programs/resellers/change-resale.server.ts";
import { confirmResale } from "#src/modules/programs/resellers/confirm-resale.server.ts";
import { extendResale } from "#src/modules/programs/resellers/extend-resale.server.ts";
import { freeLapsedHolds } from "#src/modules/sales/booking/release-hold.server.ts";
import { findResale } from "#src/modules/programs/resellers/queries.server.ts";
import { resellPlaces } from "#src/modules/programs/resellers/resell-places.server.ts";
import type { Resale, ResalePerson, ReserveResale } from "#src/modules/programs/resellers/schema.ts";
import { EVENT_TYPES } from "#src/modules/programs/webhooks/rules/event-types.ts";
import type { Context, KeyGrant } from "#src/platform/context.server.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { whatDiffers } from "#tests/raw-balances.ts";
import { addReseller, asKey } from "#tests/resellers.ts";
import { addCrawl, addDeparture, seatsOf, seedMinimal } from "#tests/seeds.ts";
import { dyingAt, overtakenAt, withStatements } from "#tests/statements.ts";

// Whatever a reseller asks for is cut off before each of its statements in turn, as by a process that is killed, and sent again; and
// each is overtaken there by what others do. Either nothing of it was done or all of it, and once.

const database = freshDatabase();
const stage = payingStage(database);
const db = () => database.services.db;
let seller: KeyGrant & { partnerId: string };
let departure: string;
let other: string;

beforeAll(async () => {
  await seedMinimal(db());
  seller = await addReseller(db(), { percent: 20, limit: 2_000_000_000 });
  const terms = {
    partner_id: seller.partnerId,
    version: 2,
    valid_from: "2026-12-25",
    basis: "confirmed",
    kind: "percentage",
  };
  await db()
    .insertInto("partner_terms")
    .values({ ...terms, value: 3000, created_at: NOON })
    .execute();
  await database.services.pool.query(
    "insert into app_settings (key, value) values ('unpaid_per_reseller', '0'), ('unpaid_per_reseller_night', '0')",
  );
  departure = await night({ date: "2026-12-20", seats: 1000 });
  other = await night({ date: "2026-12-27", seats: 1000, prices: { MXN: 50_000 } });
  const types = [...EVENT_TYPES];
  await db()
    .insertInto("webhook_endpoints")
    .values({ id: randomUUID(), url: "https://sol.example/hook", types, created_at: NOON })
    .execute();
});

const night = async (over: Parameters<typeof addDeparture>[2] = {}) =>
  addDeparture(db(), await addCrawl(db(), {}), { prices: { MXN: 40_000 }, ...over });
const GUEST = { contact: { full_name: "Ana Ruiz", email: "ana@example.test", phone: "+49 151 2345678" } };
const named = (full_name: string): ResalePerson => ({ uuid: randomUUID(), contact: { full_name } });
const key = (minutes: number, of = seller): Context => asKey(stage.at(minutes), of);

type Answer = { ok: true; resale: Resale } | { ok: false; reason: string };
function sold(answer: Answer): Resale {
  if (!answer.ok) throw new Error(answer.reason);
  return answer.resale;
}
const wish = (over: Partial<ReserveResale> = {}): ReserveResale => ({
  departure_id: departure,
  uuid: randomUUID(),
  people: [named("Ana Ruiz"), named("Ben Ray")],
  currency: "MXN",
  language: "en",
  ...over,
});
const held = async (over: Partial<ReserveResale> = {}) => sold(await resellPlaces(key(0), wish(over)));
const confirmed = async () => sold(await confirmResale(key(1), (await held()).uuid, GUEST));

/** Everything that a resale is, in the tables: what its reseller owes, what was paid, its tickets, and what others are told. */
async function stateOf(uuid: string) {
  const found = await findResale(key(5), uuid);
  if (!found.ok) return null;
  const { id } = await db()
    .selectFrom("bookings")
    .select("id")
    .where("reference", "=", found.resale.reference)
    .executeTakeFirstOrThrow();
  const cash = await db().selectFrom("partner_cash").select("amount").where("booking_id", "=", id).execute();
  const events = await db().selectFrom("webhook_events").select("type").where("subject", "=", id).execute();
  const { status, total, net, departure_id, cancellation } = found.resale;
  return {
    status,
    total,
    net,
    departure_id,
    reason: cancellation?.reason ?? null,
    owes: cash.reduce((sum, { amount }) => sum + amount, 0),
    payments: (await stage.payments(id)).map(({ amount }) => amount),
    refunds: (await stage.refunds(id)).map(({ amount }) => amount),
    tickets: (await validTickets({ db: db() }, id)).map(({ guest_name }) => guest_name),
    events: events.map(({ type }) => type).toSorted(),
  };
}
type State = NonNullable<Awaited<ReturnType<typeof stateOf>>>;

type Act = {
  /** what it is done to, a resale of its own each time */
  begin: () => Promise<{ uuid: string; act: (ctx: Context) => Promise<Answer> }>;
  minutes: number;
  /** what may be found where it was cut off besides what was there and what was to be, before it is sent again */
  half?: (before: State, after: State) => State;
};

const ACTS: Record<string, Act> = {
  reserve: {
    begin: async () => {
      const input = wish();
      return { uuid: input.uuid!, act: (ctx) => resellPlaces(ctx, input) };
    },
    minutes: 0,
  },
  "confirm for more people": {
    begin: async () => {
      const { uuid, people } = await held();
      const three = [...people.map((one) => ({ uuid: one.uuid })), named("Cyd Lee")];
      return { uuid, act: (ctx) => confirmResale(ctx, uuid, { ...GUEST, people: three }) };
    },
    minutes: 1,
    half: (before, { total, net }) => ({ ...before, total, net }),
  },
  "cancel what is on hold": {
    begin: async () => {
      const { uuid } = await held();
      return { uuid, act: (ctx) => cancelResale(ctx, uuid, { reason: "ill" }) };
    },
    minutes: 2,
    half: (_, after) => ({ ...after, reason: null }),
  },
  cancel: {
    begin: async () => {
      const { uuid } = await confirmed();
      return { uuid, act: (ctx) => cancelResale(ctx, uuid, { reason: "ill" }) };
    },
    minutes: 2,
    half: (_, after) => ({ ...after, reason: null }),
  },
  "move what is on hold": {
    begin: async () => {
      const { uuid } = await held();
      return { uuid, act: (ctx) => changeResale(ctx, uuid, { departure_id: other }) };
    },
    minutes: 2,
  },
  "bring one more, and another in place of one": {
    begin: async () => {
      const { uuid, people } = await confirmed();
      const three = [{ uuid: people[0]!.uuid }, named("Dora Paz"), named("Eli Sol")];
      return { uuid, act: (ctx) => changeResale(ctx, uuid, { people: three }) };
    },
    minutes: 2,
  },
  "come with one less, who is another": {
    begin: async () => {
      const { uuid } = await confirmed();
      const one = [named("Dora Paz")];
      return { uuid, act: (ctx) => changeResale(ctx, uuid, { people: one }) };
    },
    minutes: 2,
  },
};

describe.each(Object.entries(ACTS))("%s", (_, { begin, minutes, half }) => {
  test("cut off wherever something of it is kept, and sent again, is done once", async () => {
    const orderly = await begin();
    const before = await stateOf(orderly.uuid);
    sold(await orderly.act(key(minutes)));
    const after = (await stateOf(orderly.uuid))!;
    const possible = [before, after, ...(half ? [half(before!, after)] : [])];
    let n = 1;
    for (; ; n++) {
      const { uuid, act } = await begin();
      const dying = dyingAt(key(minutes), n);
      const answer = await act(dying.ctx).catch(() => null);
      if (!dying.isDead()) break;
      expect(answer).toBeNull();
      expect(possible, `what was kept until the ${n}. time`).toContainEqual(await stateOf(uuid));
      sold(await act(key(minutes)));
      expect(await stateOf(uuid), `sent again after the ${n}. time`).toEqual(after);
    }
    expect(n, "it was cut off").toBeGreaterThan(1);
  });
});

describe("a resale that is confirmed while", () => {
  type Rival = (uuid: string, night: string) => Promise<Answer>;
  const ends: Rival = async (_, departure_id) => {
    await freeLapsedHolds(stage.at(20.01, { kind: "system" }), departure_id);
    return resellPlaces(key(20.01), wish({ departure_id }));
  };
  const cancels: Rival = (uuid) => cancelResale(key(19.98), uuid, {});
  test.each([
    ["its hold ends and its places are sold", ends, ["false true", "true false"]],
    ["another program cancels it", cancels, ["false true", "true false"]],
  ])("%s is sold once or not at all", async (_, rival, ways) => {
    const outcomes = new Set<string>();
    const uuids: string[] = [];
    for (let n = 1; ; n++) {
      const departure_id = await night({ date: "2026-12-20", seats: 2 });
      const { uuid } = await held({ departure_id });
      const { ctx, overtaken, isOvertaken } = overtakenAt(key(19.99), n, () => rival(uuid, departure_id));
      const mine = await confirmResale(ctx, uuid, GUEST);
      if (!isOvertaken()) break;
      const theirs = (await overtaken()) as Answer;
      const { total, available, held: holding, confirmed: going, overbooked } = await seatsOf(db(), departure_id);
      expect([available + holding + going, overbooked], `overtaken at its ${n}. moment`).toEqual([total, 0]);
      outcomes.add(`${mine.ok} ${theirs.ok}`);
      uuids.push(uuid);
    }
    await database.work(stage.at(21).now);
    for (const uuid of uuids) {
      const { status, total, owes, events } = (await stateOf(uuid))!;
      expect(owes).toBe(status === "confirmed" ? total : 0);
      const times = events.filter((type) => type === "booking.confirmed").length;
      expect(status === "confirmed" ? [1] : [0, 1]).toContain(times);
    }
    expect([...outcomes].toSorted(), "mine, theirs").toEqual(ways);
  });
});

test.each([
  ["on hold", held],
  ["confirmed", confirmed],
])("%s, it is for as many as its booking, whoever else changes that meanwhile", async (_, begin) => {
  for (let n = 1; ; n++) {
    const { uuid, people, reference } = await begin();
    const [first, second] = people.map((one) => ({ uuid: one.uuid }));
    const theirs = { people: [first!, second!, named("Cyd Lee")] };
    const mine = { people: [second!, { ...first!, reseller_reference: "x" }] };
    const { ctx, overtaken, isOvertaken } = overtakenAt(key(3), n, () => changeResale(key(3), uuid, theirs));
    const answer = await changeResale(ctx, uuid, mine);
    if (!isOvertaken()) break;
    await overtaken();
    if (!answer.ok) expect(["busy", "booking_changed"]).toContain(answer.reason);
    const now = sold(await findResale(key(3), uuid));
    const booking = await db().selectFrom("bookings").selectAll().where("reference", "=", reference).execute();
    expect(now.people, `overtaken at its ${n}. moment`).toHaveLength(booking[0]!.number_of_people);
  }
});

describe("what is sent again", () => {
  test("at once with other guests is one sale; the other content is a conflict", async () => {
    const input = wish({ departure_id: await night({ seats: 10 }) });
    const inputs = [input, { ...input, people: [named("Zoe Paz")] }, input, { ...input, notes: "x" }];
    const answers = await Promise.all(inputs.map((one) => resellPlaces(key(0), one)));
    const found = sold(await findResale(key(0), input.uuid!));
    for (const answer of answers)
      expect(answer).toEqual(answer.ok ? { ok: true, resale: found } : { ok: false, reason: "idempotency_conflict" });
    expect(answers.filter(({ ok }) => ok).length).toBeGreaterThanOrEqual(1);
    expect(await seatsOf(db(), input.departure_id)).toMatchObject({ held: found.people.length });
  });

  test("after its hold ended and its places were sold is what became of it, and takes nothing", async () => {
    const input = wish({ departure_id: await night({ seats: 2 }) });
    sold(await resellPlaces(key(0), input));
    const rival = sold(await resellPlaces(key(21), wish({ departure_id: input.departure_id })));
    for (const act of [resellPlaces(key(22), input), findResale(key(22), input.uuid!)])
      expect(sold(await act)).toMatchObject({ status: "expired" });
    expect(await extendResale(key(22), input.uuid!, {})).toMatchObject({ reason: "not_on_hold", status: "expired" });
    expect(await confirmResale(key(22), input.uuid!, GUEST)).toMatchObject({ reason: "resale_expired" });
    expect(await changeResale(key(22), input.uuid!, { departure_id: other })).toMatchObject({
      reason: "resale_expired",
    });
    expect(await cancelResale(key(22), input.uuid!, {})).toMatchObject({ reason: "resale_expired" });
    expect(await stateOf(rival.uuid)).toMatchObject({ status: "on_hold" });
    expect(await seatsOf(db(), input.departure_id)).toMatchObject({ available: 0, held: 2 });
  });

  test("many times at once is cancelled once, and owed no more once", async () => {
    const { uuid } = await confirmed();
    const answers = await Promise.all(Array.from({ length: 4 }, () => cancelResale(key(2), uuid, { reason: "ill" })));
    for (const answer of answers) expect(answer).toMatchObject({ ok: true, resale: { status: "cancelled" } });
    await database.work(stage.at(5).now);
    expect(await stateOf(uuid)).toMatchObject({
      refunds: [80_000],
      owes: 0,
      events: ["booking.cancelled", "booking.confirmed"],
    });
  });
});

test.each([
  ["on hold", held],
  ["confirmed", confirmed],
])("%s, of a change that is refused nothing remains", async (_, begin) => {
  const { uuid } = await begin();
  const row = () => db().selectFrom("resales").selectAll().where("uuid", "=", uuid).executeTakeFirstOrThrow();
  const booking = async () => stage.bookingRow((await row()).booking_id);
  const before = [await row(), await booking(), await stateOf(uuid)];
  const closed = await night({ date: "2026-12-27", seats: 1 });
  const away = await night({ date: "2026-12-27" });
  await db().updateTable("scheduled_crawls").set({ bookings_disabled: true }).where("id", "=", away).execute();
  for (const departure_id of [closed, away, randomUUID(), "x"])
    expect(await changeResale(key(2), uuid, { departure_id, notes: "x" })).toMatchObject({ ok: false });
  const many = Array.from({ length: 60 }, () => ({}));
  expect(await changeResale(key(2), uuid, { people: many })).toMatchObject({ ok: false });
  expect([await row(), await booking(), await stateOf(uuid)]).toEqual(before);
});

describe("the last place, when two programs take it at the same moment,", () => {
  const TAKES = /update scheduled_crawls set available_spots/;
  /** Two resellers ask; each takes once both have read that a place is left. */
  const takenTogether = async (rewrite?: (text: string) => string) => {
    const departure_id = await night({ seats: 1 });
    let waiting = 2;
    const both = Promise.withResolvers<void>();
    const before = async ({ text }: { text: string }) => {
      if (!TAKES.test(text)) return;
      if ((waiting -= 1) === 0) both.resolve();
      await both.promise;
    };
    const sellers = [await addReseller(db()), await addReseller(db())];
    const answers = await Promise.all(
      sellers.map((one) =>
        resellPlaces(
          withStatements(key(0, one), { before, ...(rewrite && { rewrite }) }),
          wish({ departure_id, people: [{}] }),
        ),
      ),
    );
    return { won: answers.filter(({ ok }) => ok).length, seats: await seatsOf(db(), departure_id), departure_id };
  };

  test("is one's", async () => {
    expect(await takenTogether()).toMatchObject({ won: 1, seats: { available: 0, held: 1 } });
  });

  test("negative control: taken without being looked at again it is both's", async () => {
    const { pool } = database.services;
    await pool.query("alter table scheduled_crawls drop constraint available_within_total");
    const unseen = (text: string) => (TAKES.test(text) ? text.replace(/available_spots >= /g, "0 <= ") : text);
    const { won, seats, departure_id } = await takenTogether(unseen);
    expect([won, seats.available]).toEqual([2, -1]);
    await pool.query("update scheduled_crawls set available_spots = 0, total_spots = 2 where id = $1", [departure_id]);
    await pool.query(
      "alter table scheduled_crawls add constraint available_within_total check (available_spots >= 0 and available_spots <= total_spots)",
    );
  });
});

test("after all of it the books agree", async () => {
  await database.work(stage.at(30).now);
  expect(await whatDiffers(db())).toEqual({});
  expect(await checkLedger(stage.at(30, { kind: "system" }))).toBe(0);
});
