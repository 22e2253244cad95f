import { beforeAll, describe, expect, test } from "vitest";
import { assignGuide } from "#src/modules/evening/guides/assign-guide.server.ts";
import { guidesForGuests, guidesPage, ownShifts } from "#src/modules/evening/guides/queries.server.ts";
import { showGuide, showOneself } from "#src/modules/evening/guides/show-guide.server.ts";
import { withdrawShift } from "#src/modules/evening/guides/withdraw-shift.server.ts";
import type { Role } from "#src/modules/base/identity/rules/permissions.ts";
import { freshDatabase } from "#tests/database.ts";
import { guidingStage } from "#tests/guiding.ts";
import { addCrawl, addDeparture, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const { guide } = guidingStage(database);
let crawl: string;
beforeAll(async () => {
  await seedMinimal(database.services.db);
  crawl = await addCrawl(database.services.db, { title: "Roma" });
});

const as = (role: Role, over = {}) => database.ctx({ actor: { kind: "user", role, ...over } });
const night = (date: string) => addDeparture(database.services.db, crawl, { date });
type Wish = { part?: "guide" | "backup"; agreed?: boolean };
async function asks(userId: string, departure_id: string, over: Wish = {}) {
  const wish = { user_id: userId, part: "guide", series: false, agreed: true, note: "", ...over } as const;
  const done = await assignGuide(as("manager"), { departure_id, ...wish });
  if (!done.ok) throw new Error(done.reason);
  return done.shiftIds[0]!;
}
const show = (user_id: string, expected = true, portrait: string | null = null) =>
  showGuide(as("manager"), { user_id, shown: expected, portrait });
const seenOn = async (id: string) => (await guidesForGuests(database.ctx(), [id]))[id] ?? [];

describe("guests see of a night", () => {
  test("whoever leads it and agreed to be shown, by first name and picture", async () => {
    const mateo = await guide("Mateo Fuentes");
    const abril = await guide("Abril Soto");
    const departure = await night("2026-12-01");
    await asks(mateo.id, departure);
    await asks(abril.id, departure);
    expect(await seenOn(departure)).toEqual([]);
    expect(await show(mateo.id, true, "/pictures/gallery-guide")).toEqual({ ok: true });
    expect(await seenOn(departure)).toEqual([{ name: "Mateo", portrait: "/pictures/gallery-guide" }]);
    await show(mateo.id, false, "/pictures/gallery-guide");
    expect(await seenOn(departure)).toEqual([]);
  });

  test("no backup, nobody who hasn't said yes, and nobody who was taken off it", async () => {
    const diego = await guide("Diego Ramírez");
    await show(diego.id);
    const [request, spare, left] = [await night("2026-12-02"), await night("2026-12-03"), await night("2026-12-04")];
    await asks(diego.id, request, { agreed: false });
    await asks(diego.id, spare, { part: "backup" });
    const shift = await asks(diego.id, left);
    expect(await seenOn(left)).toEqual([{ name: "Diego", portrait: null }]);
    await withdrawShift(as("manager"), { departure_id: left, shift_id: shift });
    for (const departure of [request, spare, left]) expect(await seenOn(departure)).toEqual([]);
  });
});

test("the page of the guides says what guests see, and a change is told once", async () => {
  const renata = await guide("Renata Ortiz");
  for (const _ of [1, 2]) expect(await show(renata.id, true, "/pictures/toast")).toEqual({ ok: true });
  const page = await guidesPage(as("manager"), "2026-11");
  expect(page.ok && page.guides.find(({ id }) => id === renata.id)?.seen).toEqual({
    shown: true,
    portrait: "/pictures/toast",
  });
  const log = database.services.db
    .selectFrom("audit_log")
    .select(["action", "changes"])
    .where("subject_id", "=", renata.id);
  expect(await log.execute()).toEqual([
    {
      action: "guide.shown",
      changes: { shown: { old: false, new: true }, portrait: { old: null, new: "/pictures/toast" } },
    },
  ]);
});

test("a guide appears and disappears by their own word, with the picture that was chosen for them", async () => {
  const lucio = await guide("Lucio Vega");
  const departure = await night("2026-12-05");
  await asks(lucio.id, departure);
  await show(lucio.id, true, "/pictures/toast");
  const own = (over = {}) => as("guide", { userId: lucio.id, ...over });
  const seenByThem = async () => {
    const page = await ownShifts(own());
    return page.ok && page.seen;
  };
  for (const _ of [1, 2]) expect(await showOneself(own(), { shown: false })).toEqual({ ok: true });
  expect(await seenOn(departure)).toEqual([]);
  expect(await seenByThem()).toEqual({ shown: false, portrait: "/pictures/toast" });
  await showOneself(own(), { shown: true });
  expect(await seenOn(departure)).toEqual([{ name: "Lucio", portrait: "/pictures/toast" }]);
  expect(await showOneself(own({ role: "customer" }), { shown: false })).toMatchObject({ reason: "forbidden" });
  const log = database.services.db.selectFrom("audit_log").select("action").where("subject_id", "=", lucio.id);
  expect((await log.orderBy("id").execute()).map(({ action }) => action)).toEqual([
    "shift.agreed",
    "guide.shown",
    "guide.hidden",
    "guide.shown",
  ]);
});

test("showing guides is for who plans the nights, of their own cities", async () => {
  const noemi = await guide("Noemí Luna");
  const wish = { user_id: noemi.id, shown: true, portrait: null };
  for (const role of ["guide", "marketing", "customer"] as const)
    expect(await showGuide(as(role), wish)).toMatchObject({ reason: "forbidden", missing: "schedule.change" });
  const customer = await guide("Sofía", { role: "customer" });
  expect(await showGuide(as("manager"), { ...wish, user_id: customer.id })).toMatchObject({ reason: "not_a_guide" });
});
