import { RouterContextProvider } from "react-router";
import { beforeAll, expect, test } from "vitest";
import { type Actor, type RequestContext, requestContext } from "#src/platform/context.server.ts";
import { browserOf } from "#src/platform/request.server.ts";
import { action } from "#src/routes/public/checkout.tsx";
import { freshDatabase } from "#tests/database.ts";
import { addAccount } from "#tests/signed-in.ts";
import { addDeparture, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
let departure: string;
beforeAll(async () => {
  const { crawlId } = await seedMinimal(database.services.db);
  departure = await addDeparture(database.services.db, crawlId);
});

/** Posts the details form from a browser without a cookie. */
async function send(key: string, who: Partial<Actor> = {}, over: Record<string, string> = {}): Promise<Response> {
  const guest = database.ctx({ actor: { browser: null } });
  const user = { ...guest.actor, ...who };
  const context = new RouterContextProvider();
  context.set(requestContext, { ...guest, user: () => Promise.resolve(user), requestId: "r" } as RequestContext);
  const body = new URLSearchParams({
    key,
    number_of_people: "1",
    first_name: "Ana",
    last_name: "Ríos",
    email: "ana@example.test",
    phone: "+52 55 1234 5678",
    country: "MX",
    currency: "MXN",
    agreed: "on",
    displayed_total: "40000",
    displayed_currency: "MXN",
    displayed_people: "1",
    ...over,
  });
  const request = new Request(`http://ronda.test/checkout?departure=${departure}`, { method: "POST", body });
  return (await action({ context, request, params: {} } as unknown as Parameters<
    typeof action
  >[0])) as unknown as Response;
}

test("a form sent twice by a new browser is one booking that this browser may open, whichever answer it gets", async () => {
  const answers = await Promise.all([send("11111111-form"), send("11111111-form")]);
  expect(answers.map((a) => a.status)).toEqual([302, 302]);
  const places = answers.map((a) => a.headers.get("location"));
  expect(places[0]).toBe(places[1]);
  const { browser } = await database.services.db.selectFrom("bookings").select("browser").executeTakeFirstOrThrow();
  const hashes = answers.map((a) => browserOf(a.headers.get("set-cookie")!.split(";")[0], false));
  expect(hashes).toEqual([browser, browser]);
  const other = await send("22222222-form");
  expect(browserOf(other.headers.get("set-cookie")!.split(";")[0], false)).not.toBe(browser);
});

test("a booking belongs to whoever is signed in when the form is sent, and to nobody else", async () => {
  const { id: userId, email } = await addAccount(database.services.db);
  const owners = [
    await send("a-key-of-somebody", { kind: "user", userId, email, emailVerified: true }),
    await send("a-key-of-nobody-in-particular"),
  ].map(async (answer) => {
    const id = new URL(answer.headers.get("location")!, "http://ronda.test").searchParams.get("booking")!;
    const row = database.services.db.selectFrom("bookings").select("user_id").where("id", "=", id);
    return (await row.executeTakeFirstOrThrow()).user_id;
  });
  expect(await Promise.all(owners)).toEqual([userId, null]);
});

const placeOf = (answer: Response) => new URL(answer.headers.get("location")!, "http://ronda.test");

test("one press books and leads to the payment page, twice the same; the browser may then open the booking", async () => {
  const pressed = { method: "card", intent: "place" };
  const answers = await Promise.all([send("33333333-form", {}, pressed), send("33333333-form", {}, pressed)]);
  const places = answers.map((answer) => placeOf(answer).pathname);
  expect(places[0]).toMatch(/^\/sandbox\/pay\//);
  expect(places[1]).toBe(places[0]);
  for (const answer of answers) expect(answer.headers.get("set-cookie")).toMatch(/^ronda_browser=/);
  const express = await send("44444444-form", {}, { method: "card", intent: "place:paypal" });
  expect(placeOf(express).pathname).toMatch(/^\/sandbox\/pay\//);
  const methods = await database.services.db.selectFrom("payments").select("method").execute();
  expect(methods.map(({ method }) => method).toSorted()).toEqual(["card", "paypal"]);
});

test.each([
  ["the page showed the price of another number of people", { displayed_people: "2" }],
  ["it showed none, because one was being asked for", { displayed_total: "" }],
  ["it names no way to pay", { method: "" }],
])("nobody is led to pay at once where %s: the next state shows the total", async (_, over) => {
  const answer = await send(`${JSON.stringify(over).replaceAll(/\W/g, "")}-form`, {}, { method: "card", ...over });
  expect(answer.status).toBe(302);
  expect(placeOf(answer).pathname).toBe("/checkout");
  expect(placeOf(answer).searchParams.get("booking")).toMatch(/^[0-9a-f-]{36}$/);
  expect(placeOf(answer).searchParams.has("refused")).toBe(false);
});

test("a way to pay that isn't offered leaves the places held, and the next state says so", async () => {
  const answer = await send("55555555-form", {}, { method: "oxxo-of-another-day" });
  expect(placeOf(answer).searchParams.get("booking")).toMatch(/^[0-9a-f-]{36}$/);
  expect(placeOf(answer).searchParams.get("refused")).toBe("provider");
});
