import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { balances } from "#src/modules/base/ledger/queries.server.ts";
import { checkLedger } from "#src/modules/money/payments/check-ledger.server.ts";
import { officeCash, paidToBar } from "#src/modules/evening/till/read-office.server.ts";
import { recordOfficeMove } from "#src/modules/evening/till/record-office-move.server.ts";
import { OFFICE_KINDS } from "#src/modules/evening/till/rules/office.ts";
import { undoOfficeMove } from "#src/modules/evening/till/undo-office-move.server.ts";
import { inMode, type Mode, ORDERS } from "#tests/both-modes.ts";
import { freshDatabase } from "#tests/database.ts";
import { later, seedMinimal } from "#tests/seeds.ts";
import { addAccount } from "#tests/signed-in.ts";

const database = freshDatabase();
const db = () => database.services.db;
let boss: string;
let bar: string;
beforeAll(async () => {
  await seedMinimal(db());
  boss = (await addAccount(db(), { role: "admin" })).id;
  const city = await db().selectFrom("cities").select("id").limit(1).executeTakeFirstOrThrow();
  const added = await db().insertInto("bars").values({ name: "La Perla", city_id: city.id }).returning("id").execute();
  bar = added[0]!.id;
});

const DAY = 24 * 60;
const staff = (mode: Mode = "sandbox", minutes = 0, role: "admin" | "guide" | "bookkeeper" = "admin") =>
  inMode(database.ctx({ now: later(minutes), actor: { kind: "user", userId: boss, role } }), mode);
const MOVE = { kind: "banked", amount: 30_000, currency: "MXN", day: "2026-11-20", receipt: "77", note: "" } as const;
const move = (over: Partial<Parameters<typeof recordOfficeMove>[1]> = {}) => ({
  ...MOVE,
  key: randomUUID(),
  bar_id: null,
  month: null,
  ...over,
});

/** What the accounts of a family of money hold that aren't empty. */
async function accounts(mode: Mode): Promise<Record<string, number>> {
  const all = (await balances(database.ctx())).filter(({ test: isTest }) => isTest === (mode === "sandbox"));
  return Object.fromEntries(
    all.filter(({ amount }) => amount !== 0).map(({ account, currency, amount }) => [`${account} ${currency}`, amount]),
  );
}
const differences = () => checkLedger(staff("sandbox", 60));

test.each(ORDERS)("each kind is booked and undone in its own family of money: %s, then %s", async (first, then) => {
  const before = [await accounts(first), await accounts(then)];
  for (const kind of OFFICE_KINDS)
    for (const currency of ["MXN", "USD"] as const) {
      const input = move({ kind, currency, bar_id: bar, month: "2026-11" });
      expect(await recordOfficeMove(staff(first), input)).toEqual({ ok: true });
      expect(await accounts(then)).toEqual(before[1]);
      expect(await differences(), kind).toBe(0);
      // by a server that sells for real meanwhile: what was practice is undone as practice
      expect(await undoOfficeMove(staff(then, 5), { id: input.key })).toEqual({ ok: true });
      expect([await accounts(first), await accounts(then)]).toEqual(before);
    }
  expect(await differences()).toBe(0);
});

test("a movement that the books don't have is a difference", async () => {
  const id = randomUUID();
  const row = { ...MOVE, id, test: true, at: later(0), booked_at: later(0) };
  await db().insertInto("office_moves").values(row).execute();
  expect(await differences()).toBe(2);
  await db().deleteFrom("office_moves").where("id", "=", id).execute();
  expect(await differences()).toBe(0);
});

test("a form that is sent twice at once is one movement, and another by its key is refused", async () => {
  const input = move();
  const [before] = [await accounts("sandbox")];
  const both = await Promise.all([1, 2, 3].map(() => recordOfficeMove(staff(), input)));
  expect(both).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
  const after = await accounts("sandbox");
  expect((after["bank MXN"] ?? 0) - (before["bank MXN"] ?? 0)).toBe(30_000);
  expect(await recordOfficeMove(staff(), { ...input, amount: 1 })).toMatchObject({ reason: "idempotency_conflict" });
  const undone = await Promise.all([1, 2, 3].map(() => undoOfficeMove(staff("sandbox", 5), { id: input.key })));
  expect(undone).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
  expect(await accounts("sandbox")).toEqual(before);
  expect(await differences()).toBe(0);
});

test("the books have it on its day, unless that month may have been taken out", async () => {
  const [soon, late] = [move({ day: "2026-11-30" }), move({ day: "2026-11-20" })];
  // December 2nd
  for (const input of [soon, late])
    expect(await recordOfficeMove(staff("sandbox", 12 * DAY), input)).toEqual({ ok: true });
  const at = async (id: string) =>
    (
      await db()
        .selectFrom("ledger_entries")
        .select("at")
        .where("posting", "=", `office:${id}`)
        .limit(1)
        .executeTakeFirstOrThrow()
    ).at;
  expect(await at(soon.key)).toEqual(new Date("2026-11-30T18:00:00Z"));
  expect(await at(late.key)).toEqual(later(12 * DAY));
  expect(await recordOfficeMove(staff(), move({ day: "2026-11-21" }))).toMatchObject({ reason: "day_unknown" });
});

test("a bar's payments stand on its month, and no other's", async () => {
  const paid = move({ kind: "bar_transfer", bar_id: bar, month: "2026-10", receipt: "A 12" });
  await recordOfficeMove(staff(), paid);
  await recordOfficeMove(staff("live"), { ...paid, key: randomUUID() });
  const undone = { ...paid, key: randomUUID() };
  await recordOfficeMove(staff(), undone);
  await undoOfficeMove(staff(), { id: undone.key });
  expect(await paidToBar(staff(), bar, "2026-10")).toMatchObject([
    { id: paid.key, receipt: "A 12", bar: { month: "2026-10" } },
  ]);
  expect(await paidToBar(staff(), bar, "2026-09")).toEqual([]);
  expect(await paidToBar(staff("sandbox", 0, "guide"), bar, "2026-10")).toBeNull();
  expect(await recordOfficeMove(staff(), move({ kind: "bar", bar_id: randomUUID(), month: "2026-10" }))).toMatchObject({
    reason: "bar_not_found",
  });
});

test("the page shows the office's cash of each family, and goes on page by page; a bookkeeper reads it and records nothing", async () => {
  const page = await officeCash(staff("sandbox", 0, "bookkeeper"), null);
  if (!page.ok) throw new Error(page.reason);
  expect(page.mayChange).toBe(false);
  expect(page.balances.some(({ test: isTest }) => isTest)).toBe(true);
  const beyond = await officeCash(staff(), page.moves[0]!.id);
  if (!beyond.ok) throw new Error(beyond.reason);
  expect(beyond.moves[0]!.id).toBe(page.moves[1]!.id);
  expect(await recordOfficeMove(staff("sandbox", 0, "bookkeeper"), move())).toMatchObject({ reason: "forbidden" });
  expect(await undoOfficeMove(staff("sandbox", 0, "bookkeeper"), { id: page.moves[0]!.id })).toMatchObject({
    reason: "forbidden",
  });
});
