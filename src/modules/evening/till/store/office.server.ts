import { sql } from "kysely";
import type { Currency } from "#src/kernel/money.ts";
import type { OfficeKind } from "#src/modules/evening/till/rules/office.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

type NewMove = {
  id: string;
  kind: OfficeKind;
  test: boolean;
  currency: string;
  amount: number;
  day: string;
  note: string;
  receipt: string;
  bar_id: string | null;
  month: string | null;
  user_id: string | null;
  at: Date;
  booked_at: Date;
};

/** False where it exists. */
export const addMove = async (tx: Tx, move: NewMove): Promise<boolean> =>
  (
    await tx
      .insertInto("office_moves")
      .values(move)
      .onConflict((c) => c.column("id").doNothing())
      .returning("id")
      .execute()
  ).length === 1;

const kindOf = sql<OfficeKind>`m.kind`.as("kind");
const currencyOf = sql<Currency>`m.currency`.as("currency");
const dayOf = sql<string>`m.day::text`.as("day");

export const moveForUpdate = (tx: Tx, id: string) =>
  tx
    .selectFrom("office_moves as m")
    .select(["m.id", "m.test", "m.amount", "m.note", "m.receipt", "m.bar_id", "m.month", "m.undone_at"])
    .select([kindOf, currencyOf, dayOf])
    .where("m.id", "=", id)
    .forUpdate()
    .executeTakeFirst();

export const markUndone = (tx: Tx, id: string, by: { undone_at: Date; undone_by: string | null }) =>
  tx.updateTable("office_moves").set(by).where("id", "=", id).execute();

const moves = (db: Db) =>
  db
    .selectFrom("office_moves as m")
    .leftJoin("bars as b", "b.id", "m.bar_id")
    .leftJoin("user as u", "u.id", "m.user_id")
    .leftJoin("user as o", "o.id", "m.undone_by")
    .select(["m.id", "m.test", "m.amount", "m.note", "m.receipt", "m.month", "m.at", "m.booked_at", "m.undone_at"])
    .select([kindOf, currencyOf, dayOf, "b.name as bar", "u.name as by", "o.name as undoer"]);
export type MoveRow = Awaited<ReturnType<typeof movesBefore>>[number];

/** A page of all movements, newest first, after one of them. */
export const movesBefore = (db: Db, before: string | null, limit: number) =>
  moves(db)
    .$if(before !== null, (q) =>
      q.where(sql<boolean>`(m.at, m.id) < (select at, id from office_moves where id = ${before})`),
    )
    .orderBy("m.at", "desc")
    .orderBy("m.id", "desc")
    .limit(limit)
    .execute();

/** What a bar was paid for the drinks of a month and wasn't undone, of test money or of real, oldest first. */
export const movesOfBar = (db: Db, barId: string, month: string, test: boolean) =>
  moves(db)
    .where("m.bar_id", "=", barId)
    .where("m.month", "=", month)
    .where("m.test", "=", test)
    .where("m.undone_at", "is", null)
    .orderBy("m.at")
    .orderBy("m.id")
    .execute();

/** All bars, to choose from. */
export const barsToPay = (db: Db) =>
  db
    .selectFrom("bars as b")
    .innerJoin("cities as c", "c.id", "b.city_id")
    .select(["b.id", "b.name", "c.name as city"])
    .orderBy("b.is_active", "desc")
    .orderBy("b.name")
    .execute();

export const hasBar = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.selectFrom("bars").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
