import { expect, test } from "vitest";
import { bookingChanged, bookingConfirmed } from "#src/modules/sales/booking/events.ts";
import { resendConfirmation } from "#src/modules/mail/notifications/resend-confirmation.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { freshDatabase } from "#tests/database.ts";

const database = freshDatabase();
const staff = (over: Partial<Context> = {}) => database.ctx({ ...over, actor: { kind: "user", role: "support" } });

async function confirmed(): Promise<string> {
  const ctx = database.ctx();
  const id = await bookDeparture(ctx, { number_of_people: 2, additional_names: ["Marta"] });
  await ctx.db
    .transaction()
    .execute((tx) => ctx.publish(ctx, tx, bookingConfirmed({ bookingId: id, partnerId: null })));
  return id;
}
const emailsOf = (id: string) =>
  database.services.db
    .selectFrom("emails")
    .select(["subject", "text", "recipient", "status"])
    .where("booking_id", "=", id)
    .orderBy("created_at")
    .orderBy("dedupe_key")
    .execute();

test("the confirmation goes out again, three times an hour and to the booker only", async () => {
  const id = await confirmed();
  const again = () => resendConfirmation(staff(), { booking_id: id, token: null });
  for (const _ of [1, 2, 3]) expect(await again()).toEqual({ ok: true });
  expect(await again()).toMatchObject({ reason: "too_many_attempts", retry_after: expect.any(Number) });
  await database.work();
  const emails = await emailsOf(id);
  expect(emails.map(({ status, recipient }) => [status, recipient])).toEqual(
    Array.from({ length: 4 }, () => ["sent", "sofia@guest.test"]),
  );
  const rows = await database.services.db
    .selectFrom("audit_log")
    .select("action")
    .where("subject_id", "=", id)
    .execute();
  expect(rows.filter(({ action }) => action === "confirmation.sent_again")).toHaveLength(3);
});

test("a stranger is told that there is no booking, and a departure that is over sends nothing", async () => {
  const id = await confirmed();
  expect(
    await resendConfirmation(database.ctx({ actor: { browser: "another" } }), { booking_id: id, token: "x" }),
  ).toMatchObject({ reason: "booking_not_found" });
  const over = new Date("2026-11-25T00:00:00Z");
  expect(await resendConfirmation(staff({ now: over }), { booking_id: id, token: null })).toMatchObject({
    reason: "departure_past",
  });
});

test.each([
  ["en", "date", "Your booking has changed", "You have a new date"],
  ["es", "add", "Tu reserva cambió", "Ahora son 2"],
  ["es", "remove", "Tu reserva cambió", "Ahora son 2"],
] as const)(
  "a changed booking's letter (%s, %s) says what changed and carries the tickets of now",
  async (language, kind, subject, title) => {
    const ctx = database.ctx();
    const id = await bookDeparture(ctx, { number_of_people: 2, language });
    const names = kind === "add" ? ["Ana"] : [];
    const back = kind === "remove" ? 32_000 : 0;
    await ctx.db.transaction().execute(async (tx) => {
      await ctx.publish(ctx, tx, bookingConfirmed({ bookingId: id, partnerId: null }));
      await ctx.publish(
        ctx,
        tx,
        bookingChanged({ bookingId: id, version: 2, kind, names, positions: [], back, before: 0 }),
      );
    });
    await database.work();
    const [first, changed] = await emailsOf(id);
    expect(first?.subject).not.toContain(subject);
    expect(changed?.subject).toContain(subject);
    expect(changed?.text).toContain(title);
    if (kind === "add") expect(changed?.text).toContain("Ana");
    // the one email of the change also says its one sum
    expect(changed?.text?.includes("Te devolvemos")).toBe(kind === "remove");
    if (kind === "remove") expect(changed?.text).toContain("MX$320, a la misma forma de pago");
  },
);
