import { sql } from "kysely";
import type { Db, Statements, Tx } from "#src/platform/db.server.ts";
import { inPortions, PORTION } from "#src/platform/in-portions.server.ts";

/** A partner in use, as their widget needs them. */
export type WidgetPartner = { id: string; code: string; city: string | null; origins: string[]; ignored: string[] };

const BY_CODE = `
  select id, code, city_id as city, widget_origins as origins, widget_ignored as ignored from partners where lower(code) = lower($1) and is_active`;

/** The partner of a code, in whatever letters; null without one in use. */
export async function widgetPartner(on: Statements, code: string): Promise<WidgetPartner | null> {
  const { rows } = await on.query<WidgetPartner>({ name: "widget-partner", text: BY_CODE, values: [code] });
  return rows[0] ?? null;
}

/** Sites reported of a partner on one day, at most: whoever makes up names fills no table. */
const MOST_SITES = 50;

const REPORT = `
  insert into widget_reports (partner_id, origin, day) select $1, $2, $3
  where exists (select from widget_reports where partner_id = $1 and origin = $2 and day = $3)
    or (select count(*) from widget_reports where partner_id = $1 and day = $3) < ${MOST_SITES}
  on conflict (partner_id, origin, day) do update set opened = widget_reports.opened + 1`;

/** Counts a widget on a site that isn't listed. */
export async function reportWidget(
  on: Statements,
  { partnerId, origin, day }: { partnerId: string; origin: string; day: string },
): Promise<void> {
  const values = [partnerId, origin, day];
  await on.query({ name: "report-widget", text: REPORT, values });
}

/** A partner with the sites of their widget. */
export const partnerSites = (db: Db, id: string) => sites(db).where("id", "=", id).executeTakeFirst();

/** The same, locked. */
export const lockPartnerSites = (tx: Tx, id: string) => sites(tx).where("id", "=", id).forUpdate().executeTakeFirst();

const sites = (db: Db | Tx) =>
  db
    .selectFrom("partners")
    .select(["id", "name", "code", "language", "is_active", "version", "widget_origins", "widget_ignored"]);

/** Sets a partner's sites, to the version after its own. */
export const savePartnerSites = (tx: Tx, id: string, lists: { widget_origins: string[]; widget_ignored: string[] }) =>
  tx
    .updateTable("partners")
    .set({ ...lists, version: sql<number>`version + 1` })
    .where("id", "=", id)
    .execute();

/** Sites on which a partner's widget was seen since a day, the busiest first. */
export const widgetReports = (db: Db, partnerId: string, since: string) =>
  db
    .selectFrom("widget_reports")
    .select((eb) => [
      "origin",
      eb.cast<number>(eb.fn.sum("opened"), "integer").as("opened"),
      sql<string>`max(day)::text`.as("last"),
    ])
    .where("partner_id", "=", partnerId)
    .where("day", ">=", since)
    .groupBy("origin")
    .orderBy("opened", "desc")
    .orderBy("origin")
    .limit(MOST_SITES)
    .execute();

/** Forgets on which sites widgets were seen before a day. */
export async function forgetReportsBefore(db: Db, day: string): Promise<void> {
  await inPortions(async () => {
    const { rows } = await sql`delete from widget_reports where ctid = any(array(
      select ctid from widget_reports where day < ${day}::date limit ${PORTION})) returning day`.execute(db);
    return rows;
  });
}
