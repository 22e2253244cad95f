import { sql } from "kysely";
import type { BookingStatus } from "#src/modules/booking/rules/states.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

/** Whose bookings: those of an account, and those made without one for an address that is known to be its owner's. */
export type Owner = { userId: string; email: string | null };

/** All bookings of an owner with their nights, the next night first. */
export const bookingsOfOwner = (db: Db | Tx, { userId, email }: Owner) =>
  db
    .selectFrom("bookings as b")
    .innerJoin("scheduled_crawls as d", "d.id", "b.scheduled_crawl_id")
    .innerJoin("pub_crawls as c", "c.id", "b.crawl_id")
    .selectAll("b")
    .select(sql<BookingStatus>`b.status`.as("status"))
    .select(["d.date", "d.start_time", "d.end_time", "d.ends_at", "c.title", "c.title_es"])
    .where((e) =>
      e.or([
        e("b.user_id", "=", userId),
        ...(email === null
          ? []
          : [e.and([e("b.user_id", "is", null), e(e.fn("lower", ["b.email"]), "=", email.toLowerCase())])]),
      ]),
    )
    .orderBy("d.starts_at", "desc")
    .orderBy("b.id")
    .execute();

/** Takes out of bookings who made them and who came. What was sold, paid and when stays, as the tax office wants it. */
export const forgetPeople = (tx: Tx, ids: readonly string[]) =>
  tx
    .updateTable("bookings")
    .set({
      first_name: "",
      last_name: "",
      email: "",
      phone: "",
      additional_names: [],
      special_requests: "",
      browser: null,
      user_id: null,
    })
    .where("id", "in", ids)
    .execute();
