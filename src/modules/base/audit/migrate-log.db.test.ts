import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { up } from "#db/migrations/0086_log_without_names.ts";
import { freshDatabase } from "#tests/database.ts";
import { addAccount } from "#tests/signed-in.ts";

// Migration 0086 takes what staff typed of people out of what there was, and leaves a log that takes no change.

const database = freshDatabase();
const db = () => database.services.db;

test("names and addresses are taken out of the log and of saved views, and the rest stays", async () => {
  const { id: tag } = await db().insertInto("tags").values({ name: "VIP" }).returning("id").executeTakeFirstOrThrow();
  const WERE: [action: string, was: object, is: object][] = [
    ["view.saved", { name: { old: null, new: "Ana" }, query: { old: null, new: "q=ana" } }, {}],
    [
      "bookings.exported",
      { asked: { old: null, new: { q: "ana@guest.test", state: ["confirmed"] } } },
      { asked: { old: null, new: { q: "…", state: ["confirmed"] } } },
    ],
    [
      "bookings.exported",
      { asked: { old: null, new: { q: "", lang: "en" } } },
      { asked: { old: null, new: { q: "", lang: "en" } } },
    ],
    [
      "bookings.exported",
      { asked: { old: null, new: { bookings: 3 } } },
      { asked: { old: null, new: { bookings: 3 } } },
    ],
    [
      "bookings.mailed",
      { subject: { old: null, new: "For Ana" }, sent: { old: null, new: 2 } },
      { sent: { old: null, new: 2 } },
    ],
    ["booking.tagged", { tag: { old: null, new: "VIP" } }, { tag: { old: null, new: tag } }],
    ["booking.untagged", { tag: { old: "Ana’s party", new: null } }, { tag: { old: "…", new: null } }],
    [
      "partner.updated",
      { name: { old: "Sol", new: "Luna" }, email: { old: "", new: "ana@guest.test" }, phone: { old: "55", new: "" } },
      { name: { old: "Sol", new: "Luna" }, email: { old: "", new: "…" }, phone: { old: "…", new: "" } },
    ],
    [
      "booking.confirmed",
      { status: { old: "pending", new: "confirmed" } },
      { status: { old: "pending", new: "confirmed" } },
    ],
  ];
  for (const [n, [action, was]] of WERE.entries())
    await db()
      .insertInto("audit_log")
      .values({ actor_kind: "user", action, subject_type: "x", subject_id: String(n), changes: JSON.stringify(was) })
      .execute();
  const { id: user_id } = await addAccount(db());
  const views = ["q=ana%40guest.test&state=hold", "state=hold&q=ana", "q=ana", "state=hold&sort=name"];
  for (const [n, query] of views.entries())
    await db()
      .insertInto("saved_views")
      .values({ user_id, name: `View ${n}`, query, created_at: new Date() })
      .execute();
  for (const _ of ["", "again"])
    await db()
      .transaction()
      .execute((tx) => up(tx as unknown as Kysely<unknown>));
  const log = await sql<{
    changes: object;
  }>`select changes from audit_log where subject_type = 'x' order by subject_id::int`.execute(db());
  expect(log.rows.map(({ changes }) => changes)).toEqual(WERE.map(([, , is]) => is));
  const kept = await db().selectFrom("saved_views").select("query").orderBy("name").execute();
  expect(kept.map(({ query }) => query)).toEqual(["state=hold", "state=hold", "", "state=hold&sort=name"]);
  await expect(sql`update audit_log set action = 'y'`.execute(db())).rejects.toThrow("append-only");
  await expect(sql`delete from audit_log`.execute(db())).rejects.toThrow("append-only");
});
