import pg from "pg";
import { beforeAll, expect, test, vi } from "vitest";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addDeparture, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const { provider, books, goesToPay, webhook, bookingRow } = payingStage(database);
let departure: string;
beforeAll(async () => {
  const { crawlId } = await seedMinimal(database.services.db);
  departure = await addDeparture(database.services.db, crawlId, {});
});

/** How many statements some work runs, those that begin and end transactions included; without those that renew what is kept of settings. */
async function statementsOf<T>(work: () => Promise<T>): Promise<[number, T]> {
  const statements = vi.spyOn(pg.Client.prototype, "query");
  const result = await work();
  const texts = statements.mock.calls.map(([query]) =>
    typeof query === "string" ? query : (query as { text: string }).text,
  );
  const { length } = texts.filter((text) => !/from "(app_settings|currency_rates)"/.test(text));
  statements.mockRestore();
  return [length, result];
}

test("a payment is started in ten statements, and settled by its message in ten, however many people there are", async () => {
  await goesToPay(await books(departure)); // fills what is kept of settings
  for (const number_of_people of [1, 2, 6]) {
    const booking = await books(departure, { number_of_people });
    const [starting, { externalId }] = await statementsOf(() => goesToPay(booking));
    expect(starting).toBeGreaterThan(5);
    expect(starting).toBeLessThanOrEqual(10);
    provider.pays(externalId);
    const [settling] = await statementsOf(() => webhook(externalId, 3));
    expect(await bookingRow(booking)).toMatchObject({ status: "confirmed" });
    expect(settling).toBeLessThanOrEqual(11); // one is the test's, which looks for the message
  }
});
