import { expect, test } from "vitest";
import { newReference } from "#src/kernel/codes.ts";
import { departureTimes } from "#src/kernel/local-time.ts";
import { issueTickets } from "#src/modules/evening/tickets/issue-tickets.server.ts";
import { calendarFile, ticketsOf, ticketsPdf } from "#src/modules/evening/tickets/queries.server.ts";
import { formatToken, parseToken, signedPart } from "#src/modules/evening/tickets/rules/ticket.ts";
import { signTickets, verifyTicket } from "#src/modules/evening/tickets/sign-tickets.server.ts";
import { voidTickets } from "#src/modules/evening/tickets/void-tickets.server.ts";
import { writeCalendar } from "#src/modules/evening/tickets/write-calendar.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { bookDeparture } from "#tests/booked-departure.ts";

const database = freshDatabase();
const tx = <T>(work: (tx: Parameters<typeof issueTickets>[1]) => Promise<T>) =>
  database.services.db.transaction().execute(work);

test("one ticket a person, the same ones when issued again, void and valid again", async () => {
  const ctx = database.ctx();
  const bookingId = await bookDeparture(ctx, { number_of_people: 3, additional_names: ["Leo Paz"] });
  await tx((t) => issueTickets(ctx, t, { bookingId }));
  const first = await ticketsOf(ctx, bookingId);
  expect(first.map((t) => [t.position, t.guest_name, t.status])).toEqual([
    [1, "Sofía Núñez", "valid"],
    [2, "Leo Paz", "valid"],
    [3, "", "valid"],
  ]);
  expect(new Set(first.map((t) => t.code)).size).toBe(3);
  expect(first[0]?.code).toMatch(/^[2-9A-HJ-NP-Z]{6}$/);
  expect(first[0]?.qrSvg).toMatch(/^<svg/);

  await tx((t) => issueTickets(ctx, t, { bookingId }));
  expect(await ticketsOf(ctx, bookingId)).toEqual(first);

  await tx((t) => voidTickets(ctx, t, { bookingId }));
  expect((await ticketsOf(ctx, bookingId)).map((t) => t.status)).toEqual(["void", "void", "void"]);
  expect(await ticketsPdf(ctx, bookingId, "en")).toBeNull();
  await tx((t) => issueTickets(ctx, t, { bookingId }));
  expect(await ticketsOf(ctx, bookingId)).toEqual(first);
});

test("issued twice at once, each person has one ticket", async () => {
  const ctx = database.ctx();
  const bookingId = await bookDeparture(ctx, { number_of_people: 4 });
  await Promise.all([1, 2, 3].map(() => tx((t) => issueTickets(ctx, t, { bookingId }))));
  expect(await ticketsOf(ctx, bookingId)).toHaveLength(4);
});

test("nothing stays when the transaction fails", async () => {
  const ctx = database.ctx();
  const bookingId = await bookDeparture(ctx);
  const broken = tx(async (t) => {
    await issueTickets(ctx, t, { bookingId });
    throw new Error("seats gone");
  });
  await expect(broken).rejects.toThrow("seats gone");
  expect(await ticketsOf(ctx, bookingId)).toEqual([]);
});

test("a genuine token says which ticket; a changed, foreign or unknown one says nothing", async () => {
  const ctx = database.ctx();
  const bookingId = await bookDeparture(ctx);
  await tx((t) => issueTickets(ctx, t, { bookingId }));
  const [ticket] = await ticketsOf(ctx, bookingId);
  const token = ticket?.token ?? "";
  expect(await verifyTicket(ctx, token)).toMatchObject({ ticketId: ticket?.id });

  const { signature, ...claim } = parseToken(token)!;
  // the longer form of code says the same
  expect(await verifyTicket(ctx, `${signedPart(claim)}.${signature}`)).toEqual(claim);
  expect(await verifyTicket(ctx, formatToken({ ...claim, ticketId: claim.departureId }, signature))).toBeNull();
  expect(await verifyTicket(ctx, formatToken({ ...claim, keyId: "NOKEY1" }, signature))).toBeNull();
  const flipped = signature.replace(/^./, signature.startsWith("A") ? "B" : "A");
  expect(await verifyTicket(ctx, formatToken(claim, flipped))).toBeNull();
  expect(await verifyTicket(ctx, `${signedPart(claim)}.${flipped}`)).toBeNull();

  // the key is retired: what it signed stays valid, new tickets get a new key
  const { db } = ctx;
  await db.updateTable("ticket_keys").set({ retired_at: ctx.now }).execute();
  const [again] = await ticketsOf(ctx, bookingId);
  expect(parseToken(again?.token ?? "")?.keyId).not.toBe(claim.keyId);
  expect(await verifyTicket(ctx, token)).not.toBeNull();
  expect(await verifyTicket(ctx, again?.token ?? "")).not.toBeNull();
});

test("servers that start at once agree on one key", async () => {
  const ctx = database.ctx();
  await ctx.db.deleteFrom("ticket_keys").execute();
  const ids = { ticketId: "019aa000-0000-7000-8000-000000000001", departureId: "019aa000-0000-7000-8000-000000000002" };
  const tokens = await Promise.all(Array.from({ length: 8 }, () => signTickets(ctx, [ids])));
  expect(new Set(tokens.flat()).size).toBe(1);
  expect(await ctx.db.selectFrom("ticket_keys").select("id").execute()).toHaveLength(1);
});

test("the PDF has a page for each guest and carries its fonts", async () => {
  const ctx = database.ctx();
  const bookingId = await bookDeparture(ctx, { number_of_people: 3, additional_names: ["Łukasz Żak"], test: true });
  await tx((t) => issueTickets(ctx, t, { bookingId }));
  const pdf = await ticketsPdf(ctx, bookingId, "es");
  const text = pdf?.content.toString("latin1") ?? "";
  expect(pdf?.filename).toMatch(/^RND-\w{6}\.pdf$/);
  expect(text.startsWith("%PDF-1.")).toBe(true);
  expect(text.match(/\/Type \/Page\b/g)).toHaveLength(3);
  for (const font of ["Truculenta", "InstrumentSans"]) expect(text).toContain(font);
});

const unfolded = (ics: string) => ics.replaceAll("\r\n ", "").split("\r\n");

test("the calendar file is valid: CRLF, short lines, the city's own time", async () => {
  const ctx = database.ctx();
  const bookingId = await bookDeparture(ctx);
  const es = (await calendarFile(ctx, bookingId, "es"))?.content.toString() ?? "";
  expect(es.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  expect(es.endsWith("END:VCALENDAR\r\n")).toBe(true);
  for (const line of es.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const lines = unfolded(es);
  expect(lines).toContain("TZID:America/Mexico_City");
  expect(lines).toContain("DTSTART;TZID=America/Mexico_City:20261121T200000");
  expect(lines).toContain("DTEND;TZID=America/Mexico_City:20261122T003000");
  expect(lines).toContain("DTSTAMP:20261120T180000Z");
  expect(lines).toContain("SUMMARY:Ronda Ciudad de México");
  expect(lines).toContain("LOCATION:Fuente de Cibeles\\, Roma Norte\\, Ciudad de México");
  expect(lines.find((line) => line.startsWith("DESCRIPTION:"))).toContain("persona.\\nTrae identificación oficial\\,");
  expect(lines).toContain(`UID:booking-${bookingId}@ronda.test`);
  // the same booking is the same entry in either language
  const en = unfolded((await calendarFile(ctx, bookingId, "en"))?.content.toString() ?? "");
  expect(en).toContain("SUMMARY:Ronda Mexico City");
  expect(en.find((line) => line.startsWith("UID:"))).toBe(lines.find((line) => line.startsWith("UID:")));
});

test("a calendar's entry follows its booking: changed, moved, called off, cancelled", async () => {
  const ctx = database.ctx();
  const bookingId = await bookDeparture(ctx);
  const textOf = async (key: string) =>
    unfolded((await calendarFile(ctx, bookingId, "en"))?.content.toString() ?? "")
      .find((line) => line.startsWith(`${key}:`))
      ?.slice(key.length + 1);
  const bookings = (set: object) => ctx.db.updateTable("bookings").set(set).where("id", "=", bookingId).execute();
  const uid = await textOf("UID");
  const sequences = [Number(await textOf("SEQUENCE"))];
  expect(await textOf("STATUS")).toBe("CONFIRMED");
  // staff move the night
  await ctx.db.updateTable("scheduled_crawls").set({ version: 2 }).execute();
  sequences.push(Number(await textOf("SEQUENCE")));
  await bookings({ version: 2 });
  sequences.push(Number(await textOf("SEQUENCE")));
  await ctx.db.updateTable("scheduled_crawls").set({ status: "cancelled" }).execute();
  sequences.push(Number(await textOf("SEQUENCE")));
  expect([await textOf("STATUS"), await textOf("TRANSP")]).toEqual(["CANCELLED", "TRANSPARENT"]);
  await ctx.db.updateTable("scheduled_crawls").set({ status: "scheduled" }).execute();
  await bookings({ status: "cancelled", cancel_reason: "customer", confirmed_at: ctx.now });
  expect([await textOf("STATUS"), await textOf("UID")]).toEqual(["CANCELLED", uid]);
  expect(Number(await textOf("SEQUENCE"))).toBe(sequences.at(-1));
  expect(sequences).toEqual([...new Set(sequences)].toSorted((a, b) => a - b));
  // one that was never paid has no entry
  await bookings({ cancel_reason: "expired", confirmed_at: null });
  expect(await calendarFile(ctx, bookingId, "en")).toBeNull();
});

test.each([
  // the zone's rules on that night, and the clock change if it falls into the night
  ["2026-11-21", "America/Tijuana", ["-0700 -0800"], "20261121T200000"],
  ["2026-07-01", "America/Tijuana", ["-0800 -0700"], "20260701T200000"],
  ["2026-10-31", "America/Tijuana", ["-0800 -0700", "-0700 -0800"], "20261031T200000"],
  ["2026-12-01", "America/Cancun", ["-0600 -0500"], "20261201T200000"],
  ["2026-12-01", "UTC", ["+0000 +0000"], "20261201T200000"],
])("on %s in %s clocks go %j", (date, zone, changes, start) => {
  const { startsAt, endsAt } = departureTimes(date, "20:00", "03:00", zone);
  const words = { title: "t".repeat(90), place: "ñ".repeat(60), text: "a;b,c\\d\ne", url: "https://ronda.test" };
  const ics = writeCalendar({
    sequence: 1,
    uid: newReference(),
    stamp: startsAt,
    starts: startsAt,
    ends: endsAt,
    zone,
    ...words,
  });
  const lines = unfolded(ics);
  const offsets = lines.flatMap((line, i) =>
    line.startsWith("TZOFFSETFROM:") ? [`${line.slice(13)} ${lines[i + 1]?.slice(11)}`] : [],
  );
  expect(offsets).toEqual(changes);
  expect(lines).toContain(`DTSTART;TZID=${zone}:${start}`);
  expect(lines).toContain(String.raw`DESCRIPTION:a\;b\,c\\d\ne`);
  expect(lines).toContain(`LOCATION:${"ñ".repeat(60)}`);
});
