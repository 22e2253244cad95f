import { type SelectQueryBuilder, sql } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { Decision } from "#src/modules/sales/affiliates/rules/consent.ts";
import type { ConsentFilter, RecordConsent } from "#src/modules/partners/measurement/schema.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { inPortions, PORTION } from "#src/platform/in-portions.server.ts";

/** Adds a decision, made while the version `privacy` of the privacy policy was shown; false when one of its id is there already. */
export async function insertConsent(
  db: Db,
  { id, visitor, decision, textVersion, language }: RecordConsent,
  { site, at, privacy }: { site: string; at: Date; privacy: string | null },
): Promise<boolean> {
  const row = await db
    .insertInto("consents")
    .values({
      id,
      visitor,
      decision,
      text_version: textVersion,
      language,
      site_tag: site,
      at,
      privacy_version: privacy,
    })
    .onConflict((c) => c.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** A consent (as `c`) that its visitor has taken back. */
const isWithdrawn = sql<boolean>`exists (select from consents w
  where w.visitor = c.visitor and w.n > c.n and w.decision <> 'granted')`;

/** Notes the consent that a booking was made with, if there is such a consent and it isn't withdrawn. */
export async function insertBookingConsent(
  db: Db,
  row: { bookingId: string; consentId: string; userAgent: string; at: Date },
): Promise<void> {
  await sql`insert into booking_consents (booking_id, consent_id, user_agent, at)
    select ${row.bookingId}, c.id, ${row.userAgent}, ${row.at}::timestamptz from consents c
    where c.id = ${row.consentId} and c.decision = 'granted' and not ${isWithdrawn}
    on conflict do nothing`.execute(db);
}

/** The consent that a booking was made with; undefined where there is none. */
export const consentOfBooking = (db: Db | Tx, bookingId: string) =>
  db
    .selectFrom("booking_consents as b")
    .innerJoin("consents as c", "c.id", "b.consent_id")
    .select(["b.user_agent", isWithdrawn.as("withdrawn")])
    .where("b.booking_id", "=", bookingId)
    .executeTakeFirst();

/** The decisions that bookings were made with, and what is noted of the browser beside them. */
export const consentsOfBookings = (db: Db, bookingIds: readonly string[]) =>
  db
    .selectFrom("booking_consents as b")
    .innerJoin("consents as c", "c.id", "b.consent_id")
    .select(["b.booking_id", "c.decision", "c.text_version", "c.language", "c.at", isWithdrawn.as("withdrawn")])
    .select(["b.user_agent", "b.at as noted_at", "c.privacy_version"])
    .where("b.booking_id", "in", bookingIds)
    .orderBy("c.n")
    .execute();

/** Parts bookings from the decisions they were made with. */
export const dropBookingConsents = (on: Db | Tx, bookingIds: readonly string[]) =>
  on.deleteFrom("booking_consents").where("booking_id", "in", bookingIds).execute();

/** Deletes decisions from before an instant, and what bookings say of them. */
export const dropConsentsBefore = (db: Db, before: Date): Promise<void> =>
  inPortions(async () => {
    const { rows } = await sql`delete from consents where id in (
      select id from consents where at < ${before} limit ${PORTION}) returning id`.execute(db);
    return rows;
  });

const filtered = <O>(query: SelectQueryBuilder<Tables & { c: Tables["consents"] }, "c", O>, filter: ConsentFilter) => {
  const byDecision = filter.decision ? query.where("c.decision", "=", filter.decision) : query;
  return filter.language ? byDecision.where("c.language", "=", filter.language) : byDecision;
};

/** Decisions, newest first: so many beyond the one numbered `beyond`, or from the top. */
export const consentRows = (
  db: Db,
  filter: ConsentFilter,
  { beyond, newer = false, limit }: { beyond: number | null; newer?: boolean; limit: number },
) =>
  filtered(db.selectFrom("consents as c"), filter)
    .leftJoin("content_versions as v", "v.id", "c.privacy_version")
    .select(["c.n", "c.at", "c.visitor", "c.text_version", "c.site_tag"])
    .select(["c.privacy_version", "v.published_at as privacy_at"])
    .select([
      sql<Decision>`c.decision`.as("decision"),
      sql<"en" | "es">`c.language`.as("language"),
      sql<number>`(select count(*)::int from booking_consents b where b.consent_id = c.id)`.as("bookings"),
    ])
    .$if(beyond !== null, (q) => q.where("c.n", newer ? ">" : "<", beyond!))
    .orderBy("c.n", newer ? "asc" : "desc")
    .limit(limit)
    .execute();

/** How many decisions of each kind there are in each language. */
export const countConsents = (db: Db) =>
  db
    .selectFrom("consents")
    .select([
      sql<Decision>`decision`.as("decision"),
      sql<"en" | "es">`language`.as("language"),
      sql<number>`count(*)::int`.as("count"),
    ])
    .groupBy(["decision", "language"])
    .execute();
