import { bookingRef, changeRef } from "#src/modules/sales/booking/rules/purchase.ts";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, expect, test, vi } from "vitest";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { freeLapsedHolds } from "#src/modules/sales/booking/release-hold.server.ts";
import type { Change } from "#src/modules/sales/booking/schema.ts";
import { balances } from "#src/modules/base/ledger/queries.server.ts";
import { cancelAsAdmin, priceAdminCancellation } from "#src/modules/changes/cancellation/cancel-as-admin.server.ts";
import { cancelBooking } from "#src/modules/changes/cancellation/cancel-booking.server.ts";
import { changeBooking } from "#src/modules/changes/change/change-booking.server.ts";
import { closeManualRefund } from "#src/modules/money/payments/close-manual-refund.server.ts";
import { priceChange } from "#src/modules/changes/change/price-change.server.ts";
import { checkLedger } from "#src/modules/money/payments/check-ledger.server.ts";
import { ledgerCheck } from "#src/modules/money/payments/queries.server.ts";
import { refundPart } from "#src/modules/money/payments/refund-part.server.ts";
import { resolveReview } from "#src/modules/money/payments/resolve-review.server.ts";
import { retryRefund } from "#src/modules/money/payments/retry-refund.server.ts";
import { startPayment } from "#src/modules/money/payments/start-payment.server.ts";
import { ledgerDifferences } from "#src/modules/office/books-check/queries.server.ts";
import { submitRefund } from "#src/modules/money/payments/submit-refund.server.ts";
import { takePayment } from "#src/modules/money/payments/take-payment.server.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { diceFrom } from "#tests/dice.ts";
import { addPartner, commissionDiffers, partnerActs } from "#tests/partner-acts.ts";
import { payingStage } from "#tests/paying.ts";
import { addDeparture, bookingInput, later, seedMinimal } from "#tests/seeds.ts";

// Whatever guests, banks, partners, staff and providers do with money, the ledger agrees with the rows, and a partner's commission with
// the rules. A failure prints its seed:
// SEED=… npx vitest run tests/books-model.test.ts replays it.

const database = freshDatabase();
const stage = payingStage(database);
const { provider, at } = stage;
const departures: string[] = [];
const CODES = ["jacaranda", "luna"];
let clock = 0;

beforeAll(async () => {
  vi.spyOn(console, "error").mockImplementation(() => {}); // provider refusals are logged
  const { db } = database.services;
  const { crawlId } = await seedMinimal(db);
  for (const [date, price, seats] of [
    ["2026-12-20", 1800, 30],
    ["2026-12-21", 2000, 200],
    ["2026-12-22", 2300, 200],
    ["2027-01-08", 2100, 200],
  ] as const)
    departures.push(await addDeparture(db, crawlId, { date, price, seats }));
  for (const code of CODES) await addPartner(db, NOON, { code });
});

const seed = Number(process.env["SEED"] ?? Math.floor(Math.random() * 1e9));
const { next, below } = diceFrom(seed);
const pick = <T>(list: readonly T[]): T | undefined => list[below(list.length)];

const system = () => at(clock, { kind: "system" });
const partners = partnerActs({ below, pick }, system, new Date("2027-02-01T18:00:00Z"));
const bookings: string[] = [];
const attempts: { booking: string; externalId: string; amount: number }[] = [];
const ids = async (query: string) => (await database.services.pool.query<{ id: string }>(query)).rows.map((r) => r.id);
const news = (externalId: string, type: string) => stage.webhook(externalId, clock, { type });

/** A booking on some departure; undefined if it is full. */
async function books(): Promise<string | undefined> {
  const partner_code = pick([...CODES, undefined]);
  const input = bookingInput(pick(departures)!, { number_of_people: 1 + below(3), partner_code });
  const placed = await placeBooking(at(clock), input, randomUUID());
  if (placed.ok) bookings.push(placed.booking.id);
  return placed.ok ? placed.booking.id : undefined;
}

async function pays(booking: string, change_id?: string): Promise<void> {
  const way = { provider: "sandbox", method: "card" } as const;
  const of = change_id ? changeRef(booking, change_id) : bookingRef(booking);
  const started = await startPayment(at(clock), { of, ...way }, randomUUID());
  if (!started.ok) return;
  const externalId = `sandbox_${started.payment_id}`;
  const { amount } = provider.opened.get(externalId)!.money;
  // a small difference is charged at least a centavo
  const wrong = [{ amount: Math.max(1, amount - 5000) }, { amount: amount + 5000 }, { currency: "EUR" }] as const;
  const over: { amount?: number; currency?: "EUR" } = next() < 0.15 ? pick(wrong)! : {};
  provider.pays(externalId, over);
  attempts.push({ booking, externalId, amount: over.amount ?? amount });
  await news(externalId, "payment.updated");
}

const acts: Record<string, () => Promise<unknown>> = {
  book: () => books(),
  "book and pay": async () => {
    const booking = await books();
    if (!booking) return;
    await pays(booking);
    if (next() < 0.2) await pays(booking);
  },
  pay: async () => {
    const booking = pick(bookings);
    if (booking) await pays(booking);
  },
  "pay twice at once": async () => {
    const booking = await books();
    if (!booking) return;
    const both = [await stage.goesToPay(booking, clock), await stage.goesToPay(booking, clock)];
    for (const { externalId } of both) {
      provider.pays(externalId);
      attempts.push({ booking, externalId, amount: provider.opened.get(externalId)!.money.amount });
    }
    await Promise.all(both.map(({ externalId }) => news(externalId, "payment.updated")));
  },
  change: async () => {
    const [confirmed] = [await ids("select id from bookings where status = 'confirmed' order by reference")];
    const booking_id = pick(confirmed);
    if (!booking_id) return;
    const { rows } = await database.services.pool.query<{ position: number }>(
      "select position from tickets where booking_id = $1 and status = 'valid' order by position",
      [booking_id],
    );
    const wish = pick<Change>([
      { kind: "date", departure_id: pick(departures)! },
      { kind: "add", names: [""] },
      { kind: "remove", positions: rows.slice(0, 1).map((row) => row.position) },
    ])!;
    const request = { booking_id, token: null, change: wish };
    const priced = await priceChange(system(), request);
    if (!priced.ok) return;
    const { version, difference } = priced.quote;
    const expected = { version, difference_minor: difference.amount_minor, currency: difference.currency };
    const changed = await changeBooking(system(), { ...request, expected }, randomUUID());
    if (changed.ok && changed.state === "to_pay") await pays(booking_id, changed.change_id);
  },
  cancel: async () => {
    const booking_id = pick(bookings);
    if (!booking_id) return;
    const ask = (over: object) => cancelBooking(system(), { booking_id, token: null, ...over });
    const quoted = await ask({});
    if (!quoted.ok && "refund" in quoted) await ask({ expected_refund: quoted.refund });
  },
  sweep: () => freeLapsedHolds(system(), null),
  "send refunds": () => sendRefunds(),
  "send refunds that fail": async () => {
    provider.answersRefunds(...([pick(["failed", "submitted"]), "failed"] as ("failed" | "submitted")[]));
    await sendRefunds();
  },
  "a submitted refund ends": async () => {
    const waiting = pick(
      [...provider.refunds].filter(
        ([
          ,
          {
            state: { status },
          },
        ]) => status === "submitted",
      ),
    );
    if (!waiting) return;
    provider.refundBecomes(waiting[0], pick(["succeeded", "failed"] as const)!);
    await news(waiting[1].externalId, "refund.updated");
  },
  "a refund comes back": async () => {
    const done = pick(
      [...provider.refunds].filter(
        ([
          ,
          {
            state: { status },
          },
        ]) => status === "succeeded",
      ),
    );
    if (!done) return;
    provider.refundBecomes(done[0], "failed");
    await news(done[1].externalId, "refund.failed");
  },
  "refund in the dashboard": async () => {
    const attempt = pick(attempts);
    const left = attempt ? provider.leftOf(attempt.externalId) : 0;
    if (!attempt || left <= 0) return;
    provider.refundsElsewhere(
      attempt.externalId,
      next() < 0.5 ? left : 1 + below(left),
      pick(["succeeded", "submitted"]),
    );
    await news(attempt.externalId, "refund.created").catch(ofUnanswered);
  },
  dispute: async () => {
    const attempt = pick(attempts);
    if (!attempt) return;
    const { currency } = (await remoteMoney(attempt.externalId))!;
    const money = { amount: next() < 0.7 ? attempt.amount : 1 + below(attempt.amount), currency };
    if (!provider.disputes.has(attempt.externalId))
      provider.disputes.set(attempt.externalId, { state: "open", money, reason: "fraudulent" });
    await news(attempt.externalId, "dispute.created");
  },
  "a dispute ends": async () => {
    const open = pick([...provider.disputes].filter(([, dispute]) => dispute.state === "open"));
    if (!open) return;
    provider.disputes.set(open[0], { ...open[1], state: pick(["won", "lost"] as const)! });
    await news(open[0], "dispute.closed");
  },
  decide: async () => {
    const payment_id = pick(await ids("select id from payments where review_reason is not null order by id"));
    if (payment_id) await resolveReview(system(), { payment_id, decision: pick(["accept", "refund"] as const)! });
  },
  "sell by the operator": async () => {
    const booking_id = next() < 0.5 ? await books() : pick(bookings);
    if (!booking_id) return;
    const { total_price: amount_minor } = await stage.bookingRow(booking_id);
    const way = pick(["cash", "terminal", "transfer", "invoice"] as const)!;
    await takePayment(
      system(),
      { of: bookingRef(booking_id), way, expected: { amount_minor, currency: "MXN" } },
      randomUUID(),
    );
  },
  "refund a part": async () => {
    const payment_id = pick(await ids("select id from payments where status = 'succeeded' order by id"));
    const wish = { amount: 1 + below(40_000), reason: "goodwill" };
    if (payment_id) await refundPart(system(), { payment_id, ...wish }, randomUUID());
  },
  "cancel by the operator": async () => {
    const booking_id = pick(bookings);
    const choice = pick(["none", "guest", "operator"] as const)!;
    const quoted = booking_id ? await priceAdminCancellation(system(), booking_id) : null;
    if (!booking_id || !quoted?.ok) return;
    const { version, currency, choices } = quoted;
    const expected = { version, currency, refund_minor: choices[choice].refund };
    await cancelAsAdmin(system(), { booking_id, choice, expected });
  },
  "change by the operator": async () => {
    const booking_id = pick(await ids("select id from bookings where status = 'confirmed' order by reference"));
    if (!booking_id) return;
    const change = { kind: "date", departure_id: pick(departures)! } as const;
    const request = { booking_id, token: null, change, admin: { keeps: next() < 0.5 } };
    const priced = await priceChange(system(), request);
    if (!priced.ok) return;
    const { version, difference } = priced.quote;
    const { amount_minor, currency } = difference;
    const expected = { version, difference_minor: amount_minor, currency };
    const changed = await changeBooking(system(), { ...request, expected }, randomUUID());
    if (!changed.ok || changed.state !== "to_pay") return;
    const paid = { of: changeRef(booking_id, changed.change_id), way: "cash", expected: difference } as const;
    await takePayment(system(), paid, randomUUID());
  },
  "close by hand": async () => {
    const refund_id = pick(await ids("select id from refunds where status = 'manual' order by id"));
    if (refund_id) await closeManualRefund(system(), { refund_id, note: "by bank transfer" });
  },
  "try again": async () => {
    const refund_id = pick(await ids("select id from refunds where status in ('manual', 'failed') order by id"));
    if (refund_id) await retryRefund(system(), { refund_id });
  },
};

const remoteMoney = async (externalId: string) => {
  const state = await provider.fetchState(externalId);
  return state.status === "paid" ? state.money : null;
};

/** While one of our refunds is requested but unanswered, an external one is recorded later. */
function ofUnanswered(error: Error): void {
  if (!error.message.includes("not answered yet")) throw error;
}

async function sendRefunds(): Promise<void> {
  const { rows } = await database.services.pool.query<{ id: string }>(
    "select id from refunds where status in ('requested', 'failed', 'submitted') and due_at <= $1 and source = 'ours' order by id",
    [later(clock)],
  );
  for (const { id } of rows) await submitRefund(system(), id);
}

const all: Record<string, () => Promise<unknown>> = { ...acts, ...partners };
const OPERATIONS = 240;

test("whatever happens to money, the books say what the rows say, and a posting that is left out is found", async () => {
  const auditLog: string[] = [];
  try {
    for (let done = 0; done < OPERATIONS; done++) {
      const name = pick([
        ...Object.keys(all),
        "book and pay",
        "book and pay",
        "come in",
        "come in",
        "cancel",
        "send refunds",
      ])!;
      auditLog.push(`${clock}: ${name}`);
      await all[name]!();
      clock += next() < 0.05 ? 40 : below(4);
      expect(await checkLedger(system())).toBe(0);
      expect(await commissionDiffers(database.services.db), name).toEqual([]);
    }
    expect(await balanceOfAll()).toBe(0);
    await everyKindIsMissed();
  } catch (error) {
    const found = (await ledgerCheck(system()))?.differences;
    throw new Error(`SEED=${seed}\n${auditLog.slice(-12).join("\n")}\n${JSON.stringify(found, null, 1)}`, {
      cause: error,
    });
  }
}, 120_000);

const balanceOfAll = async () => (await balances(system())).reduce((sum, { amount }) => sum + amount, 0);

/** Negative control: removes some entries of each kind, one at a time, and restores them. */
async function everyKindIsMissed(): Promise<void> {
  const { rows } = await database.services.pool.query<{ kind: string; posting: string }>(
    "select kind, posting from (select *, row_number() over (partition by kind order by id desc) as n from ledger_entries where line = 0) x where n <= 3",
  );
  expect(new Set(rows.map((row) => row.kind)).size).toBeGreaterThanOrEqual(7);
  const back = new Error("taken back");
  for (const { kind, posting } of rows) {
    const without = database.services.db.transaction().execute(async (tx) => {
      await sql`alter table ledger_entries disable trigger ledger_is_append_only`.execute(tx);
      await tx.deleteFrom("ledger_entries").where("posting", "=", posting).execute();
      expect(await ledgerDifferences(tx), `without ${kind}`).not.toEqual([]);
      throw back;
    });
    await expect(without).rejects.toBe(back);
  }
}
