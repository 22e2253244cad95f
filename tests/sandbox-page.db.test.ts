import { randomUUID } from "node:crypto";
import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { type RequestContext, requestContext } from "#src/platform/context.server.ts";
import { action, loader } from "#src/routes/public/sandbox/pay.tsx";
import { freshDatabase, NOON } from "#tests/database.ts";

const database = freshDatabase();
const SHOP = { success: "http://ronda.test/back", cancel: "http://ronda.test/checkout" };

const open = (locale: "en" | "es" = "en") =>
  database.services.providers["sandbox"]!.createAttempt({
    paymentId: randomUUID(),
    bookingId: randomUUID(),
    reference: "RONDA-234567",
    site: "cdmx",
    attempt: 1,
    money: { amount: 1000, currency: "MXN" },
    method: "card",
    installments: false,
    description: "Pub crawl",
    customerEmail: "guest@ronda.test",
    locale,
    expiresAt: NOON,
    successUrl: SHOP.success,
    cancelUrl: SHOP.cancel,
  }).then((attempt) => attempt.externalId);

/** Calls the route as the server would, with or without a form; a thrown response is a response. */
async function visit(id: string, form?: Record<string, string>, over: Partial<RequestContext> = {}) {
  const context = new RouterContextProvider();
  context.set(requestContext, { ...database.ctx(), ...over } as RequestContext);
  const posted = form ? { method: "POST", body: new URLSearchParams(form) } : {};
  const request = new Request(`http://ronda.test/sandbox/pay/${id}`, posted);
  const args = { context, params: { id }, request } as unknown as Parameters<typeof action>[0] &
    Parameters<typeof loader>[0];
  try {
    return form ? await action(args) : await loader(args);
  } catch (answer) {
    return answer as Response;
  }
}
const status = async (...args: Parameters<typeof visit>) => ((await visit(...args)) as Response).status;
const stateOf = async (id: string) =>
  ((await visit(id)) as Exclude<Awaited<ReturnType<typeof loader>>, Response>).session;

test.each([
  [{ outcome: "approve" }, SHOP.success, "paid"],
  [{ outcome: "approve", stay: "on" }, "page", "paid"],
  [{ outcome: "wrong_amount", delivery: "never" }, SHOP.success, "paid"],
  [{ outcome: "voucher" }, SHOP.success, "pending"],
  [{ outcome: "cancel" }, SHOP.cancel, "cancelled"],
  [{ outcome: "decline" }, "page", "open"],
  [{ outcome: "insufficient_funds" }, "page", "open"],
  [{ outcome: "voucher_paid" }, "page", "open"],
])("posting %o leads to %s: %s", async (form, location, state) => {
  const id = await open();
  const answer = (await visit(id, form)) as Response;
  expect(answer.status).toBe(303);
  expect(answer.headers.get("location")).toBe(location === "page" ? `/sandbox/pay/${id}` : location);
  expect(await stateOf(id)).toMatchObject({ state });
});

test("a refused guest stays in their language, sees why and can pay then", async () => {
  const id = await open("es");
  const answer = (await visit(id, { outcome: "insufficient_funds" }, { locale: "es" })) as Response;
  expect(answer.headers.get("location")).toBe(`/es/sandbox/pay/${id}`);
  expect(await stateOf(id)).toMatchObject({ state: "open", failure: "insufficient_funds" });
  await visit(id, { outcome: "approve", dispute: "on", refunds_fail: "on" });
  expect(await stateOf(id)).toMatchObject({ state: "paid", failure: null, disputed: true });
});

test("paying twice stays on the page that says so", async () => {
  const id = await open();
  await visit(id, { outcome: "approve" });
  const again = (await visit(id, { outcome: "cancel" })) as Response;
  expect(again.headers.get("location")).toBe(`/sandbox/pay/${id}`);
});

test("what the form doesn't offer is refused, and no session is no page", async () => {
  const id = await open();
  expect(await status(id, { outcome: "win" })).toBe(400);
  expect(await status(id, {})).toBe(400);
  expect(await status("sbx_NOBODY")).toBe(404);
  expect(await status("sbx_NOBODY", { outcome: "approve" })).toBe(404);
});

test("in live mode there is no such page", async () => {
  const id = await open();
  const settings = { ...database.services.settings, PAYMENTS_MODE: "live" as const };
  expect(await status(id, undefined, { settings })).toBe(404);
  expect(await status(id, { outcome: "approve" }, { settings })).toBe(404);
  expect(await stateOf(id)).toMatchObject({ state: "open" });
});
