import { expect, test } from "vitest";
import { drawnPaper } from "#src/modules/site/media/keep-papers.server.ts";
import { countPaper } from "#src/modules/site/media/limit-papers.server.ts";
import { issueTickets } from "#src/modules/evening/tickets/issue-tickets.server.ts";
import { ticketsPdf } from "#src/modules/evening/tickets/queries.server.ts";
import { receiptsPdf } from "#src/modules/books/receipts/queries.server.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { freshDatabase, NOON } from "#tests/database.ts";

const database = freshDatabase();

async function ticketed() {
  const ctx = database.ctx();
  const id = await bookDeparture(ctx, { number_of_people: 2, additional_names: ["Leo Paz"] });
  await database.services.db.transaction().execute((tx) => issueTickets(ctx, tx, { bookingId: id }));
  return { ctx, id };
}

test("tickets are drawn once for all who ask, and again only when the booking changes", async () => {
  const { ctx, id } = await ticketed();
  const [one, other] = await Promise.all([ticketsPdf(ctx, id, "en"), ticketsPdf(ctx, id, "en")]);
  expect(one!.content.subarray(0, 5).toString()).toBe("%PDF-");
  expect([other!.content === one!.content, (await ticketsPdf(ctx, id, "en"))!.content === one!.content]).toEqual([
    true,
    true,
  ]);
  const spanish = (await ticketsPdf(ctx, id, "es"))!.content;
  expect(spanish.equals(one!.content)).toBe(false);
  await database.services.db
    .updateTable("tickets")
    .set({ guest_name: "Leonor Paz" })
    .where("booking_id", "=", id)
    .where("position", "=", 2)
    .execute();
  const changed = (await ticketsPdf(ctx, id, "en"))!.content;
  expect(changed.equals(one!.content)).toBe(false);
  expect((await ticketsPdf(ctx, id, "en"))!.content).toBe(changed);
  expect(await receiptsPdf(ctx, id, "en"), "nothing was paid").toBeNull();
});

test("a guest takes so many files in ten minutes, on one network; staff and others don't notice", async () => {
  const guest = database.ctx({ actor: { address: "198.51.100.9" } });
  for (let n = 0; n < 120; n++) expect(await countPaper(guest)).toMatchObject({ ok: true });
  expect(await countPaper(guest)).toMatchObject({ ok: false, reason: "too_many_attempts", retry_after: 600 });
  const staff = database.ctx({ actor: { address: "198.51.100.9", kind: "user", role: "admin" } });
  const other = database.ctx({ actor: { address: "198.51.100.10" } });
  for (const ctx of [staff, other]) expect(await countPaper(ctx)).toMatchObject({ ok: true });
  expect(await countPaper({ ...guest, now: new Date(NOON.getTime() + 600_000) })).toMatchObject({ ok: true });
});

const brand = { colour: "#dc1846", text: "#ffffff", logo: null, name: "Ronda" };
const qr = { address: "https://ronda.test/q/x", foreground: "#000000", background: "#ffffff" };
const words = [{ headline: "A night out", lines: ["Roma"], scan: "Scan", type: "or type" }];
const poster = { title: "P", brand: { ...brand, dark: "#900", light: "#f99" }, qr, address: "ronda.test/q/x", words };
const message = {
  title: "x",
  seller: ["Ronda"],
  facts: [["Date", "1"]],
  items: [["Seat", "1"]],
  total: ["Total", "1"],
};

test.each([
  ["list", { title: "L", heading: "L", lines: ["a", "b"], empty: "none", page: "{n}", parties: [] }],
  ["poster", { ...poster, kind: "poster", paper: "a4", fold: "fold" }],
  ["poster", { ...poster, kind: "tent", paper: "letter", fold: "fold" }],
  ["receipts", { title: "R", brand, small: "s", receipts: [{ ...message, within: [], test: null }] }],
  [
    "settlement",
    { title: "S", brand, month: "1", bar: "B", head: ["a", "b", "c"], nights: [], total: ["a", "b", "c"] },
  ],
  [
    "statement",
    {
      title: "S",
      brand,
      number: "1",
      name: "N",
      facts: [],
      columns: ["a", "b"],
      rows: [["x"]],
      sums: [["a", "1"]],
      page: "",
    },
  ],
] as const)("%s can be drawn by the thread, which loads nothing that is built", async (kind, sheet) => {
  const paper = await drawnPaper(kind, sheet);
  expect(paper.subarray(0, 5).toString()).toBe("%PDF-");
});

test("a code is a picture, also drawn by the thread; what can't be drawn fails alone", async () => {
  const png = await drawnPaper("qr", { look: qr, size: 300 });
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  await expect(drawnPaper("qr", { look: null, size: 300 })).rejects.toThrow();
  expect(await drawnPaper("qr", { look: qr, size: 300 })).toBe(png);
});

test("an operator's logo reaches the thread as bytes", async () => {
  const png = await drawnPaper("qr", { look: qr, size: 60 });
  const list = { title: "S", month: "1", bar: "B", head: ["a", "b", "c"], nights: [], total: ["a", "b", "c"] };
  const own = { ...brand, logo: { png, width: 40, height: 40 } };
  const paper = await drawnPaper("settlement", { ...list, brand: own });
  expect(paper.toString("latin1")).toContain("/Subtype /Image");
});
