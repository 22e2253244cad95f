import { beforeAll, expect, test, vi } from "vitest";
import { pollPayments } from "#src/modules/money/payments/poll-payments.server.ts";
import { paymentsToPoll } from "#src/modules/money/payments/store.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { scriptedProvider } from "#tests/scripted-provider.ts";
import { addDeparture, later, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const stage = payingStage(database);
const { provider, at, books, goesToPay } = stage;
let departure: string;
beforeAll(async () => {
  const { crawlId } = await seedMinimal(database.services.db);
  departure = await addDeparture(database.services.db, crawlId, { seats: 400 });
});

/** A payment open at a provider. */
async function open(company: string): Promise<{ booking: string; externalId: string }> {
  const booking = await books(departure, { number_of_people: 1 });
  const { paymentId, externalId } = await goesToPay(booking);
  await database.services.db.updateTable("payments").set({ provider: company }).where("id", "=", paymentId).execute();
  return { booking, externalId };
}

test("a company that hangs delays its own payments and nobody else's", async () => {
  const stuck = await open("stripe");
  const mine = await open("sandbox");
  provider.pays(mine.externalId);
  const hanging = scriptedProvider("stripe");
  hanging.says(stuck.externalId, { status: "open" });
  hanging.hangs();
  const ctx = at(3);
  const polling = pollPayments({ ...ctx, providers: { ...ctx.providers, stripe: hanging } });
  await vi.waitFor(async () => expect(await stage.bookingRow(mine.booking)).toMatchObject({ status: "confirmed" }), {
    timeout: 20_000,
  });
  await vi.waitFor(() => expect(hanging.calls.fetchState).toBe(1), { timeout: 20_000 });
  hanging.wakes();
  await polling;
  expect(await stage.payments(stuck.booking)).toMatchObject([{ status: "pending", next_poll_at: later(5) }]);
});

test("a company with a long queue keeps out no other", async () => {
  const { db } = database.services;
  const one = await open("stripe");
  const many = await open("paypal");
  const [row] = await stage.payments(many.booking);
  const copies = Array.from({ length: 120 }, (_, i) => ({
    ...row!,
    id: crypto.randomUUID(),
    attempt: i + 2,
    external_id: `paypal_${i}`,
    next_poll_at: later(1),
  }));
  await db.insertInto("payments").values(copies).execute();
  const due = await paymentsToPoll(db, later(3));
  expect(due.filter((payment) => payment.provider === "paypal")).toHaveLength(100);
  const [payment] = await stage.payments(one.booking);
  expect(due.map(({ id }) => id)).toContain(payment!.id);
});

test("a start asks about all attempts of the last hour at once, and about no older or ended ones", async () => {
  const { db } = database.services;
  const [young, old, ended] = [await open("sandbox"), await open("sandbox"), await open("sandbox")];
  const set = (booking: string, row: object) =>
    db.updateTable("payments").set(row).where("purchase_id", "=", booking).execute();
  await set(young.booking, { next_poll_at: later(12) });
  await set(old.booking, { next_poll_at: later(30), created_at: later(-70) });
  await set(ended.booking, { status: "cancelled", next_poll_at: null });
  const spy = vi.spyOn(provider, "fetchState");
  await pollPayments(at(10));
  expect(
    spy.mock.calls
      .flat()
      .map((one) => JSON.stringify(one))
      .join(),
  ).not.toContain(young.externalId);
  provider.pays(young.externalId);
  await pollPayments(at(10), { afterStart: true });
  expect(await stage.bookingRow(young.booking)).toMatchObject({ status: "confirmed" });
  const message = spy.mock.calls
    .flat()
    .map((one) => JSON.stringify(one))
    .join();
  for (const { externalId } of [old, ended]) expect(message).not.toContain(externalId);
  spy.mockRestore();
});
