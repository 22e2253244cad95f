import { randomUUID } from "node:crypto";
import { markOf } from "#src/modules/evening/guides/rules/shift.ts";
import type { TestDatabase } from "#tests/database.ts";
import { addDeparture } from "#tests/seeds.ts";

/** Guides of a test, and the nights they are asked for. */
export const guidingStage = (database: TestDatabase) => ({
  /** A guide's account; its address is its name. */
  guide: async (name: string, { language = "es", role = "guide" }: { language?: "en" | "es"; role?: string } = {}) => {
    const { db } = database.services;
    const email = `${name.toLowerCase()}-${randomUUID().slice(0, 8)}@ronda.test`;
    const values = { name, email, email_verified: true, role };
    const { id } = await db.insertInto("user").values(values).returning("id").executeTakeFirstOrThrow();
    await db.insertInto("profiles").values({ id, language, marketing_consent: false }).execute();
    return { id, email, name };
  },

  /** Departures of one series, each on the date given. */
  series: async (crawlId: string, dates: readonly string[]) => {
    const { db } = database.services;
    const series_id = randomUUID();
    const ids = await Promise.all(dates.map((date) => addDeparture(db, crawlId, { date })));
    await db.updateTable("scheduled_crawls").set({ series_id }).where("id", "in", ids).execute();
    return ids;
  },

  /** The shifts of a departure by their guide's name. */
  shiftsOn: (departureId: string) =>
    database.services.db
      .selectFrom("shifts as s")
      .leftJoin("user as u", "u.id", "s.user_id")
      .selectAll("s")
      .select("u.name")
      .where("departure_id", "=", departureId)
      .orderBy("u.name")
      .orderBy("s.created_at")
      .execute(),

  /** What a page shows now of all nights that were asked for together with a shift. */
  marksWith: async (shiftId: string) => {
    const { db } = database.services;
    const rows = await db
      .selectFrom("shifts as s")
      .innerJoin("scheduled_crawls as d", "d.id", "s.departure_id")
      .select(["s.id", "d.starts_at", "d.ends_at"])
      .where("request_id", "=", db.selectFrom("shifts").select("request_id").where("id", "=", shiftId))
      .execute();
    return rows.map((row) => markOf(row.id, row));
  },

  /** The emails to an address, oldest first. */
  emailsTo: (recipient: string) =>
    database.services.db
      .selectFrom("emails")
      .selectAll()
      .where("recipient", "=", recipient)
      .orderBy("created_at")
      .orderBy("kind")
      .execute(),
});
