// oxlint-disable-next-line import/no-unassigned-import -- it puts a browser's database into the globals
import "fake-indexeddb/auto";
import { IDBFactory, IDBObjectStore } from "fake-indexeddb";
import { beforeEach, expect, test, vi } from "vitest";
import { inOutbox, Outbox, type OutboxRow } from "#src/ui/outbox/outbox.ts";

type Row = OutboxRow & { says?: string };
const row = (id: string, says = ""): Row => ({ id, says });
const ids = async (outbox: Outbox<Row>) => (await outbox.rows()).map(({ id }) => id);

beforeEach(() => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  return () => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  };
});

/** A phone without room, until it has some again. */
const fill = () =>
  vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("no room", "QuotaExceededError");
  });

test("rows outlive the page in their order; a replaced one keeps its place", async () => {
  const outbox = new Outbox<Row>("box");
  expect(await outbox.put([row("b"), row("a")])).toBe(true);
  await outbox.put([row("c")]);
  await outbox.put([row("b", "anew")]);
  expect(await new Outbox<Row>("box").rows()).toEqual([row("b", "anew"), row("a"), row("c")]);
});

test("what was answered goes, even while it is being written, and what was refused stays with its reason", async () => {
  const outbox = new Outbox<Row>("box");
  await outbox.put([row("a"), row("b")]);
  const writing = outbox.put([row("c")]);
  const refused = { ...row("b"), refused: "sold_out" };
  await Promise.all([
    writing,
    outbox.settle(
      new Map([
        ["a", null],
        ["b", refused],
        ["c", null],
      ]),
    ),
  ]);
  expect(await outbox.rows()).toEqual([refused]);
});

test("a row that is settled while it is being written isn't written again with the next one", async () => {
  const [one, other] = [new Outbox<Row>("box"), new Outbox<Row>("box")];
  const refused = { ...row("a"), refused: "sold_out" };
  await one.open();
  const writing = one.put([row("a")]);
  // its transaction has begun
  for (let n = 0; n < 3; n += 1) await Promise.resolve();
  await Promise.all([writing, one.settle(new Map([["a", refused]]))]);
  expect(await one.rows()).toEqual([refused]);
  await other.settle(new Map([["a", null]]));
  await one.put([row("b")]);
  expect(await ids(one)).toEqual(["b"]);
});

test("what another window has let go of doesn't come back by a late answer", async () => {
  const [one, other] = [new Outbox<Row>("box"), new Outbox<Row>("box")];
  await one.put([row("a"), row("b")]);
  await other.settle(new Map([["a", null]]));
  await one.settle(new Map([["a", { ...row("a"), refused: "late" }]]));
  expect(await ids(one)).toEqual(["b"]);
});

test("a full phone says so until what it couldn't keep is kept, once", async () => {
  const outbox = new Outbox<Row>("box");
  const full = fill();
  expect(await outbox.put([row("a")])).toBe(false);
  expect(await outbox.keepFact("muted", true)).toBe(false);
  full.mockRestore();
  expect(await outbox.keepFact("muted", true)).toBe(true);
  expect(outbox.storage, "another success isn't this one's").toBe("full");
  await outbox.retry();
  expect([outbox.storage, await ids(outbox)]).toEqual(["kept", ["a"]]);
  await outbox.retry();
  expect(await ids(outbox)).toEqual(["a"]);
});

test("what there was no room for is stored before the next row, or never where it was answered first", async () => {
  const outbox = new Outbox<Row>("box");
  const full = fill();
  await outbox.put([row("a")]);
  await outbox.put([row("b")]);
  await outbox.settle(new Map([["a", null]]));
  expect(outbox.storage).toBe("full");
  full.mockRestore();
  await outbox.put([row("c")]);
  expect([outbox.storage, await ids(outbox)]).toEqual(["kept", ["b", "c"]]);
});

test("a browser that keeps nothing says so and throws nothing", async () => {
  vi.stubGlobal("indexedDB", {
    open: () => {
      throw new DOMException("no", "InvalidStateError");
    },
  });
  const outbox = new Outbox<Row>("box");
  await outbox.open();
  expect(await outbox.put([row("a")])).toBe(false);
  expect(await outbox.addIf(row("a"), () => true)).toBeNull();
  await outbox.settle(new Map([["a", null]]));
  expect([outbox.storage, await outbox.rows(), await outbox.fact("device")]).toEqual(["none", [], undefined]);
});

test("a connection that was dropped without a word is opened again", async () => {
  const opened: IDBDatabase[] = [];
  const real = indexedDB;
  vi.stubGlobal("indexedDB", {
    open: (...request: Parameters<IDBFactory["open"]>) => {
      const opening = real.open(...request);
      opening.addEventListener("success", () => opened.push(opening.result));
      return opening;
    },
  });
  const outbox = new Outbox<Row>("box");
  await outbox.open();
  opened[0]!.close();
  expect(await outbox.put([row("a")])).toBe(true);
  expect(outbox.storage).toBe("kept");
});

test("a database that is deleted from outside is no place to keep anything, and the outbox says so", async () => {
  const outbox = new Outbox<Row>("box");
  await outbox.put([row("a")]);
  await new Promise((done, refused) => {
    const deleting = indexedDB.deleteDatabase("box");
    deleting.addEventListener("success", done);
    deleting.addEventListener("error", refused);
  });
  expect([await outbox.put([row("b")]), outbox.storage]).toEqual([false, "none"]);
});

test("two windows that add at once are told of each other's rows", async () => {
  const windows = [new Outbox<Row, number>("box"), new Outbox<Row, number>("box")];
  await windows[0]!.keepFact("places", 1);
  const isRoom = (rows: readonly Row[], facts: readonly number[]) => rows.length < facts[0]!;
  const answers = await Promise.all(windows.map((one, at) => one.addIf(row(`sale ${at}`), isRoom)));
  expect(answers.map((answer) => answer?.isAdded)).toEqual([true, false]);
  expect(answers[1]?.rows).toEqual([row("sale 0")]);
});

test("the secret of a device goes once nothing is left to send with it", async () => {
  const outbox = new Outbox<Row, string>("box");
  await outbox.keepFact("device", "secret");
  await outbox.put([row("a")]);
  await outbox.dropFactsOnceEmpty(["device"]);
  expect(await outbox.fact("device")).toBe("secret");
  await outbox.settle(new Map([["a", null]]));
  await outbox.dropFactsOnceEmpty(["device"]);
  expect(await outbox.facts()).toEqual([]);
});

test("looking into an outbox that was never made makes none", async () => {
  expect(await inOutbox("box", (outbox) => outbox.rows())).toBeUndefined();
  expect(await indexedDB.databases()).toEqual([]);
  await new Outbox<Row>("box").put([row("a")]);
  expect(await inOutbox("box", (outbox) => outbox.rows())).toEqual([row("a")]);
});
