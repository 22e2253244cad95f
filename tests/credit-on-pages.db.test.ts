import { randomUUID } from "node:crypto";
import { RouterContextProvider } from "react-router";
import { beforeAll, expect, test, vi } from "vitest";
import { accessToken } from "#src/modules/booking/grant-access.server.ts";
import { giveCredit } from "#src/modules/credits/give-credit.server.ts";
import { creditsOf } from "#src/modules/credits/queries.server.ts";
import { applyCredit } from "#src/modules/payments/apply-credit.server.ts";
import { type Context, type RequestContext, requestContext } from "#src/platform/context.server.ts";
import { loader as confirmation } from "#src/routes/public/confirmation/page.tsx";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addDeparture, smallWorld } from "#tests/world.ts";

const database = freshDatabase();
const { at, books, goesToPay } = payingStage(database);
let crawlId: string;
beforeAll(async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  ({ crawlId } = await smallWorld(database.services.db));
});

const night = () => addDeparture(database.services.db, crawlId);

/** The code of credit over MX$300. */
async function credit(): Promise<string> {
  const source = await books(await night(), { number_of_people: 1 });
  const { paymentId } = await goesToPay(source);
  const given = { bookingId: source, paymentId, money: { amount: 30_000, currency: "MXN" as const }, test: true };
  await database.services.db.transaction().execute((tx) => giveCredit(at(0), tx, given));
  return (await creditsOf(database.services, source))[0]!.code;
}

/** What a page's loader is called with when a guest asks for it. */
function asked(ctx: Context, address: string, body?: URLSearchParams) {
  const context = new RouterContextProvider();
  context.set(requestContext, { ...ctx, user: () => Promise.resolve(ctx.actor) } as unknown as RequestContext);
  return { context, request: new Request(`http://ronda.test${address}`, body ? { method: "POST", body } : {}) };
}

test("whoever has the address of a confirmation reads how much is taken from credit, not the code", async () => {
  const code = await credit();
  const bookingId = await books(await night());
  expect(
    await applyCredit(at(1), { booking_id: bookingId, token: accessToken(at(1).secret, bookingId), code }),
  ).toMatchObject({ ok: true });
  const stranger = at(2, { browser: randomUUID() });
  const answer = await confirmation({ ...asked(stranger, "/a"), params: { bookingId } } as never);
  expect(answer.data).toMatchObject({ found: true, credit: { amount_minor: 30_000, currency: "MXN" } });
  expect(JSON.stringify(answer.data)).not.toContain(code);
});
