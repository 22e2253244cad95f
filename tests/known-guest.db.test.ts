import { RouterContextProvider } from "react-router";
import { beforeAll, expect, test } from "vitest";
import { type Actor, type RequestContext, requestContext } from "#src/platform/context.server.ts";
import { action, loader } from "#src/routes/public/checkout.tsx";
import { freshDatabase } from "#tests/database.ts";
import { addAccount } from "#tests/signed-in.ts";
import { addDeparture, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
let nights: string[];
let crawlId: string;
beforeAll(async () => {
  ({ crawlId } = await seedMinimal(database.services.db));
  nights = [
    await addDeparture(database.services.db, crawlId),
    await addDeparture(database.services.db, crawlId, { date: "2026-12-05" }),
  ];
});

const BROWSER = "b".repeat(43);
const ANA = {
  first_name: "Ana",
  last_name: "Ríos",
  email: "ana@example.test",
  phone: "+52 55 1234 5678",
  country: "MX",
};

function contextOf(who: Partial<Actor>) {
  const guest = database.ctx({ actor: { browser: BROWSER } });
  const context = new RouterContextProvider();
  const user = () => Promise.resolve({ ...guest.actor, ...who });
  context.set(requestContext, { ...guest, user, requestId: "r" } as RequestContext);
  return context;
}

/** Books the first night as the checkout's form does. */
async function book(who: Partial<Actor>, contact = ANA) {
  const body = new URLSearchParams({ key: crypto.randomUUID(), number_of_people: "1", currency: "MXN", agreed: "on" });
  for (const [name, value] of Object.entries(contact)) body.set(name, value);
  const request = new Request(`http://ronda.test/checkout?departure=${nights[0]}`, { method: "POST", body });
  const args = { context: contextOf(who), request, params: {} };
  const answer = (await action(args as unknown as Parameters<typeof action>[0])) as unknown as Response;
  expect(answer.status).toBe(302);
}

/** What the form for the other night begins with, and whether it is one line. */
async function formFor(who: Partial<Actor>, language = "") {
  const headers = { "accept-language": language };
  const request = new Request(`http://ronda.test/checkout?departure=${nights[1]}`, { headers });
  const args = { context: contextOf(who), request, params: {} };
  const { data } = (await loader(args as unknown as Parameters<typeof loader>[0])) as unknown as {
    data: { known: boolean; priced: { details: Record<string, unknown> } };
  };
  return { known: data.known, ...data.priced.details };
}

const signedIn = ({ id, email }: { id: string; email: string }): Partial<Actor> => ({
  kind: "user",
  userId: id,
  email,
  emailVerified: true,
});

test("a browser's next booking begins with who booked last in it, and what was booked with an account ends with the session", async () => {
  expect(await formFor({}, "de-DE,de;q=0.9")).toMatchObject({ known: false, first_name: "", country: "DE" });
  const account = signedIn(await addAccount(database.services.db));
  await book(account, { ...ANA, first_name: "Lucía" });
  expect(await formFor({})).toMatchObject({ known: false, first_name: "" });
  await book({});
  expect(await formFor({})).toMatchObject({ known: true, ...ANA, agreed: false });
  await database.services.db.updateTable("bookings").set({ email: "" }).where("first_name", "=", "Ana").execute();
  expect(await formFor({}), "who was forgotten isn't remembered").toMatchObject({ known: false, first_name: "" });
});

test("what a profile lacks is kept from its owner's booking, and nothing of somebody else they book for", async () => {
  const { db } = database.services;
  const account = await addAccount(db, { email: "luz@people.test", first_name: "Luz", last_name: "Mora" });
  const luz = signedIn(account);
  const rowsOf = () =>
    db
      .selectFrom("profiles")
      .select(["first_name", "phone", "country"])
      .where("id", "=", account.id)
      .executeTakeFirst();
  await book(luz, { ...ANA, phone: "+34 600 000 000" });
  expect(await rowsOf()).toMatchObject({ first_name: "Luz", phone: "", country: "" });
  await book(luz, { ...ANA, email: "LUZ@people.test", country: "ES" });
  expect(await rowsOf()).toEqual({ first_name: "Luz", phone: ANA.phone, country: "ES" });
  await book(luz, { ...ANA, email: "luz@people.test", phone: "+34 600 000 001" });
  expect((await rowsOf())?.phone, "what is there stays").toBe(ANA.phone);
  expect(await formFor(luz)).toMatchObject({
    known: true,
    first_name: "Luz",
    email: "luz@people.test",
    phone: ANA.phone,
  });
  const messages = await db.selectFrom("audit_log").select("changes").where("action", "=", "profile.updated").execute();
  expect(JSON.stringify(messages)).not.toContain("1234");
});

test("who goes back from the payment page finds what they booked, also by the form that replaced it", async () => {
  const lead = async (query: string) => {
    const request = new Request(`http://ronda.test/checkout?departure=${nights[1]}${query}`);
    const args = { context: contextOf({}), request, params: {} };
    const led: unknown = await Promise.resolve(loader(args as unknown as Parameters<typeof loader>[0])).catch(
      (e: unknown) => e,
    );
    return led instanceof Response ? led.headers.get("location") : "the details";
  };
  const first = await place({});
  expect(await lead("")).toBe(`/checkout?departure=${nights[1]}&booking=${first}`);
  expect(await lead("&people=1")).toBe(`/checkout?departure=${nights[1]}&booking=${first}`);
  expect(await lead("&people=2"), "a link for another number of people").toBe("the details");
  expect(await lead(`&booking=${first}&step=details`), "back to edit").toBe("the details");
  const second = await place({ editing: first });
  expect(second).not.toBe(first);
  expect(await lead(`&booking=${first}&step=details`)).toBe(`/checkout?departure=${nights[1]}&booking=${second}`);
});

/** Books the other night and opens its payment page; returns the booking's id. */
async function place({ editing }: { editing?: string }): Promise<string> {
  const body = new URLSearchParams({ key: crypto.randomUUID(), number_of_people: "1", currency: "MXN", agreed: "on" });
  const output = { displayed_total: "40000", displayed_currency: "MXN", displayed_people: "1" };
  for (const [name, value] of Object.entries({ ...ANA, ...output, method: "card" })) body.set(name, value);
  const edit = editing ? `&booking=${editing}&step=details` : "";
  const request = new Request(`http://ronda.test/checkout?departure=${nights[1]}${edit}`, { method: "POST", body });
  const args = { context: contextOf({}), request, params: {} };
  const answer = (await action(args as unknown as Parameters<typeof action>[0])) as unknown as Response;
  expect(answer.headers.get("location")).toMatch(/\/sandbox\/pay\//);
  const { db } = database.services;
  const live = db.selectFrom("bookings").select("id").where("scheduled_crawl_id", "=", nights[1]!);
  return (await live.where("status", "=", "pending").executeTakeFirstOrThrow()).id;
}

test("the form begins with as many people as were chosen, the usual two without, and what is left where that is too many", async () => {
  const night = await addDeparture(database.services.db, crawlId, { date: "2026-12-12", seats: 3 });
  const form = async (query: string) => {
    const request = new Request(`http://ronda.test/checkout?departure=${night}${query}`);
    const args = { context: contextOf({ browser: "c".repeat(43) }), request, params: {} };
    const { data } = (await loader(args as unknown as Parameters<typeof loader>[0])) as unknown as {
      data: { wanted: number | null; datePath: string; priced: { details: { number_of_people: string } } };
    };
    return [data.priced.details.number_of_people, data.wanted, data.datePath.match(/people=\d+/)?.[0]];
  };
  expect(await form("")).toEqual(["2", null, "people=2"]);
  expect(await form("&people=3")).toEqual(["3", null, "people=3"]);
  expect(await form("&people=5")).toEqual(["3", 5, "people=3"]);
  expect(await form("&people=nobody")).toEqual(["2", null, "people=2"]);
});
