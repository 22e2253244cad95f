import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { purgeAccess } from "#src/modules/base/identity/purge-access.server.ts";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { logAccess } from "#src/platform/access-log.server.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { addDeparture, bookingInput, seedMinimal } from "#tests/seeds.ts";
import { addAccount, beginSession } from "#tests/signed-in.ts";

const BOSS = "boss@people.test";
const database = freshDatabase({ ADMIN_EMAILS: BOSS });
const db = () => database.services.db;
const DAY = 86_400_000;
const daysAgo = (days: number) => new Date(NOON.getTime() - days * DAY);

beforeEach(() => db().deleteFrom("user").execute());

/** A sign-up of that many days ago that nobody has confirmed. */
async function addSignUp(days: number, over: Parameters<typeof addAccount>[1] = {}): Promise<string> {
  const { id } = await addAccount(db(), { verified: false, ...over });
  await db()
    .updateTable("user")
    .set({ updated_at: daysAgo(days) })
    .where("id", "=", id)
    .execute();
  return id;
}
const purge = () => purgeAccess(database.ctx({}));
const left = async () => (await db().selectFrom("user").select("id").execute()).map(({ id }) => id);
const invite = (email: string, ended: "accepted_at" | "revoked_at" | null) =>
  db()
    .insertInto("staff_invitations")
    .values({
      email,
      role: "guide",
      language: "en",
      token_hash: randomUUID(),
      created_at: daysAgo(40),
      expires_at: daysAgo(33),
      ...(ended ? { [ended]: daysAgo(39) } : {}),
    })
    .execute();

test("a sign-up that nobody confirmed in thirty days goes, with all that was kept for it", async () => {
  const id = await addSignUp(31);
  await beginSession(db(), id, { secret: "x", baseUrl: "http://ronda.test" });
  const grant = { identifier: `reset-password:${id}`, value: id, expires_at: new Date(NOON.getTime() + DAY) };
  await db().insertInto("verification").values(grant).execute();
  await logAccess(db(), database.ctx({ actor: { kind: "user", userId: id } }), {
    kind: "sign_in",
    outcome: "failed",
    subject: `about ${id}`,
  });
  await purge();
  expect(await left()).toEqual([]);
  for (const table of ["session", "account", "profiles", "verification"] as const)
    expect([table, (await sql`select from ${sql.table(table)}`.execute(db())).rows.length]).toEqual([table, 0]);
  const messages = await db().selectFrom("access_log").selectAll().where("subject", "=", `about ${id}`).execute();
  expect(messages).toMatchObject([{ user_id: null, address: null, user_agent: null }]);
});

test.each<[what: string, kept: () => Promise<string>]>([
  ["is not thirty days old", () => addSignUp(29)],
  ["is confirmed", () => addSignUp(400, { verified: true })],
  ["has a role", () => addSignUp(31, { role: "guide" })],
  ["has an address of ADMIN_EMAILS", () => addSignUp(31, { email: BOSS })],
  [
    "is invited",
    async () => {
      const id = await addSignUp(31, { email: "called@people.test" });
      await invite("called@people.test", null);
      return id;
    },
  ],
  [
    "has a booking in its name",
    async () => {
      const id = await addSignUp(31);
      const { crawlId } = await seedMinimal(db());
      const departure = await addDeparture(db(), crawlId);
      const placed = await placeBooking(database.ctx({}), bookingInput(departure), randomUUID());
      if (!placed.ok) throw new Error(placed.reason);
      await db().updateTable("bookings").set({ user_id: id }).where("id", "=", placed.booking.id).execute();
      return id;
    },
  ],
])("an account that %s stays", async (_, add) => {
  const record = await add();
  const gone = await addSignUp(31);
  expect(await left()).toContain(gone);
  await purge();
  expect(await left()).toEqual([record]);
  await purge();
  expect(await left(), "once more").toEqual([record]);
});

test.each(["accepted_at", "revoked_at"] as const)("an invitation with %s keeps no sign-up", async (ended) => {
  await addSignUp(31, { email: `${ended}@people.test` });
  await invite(`${ended}@people.test`, ended);
  await purge();
  expect(await left()).toEqual([]);
});

test("more than one portion goes, and who confirms meanwhile stays", async () => {
  const values = Array.from({ length: 250 }, (_, n) => ({
    name: "Test",
    email: `many-${n}@people.test`,
    email_verified: false,
    updated_at: daysAgo(31),
  }));
  await db().insertInto("user").values(values).execute();
  await db()
    .transaction()
    .execute(async (tx) => {
      const one = tx.selectFrom("user").select("id").where("email", "=", "many-7@people.test");
      const { id } = await one.forUpdate().executeTakeFirstOrThrow();
      await purge();
      expect(await left()).toEqual([id]);
    });
});
