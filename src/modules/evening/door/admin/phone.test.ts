import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Me } from "#src/modules/evening/door/admin/phone-device.ts";
import type { Lists } from "#src/modules/evening/door/admin/list-store.ts";
import type { DoorBox } from "#src/modules/evening/door/admin/phone-queue.ts";
import { Phone } from "#src/modules/evening/door/admin/phone.ts";
import type { KeptEvent } from "#src/modules/evening/door/rules/queue.ts";
import type { DoorList, Entry, SyncAnswer, SyncInput } from "#src/modules/evening/door/schema.ts";
import { doorGuest, doorList, doorNight, ENTRY } from "#tests/door-list.ts";

const NOW = Date.parse("2026-11-21T02:30:00.000Z");
const ME: Me = { id: "u1", name: "Mateo" };
const DEVICE = { id: "d1", name: "Door 1", secret: "s1", userId: "u1" };
const mine = (event: string): Entry => ({
  ...ENTRY,
  event,
  at: new Date(NOW).toISOString(),
  by: "Mateo",
  device: "Door 1",
});

const GUEST = doorGuest({ people: 1, tickets: [{ id: "t", code: "K7M2PQ", name: "" }] });
const list = (over: Partial<DoorList> = {}): DoorList =>
  doorList([doorNight({ guests: [GUEST] })], { now: new Date(NOW).toISOString(), ...over });

/** What a phone keeps, in memory. */
type PhoneFixture = { facts: Map<string, unknown>; box: DoorBox; lists: Lists; lose: () => void };

function storeOf(request: Record<string, unknown>, events: KeptEvent[] = []): PhoneFixture {
  const facts = new Map(Object.entries(request));
  const rows = new Map(events.map((event) => [event.id, event]));
  let lose = () => {};
  const box: DoorBox = {
    storage: "kept",
    open: async () => {},
    fact: async <T>(name: string) => facts.get(name) as T | undefined,
    keepFact: async (name, value) => facts.set(name, value).has(name),
    dropFact: async (name) => void facts.delete(name),
    rows: async () => [...rows.values()],
    put: async (all) => {
      for (const event of all) rows.set(event.id, event);
      return true;
    },
    retry: async () => {},
    settle: async (answers) => {
      for (const id of answers.keys()) rows.delete(id);
    },
  };
  const lists: Lists = {
    storage: "kept",
    open: async (onGone) => {
      lose = onGone;
    },
    list: async () => null,
    keepList: async () => {},
    keepEntries: async () => undefined,
    dropNight: async () => undefined,
    forgetLists: async () => {},
  };
  return { facts, box, lists, lose: () => lose() };
}

type Sent = { secret: string; input: SyncInput };
type Server = {
  sent: Sent[];
  lists: Headers[];
  sync: (input: SyncInput, secret: string) => Promise<Response> | Response;
  list: (headers: Headers) => Promise<Response> | Response;
};

const answered = (input: SyncInput, over: Partial<SyncAnswer> = {}): Response =>
  Response.json({
    now: new Date().toISOString(),
    cursor: "c",
    answers: input.events.map(({ id }) => ({ id, result: "stored", verdict: null, reason: null, entry: mine(id) })),
    changes: [],
    list_version: "1",
    revoked: false,
    ...over,
  } satisfies SyncAnswer);
const listed = (over: Partial<DoorList> = {}, user = "u1") =>
  Response.json(list(over), { headers: { etag: '"e1"', "door-user": user } });

let server: Server;
let phones: Phone[];
const reload = vi.fn<() => void>();

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  phones = [];
  server = { sent: [], lists: [], sync: (input) => answered(input), list: () => listed() };
  vi.stubGlobal("document", { visibilityState: "visible", addEventListener: () => {}, removeEventListener: () => {} });
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("removeEventListener", () => {});
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("location", { pathname: "/admin/ticket-scanner", reload });
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    if (url.endsWith("/list")) {
      server.lists.push(headers);
      return server.list(headers);
    }
    const input = JSON.parse(init.body as string) as SyncInput;
    const secret = headers.get("authorization")?.replace("Bearer ", "") ?? "";
    server.sent.push({ secret, input });
    return server.sync(input, secret);
  });
});

afterEach(() => {
  for (const phone of phones) phone.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  reload.mockClear();
});

async function opened({ box, lists }: PhoneFixture): Promise<Phone> {
  const phone = new Phone(ME, (below = "") => below, box, lists);
  phones.push(phone);
  await phone.open();
  await vi.advanceTimersByTimeAsync(10);
  return phone;
}

const build = (id: string, over: Partial<KeptEvent> = {}): KeptEvent => ({
  id,
  kind: "in",
  departure_id: "here",
  ticket_id: "t",
  of_event: null,
  device_at: new Date(NOW - 60_000).toISOString(),
  offline: true,
  way: "scan",
  reason: "",
  device: "d1",
  ahead: null,
  ...over,
});
const inside = (phone: Phone) => phone.snapshot().list?.departures[0]?.guests[0]?.tickets[0]?.in?.event ?? null;
const eventsOf = (secret: string) =>
  server.sent.filter((one) => one.secret === secret).flatMap(({ input }) => input.events.map(({ id }) => id));

test("what the server refuses for good is told until somebody has read it, also over a reload", async () => {
  const store = storeOf({ device: DEVICE }, [build("e1"), build("e2")]);
  server.sync = (input) =>
    answered(input, {
      revoked: true,
      answers: input.events.map(({ id }) => ({
        id,
        result: id === "e1" ? "refused" : "stored",
        verdict: null,
        reason: null,
        entry: null,
      })),
    });
  const phone = await opened(store);
  expect(phone.snapshot()).toMatchObject({ phase: "ended", unsent: 0, notTaken: 1 });
  const again = await opened(store);
  expect(again.snapshot().notTaken).toBe(1);
  again.understood();
  expect([again.snapshot().notTaken, store.facts.get("notTaken")]).toEqual([0, 0]);
});

test("another person's device hands over what it has, and takes nothing more", async () => {
  const store = storeOf({ device: { ...DEVICE, userId: "u0" } }, [build("a")]);
  const phone = await opened(store);
  expect(phone.snapshot().phase).toBe("naming");
  expect(eventsOf("s1")).toEqual(["a"]);
  await vi.advanceTimersByTimeAsync(3000);
  expect([phone.snapshot().phase, phone.snapshot().unsent]).toEqual(["naming", 0]);
  expect([...store.facts.keys()]).not.toContain("device");
  expect(store.facts.get("former")).toEqual([]);
});

test("a device that the server has forgotten leaves its events to the same person's next one only", async () => {
  const lost = { ...DEVICE, id: "d0", secret: "s0", unknown: true };
  const own = await opened(storeOf({ former: [lost] }, [build("a", { device: "d0" })]));
  const other = await opened(storeOf({ former: [{ ...lost, userId: "u0" }] }, [build("b", { device: "d0" })]));
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) =>
    url.endsWith("/devices") ? Response.json({ id: "d2", secret: "s2" }) : fetch(url, init),
  );
  for (const phone of [own, other]) await phone.register("Door 2");
  await vi.advanceTimersByTimeAsync(3000);
  expect(eventsOf("s2")).toEqual(["a"]);
});

test("a list for somebody else isn't taken in", async () => {
  server.list = () => listed({}, "u2");
  const phone = await opened(storeOf({ device: DEVICE }));
  expect(phone.snapshot().list).toBeNull();
  expect(reload).toHaveBeenCalledOnce();
});

test("the list is asked for by what it was, and by itself only where nobody used the phone", async () => {
  const phone = await opened(storeOf({ device: DEVICE }));
  server.list = () => new Response(null, { status: 304 });
  await vi.advanceTimersByTimeAsync(31_000);
  await phone.enter(["t"], "scan");
  await vi.advanceTimersByTimeAsync(31_000);
  expect(server.lists.map((headers) => [headers.get("if-none-match"), headers.get("x-by-itself")])).toEqual([
    [null, null],
    ['"e1"', "1"],
    ['"e1"', null],
  ]);
});

test("a list that fails doesn't make the phone offline, and isn't asked for without a pause", async () => {
  server.list = () => new Response(null, { status: 500 });
  const phone = await opened(storeOf({ device: DEVICE }));
  await vi.advanceTimersByTimeAsync(10_000);
  expect([phone.isOnline, phone.snapshot().offlineSince]).toEqual([true, null]);
  expect(server.lists.length).toBeLessThanOrEqual(4);
});

test("a list that doesn't come keeps nobody waiting", async () => {
  const phone = await opened(storeOf({ device: DEVICE }));
  server.list = () => new Promise<Response>(() => {});
  let isDone = false;
  void phone.renewList().then(() => (isDone = true));
  await vi.advanceTimersByTimeAsync(1600);
  expect(isDone).toBe(true);
});

test("a question that a reload cut off acts only when the ticket is shown again, as the same question", async () => {
  const phone = await opened(storeOf({ device: DEVICE }, [build("q", { offline: false })]));
  expect(eventsOf("s1")).toEqual([]);
  // the server had let it in, and nobody was told
  server.sync = (input) =>
    answered(input, {
      answers: input.events.map(({ id }) => ({ id, result: "known", verdict: null, reason: null, entry: mine(id) })),
      changes: [{ ticket_id: "t", entry: mine("q") }],
    });
  await vi.advanceTimersByTimeAsync(2000);
  expect(inside(phone)).toBeNull();
  const { events } = await phone.enter(["t"], "scan");
  expect(events.map(({ id }) => id)).toEqual(["q"]);
  expect(inside(phone)).toBe("q");
});

test("a night's own page opens its door, also on a phone without a list", async () => {
  vi.stubGlobal("location", { pathname: "/admin/ticket-scanner", search: "?night=late", reload });
  server.list = () => listed({ departures: [doorNight(), doorNight({ id: "late" })] });
  expect((await opened(storeOf({ device: DEVICE }))).snapshot().at).toBe("late");
});

test("signed in again without a device, it asks for a name", async () => {
  server.list = () => new Response(null, { status: 401 });
  const phone = await opened(storeOf({}));
  expect(phone.snapshot().phase).toBe("signed_out");
  server.list = () => listed();
  await vi.advanceTimersByTimeAsync(32_000);
  expect(phone.snapshot().phase).toBe("naming");
});

test("an entry that was heard while the list was on its way stays", async () => {
  const phone = await opened(storeOf({ device: DEVICE }));
  const { promise, resolve } = Promise.withResolvers<Response>();
  server.list = () => promise;
  const renewing = phone.renewList();
  await vi.advanceTimersByTimeAsync(1);
  await phone.enter(["t"], "scan");
  resolve(listed());
  await renewing;
  await vi.advanceTimersByTimeAsync(1);
  expect(inside(phone)).not.toBeNull();
});

test("an answer that was overtaken takes no entry back", async () => {
  const phone = await opened(storeOf({ device: DEVICE }));
  const before = new Date().toISOString();
  await vi.advanceTimersByTimeAsync(100);
  await phone.enter(["t"], "scan");
  server.sync = (input) => answered(input, { now: before, changes: [{ ticket_id: "t", entry: null }] });
  await vi.advanceTimersByTimeAsync(2000);
  expect(inside(phone)).not.toBeNull();
});

test("events of a time when the clock was wrong wait until it is known how wrong it is now", async () => {
  const ahead = 3 * 3_600_000;
  await opened(
    storeOf({ device: DEVICE, ahead }, [build("a", { ahead, device_at: new Date(NOW + ahead).toISOString() })]),
  );
  const [first, second] = server.sent.map(({ input }) => input.events);
  expect(first).toEqual([]);
  expect(second).toMatchObject([{ id: "a", device_at: new Date(NOW).toISOString() }]);
});

test("lists that another window took off the phone are gone at once, and so is one that is on its way", async () => {
  const store = storeOf({ device: DEVICE });
  const phone = await opened(store);
  const { promise, resolve } = Promise.withResolvers<Response>();
  server.list = () => promise;
  const renewing = phone.renewList();
  await vi.advanceTimersByTimeAsync(1);
  store.lose();
  expect(phone.snapshot().list).toBeNull();
  server.list = () => new Response(null, { status: 401 });
  resolve(listed());
  await renewing;
  expect(phone.snapshot().list).toBeNull();
});
