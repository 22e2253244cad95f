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
async function send(key: string, who: Partial<Actor> = {}): Promise<Response> {
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
