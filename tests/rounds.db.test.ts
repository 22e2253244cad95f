import fs from "node:fs";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { closeTables } from "#src/modules/sales/booking/close-table.server.ts";
import { returnDeadReserves } from "#src/modules/sales/booking/reserve-places.server.ts";
import { recordEvents } from "#src/modules/evening/door/record-events.server.ts";
import { markAbsent } from "#src/modules/evening/door/mark-absent.server.ts";
import { remindGuides } from "#src/modules/evening/guides/remind-guides.server.ts";
import { withdrawFormer } from "#src/modules/evening/guides/withdraw-former.server.ts";
import { assignGuide } from "#src/modules/evening/guides/assign-guide.server.ts";
import { noteReminder } from "#src/modules/mail/notifications/note-reminder.server.ts";
import { queueReminders } from "#src/modules/mail/notifications/queue-reminders.server.ts";
import { queueUnfinished } from "#src/modules/mail/notifications/queue-unfinished.server.ts";
import { requeueStuckEmails } from "#src/modules/mail/notifications/requeue-stuck-emails.server.ts";
import { checkLedger } from "#src/modules/money/payments/check-ledger.server.ts";
import { requestReviews } from "#src/modules/evening/reviews/request-reviews.server.ts";
import { forgetSettings } from "#src/modules/base/settings/queries.server.ts";
import { failuresOf } from "#src/platform/each-in-turn.server.ts";
import { doorEvent, partyTonight, partyWith } from "#tests/at-the-door.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { guidingStage } from "#tests/guiding.ts";
import { refusing } from "#tests/refuse-writes.ts";
import { addDeparture, later, seedMinimal } from "#tests/seeds.ts";

// A job that does one thing per item goes on after one item's error, and counts as failed.

const database = freshDatabase();
const { guide } = guidingStage(database);
const db = () => database.services.db;
const at = (minutes: number) => database.ctx({ now: later(minutes), actor: { kind: "system" } });
const stage = { crawlId: "" };
beforeAll(async () => void ({ crawlId: stage.crawlId } = await seedMinimal(db())));
beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));
afterEach(async () => {
  vi.restoreAllMocks();
  for (const table of [
    "ledger_differences",
    "entries",
    "checkin_events",
    "tickets",
    "emails",
    "shifts",
    "offline_places",
    "rating_requests",
    "bookings",
    "scheduled_crawls",
  ] as const)
    await db().deleteFrom(table).execute();
});

const HOUR = 60;
const BY = { deviceId: null, userId: null, revokedAt: null };
const lines = () =>
  vi.mocked(console.error).mock.calls.map(([line]) => JSON.parse(String(line)) as { event: string; error: string });

const threeBookings = async (over: Parameters<typeof bookDeparture>[1] = {}) =>
  Promise.all([1, 2, 3].map((n) => bookDeparture(database.ctx(), { email: `guest${n}@guest.test`, ...over })));
const emailed = async () =>
  (await db().selectFrom("emails").select("booking_id").execute()).map(({ booking_id }) => booking_id!).toSorted();

/** A job with three items: which they are, what of them can't be written, and of which it was done. */
type Round = {
  items: () => Promise<string[]>;
  run: (ids: readonly string[]) => Promise<unknown>;
  refused: (id: string) => [table: string, condition: string];
  done: () => Promise<string[]>;
};
const email = (id: string): [string, string] => ["emails", `new.booking_id = '${id}'`];
const row =
  (table: string, where = "") =>
  (id: string) =>
    [table, `new.id = '${id}'${where}`] as [string, string];

const ROUNDS: Record<string, Round> = {
  "reminders.queue": {
    items: async () => {
      const ids = await threeBookings();
      await db()
        .updateTable("bookings")
        .set({ confirmed_at: later(-24 * HOUR) })
        .execute();
      return ids;
    },
    run: () => queueReminders(at(5 * HOUR)),
    refused: email,
    done: emailed,
  },
  "unfinished.queue": {
    items: async () => {
      await db()
        .insertInto("app_settings")
        .values({ key: "unfinished_on", value: "true" })
        .onConflict((c) => c.doNothing())
        .execute();
      forgetSettings(database.services);
      const ids = await threeBookings({ status: "pending" });
      await db().updateTable("bookings").set({ confirmed_at: null }).execute();
      for (const id of ids) await noteReminder(database.ctx(), id, true);
      await db()
        .updateTable("bookings")
        .set({ status: "cancelled", cancel_reason: "expired", cancelled_at: NOON })
        .execute();
      return ids;
    },
    run: () => queueUnfinished(at(HOUR)),
    refused: email,
    done: emailed,
  },
  "ratings.ask": {
    items: () => threeBookings(),
    run: () => requestReviews(at(48 * HOUR)),
    refused: email,
    done: emailed,
  },
  "guides.remind": {
    items: async () => {
      for (const name of ["Mateo", "Itzel", "Emiliano"]) await askedToGuide(name);
      await db().deleteFrom("emails").execute();
      return shifts();
    },
    run: () => remindGuides(at(4 * 24 * HOUR)),
    refused: row("shifts"),
    done: async () =>
      (await db().selectFrom("shifts").select("id").where("reminded_at", "is not", null).execute()).map(({ id }) => id),
  },
  "guides.withdraw-former": {
    items: async () => {
      for (const name of ["Mateo", "Itzel", "Emiliano"]) await askedToGuide(name);
      await db().updateTable("user").set({ role: "" }).execute();
      return shifts();
    },
    run: () => withdrawFormer(at(1)),
    refused: row("shifts"),
    done: async () =>
      (await db().selectFrom("shifts").select("id").where("state", "=", "withdrawn").execute()).map(({ id }) => id),
  },
  "door.mark-absent": {
    items: async () => {
      const absent: string[] = [];
      for (const _ of [1, 2, 3]) {
        const party = await partyTonight(database);
        absent.push(party.booking);
        // somebody else came in, so that the door was kept
        const other = await partyWith(database, party);
        await recordEvents(at(8 * HOUR), BY, { events: [doorEvent(other)], aheadMs: 0 });
      }
      return absent;
    },
    run: () => markAbsent(at(14 * HOUR)),
    refused: row("bookings", " and new.no_show_at is not null"),
    done: async () =>
      (await db().selectFrom("bookings").select("id").where("no_show_at", "is not", null).execute()).map(
        ({ id }) => id,
      ),
  },
  "emails.requeue-stuck": {
    items: async () => {
      const rows = await db()
        .insertInto("emails")
        .values(
          [1, 2, 3].map((n) => ({
            dedupe_key: `broken ${n}`,
            kind: "account_verify",
            recipient: "a@b.test",
            language: "en",
            status: "sending",
            attempts: 1,
            sending_since: later(-HOUR),
            handed_at: later(-HOUR),
          })),
        )
        .returning("id")
        .execute();
      return rows.map(({ id }) => id);
    },
    run: () => requeueStuckEmails(at(0)),
    refused: row("emails"),
    done: async () =>
      (await db().selectFrom("emails").select("id").where("status", "<>", "sending").execute()).map(({ id }) => id),
  },
  "ledger.check": {
    items: async () => {
      const ids = await threeBookings();
      for (const id of ids)
        await db()
          .insertInto("ledger_differences")
          .values({
            key: `test:${id}`,
            purchase_id: id,
            account: "revenue",
            currency: "MXN",
            expected: 1,
            actual: 0,
            found_at: NOON,
          })
          .execute();
      return ids;
    },
    // before the round itself, which finds that nothing is wrong
    run: () => checkLedger(at(0), { portions: 0 }),
    refused: (id) => ["ledger_differences", `new.purchase_id = '${id}' and new.told_at is not null`],
    done: async () =>
      (
        await db().selectFrom("ledger_differences").select("purchase_id").where("told_at", "is not", null).execute()
      ).map(({ purchase_id }) => purchase_id!),
  },
  "tables.close": {
    items: async () => {
      const ids: string[] = [];
      for (const _ of [1, 2, 3]) {
        const booking = await bookDeparture(at(0));
        const { rows: tables } = await database.services.pool.query<{ id: string }>(
          `insert into friend_tables (code, booking_id, departure_id, places, deadline, started_at)
            select $1, id, scheduled_crawl_id, 2, $3, $3 from bookings where id = $2 returning id`,
          [`table-${booking}`, booking, NOON],
        );
        await database.services.pool.query(
          `update scheduled_crawls d set available_spots = d.available_spots - 2 from bookings b
            where b.id = $1 and d.id = b.scheduled_crawl_id`,
          [booking],
        );
        ids.push(tables[0]!.id);
      }
      return ids;
    },
    run: () => closeTables(at(HOUR)),
    refused: row("friend_tables"),
    done: async () =>
      (await db().selectFrom("friend_tables").select("id").where("closed_at", "is not", null).execute()).map(
        ({ id }) => id,
      ),
  },
  "places.return": {
    items: async () => {
      const ids: string[] = [];
      for (const _ of [1, 2, 3]) {
        const departure = await addDeparture(db(), stage.crawlId);
        await db().updateTable("scheduled_crawls").set({ available_spots: 38 }).where("id", "=", departure).execute();
        // of a phone that is gone
        const { rows: lent } = await database.services.pool.query<{ id: string }>(
          `insert into offline_places (departure_id, places, granted_at) values ($1, 2, $2) returning id`,
          [departure, NOON],
        );
        ids.push(lent[0]!.id);
      }
      return ids;
    },
    run: () => returnDeadReserves(at(48 * HOUR)),
    refused: row("offline_places"),
    done: async () =>
      (await db().selectFrom("offline_places").select("id").where("returned_at", "is not", null).execute()).map(
        ({ id }) => id,
      ),
  },
};

async function askedToGuide(name: string) {
  const { id: user_id } = await guide(name);
  const departure_id = await addDeparture(db(), stage.crawlId);
  const manager = database.ctx({ actor: { kind: "user", role: "manager" } });
  const wish = { user_id, part: "guide", series: false, agreed: false, note: "" } as const;
  const done = await assignGuide(manager, { departure_id, ...wish });
  if (!done.ok) throw new Error(done.reason);
}
const shifts = async () => (await db().selectFrom("shifts").select("id").execute()).map(({ id }) => id);

test.each(Object.entries(ROUNDS))("%s goes on after one item's error, and counts as failed", async (_, round) => {
  const ids = await round.items();
  for (const broken of ids) {
    const before = await round.done();
    if (before.length > 0) break; // the first time is enough where nothing stood in the way
    const [table, condition] = round.refused(broken);
    await refusing(database, table, condition, async () => {
      await expect(round.run(ids)).rejects.toThrow("a row that nothing can be done with");
    });
    expect((await round.done()).toSorted()).toEqual(ids.filter((id) => id !== broken).toSorted());
    expect(lines()).not.toEqual([]);
    for (const { error } of lines()) expect(error).toContain("a row that nothing can be done with");
  }
  // and the one that was left has its turn when it can
  await round.run(ids);
  expect((await round.done()).toSorted()).toEqual(ids.toSorted());
});

test("a database that is away ends a round at once: all would fail alike", async () => {
  const act = vi.fn().mockRejectedValue(Object.assign(new Error("gone"), { code: "DATABASE_AWAY" }));
  await expect(failuresOf([1, 2], { event: "test", about: () => ({}) }, act)).rejects.toThrow("gone");
  expect(act).toHaveBeenCalledTimes(1);
});

/** Loops of jobs that are no round over things that stand for themselves, and why. */
const OTHERWISE: Record<string, string> = {
  "modules/sales/booking/release-hold.server.ts": "logs each: a company that doesn't answer is no failure of the job",
  "modules/money/payments/poll-payments.server.ts": "logs each: a company that doesn't answer is no failure of the job",
  "modules/changes/cancellation/cancel-departure-bookings.server.ts": "counts them for whoever pressed the button",
  "modules/partners/commission/close-month.server.ts": "a month is closed as a whole",
  "modules/sales/booking/watch-unpaid.server.ts": "reads of each night whether it is pressed",
  "modules/mail/notifications/send-email.server.ts": "one email and its own earlier try",
  "modules/money/payments/close-attempts.server.ts": "the attempts of one booking",
  "modules/money/payments/submit-refund.server.ts": "the parts of one refund",
  "modules/books/reconciliation/reconcile-payments.server.ts": "names each day that failed in what it throws",
};

test("no job of the wiring has a loop of its own", () => {
  const wiring = fs.readFileSync("src/wiring.ts", "utf8");
  const tasks = wiring.slice(wiring.indexOf("const tasks:"), wiring.indexOf("const simulated"));
  const imports = [...wiring.matchAll(/import \{([^}]+)\} from "#(src\/[^"]+)"/g)];
  const files = imports.flatMap(([, names, file]) =>
    names!.split(",").some((name) => name.trim() !== "" && new RegExp(`\\b${name.trim()}\\(`).test(tasks))
      ? [file!]
      : [],
  );
  expect(files.length).toBeGreaterThan(25);
  const loops = files.filter((file) => {
    const source = fs.readFileSync(file, "utf8");
    return (
      /\bfor (await )?\([^)]*\bof\b[^\n]*\)[^]{0,160}?\bawait\b/.test(source) &&
      !source.includes("each-in-turn.server.ts")
    );
  });
  expect(loops.map((file) => file.slice(4)).toSorted()).toEqual(Object.keys(OTHERWISE).toSorted());
});
