import { beforeAll, describe, expect, test } from "vitest";
import { type EmailKind, isBookingEmail, KINDS } from "#src/modules/mail/notifications/kinds/every-kind.ts";
import type { Kind, Owner } from "#src/modules/mail/notifications/kinds/kind.ts";
import { forgetReader } from "#src/modules/mail/notifications/forget-reader.server.ts";
import { sentEmails } from "#src/modules/mail/notifications/queries.server.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { repeatBooking, addPartner } from "#tests/partner-acts.ts";

// Every kind of email knows whose it is: who erases or hands out a person's data finds each kind by what its row or payload names, and
// finds nobody else's.

const database = freshDatabase();
const db = () => database.services.db;
const ana = { userId: crypto.randomUUID(), messageId: crypto.randomUUID(), booking: "", email: "ana@guest.test" };
const leo = { userId: crypto.randomUUID(), messageId: crypto.randomUUID(), booking: "", email: "leo@guest.test" };

beforeAll(async () => {
  ana.booking = await bookDeparture({ db: db(), now: NOON });
  await repeatBooking(db(), ana.booking, {
    times: 1,
    code: "LEO",
    partnerId: await addPartner(db(), NOON, { code: "casa" }),
  });
  leo.booking = (
    await db().selectFrom("bookings").select("id").where("id", "<>", ana.booking).executeTakeFirstOrThrow()
  ).id;
});

/** An email of a kind as its sender leaves it: with its owner's id, and in words. */
async function sent(kind: EmailKind, owner: Owner, who: typeof ana) {
  const named: Partial<Record<Owner, object>> = {
    account: { userId: who.userId },
    message: { messageId: who.messageId },
  };
  const { id } = await db()
    .insertInto("emails")
    .values({
      kind,
      dedupe_key: crypto.randomUUID(),
      language: "en",
      // found by the address only where nothing else says whose it is
      recipient: owner === "address" || owner === "partner" ? who.email : "elsewhere@staff.test",
      booking_id: owner === "booking" ? who.booking : null,
      payload: JSON.stringify(named[owner] ?? {}),
      status: "sent",
      subject: "Hello Ana",
      html: "Hello Ana",
      last_error: "refused",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const readerOf = (who: typeof ana) => ({
  userId: who.userId,
  email: who.email,
  bookingIds: [who.booking],
  messageIds: [who.messageId],
});

const owned = (Object.entries(KINDS) as [EmailKind, Kind][]).flatMap(([kind, { owner }]) =>
  owner === "nobody" ? [] : [[kind, owner] as const],
);

test.each(owned)("%s, which is its %s's, is emptied with them and with nobody else", async (kind, owner) => {
  const [hers, his] = [await sent(kind, owner, ana), await sent(kind, owner, leo)];
  const messages = await sentEmails(database.ctx(), readerOf(ana));
  expect(messages.length > 0).toBe(!kind.startsWith("staff_") || kind === "staff_letter");
  await db()
    .transaction()
    .execute((tx) => forgetReader(tx, readerOf(ana)));
  const row = (id: string) => db().selectFrom("emails").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  expect(await row(hers)).toMatchObject({ subject: null, html: null, payload: {}, last_error: null, status: "sent" });
  expect(await row(his)).toMatchObject({ subject: "Hello Ana", html: "Hello Ana" });
  await db().deleteFrom("emails").execute();
});

test("staff stay the readers of what they were told of a guest, unless they are the person", async () => {
  const others = await sent("staff_low_rating", "booking", ana);
  const own = await db()
    .updateTable("emails")
    .set({ recipient: "ANA@guest.test" })
    .where("id", "=", await sent("staff_mail_test", "nobody", ana))
    .returning("id")
    .executeTakeFirstOrThrow();
  await db()
    .transaction()
    .execute((tx) => forgetReader(tx, readerOf(ana)));
  const rows = await db().selectFrom("emails").select(["id", "recipient"]).execute();
  expect(new Map(rows.map(({ id, recipient }) => [id, recipient]))).toEqual(
    new Map([
      [others, "elsewhere@staff.test"],
      [own.id, ""],
    ]),
  );
  await db().deleteFrom("emails").execute();
});

describe("what a kind's payload names is what it is found by", () => {
  const BY: Record<Owner, (names: readonly string[], kind: string) => boolean> = {
    booking: (names, kind) => isBookingEmail(kind) || names.includes("bookingId"),
    message: (names) => names.includes("messageId"),
    account: (names) => names.includes("userId"),
    // by the address alone
    address: (names) => !names.includes("userId") && !names.includes("messageId"),
    partner: (names) => ["partnerId", "statementId", "deviceId"].some((id) => names.includes(id)),
    nobody: (names) => !["userId", "messageId", "bookingId", "partnerId"].some((id) => names.includes(id)),
  };

  test.each(Object.entries(KINDS))("%s", (kind, { owner, payload: { shape } }) => {
    expect(BY[owner](Object.keys(shape), kind), owner).toBe(true);
    // what is a booking's is queued with it
    if (isBookingEmail(kind)) expect(owner).toBe("booking");
  });
});
