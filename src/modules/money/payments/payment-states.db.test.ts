import { beforeAll, expect, test } from "vitest";
import { paymentStateOf, paymentStatesOf } from "#src/modules/money/payments/queries.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addDeparture, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const stage = payingStage(database);
let departureId: string;
beforeAll(async () => {
  const { crawlId } = await seedMinimal(database.services.db);
  departureId = await addDeparture(database.services.db, crawlId);
});

test("the states of several bookings are those that each has by itself, and of none are none", async () => {
  const untried = await stage.books(departureId);
  const open = await stage.books(departureId);
  await stage.goesToPay(open);
  const paid = await stage.books(departureId);
  const { externalId } = await stage.goesToPay(paid);
  stage.provider.pays(externalId);
  await stage.comesBack(paid);

  const ids = [paid, untried, open];
  const states = await paymentStatesOf(database.ctx(), ids);
  expect([...states.keys()]).toEqual(ids);
  for (const id of ids) expect(states.get(id)).toEqual(await paymentStateOf(database.ctx(), id));
  expect(ids.map((id) => states.get(id)?.last)).toEqual(["succeeded", "none", "open"]);
  expect(await paymentStatesOf(database.ctx(), [])).toEqual(new Map());
});
