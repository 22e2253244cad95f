import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PhoneView } from "#src/modules/evening/door/admin/phone.ts";
import { OfflineSales, type SalesBox, type SalesPhone } from "#src/modules/evening/till/admin/offline-sales.ts";
import {
  type KeptSale,
  type RefusedHere,
  type Reserve,
  type SaleAnswer,
} from "#src/modules/evening/till/rules/offline.ts";

const NOW = Date.parse("2026-11-21T02:30:00.000Z");
const DEVICE = { id: "d1", name: "Door 1", secret: "s1", userId: "u1" };
const ME = { id: "u1", name: "Mateo" };
const night = (id: string) => ({ id, tonight: true, cancelled: false, ends_at: "2026-11-21T07:00:00.000Z" });

/** What a phone keeps, in memory that outlives a page. */
function storeOf() {
  const rows = new Map<string, KeptSale | RefusedHere>();
  const facts = new Map<string, Reserve>();
  const record = {
    get sales() {
      return [...rows.values()].filter((row) => !("refused" in row));
    },
    get refused() {
      return [...rows.values()].filter((row) => "refused" in row);
    },
    get reserves() {
      return [...facts.values()];
    },
  };
  const store: SalesBox = {
    keeps: true,
    open: async () => {},
    rows: async () => [...rows.values()],
    addIf: async (sale, fits) => {
      const before = [...rows.values()];
      const isAdded = fits(before, record.reserves);
      if (isAdded) rows.set(sale.id, sale);
      return { isAdded, rows: before };
    },
    settle: async (answers) => {
      for (const [id, row] of answers)
        if (row === null) rows.delete(id);
        else if (rows.has(id)) rows.set(id, row);
    },
    facts: async () => record.reserves,
    keepFact: async (name, reserve) => facts.set(name, reserve).has(name),
    dropFact: async (name) => void facts.delete(name),
  };
  return { kept: record, store, rows };
}

type Call = {
  path: string;
  secret: string;
  body: {
    sales?: { key: string }[];
    give_back?: string[];
    release?: string[];
    again?: boolean;
    departure_id?: string | null;
  };
};
let calls: Call[];
let isLine: boolean;
let unsold: number;
let released: string[];
let answerTo: (key: string) => Omit<SaleAnswer, "key">;
let phones: OfflineSales[];
let view: PhoneView;
let phone: SalesPhone & { tell: () => void };

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  [calls, phones, isLine, unsold, released] = [[], [], true, 4, []];
  answerTo = () => ({ result: "sold", reason: null, reference: "RND-7K2M4P" });
  view = {
    phase: "ready",
    offlineSince: null,
    at: "here",
    list: { departures: [night("here"), night("next")] },
  } as never;
  let watcher = () => {};
  phone = {
    snapshot: () => view,
    subscribe: (each) => {
      watcher = each;
      return () => {};
    },
    device: DEVICE,
    aheadMs: 120_000,
    now: () => Date.now(),
    tell: () => watcher(),
  };
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("removeEventListener", () => {});
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    if (!isLine) throw new TypeError("no line");
    if (init.method === "HEAD") return new Response(null);
    const secret = new Headers(init.headers).get("authorization")?.replace("Bearer ", "") ?? "";
    const body = JSON.parse(init.body as string) as Call["body"];
    calls.push({ path, secret, body });
    if (secret === "gone") return new Response(null, { status: 401 });
    if (path.endsWith("/sales"))
      return Response.json({ answers: body.sales!.map(({ key }) => ({ key, ...answerTo(key) })) });
    released.push(...(body.release ?? []));
    if (body.again) released = [];
    if (body.departure_id && released.includes(body.departure_id))
      return Response.json({ places: null, reason: "released" });
    const until = "2026-11-21T07:00:00.000Z";
    const places = body.departure_id ? { left: unsold, prices: { MXN: 40_025 }, step: 100, most: 20, until } : null;
    return Response.json({ places, reason: null });
  });
});

afterEach(() => {
  for (const one of phones) one.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function opened(store: SalesBox, sells = true): Promise<OfflineSales> {
  const sales = new OfflineSales(ME, phone, sells, store);
  phones.push(sales);
  await sales.open();
  await vi.advanceTimersByTimeAsync(10);
  return sales;
}
const sellTwo = (sales: OfflineSales) =>
  sales.sell({ people: 2, name: "Ana", language: "es", idSeen: true, way: "cash", reference: "" });
const sent = () => calls.flatMap(({ body }) => body.sales ?? []);
const heldFor = () => calls.flatMap(({ body }) => (body.departure_id ? [body.departure_id] : []));
const lineGoes = () => {
  isLine = false;
  view = { ...view, offlineSince: NOW };
  phone.tell();
};
const lineComes = async () => {
  isLine = true;
  view = { ...view, offlineSince: null };
  phone.tell();
  await vi.advanceTimersByTimeAsync(100);
};

test("what is sold without a line outlives the page, is sent once by itself, and leaves the phone when it is answered", async () => {
  const { kept: record, store } = storeOf();
  const first = await opened(store);
  expect(first.snapshot().reserve?.here).toBe(4);
  lineGoes();
  expect(await sellTwo(first), "in coins").toBe(80_100);
  expect(first.snapshot()).toMatchObject({ reserve: { here: 2 }, kept: [{ sale: { people: 2, ahead_ms: 120_000 } }] });
  first.close();
  const second = await opened(store);
  expect(second.snapshot().kept).toHaveLength(1);
  expect(
    await second.sell({ people: 3, name: "", language: "es", idSeen: false, way: "cash", reference: "" }),
    "more than are left",
  ).toBe("few");
  unsold = 2;
  await lineComes();
  expect(sent()).toMatchObject([{ people: 2, expected: 80_050, name: "Ana", let_in: true }]);
  expect(second.snapshot()).toMatchObject({ kept: [], reserve: { here: 2 } });
  expect(record.sales).toEqual([]);
});

test("a sale that can't be kept isn't made", async () => {
  const { store } = storeOf();
  const sales = await opened({ ...store, addIf: async () => null });
  lineGoes();
  expect(await sellTwo(sales)).toBe("lost");
  expect(sales.snapshot().kept).toEqual([]);
});

test("a window that slept sells nothing of what another one has sold and handed over", async () => {
  const { store } = storeOf();
  const [one, slept] = [await opened(store), await opened(store)];
  slept.close();
  lineGoes();
  for (let n = 0; n < 2; n += 1) expect(await sellTwo(one)).toBe(80_100);
  unsold = 0;
  await lineComes();
  lineGoes();
  expect(slept.snapshot().reserve?.here, "as it remembers").toBe(4);
  expect(await sellTwo(slept)).toBe("few");
});

test("what is given back isn't sold any more, also where the answer is lost", async () => {
  const { kept: record, store } = storeOf();
  await opened(store);
  lineGoes();
  view = { ...view, at: "next", offlineSince: null };
  phone.tell();
  await vi.advanceTimersByTimeAsync(100);
  expect(record.reserves).toMatchObject([{ departure: "here", left: 0 }]);
});

test("who sells with a line puts the places of this phone back on sale first, and sells here where there is none", async () => {
  const { kept: record, store } = storeOf();
  const sales = await opened(store);
  isLine = false;
  expect([await sales.handBack(19), record.reserves[0]!.left]).toEqual([false, 4]);
  isLine = true;
  calls = [];
  expect([await sales.handBack(20), record.reserves[0]!.left], "enough others for any party").toEqual([true, 4]);
  expect(calls).toEqual([]);
  expect([await sales.handBack(19), record.reserves[0]!.left]).toEqual([true, 0]);
  expect(calls.at(-1)?.body.give_back).toEqual(["here"]);
});

test("who puts this phone's places back on sale gets no others, over a reload too, until they ask for them", async () => {
  const { kept: record, store } = storeOf();
  const sales = await opened(store);
  expect(await sales.release()).toBe("released");
  expect([sales.snapshot(), record.reserves]).toMatchObject([{ reserve: null, released: true }, []]);
  await vi.advanceTimersByTimeAsync(31_000);
  expect(sales.snapshot()).toMatchObject({ reserve: null, released: true });
  sales.close();
  const again = await opened(store);
  expect(again.snapshot()).toMatchObject({ reserve: null, released: true });
  view = { ...view, at: "next" };
  phone.tell();
  await vi.advanceTimersByTimeAsync(100);
  expect(again.snapshot(), "of another door it has some").toMatchObject({ reserve: { here: 4 }, released: false });
  view = { ...view, at: "here" };
  phone.tell();
  await vi.advanceTimersByTimeAsync(100);
  expect(await again.holdAgain()).toBe(true);
  expect(again.snapshot()).toMatchObject({ reserve: { here: 4 }, released: false });
});

test("places aren't put back while something sold of them is unsent, nor sold once that was asked without a line", async () => {
  const { store } = storeOf();
  const sales = await opened(store);
  answerTo = () => ({ result: "waits", reason: "till_needed", reference: null });
  await sellTwo(sales);
  expect(await sales.release()).toBe("unsent");
  expect([released, sales.snapshot().reserve?.here]).toEqual([[], 2]);
  answerTo = () => ({ result: "sold", reason: null, reference: null });
  expect(await sales.release()).toBe("released");
  expect(await sales.holdAgain()).toBe(true);
  isLine = false;
  expect(await sales.release()).toBe("offline");
  expect(await sellTwo(sales)).toBe("few");
});

test("a sale that had no answer is sold from what this phone keeps of its night, under its own key, and only as its own device", async () => {
  const { kept: record, store } = storeOf();
  (await opened(store)).close();
  view = { ...view, phase: "opening", list: null };
  const page = await opened(store);
  calls = [];
  expect([page.reserveAt("d1", "next"), page.reserveAt("d2", "here")]).toEqual([null, null]);
  const from = page.reserveAt("d1", "here")!;
  expect(from.here).toBe(4);
  isLine = false;
  const key = "0b1c2d3e-0000-4000-8000-000000000001";
  const what = {
    people: 3,
    name: "Ana",
    language: "en",
    idSeen: true,
    way: "cash",
    reference: "",
    letIn: false,
    from,
    key,
  } as const;
  expect(await page.sell(what)).toBe(120_100);
  expect(record.sales).toMatchObject([
    { id: key, device: "d1", sale: { departure_id: "here", people: 3, let_in: false } },
  ]);
  expect(await page.sell({ ...what, key: crypto.randomUUID() }), "more than are left").toBe("few");
  expect(page.reserveAt("d1", "here")?.here).toBe(1);
  isLine = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect([sent().map((one) => one.key), heldFor(), record.sales]).toEqual([[key], [], []]);
});

test("a phone that keeps nothing is lent nothing", async () => {
  const { store } = storeOf();
  await opened({ ...store, keeps: false });
  expect(heldFor()).toEqual([]);
});

test("a phone without room for its places gives them back at once, and asks for no more", async () => {
  const { store } = storeOf();
  const sales = await opened({ ...store, keepFact: async () => false });
  expect(heldFor()).toEqual(["here"]);
  expect(calls.at(-1)?.body).toEqual({ departure_id: null, give_back: ["here"] });
  expect(sales.snapshot().reserve).toBeNull();
  await vi.advanceTimersByTimeAsync(65_000);
  expect(heldFor()).toEqual(["here"]);
});

test("a phone that fills up later sells the places it has", async () => {
  const { store } = storeOf();
  let hasRoom = true;
  const sales = await opened({ ...store, keepFact: async (name, one) => hasRoom && store.keepFact(name, one) });
  hasRoom = false;
  await vi.advanceTimersByTimeAsync(31_000);
  expect(calls.filter(({ body }) => body.give_back?.includes("here"))).toEqual([]);
  expect(await sellTwo(sales)).toBe(80_100);
});

test("without a till a sale waits and says so; refused for good it stays told until it is understood, also over a reload", async () => {
  const { kept: record, store } = storeOf();
  const sales = await opened(store);
  answerTo = () => ({ result: "waits", reason: "till_needed", reference: null });
  await sellTwo(sales);
  await vi.advanceTimersByTimeAsync(100);
  expect(sales.snapshot().kept).toMatchObject([{ waits: "till_needed" }]);
  answerTo = () => ({ result: "refused", reason: "departure_cancelled", reference: null });
  await vi.advanceTimersByTimeAsync(31_000);
  expect(sales.snapshot()).toMatchObject({ kept: [], refused: [{ refused: "departure_cancelled", cash: 80_100 }] });
  expect(new Set(sent().map(({ key }) => key)).size).toBe(1);
  sales.close();
  const again = await opened(store);
  expect(again.snapshot().refused).toHaveLength(1);
  again.understand();
  expect([again.snapshot().refused, record.refused]).toEqual([[], []]);
});

test("another door's places are asked for, and the first one's go back unless something of them is unsent", async () => {
  const { store } = storeOf();
  const sales = await opened(store);
  answerTo = () => ({ result: "waits", reason: "busy", reference: null });
  await sellTwo(sales);
  const goTo = async (at: string) => {
    calls = [];
    view = { ...view, at };
    phone.tell();
    await vi.advanceTimersByTimeAsync(100);
    return calls.flatMap(({ body }) => body.give_back ?? []);
  };
  expect([await goTo("next"), heldFor()]).toEqual([[], ["next"]]);
  answerTo = () => ({ result: "sold", reason: null, reference: null });
  expect([await goTo("here"), heldFor()]).toEqual([["next"], ["here"]]);
  view = { ...view, phase: "signed_out" };
  expect([await goTo("here"), heldFor()]).toEqual([["here"], []]);
});

test("nothing goes back before it is known at which door the phone stands", async () => {
  const { kept: record, store } = storeOf();
  (await opened(store)).close();
  calls = [];
  const { list } = view;
  view = { ...view, phase: "opening", list: null };
  await opened(store);
  view = { ...view, phase: "ready" };
  phone.tell();
  await vi.advanceTimersByTimeAsync(100);
  expect([calls, record.reserves.length]).toEqual([[], 1]);
  view = { ...view, list };
  phone.tell();
  await vi.advanceTimersByTimeAsync(100);
  expect(calls.map(({ body }) => body)).toEqual([{ departure_id: "here", give_back: [] }]);
});

test("another person hands over what was sold before them, by its device's secret, and sells nothing of it", async () => {
  const { kept: record, store } = storeOf();
  const first = await opened(store);
  lineGoes();
  await sellTwo(first);
  first.close();
  phone = { ...phone, device: { ...DEVICE, id: "d2", secret: "s2", userId: "u2" } };
  const second = new OfflineSales({ id: "u2", name: "Zoe" }, phone, false, store);
  phones.push(second);
  await second.open();
  expect([second.snapshot().kept.length, second.snapshot().reserve]).toEqual([1, null]);
  await lineComes();
  await vi.advanceTimersByTimeAsync(5000);
  expect(calls.filter(({ path }) => path.endsWith("/sales")).map(({ secret }) => secret)).toContain("s1");
  expect([record.sales, record.reserves]).toEqual([[], []]);
});

test("a device that the server has forgotten leaves its sales to the same person's next one", async () => {
  const { kept: record, store, rows } = storeOf();
  const sale = { key: "k", people: 1, departure_id: "here" } as KeptSale["sale"];
  for (const userId of ["u1", "u0"])
    rows.set(userId, { id: userId, sale: { ...sale, key: userId }, cash: 1, device: "d0", secret: "gone", userId });
  const sales = await opened(store);
  await vi.advanceTimersByTimeAsync(40_000);
  expect(
    calls.filter(({ secret, body }) => secret === "s1" && body.sales).flatMap(({ body }) => body.sales),
  ).toMatchObject([{ key: "u1" }]);
  expect(record.sales.map(({ id }) => id)).toEqual(["u0"]);
  expect(sales.snapshot().kept).toMatchObject([{ waits: "device_unknown" }]);
});
