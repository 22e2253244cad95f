import { bookingRef } from "#src/modules/sales/booking/rules/purchase.ts";
import { randomUUID } from "node:crypto";
import { RouterContextProvider } from "react-router";
import { beforeAll, expect, test, vi } from "vitest";
import { giveCredit } from "#src/modules/money/credits/give-credit.server.ts";
import { creditsOf } from "#src/modules/money/credits/queries.server.ts";
import { type Context, type RequestContext, requestContext } from "#src/platform/context.server.ts";
import { action as checkout } from "#src/routes/public/checkout.tsx";
import { loader as confirmation } from "#src/routes/public/confirmation/page.tsx";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addDeparture, later, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const { at, books, goesToPay, payments } = payingStage(database);
let crawlId: string;
beforeAll(async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  ({ crawlId } = await seedMinimal(database.services.db));
});

const newDeparture = () => addDeparture(database.services.db, crawlId);

/** The code of a MX$300 credit. */
async function credit(): Promise<string> {
  const source = await books(await newDeparture(), { number_of_people: 1 });
  const { paymentId } = await goesToPay(source);
  const input = { of: bookingRef(source), paymentId, money: { amount: 30_000, currency: "MXN" as const }, test: true };
  await database.services.db.transaction().execute((tx) => giveCredit(at(0), tx, input));
  return (await creditsOf(database.services, source))[0]!.code;
}

/** Uses MX$300 of a credit for a booking, as its guest would have. */
const reserves = (bookingId: string, code: string) =>
  database.services.db
    .insertInto("credit_uses")
    .columns(["credit_id", "purchase_id", "amount", "state", "created_at", "updated_at"])
    .expression((e) =>
      e
        .selectFrom("credits")
        .where("code", "=", code)
        .select((c) => [
          "id",
          c.val(bookingId).as("purchase_id"),
          c.val(30_000).as("amount"),
          c.val("reserved").as("state"),
          c.val(later(1)).as("created_at"),
          c.val(later(1)).as("updated_at"),
        ]),
    )
    .execute();

/** The arguments of a page's loader for a guest's request. */
function request(ctx: Context, address: string, body?: URLSearchParams) {
  const context = new RouterContextProvider();
  context.set(requestContext, { ...ctx, user: () => Promise.resolve(ctx.actor) } as unknown as RequestContext);
  return { context, request: new Request(`http://ronda.test${address}`, body ? { method: "POST", body } : {}) };
}

test("whoever has the address of a confirmation reads how much is taken from credit, not the code", async () => {
  const code = await credit();
  const bookingId = await books(await newDeparture());
  await reserves(bookingId, code);
  const stranger = at(2, { browser: randomUUID() });
  const answer = await confirmation({ ...request(stranger, "/a"), params: { bookingId } } as never);
  expect(answer.data).toMatchObject({ found: true, credit: { amount_minor: 30_000, currency: "MXN" } });
  expect(JSON.stringify(answer.data)).not.toContain(code);
});

test("nobody is sent to pay more than the page showed, when the credit has gone meanwhile", async () => {
  const code = await credit();
  const bookingId = await books(await newDeparture());
  await reserves(bookingId, code);
  const presses = async (displayed_total: string) => {
    const sent = { intent: "pay", key: randomUUID(), method: "card", displayed_total, displayed_currency: "MXN" };
    const form = request(at(3), `/checkout?departure=x&booking=${bookingId}`, new URLSearchParams(sent));
    return checkout({ ...form, params: {} } as never) as Promise<unknown>;
  };
  await database.services.db.deleteFrom("credit_uses").where("purchase_id", "=", bookingId).execute();
  expect(await presses("50000")).toMatchObject({
    data: { refusal: { message: "errors.price_changed" } },
    init: { status: 409 },
  });
  expect(await presses("")).toMatchObject({ data: { refusal: { message: "errors.price_changed" } } });
  expect(await payments(bookingId)).toEqual([]);
  expect(await presses("80000")).toMatchObject({ status: 302 });
  expect(await payments(bookingId)).toMatchObject([{ amount: 80_000 }]);
});
