import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { opening } from "#db/migrations/0009_books.ts";
import { cancelBooking } from "#src/modules/money/payments/cancel-booking.server.ts";
import { changeBooking } from "#src/modules/money/payments/change-booking.server.ts";
import { priceChange } from "#src/modules/money/payments/price-change.server.ts";
import { checkLedger } from "#src/modules/money/payments/check-ledger.server.ts";
import { submitRefund } from "#src/modules/money/payments/submit-refund.server.ts";
import { startPayment } from "#src/modules/money/payments/start-payment.server.ts";
import type { Change } from "#src/modules/sales/booking/schema.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addDeparture, seedMinimal } from "#tests/seeds.ts";

// A database in use before the ledger existed: the migration posts what happened then as it would have been posted.

const database = freshDatabase();
const stage = payingStage(database);
const { provider, at, books, goesToPay, webhook } = stage;
const system = (minutes: number) => at(minutes, { kind: "system" });

async function paid(departure: string, over = {}) {
  const booking = await books(departure, { number_of_people: 3 });
  const { externalId } = await goesToPay(booking);
  provider.pays(externalId, over);
  await webhook(externalId, 1);
  return booking;
}

async function change(booking_id: string, wish: Change) {
  const asked = { booking_id, token: null, change: wish };
  const priced = await priceChange(system(2), asked);
  if (!priced.ok) throw new Error(priced.reason);
  const { version, difference } = priced.quote;
  const expected = { version, difference_minor: difference.amount_minor, currency: difference.currency };
  const changed = await changeBooking(system(2), { ...asked, expected }, randomUUID());
  if (!changed.ok || changed.state !== "to_pay") return;
  const way = { booking_id, change_id: changed.change_id, provider: "sandbox", method: "card" } as const;
  const started = await startPayment(at(3), way, randomUUID());
  if (!started.ok) throw new Error(started.reason);
  provider.pays(`sandbox_${started.payment_id}`);
  await webhook(`sandbox_${started.payment_id}`, 4);
}

async function cancel(booking_id: string, minutes: number) {
  const ask = (over: object) => cancelBooking(system(minutes), { booking_id, token: null, ...over });
  const quoted = await ask({});
  if (quoted.ok || !("refund" in quoted)) throw new Error("no quote");
  await ask({ expected_refund: quoted.refund });
  return stage.refunds(booking_id);
}

beforeAll(async () => {
  const { crawlId } = await seedMinimal(database.services.db);
  const departure = await addDeparture(database.services.db, crawlId, { date: "2026-12-20" });
  await paid(departure);
  await paid(departure, { amount: 1000 });
  const larger = await paid(departure);
  await change(larger, { kind: "add", names: ["", ""] });
  const smaller = await paid(departure);
  await change(smaller, { kind: "remove", positions: [2] });
  await cancel(smaller, 5);
  const [refund] = await cancel(await paid(departure), 5);
  await submitRefund(at(6), refund!.id);
});

/** Resets the database to before the ledger. */
const forget = sql.raw(`
  alter table ledger_entries disable trigger ledger_is_append_only;
  delete from ledger_entries;
  alter table ledger_entries enable trigger ledger_is_append_only;
  update refunds set taken_back = 0;
  update payments set charged_amount = null, charged_currency = null;`);

test("an upgraded database proves from its first night on", async () => {
  const kept = async () =>
    (
      await database.services.pool.query(
        `select posting, line, kind, account, provider, amount, currency, test from ledger_entries order by posting, line`,
      )
    ).rows;
  const before = await kept();
  expect(before.length).toBeGreaterThan(20);
  await forget.execute(database.services.db);
  expect(await checkLedger(system(10))).toBeGreaterThan(0);
  await database.services.db.transaction().execute((tx) => sql.raw(opening).execute(tx));
  expect(await checkLedger(system(11))).toBe(0);
  expect(await kept()).toEqual(before);
});
