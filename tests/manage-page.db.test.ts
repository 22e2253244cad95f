import { randomUUID } from "node:crypto";
import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { issueTickets } from "#src/modules/evening/tickets/issue-tickets.server.ts";
import { accessToken } from "#src/modules/sales/booking/grant-access.server.ts";
import { type RequestContext, requestContext } from "#src/platform/context.server.ts";
import { readSettings } from "#src/platform/env.server.ts";
import { action, loader } from "#src/routes/public/confirmation/manage.tsx";
import { bookDeparture } from "#tests/booked-departure.ts";
import { freshDatabase } from "#tests/database.ts";

const database = freshDatabase();
const NOBODY = "00000000-0000-4000-8000-000000000000";

/** What the page is given for a booking: by its address, or in answer to a form. */
async function ask(bookingId: string, query: string, form: Record<string, string> | null): Promise<unknown> {
  const ctx = database.ctx();
  const context = new RouterContextProvider();
  const settings = readSettings({ BASE_URL: "http://ronda.test" });
  const user = () => Promise.resolve(ctx.actor);
  context.set(requestContext, { ...ctx, locale: "en", settings, user } as unknown as RequestContext);
  const address = `http://ronda.test/booking-confirmation/${bookingId}/manage${query}`;
  const request = new Request(address, form ? { method: "POST", body: new URLSearchParams(form) } : {});
  const input = { context, params: { bookingId }, request } as never;
  return (form ? action(input) : loader(input)).catch((thrown: unknown) => thrown);
}

const INTENTS = ["names", "change", "pay", "drop", "cancel", "resend", "invoice", "nothing"];
const FORMS = INTENTS.map((intent) => ({
  intent,
  key: randomUUID(),
  version: "1",
  "name-1": "X",
  refund: "0",
  currency: "MXN",
}));

test("another's booking is answered as one that isn't there, whatever is asked of it, and stays as it was", async () => {
  const ctx = database.ctx();
  const id = await bookDeparture(ctx, { number_of_people: 3 });
  const token = accessToken(ctx.secret, id);
  const row = () => ctx.db.selectFrom("bookings").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const before = await row();
  for (const query of ["", "?do=date", "?do=cancel", "?do=remove&guest=2", `?token=${token.slice(1)}x`])
    for (const form of [null, ...FORMS]) {
      const theirs = await ask(id, query, form);
      expect(theirs, `${query} ${form?.intent}`).toMatchObject({ init: { status: 404 } });
      expect(theirs, `${query} ${form?.intent}`).toEqual(await ask(NOBODY, query, form));
    }
  expect(await row()).toEqual(before);
  // whose booking it is gets other answers, also to a form that asks for nothing
  expect(await ask(id, `?token=${token}`, null)).toMatchObject({ data: { found: true } });
  expect(await ask(id, `?token=${token}`, FORMS.at(-1)!)).toMatchObject({ init: { status: 400 } });
});

test("a change that the address doesn't name is refused in words that a page can show", async () => {
  const ctx = database.ctx();
  const id = await bookDeparture(ctx, { number_of_people: 2 });
  const change = FORMS.find(({ intent }) => intent === "change")!;
  expect(await ask(id, `?token=${accessToken(ctx.secret, id)}`, change)).toMatchObject({
    data: { intent: "change", formError: "errors.invalid" },
    init: { status: 422 },
  });
});

test("what was typed is answered with what is wrong in it, in the shape of all forms", async () => {
  const ctx = database.ctx();
  const id = await bookDeparture(ctx, { number_of_people: 2 });
  const query = `?token=${accessToken(ctx.secret, id)}`;
  const about = (intent: string) => ({ intent, id: "", at: ctx.now.getTime() });
  const contact = { first_name: "", last_name: "Ríos", email: "ana@", phone: "+52 55 1234 5678" };
  expect(await ask(id, query, { intent: "contact", ...contact })).toMatchObject({
    data: {
      ...about("contact"),
      contact,
      fieldErrors: [
        { id: "first_name", message: "errors.firstName" },
        { id: "email", message: "errors.email" },
      ],
    },
    init: { status: 422 },
  });
  const long = "x".repeat(81);
  expect(await ask(id, query, { intent: "names", version: "1", "name-1": "Ana", "name-2": long })).toMatchObject({
    data: {
      ...about("names"),
      names: { 1: "Ana", 2: long },
      fieldErrors: [{ id: "name-2", message: "errors.tooLong" }],
    },
    init: { status: 422 },
  });
  expect(await ask(id, query, { intent: "invoice", rfc: "no" })).toMatchObject({
    data: { ...about("invoice"), invoice: { rfc: "no", legal_name: "" }, fieldErrors: expect.any(Array) },
    init: { status: 422 },
  });
  expect(await ask(id, query, { intent: "cancel", version: "1", refund: "much", currency: "MXN" })).toMatchObject({
    data: { ...about("cancel"), formError: "payments-manage.cancelChanged" },
    init: { status: 422 },
  });
});

test("what was done leads to the page that says so, with the link's token", async () => {
  const ctx = database.ctx();
  const id = await bookDeparture(ctx, { number_of_people: 2 });
  const token = accessToken(ctx.secret, id);
  const page = `/booking-confirmation/${id}/manage`;
  const row = () =>
    ctx.db
      .selectFrom("bookings")
      .select(["scheduled_crawl_id", "version"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
  const leads = async (form: Record<string, string>, query = "") => {
    const answer = await ask(id, `?token=${token}${query}`, { key: randomUUID(), currency: "MXN", ...form });
    if (!(answer instanceof Response)) return (answer as { data: unknown }).data;
    return [answer.status, answer.headers.get("location"), answer.headers.get("cache-control")];
  };
  const to = (done: string) => [302, `${page}?done=${done}&token=${token}`, "no-store"];
  const contact = { first_name: "Sofía", last_name: "Núñez", email: "sofia@guest.test", phone: "+52 55 1234 5678" };
  expect(await leads({ intent: "contact", ...contact })).toEqual(to("contact"));
  expect(await leads({ intent: "resend" })).toEqual(to("resend"));
  const { version, scheduled_crawl_id } = await row();
  // the night that it has
  const change = { intent: "change", version: String(version), difference: "0" };
  expect(await leads(change, `&do=date&to=${scheduled_crawl_id}`)).toMatchObject({ formError: "errors.same_date" });
  expect(await leads({ ...change, difference: "7", "name-1": "Luz" }, "&do=add&people=1")).toMatchObject({
    formError: "payments-manage.quoteChanged",
  });
  const cancel = { intent: "cancel", version: String(version) };
  expect(await leads({ ...cancel, refund: "7" })).toMatchObject({ formError: "payments-manage.cancelChanged" });
});

test("names over which somebody else was quicker aren't repeated: sent again they would overwrite theirs", async () => {
  const ctx = database.ctx();
  const id = await bookDeparture(ctx, { number_of_people: 3 });
  await ctx.db.transaction().execute((tx) => issueTickets(ctx, tx, { bookingId: id }));
  const query = `?token=${accessToken(ctx.secret, id)}`;
  const read = (await ask(id, query, null)) as { data: { booking: { version: number } } };
  const version = String(read.data.booking.version);
  const names = (one: Record<string, string>) => ask(id, query, { intent: "names", version, ...one });
  expect(await names({ "name-1": "Ana", "name-2": "Luis", "name-3": "" })).toMatchObject({ status: 302 });
  const late = (await names({ "name-1": "Ana", "name-2": "", "name-3": "Eva" })) as { data: { names: object } };
  expect(late).toMatchObject({ data: { formError: "errors.booking_changed" }, init: { status: 409 } });
  expect(late.data.names).toEqual({});
});
