import { expect, test } from "vitest";
import {
  afterAnswers,
  isForPhone,
  type KeptSale,
  leftHere,
  nextSales,
  type Reserve,
  sayReason,
  sayWait,
  toGiveBack,
  waits,
} from "#src/modules/evening/till/rules/offline.ts";

const SALE = { isLost: false, isFull: false, hasMore: false, isMoreSent: false };
test.each([
  ["that the server answers", {}, false],
  ["of more places than the server has", { isFull: true }, true],
  ["without an answer", { isLost: true }, true],
  ["with a code or an add-on, without an answer", { isLost: true, hasMore: true }, false],
  ["with a code or an add-on, of more places than the server has", { isFull: true, hasMore: true }, false],
  ["that was sent with one, without an answer", { isLost: true, isMoreSent: true }, false],
  ["after one with such was refused for its places", { isFull: true, isMoreSent: true }, true],
])("a sale %s is offered to the phone's own places: %o → %s", (_, over, is) =>
  expect(isForPhone({ ...SALE, ...over })).toBe(is),
);

const NOW = Date.parse("2026-11-21T03:00:00Z");
const reserve = (over: Partial<Reserve> = {}): Reserve => ({
  device: "d",
  secret: "s",
  departure: "here",
  until: "2026-11-21T07:00:00Z",
  left: 4,
  prices: { MXN: 40_000 },
  step: 100,
  most: 20,
  ...over,
});
const sale = (key: string, people: number, over: Partial<KeptSale> = {}, departure_id = "here"): KeptSale => ({
  id: key,
  sale: {
    key,
    departure_id,
    people,
    currency: "MXN",
    expected: people * 40_000,
    name: "",
    language: "es",
    id_seen: false,
    let_in: true,
    sold_at: "2026-11-21T03:00:00Z",
    ahead_ms: 0,
  },
  cash: people * 40_000,
  device: "d",
  secret: "s",
  userId: "u",
  ...over,
});
const answer = (key: string, result: "sold" | "refused" | "waits", reason: string | null = null) =>
  ({ key, result, reason, reference: null }) as const;

test.each<[string, Reserve, KeptSale[], number]>([
  ["nothing sold", reserve(), [], 4],
  ["what isn't sent counts", reserve(), [sale("a", 1), sale("b", 2)], 1],
  ["not of another night", reserve(), [sale("a", 1, {}, "there")], 4],
  ["nor of another device", reserve(), [sale("a", 1, { device: "e" })], 4],
  ["never less than none", reserve({ left: 1 }), [sale("a", 3)], 0],
  ["none after the night", reserve({ until: "2026-11-21T03:00:00Z" }), [], 0],
])("places left on a phone: %s", (_, of, expected, left) => {
  expect(leftHere(of, expected, NOW)).toBe(left);
});

test("a sale that was taken has used its places, one that was refused is told and has not, one that waits goes last", () => {
  const record = [sale("waits", 1), sale("sold", 1), sale("refused", 2), sale("unanswered", 1)];
  const before = { kept: record, reserves: [reserve({ left: 5 })] };
  const after = afterAnswers(before, [
    answer("waits", "waits", "till_needed"),
    answer("sold", "sold"),
    answer("refused", "refused", "sold_out"),
  ]);
  expect(after.kept.map(({ sale: { key }, waits: why }) => [key, why])).toEqual([
    ["unanswered", undefined],
    ["waits", "till_needed"],
  ]);
  expect(after.refused).toMatchObject([{ sale: { key: "refused" }, cash: 80_000, refused: "sold_out" }]);
  expect(after.reserves[0]!.left).toBe(4);
  expect(leftHere(after.reserves[0]!, after.kept, NOW)).toBe(2);
});

test("uploads are of one device, oldest first, each sale once a round, and none of a device that is unknown", () => {
  const record = [
    sale("lost", 1, { waits: "device_unknown", secret: "x" }),
    sale("a", 1),
    sale("b", 1, { secret: "t" }),
    ...Array.from({ length: 12 }, (_, n) => sale(`c${n}`, 1)),
  ];
  const keys = (tried: string[]) => nextSales(record, new Set(tried)).map(({ sale: { key } }) => key);
  expect(keys([])).toEqual(["a", "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8"]);
  expect(keys(keys([]))).toEqual(["b"]);
  expect(keys(record.map(({ sale: { key } }) => key))).toEqual([]);
});

test("a phone gives back what it doesn't stand at, once nothing it sold of it is unsent", () => {
  const reserves = [reserve(), reserve({ departure: "there" }), reserve({ device: "e" })];
  const back = (record: KeptSale[], wish: { device: string; departure: string } | null) =>
    toGiveBack({ kept: record, reserves }, wish).map(({ device, departure }) => `${device} ${departure}`);
  expect(back([], { device: "d", departure: "here" })).toEqual(["d there", "e here"]);
  expect(back([], null)).toEqual(["d here", "d there", "e here"]);
  expect(back([sale("a", 1, {}, "there")], { device: "d", departure: "here" })).toEqual(["e here"]);
});

test.each([
  ["till_needed", true, "till.offline.why.till_needed"],
  ["busy", true, "till.offline.why.later"],
  ["server", true, "till.offline.why.later"],
  ["sold_out", false, "till.offline.why.sold_out"],
  ["too_many_people", false, "till.offline.why.other"],
])("%s: waits %s, said as %s", (reason, isTemporary, expected) => {
  expect([waits(reason), sayReason(reason)]).toEqual([isTemporary, expected]);
});

test("what somebody else sold on this phone waits for their till, not for one's own", () => {
  const own = sale("a", 1, { userId: "me", waits: "till_needed" });
  expect(sayWait(own, "me")).toBe("till.offline.why.till_needed");
  expect(sayWait({ ...own, userId: "other" }, "me")).toBe("till.offline.why.other_till");
  expect(sayWait({ userId: "other", waits: "busy" }, "me")).toBe("till.offline.why.later");
  expect(sayWait(sale("b", 1), "me")).toBeNull();
});
