import { storedRateRows } from "#src/modules/base/settings/write-setting.server.ts";
import { rateTexts, type RateTexts } from "#src/modules/office/options/rules/rates.ts";
import type { Titles } from "#src/modules/office/options/rules/audit-text.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

export const storedRates = async (db: Db | Tx): Promise<RateTexts> => rateTexts(await storedRateRows(db));

/** The titles of all crawls, deleted ones too: the history names them. */
export async function titlesOfCrawls(db: Db | Tx): Promise<Titles> {
  const rows = await db.selectFrom("pub_crawls").select(["id", "title"]).execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** All crawls, newest first as guests see them, deleted ones too: one may still be chosen. */
export const crawlsToChoose = (db: Db | Tx) =>
  db
    .selectFrom("pub_crawls as c")
    .innerJoin("cities as city", "city.id", "c.city_id")
    .select([
      "c.id",
      "c.title",
      "c.title_es",
      "c.is_active",
      "c.on_every_site",
      "c.deleted_at",
      "city.is_active as is_city_active",
      "city.name as city",
      "city.name_es as city_es",
    ])
    .orderBy("c.created_at", "desc")
    .execute();

/** An entry of the audit log about options. */
export const entryAboutOptions = (tx: Tx, id: number) =>
  tx
    .selectFrom("audit_log")
    .select(["id", "subject_id", "changes"])
    .where("id", "=", id)
    .where("subject_type", "=", "settings")
    .executeTakeFirst();

/** The newest of them, while `holdSettings` keeps others away. */
export const lastEntryAboutOptions = async (tx: Tx): Promise<number> =>
  (
    await tx
      .selectFrom("audit_log")
      .select((e) => e.fn.max("id").as("id"))
      .where("subject_type", "=", "settings")
      .executeTakeFirstOrThrow()
  ).id;

/** The last number given in each series of receipts. */
export const receiptCounters = (db: Db) =>
  db.selectFrom("receipt_counters").selectAll().orderBy("site_tag").orderBy("test").execute();

/** The number of nights from a day on, by crawl. */
export async function nightsToCome(db: Db, from: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom("night_facts")
    .select((e) => ["crawl_id" as const, e.fn.countAll<number>().as("nights")])
    .where("date", ">=", from)
    .where("status", "=", "scheduled")
    .groupBy("crawl_id")
    .execute();
  return new Map(rows.map(({ crawl_id, nights }) => [crawl_id, nights]));
}
