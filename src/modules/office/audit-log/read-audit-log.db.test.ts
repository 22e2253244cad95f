import { beforeAll, expect, test } from "vitest";
import { readAuditLog, historyOf } from "#src/modules/office/audit-log/queries.server.ts";
import { AUDIT_LIST } from "#src/modules/base/audit/rules/audit-log.ts";
import { writeAuditLog } from "#src/modules/office/audit-log/write-csv.server.ts";
import { changeCapacity } from "#src/modules/sales/schedule/change-capacity.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { addAccount } from "#tests/signed-in.ts";
import { addDeparture, seedMinimal } from "#tests/seeds.ts";
import { csvText } from "#tests/sheets.ts";

const database = freshDatabase();
let lucia: string;
let departure: string;

beforeAll(async () => {
  const { db } = database.services;
  const { crawlId } = await seedMinimal(db);
  ({ id: lucia } = await addAccount(db, { email: "lucia@people.test", role: "manager", secondFactor: true }));
  departure = await addDeparture(db, crawlId, { date: "2026-11-28", seats: 10 });
  await changeCapacity(as("manager"), { departure_id: departure, total_spots: 12 });
  const entries = Array.from({ length: 120 }, (_, i) => ({
    at: new Date(`2026-10-${String(1 + (i % 30)).padStart(2, "0")}T12:00:00Z`),
    actor_kind: i % 2 ? "guest" : "system",
    action: i % 3 ? "booking.held" : "booking.cancelled",
    subject_type: "booking",
    subject_id: `b${i}`,
    changes: JSON.stringify({ note: { old: null, new: `100% sure ${i}` } }),
  }));
  await db.insertInto("audit_log").values(entries).execute();
});

const as = (role: string) => database.ctx({ actor: { kind: "user", userId: lucia, role, secondFactor: true } });
async function auditLog(address: string, beyond = {}) {
  const snapshot = await readAuditLog(as("manager"), AUDIT_LIST.read(new URLSearchParams(address)), beyond);
  if (!snapshot.ok) throw new Error(snapshot.reason);
  return snapshot;
}

test("an entry says who, what, to which record by its name, and how it was before", async () => {
  const { auditLog: page, choices } = await auditLog("type=departure");
  expect(page.entries).toMatchObject([
    {
      who: { kind: "user", id: lucia, email: "lucia@people.test" },
      action: "departure.capacity_changed",
      subject: { type: "departure", id: departure, label: "Ronda Test, 2026-11-28" },
      changes: [{ field: "total_spots", old: 10, now: 12 }],
    },
  ]);
  expect(choices).toEqual({
    actions: ["booking.cancelled", "booking.held", "departure.capacity_changed"],
    types: ["booking", "departure"],
  });
});

test("pages follow each other to the end and back, without a gap and without the same entry twice", async () => {
  const first = (await auditLog("type=booking")).auditLog;
  const second = (await auditLog("type=booking", { older: first.older })).auditLog;
  const third = (await auditLog("type=booking", { older: second.older })).auditLog;
  expect([first, second, third].map(({ entries }) => entries.length)).toEqual([50, 50, 20]);
  const ids = [first, second, third].flatMap(({ entries }) => entries.map(({ id }) => id));
  expect(new Set(ids).size).toBe(120);
  expect([first.newer, third.older]).toEqual([null, null]);
  expect((await auditLog("type=booking", { newer: third.newer })).auditLog.entries).toEqual(second.entries);
  const back = (await auditLog("type=booking", { newer: second.newer })).auditLog;
  expect([back.entries, back.newer]).toEqual([first.entries, null]);
});

test.each([
  ["who=guest", 60],
  ["who=system", 60],
  ["who=LUCIA%40", 1],
  ["action=booking.cancelled", 40],
  ["subject=b7", 1],
  ["from=2026-10-30&to=2026-10-30", 4],
  ["q=100%25+sure+11", 11],
  ["q=1000", 0],
  ["who=guest&action=booking.cancelled&from=2026-10-02&to=2026-10-02", 0],
])("%s lets %i through", async (address, count) => {
  const { entries, older } = (await auditLog(address)).auditLog;
  const rest = older === null ? [] : (await auditLog(address, { older })).auditLog.entries;
  expect(entries.length + rest.length).toBe(count);
});

test("a record's history is what was done to it and to what belongs to it, the newest first", async () => {
  const entries = await historyOf(as("support"), [
    ["booking", "b3"],
    ["departure", departure],
  ]);
  expect(entries.map(({ action }) => action)).toEqual(["departure.capacity_changed", "booking.cancelled"]);
  expect(await historyOf(as("support"), [])).toEqual([]);
});

test("the file has a line for each entry", async () => {
  const written = await writeAuditLog(
    { ...as("manager"), locale: "es" },
    AUDIT_LIST.read(new URLSearchParams("type=departure")),
  );
  if (!written.ok) throw new Error(written.reason);
  const lines = (await csvText(written.sheet)).trimEnd().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1], "in the reader's words").toContain("lucia@people.test,Cupo modificado,Salida");
  expect(lines[1]).toContain("lugares: 10 → 12");
});

test("only who may read the log reads it", async () => {
  const all = AUDIT_LIST.read(new URLSearchParams());
  for (const role of ["support", "marketing", "guide", "customer"]) {
    expect(await readAuditLog(as(role), all), role).toEqual({ ok: false, reason: "forbidden", missing: "audit.read" });
    expect(await writeAuditLog(as(role), all), role).toMatchObject({ ok: false, missing: "audit.read" });
  }
});
