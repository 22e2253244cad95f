import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { forgetRecent } from "#src/modules/sales/booking/guard-unpaid.server.ts";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { freeLapsedHolds } from "#src/modules/sales/booking/release-hold.server.ts";
import { NO_CAPS } from "#src/modules/sales/booking/rules/unpaid.ts";
import { retakeHold } from "#src/modules/sales/booking/retake-hold.server.ts";
import { forgetKeepers } from "#src/modules/sales/booking/store/unpaid.server.ts";
import { watchUnpaid } from "#src/modules/sales/booking/watch-unpaid.server.ts";
import { attentionCounts } from "#src/modules/office/reports/queries.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { holdingStage } from "#tests/holding.ts";
import { addCoupon, bookingInput, later } from "#tests/seeds.ts";
import { randomUUID } from "node:crypto";

// Caps on live unpaid places, with the defaults of a new installation unless a test sets others.

const database = freshDatabase({ ADMIN_EMAILS: "boss@example.test" });
const stage = holdingStage(database);
const { settings, night, guest, held, codeMailedTo } = stage;

describe("many requests of 5 places at once", () => {
  const crowd = (departure: string, size: number, one: (n: number) => ReturnType<typeof guest>) =>
    Promise.all(Array.from({ length: size }, (_, n) => one(n).asks(departure, 5)));

  test.each([
    ["of one IPv4 /24", 200, (n: number) => guest({ address: `198.51.100.${n + 1}` }), 60, "email_code_needed"],
    ["of one IPv6 /64", 30, () => guest({ address: "2001:db8:1:2::/64" }), 60, "email_code_needed"],
    [
      "of one IPv6 /48",
      30,
      (n: number) => guest({ address: `2001:db8:2:${n.toString(16)}::/64` }),
      60,
      "email_code_needed",
    ],
    [
      "of one mailbox",
      30,
      (n: number) => guest({ address: `10.0.${n}.1`, email: `s.o.f.i.a+${n}@gmail.com` }),
      30,
      "unpaid_places",
    ],
    [
      "of one phone",
      30,
      (n: number) => guest({ address: `10.1.${n}.1`, phone: n % 2 ? "+52 5512345678" : "55 1234 5678" }),
      30,
      "email_code_needed",
    ],
  ])("%s: %i get no more than the cap", async (_, size, one, cap, reason) => {
    const departure = await night();
    const answers = await crowd(departure, size, one);
    expect(await held(departure)).toBe(cap);
    expect(answers.filter((answer) => answer.ok)).toHaveLength(cap / 5);
    const refusals = answers.flatMap((answer) => (answer.ok ? [] : [answer.reason]));
    // a hundred codes are mailed for one network, then it has to wait; and on a slow machine the last of a crowd do
    expect(refusals.filter((refusal) => refusal === reason).length).toBeGreaterThanOrEqual(18);
    const others = refusals.filter((refusal) => ![reason, "too_many_attempts", "busy"].includes(refusal));
    expect(others).toEqual([]);
  });

  test.each(["127.0.0.1", "172.18.0.1"])(
    "from %s, where a proxy may stand that wasn't declared, leave a share of each night",
    async (address) => {
      const nights = await Promise.all(Array.from({ length: 3 }, () => night(40)));
      await Promise.all(nights.map((id) => crowd(id, 12, () => guest({ address }))));
      expect(await Promise.all(nights.map(held))).toEqual([30, 30, 30]);
    },
  );

  test("of one browser on many nights get no more than the cap", async () => {
    const nights = await Promise.all(Array.from({ length: 20 }, () => night()));
    const answers = await Promise.all(
      nights.map((id, n) => guest({ address: `10.2.${n}.1`, browser: "one" }).asks(id, 5)),
    );
    expect(answers.filter((answer) => answer.ok)).toHaveLength(6);
  });

  test("get over the cap when places are counted before the lock: the tests above can fail", async () => {
    const { pool } = database.services;
    const client = await pool.connect();
    try {
      await client.query("alter function guard_places rename to guard_places_kept");
      await client.query(`create function guard_places(text, text, text, text, text, text, uuid, uuid, uuid, integer, timestamptz, jsonb)
        returns boolean language plpgsql stable as $$ begin
          if (select coalesce(sum(number_of_people), 0) + $10 > 60 from bookings where status = 'pending' and held_network = $1)
          then raise exception using errcode = 'RH001', message = 'network', detail = '0'; end if; return true; end $$`);
      const nights = await Promise.all(Array.from({ length: 20 }, () => night()));
      await Promise.all(
        nights.flatMap((id) => Array.from({ length: 3 }, () => guest({ address: "198.51.99.1" }).asks(id, 5))),
      );
      const sum = await pool.query<{ sum: number }>(
        "select sum(number_of_people)::int from bookings where status = 'pending'",
      );
      expect(sum.rows[0]!.sum).toBeGreaterThan(60);
    } finally {
      await client.query("drop function guard_places");
      await client.query("alter function guard_places_kept rename to guard_places");
      client.release();
    }
  });
});

test("five dorm parties behind one address book at once without any further step", async () => {
  const departure = await night(60);
  const answers = await Promise.all([8, 8, 8, 8, 8].map((people) => guest().asks(departure, people)));
  expect(answers.map((answer) => answer.ok)).toEqual([true, true, true, true, true]);
});

describe("guests who show that they read their email", () => {
  /** Asks for 20 places with the mailed code, one guest after another, until one is refused. */
  async function until(departure: string, one: (n: number) => ReturnType<typeof guest>) {
    for (let n = 0; n < 20; n++) {
      const answer = await one(n).proves(departure, 20);
      if (!answer.ok) return answer;
    }
    throw new Error("nobody was refused");
  }

  test("with the mail domain of one of them keep no more than its cap, beyond that of their network", async () => {
    const departure = await night();
    const catchAll = (n: number) => guest({ email: `catch${n}@box${n}.evil.test` });
    expect(await until(departure, catchAll)).toMatchObject({ reason: "unpaid_shared", because: "domain" });
    expect(await held(departure)).toBe(60 + 60);
    // another network's guests start anew, but the domain doesn't
    const elsewhere = (n: number) => guest({ address: "198.51.100.1", email: `more${n}@evil.test` });
    expect(await until(departure, elsewhere)).toMatchObject({ reason: "unpaid_shared", because: "domain" });
    expect(await held(departure)).toBe(60 + 60 + 60);
    expect(await guest({ email: "sofia@honest.test" }).proves(departure, 2)).toMatchObject({ ok: true });
  });

  test("at a public provider keep three times as much as their network's others", async () => {
    const departure = await night();
    const answer = await until(departure, (n) => guest({ email: `sofia${n}@gmail.com` }));
    expect(answer).toMatchObject({ reason: "unpaid_shared", because: "network" });
    expect(await held(departure)).toBe(180);
  });

  test("with one mailbox in many spellings keep what one mailbox may", async () => {
    const departure = await stage.crowded();
    expect(await guest({ email: "s.o.f.i.a@gmail.com" }).proves(departure, 15)).toMatchObject({ ok: true });
    const code = { email_code: await codeMailedTo("s.o.f.i.a@gmail.com") };
    const again = (email: string) => guest({ email }).asks(departure, 15, code);
    expect(await again("sofia+two@googlemail.com")).toMatchObject({ ok: true });
    expect(await again("so.fia+three@gmail.com")).toMatchObject({ reason: "unpaid_places" });
    expect(await held(departure)).toBe(60 + 30);
  });

  test("are not counted by their domain as long as nobody had to show anything", async () => {
    const departure = await night();
    for (const n of [1, 2, 3, 4])
      expect(await guest({ address: `10.6.${n}.1`, email: `staff${n}@firm.test` }).asks(departure, 20)).toMatchObject({
        ok: true,
      });
    expect(await held(departure)).toBe(80);
  });

  test("hold what is beyond the others' cap shortly, and as long as usual once a payment is started", async () => {
    const departure = await stage.crowded();
    const late = guest();
    const placed = await late.proves(departure, 2);
    expect(placed).toMatchObject({ booking: { hold_expires_at: later(10).toISOString() } });
    const id = placed.ok ? placed.booking.id : "";
    expect(await retakeHold(stage.at(5), id)).toMatchObject({ expires: later(10) });
    expect(await retakeHold(stage.at(5), id, { paying: true })).toMatchObject({ expires: later(36) });
    expect(await retakeHold(stage.at(33), id, { paying: true })).toMatchObject({ expires: later(36) });
  });
});

test("one network keeps at most a share of one night", async () => {
  const departure = await night(40);
  for (const people of [10, 10, 10]) expect(await guest().asks(departure, people)).toMatchObject({ ok: true });
  const late = guest();
  expect(await late.asks(departure, 1)).toMatchObject({ reason: "email_code_needed" });
  expect(await late.proves(departure, 10)).toMatchObject({ ok: true });
  expect(await guest().asks(await night(40), 10)).toMatchObject({ ok: true });
});

test("a guest who keeps too much is told how much and which booking is open; replacing a hold counts once", async () => {
  const one = await night();
  const first = await guest({ browser: "mine" }).asks(one, 20);
  const refused = await guest({ browser: "mine" }).asks(await night(), 20);
  expect(refused).toMatchObject({ reason: "unpaid_places", unpaid: 20, booking_id: first.ok && first.booking.id });
  expect(await guest({ browser: "mine" }).asks(one, 20)).toMatchObject({ ok: true });
  expect(await held(one)).toBe(20);
});

test("a lapsed hold counts as nothing at once, and staff are exempt", async () => {
  await settings({ unpaid_per_network: 20 });
  const departure = await night();
  expect(await guest().asks(departure, 20)).toMatchObject({ ok: true });
  expect(await guest({ minutes: 30 }).asks(departure, 20)).toMatchObject({ reason: "email_code_needed" });
  const staff = await placeBooking(stage.at(30), bookingInput(departure, { number_of_people: 20 }), randomUUID(), {
    seller: { kind: "staff", total: null },
  });
  expect(staff).toMatchObject({ ok: true });
  expect(await guest({ minutes: 31 }).asks(departure, 20)).toMatchObject({ ok: true });
});

test("a limited coupon can't be used up by one mailbox or network that doesn't pay", async () => {
  await addCoupon(database.services.db, { code: "LIMITED", usage_limit: 30 });
  const departure = await night();
  const coupon = { coupon_code: "LIMITED" };
  const one = (n: number) => guest({ address: `10.3.${n}.1`, email: "one@example.test" }).asks(departure, 1, coupon);
  expect((await Promise.all([1, 2, 3, 4, 5, 6].map(one))).filter((answer) => answer.ok)).toHaveLength(2);
  const network = await Promise.all(Array.from({ length: 20 }, () => guest().asks(departure, 1, coupon)));
  expect(network.filter((answer) => answer.ok)).toHaveLength(10);
  expect(await guest().asks(departure, 1)).toMatchObject({ ok: true });
});

test("a lapsed booking takes its seats again twice, then it is told to book again", async () => {
  const departure = await night();
  const placed = await guest().asks(departure, 2);
  const id = placed.ok ? placed.booking.id : "";
  const again = async (minutes: number) => {
    await freeLapsedHolds(stage.at(minutes), departure);
    return retakeHold(stage.at(minutes), id, { paying: true });
  };
  expect(await again(40)).toMatchObject({ ok: true });
  expect(await again(80)).toMatchObject({ ok: true });
  expect(await again(120)).toMatchObject({ reason: "renewals_used" });
  expect(await held(departure)).toBe(0);
});

describe("when unpaid far exceeds paid", () => {
  async function flooded() {
    await settings({ unpaid_alarm_places: 100, unpaid_alarm_share: 0 });
    const departure = await night();
    for (let n = 0; n < 6; n++) await guest({ address: `10.4.${n}.1` }).asks(departure, 20);
    forgetRecent(database.services);
    return departure;
  }

  test("a code is asked for, the hold is short, and starting a payment makes it normal", async () => {
    const departure = await flooded();
    // many at once count before they are five minutes old
    expect(await guest({ address: "192.0.2.8", minutes: 4 }).asks(await night(), 2)).toMatchObject({ ok: false });
    forgetRecent(database.services);
    const late = guest({ address: "192.0.2.9", minutes: 6 });
    expect(await late.asks(departure, 2)).toMatchObject({ reason: "email_code_needed" });
    const placed = await late.asks(departure, 2, { email_code: await codeMailedTo(late.email) });
    expect(placed).toMatchObject({ booking: { hold_expires_at: later(16).toISOString() } });
    const id = placed.ok ? placed.booking.id : "";
    expect(await retakeHold(late.ctx, id)).toMatchObject({ expires: later(16) });
    expect(await retakeHold(late.ctx, id, { paying: true })).toMatchObject({ expires: later(37) });
    // once: not again by another payment, and what lapses and is taken again is short
    expect(await retakeHold(stage.at(34), id, { paying: true })).toMatchObject({ expires: later(37) });
    await freeLapsedHolds(stage.at(38), departure);
    expect(await retakeHold(stage.at(38), id, { paying: true })).toMatchObject({ expires: later(48) });
    expect(await retakeHold(stage.at(47), id, { paying: true })).toMatchObject({ expires: later(48) });
  });

  test("a payment that takes lapsed places again makes the hold normal, once", async () => {
    const departure = await flooded();
    const late = guest({ address: "192.0.2.9", minutes: 6 });
    const placed = await late.proves(departure, 2);
    const id = placed.ok ? placed.booking.id : "";
    const again = async (minutes: number) => {
      await freeLapsedHolds(stage.at(minutes), departure);
      return retakeHold(stage.at(minutes), id, { paying: true });
    };
    expect(await again(20)).toMatchObject({ expires: later(51) });
    expect(await again(52)).toMatchObject({ expires: later(62) });
  });

  test("what is refused doesn't count, however often it is asked for", async () => {
    await settings({ unpaid_alarm_places: 60, unpaid_alarm_share: 0 });
    for (let n = 0; n < 8; n++) await guest({ address: `10.5.${n}.1`, browser: "one" }).asks(await night(), 20);
    expect(await guest({ address: "192.0.2.9" }).asks(await night(), 2)).toMatchObject({ ok: true });
  });

  test("a booking that replaces one's own on a full night needs a code too", async () => {
    const departure = await night(20);
    await guest({ address: "192.0.2.9", browser: "mine" }).asks(departure, 20);
    await flooded();
    const again = guest({ address: "192.0.2.9", browser: "mine", minutes: 6 });
    expect(await again.asks(departure, 20)).toMatchObject({ reason: "email_code_needed", because: "pressure" });
    expect(await again.proves(departure, 20)).toMatchObject({ ok: true });
  });

  test("a sold-out night says so rather than asking for a code", async () => {
    await flooded();
    const full = await night(2);
    await database.services.pool.query(
      "update scheduled_crawls set available_spots = 0, total_spots = 0 where id = $1",
      [full],
    );
    expect(await guest({ minutes: 6 }).asks(full, 2)).toMatchObject({ reason: "sold_out" });
  });

  test("staff are told once per episode, by mail and on the first page", async () => {
    await flooded();
    const mails = async () =>
      (await database.services.pool.query("select from emails where kind = 'staff_unpaid_places'")).rowCount;
    const at = (minutes: number) => watchUnpaid(stage.at(minutes));
    await at(4);
    expect(await mails()).toBe(0);
    await Promise.all([at(6), at(6)]);
    await at(30);
    expect(await mails()).toBe(1);
    const boss = stage.at(30, { kind: "user", role: "admin", secondFactor: true });
    expect((await attentionCounts(boss)).unpaid).toMatchObject({ count: 1 });
    await at(180);
    expect((await attentionCounts(boss)).unpaid?.count ?? 0).toBe(0);
    await database.work();
  });
});

test("what a partner's desk holds for a guest counts for the cap of that guest's mailbox", async () => {
  await settings({ unpaid_per_email: 20 });
  const departure = await night();
  const both = { email: "both@example.test", phone: "+52 55 9000 0001" };
  const input = bookingInput(departure, { number_of_people: 18, customer: { ...bookingInput("").customer, ...both } });
  const seller = { kind: "desk" } as const;
  expect(await placeBooking(stage.at(0), input, randomUUID(), { seller })).toMatchObject({ ok: true });
  expect(await guest(both).asks(departure, 3)).toMatchObject({ reason: "unpaid_places", unpaid: 18 });
  expect(await guest(both).asks(departure, 2)).toMatchObject({ ok: true });
});

/** What happens next to the bookings of a mailbox; `which` picks one of them, or the night. */
const ACT = fc.record({
  act: fc.constantFrom("book", "book", "book", "pay", "cancel", "wait"),
  people: fc.integer({ min: 1, max: 7 }),
  which: fc.nat(1000),
});

test("those of one mailbox are counted exactly, whatever was booked, paid, cancelled or lapsed before", async () => {
  await settings({ unpaid_per_email: 20, unpaid_per_network: 0, unpaid_night_share: 0, unpaid_alarm_places: 0 });
  const { pool } = database.services;
  const nights = [await night(), await night()];
  const live = new Map<string, { people: number; until: number }>();
  let minutes = 0;
  for (const [n, { act, people, which }] of fc.sample(ACT, { seed: 35, numRuns: 120 }).entries()) {
    const holds = [...live].filter(([, hold]) => hold.until > minutes);
    const sum = holds.reduce((total, [, hold]) => total + hold.people, 0);
    const one = holds[which % holds.length]?.[0];
    if (act === "wait") minutes += 9;
    else if (act === "book" || !one) {
      const who = guest({ email: "one@example.test", address: `10.4.${n}.1`, minutes });
      const placed = await who.asks(nights[which % 2]!, people);
      expect(placed, `${people} beside ${sum}`).toMatchObject({ ok: sum + people <= 20 });
      if (placed.ok) live.set(placed.booking.id, { people, until: minutes + 31 });
    } else {
      const [state, reason] = act === "pay" ? ["confirmed", null] : ["cancelled", "customer"];
      await pool.query("update bookings set status = $2, cancel_reason = $3 where id = $1", [one, state, reason]);
      live.delete(one);
    }
  }
});

test("what is refused at a cap leaves nothing behind, however many ask at once", async () => {
  await settings({ unpaid_per_email: 20, unpaid_per_network: 0, unpaid_night_share: 0, unpaid_alarm_places: 0 });
  const { pool } = database.services;
  await pool.query("delete from unpaid_places");
  const departure = await night();
  const crowd = (size: number, email: () => string) =>
    Promise.all(
      Array.from({ length: size }, (_, n) => guest({ email: email(), address: `10.5.${n}.1` }).asks(departure, 5)),
    );
  const notes = async () =>
    (await pool.query<{ bookings: number }>("select sum(cardinality(bookings))::int as bookings from unpaid_places"))
      .rows[0]!.bookings;
  const once = await crowd(12, () => "full@example.test");
  expect(once.filter(({ ok }) => ok)).toHaveLength(4);
  const before = await notes();
  for (let n = 0; n < 3; n++) {
    const answers = await crowd(12, () => "full@example.test");
    expect(answers.map((answer) => (answer.ok ? "ok" : answer.reason))).toEqual(answers.map(() => "unpaid_places"));
  }
  expect(await notes()).toBe(before);
  // others are noted as before
  expect((await crowd(2, () => "")).every(({ ok }) => ok)).toBe(true);
  expect(await notes()).toBeGreaterThan(before);
});

test("whoever keeps nothing anymore is forgotten after a day, and not while a hold is there", async () => {
  const { db, pool } = database.services;
  const whose = async () => {
    const { rows } = await pool.query<{ who: string }>("select split_part(identity, ':', 1) as who from unpaid_places");
    return rows.map(({ who }) => who).toSorted();
  };
  await pool.query("delete from unpaid_places");
  const placed = await guest().asks(await night(), 2);
  if (!placed.ok) throw new Error(placed.reason);
  await forgetKeepers(db, later(3 * 24 * 60));
  expect(await whose()).toEqual(["browser", "email", "network", "phone"]);
  await pool.query("update bookings set status = 'cancelled', cancel_reason = 'customer' where id = $1", [
    placed.booking.id,
  ]);
  await forgetKeepers(db, later(23 * 60));
  expect(await whose()).toHaveLength(4);
  await forgetKeepers(db, later(25 * 60));
  expect(await whose()).toEqual([]);
});

test("who has no cap is noted all the same, and tidied up now and then", async () => {
  const { pool } = database.services;
  const [departure, bound] = [await night(), 200];
  const notes = async (times: number) => {
    for (let n = 0; n < times; n++)
      await pool.query("select guard_places('uncapped', null, null, null, null, null, $1, $2, null, 1, $3, $4)", [
        randomUUID(),
        departure,
        later(0),
        NO_CAPS,
      ]);
    const { rows } = await pool.query<{ kept: number }>(
      "select cardinality(bookings) as kept from unpaid_places where identity = 'network:uncapped'",
    );
    return rows[0]!.kept;
  };
  expect(await notes(bound - 1)).toBe(bound - 1);
  expect(await notes(1), "none of them is a booking").toBe(1);
});
