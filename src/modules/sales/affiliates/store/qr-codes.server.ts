import { sql } from "kysely";
import { HOME_ZONE } from "#src/kernel/local-time.ts";
import type { Scanned } from "#src/modules/sales/affiliates/rules/qr-code.ts";
import type { Db, Statements, Tx } from "#src/platform/db.server.ts";

// a poster hangs longer than some crawls are offered: home is better than a page that is gone
const FOLLOWED = `
  select q.id, q.is_active, p.code as affiliate,
    case
      when q.target like '/cities/%' and not exists (
        select from cities t where t.id = substr(q.target, 9) and t.is_active) then '/'
      else q.target
    end as target,
    (select json_build_object('title', c.title, 'on_every_site', c.on_every_site, 'is_active', c.is_active, 'is_city_active', t.is_active)
      from pub_crawls c join cities t on t.id = c.city_id
      where q.target like '/crawls/%' and (c.slug = substr(q.target, 9) or c.former_slugs @> array[substr(q.target, 9)])
      order by c.slug = substr(q.target, 9) desc, c.is_active desc limit 1) as crawl
  from qr_codes q left join partners p on p.id = q.partner_id and p.is_active
  where q.id in ($1, lower($1)) order by q.id = $1 desc limit 1`;

/** A code by the id in a short address, also in capitals: phones write the first letter so. */
export async function scannedCode(on: Statements, id: string): Promise<Scanned | null> {
  const { rows } = await on.query<Scanned>({ name: "follow-qr-code", text: FOLLOWED, values: [id] });
  return rows[0] ?? null;
}

/** What staff decide about a code. */
export type QrFields = {
  partner_id: string | null;
  campaign: string;
  placement: string;
  target: string;
  foreground: string;
  background: string;
};

/** Adds a code; false where its id is there already. */
export async function insertQrCode(tx: Tx, id: string, fields: QrFields, at: Date): Promise<boolean> {
  const row = await tx
    .insertInto("qr_codes")
    .values({ id, ...fields, created_at: at })
    .onConflict((c) => c.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks a code's row; undefined without one. */
export const lockQrCode = (tx: Tx, id: string) =>
  tx.selectFrom("qr_codes").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

/** Whether somebody scanned a code. */
export const isScanned = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.selectFrom("qr_scans").select("id").where("qr_code_id", "=", id).limit(1).executeTakeFirst()) !== undefined;

/** Changes a code, to the version after its own. */
export const saveQrRow = (tx: Tx, id: string, fields: Partial<QrFields> & { is_active?: boolean }) =>
  tx
    .updateTable("qr_codes")
    .set({ ...fields, version: sql<number>`version + 1` })
    .where("id", "=", id)
    .execute();

/** A code with its partner, who may be switched off. */
export const qrCode = (db: Db, id: string) => withPartner(db).where("q.id", "=", id).executeTakeFirst();

/** A partner's codes, those in use first. */
export const qrCodesOfPartner = (db: Db, partnerId: string) =>
  withPartner(db)
    .where("q.partner_id", "=", partnerId)
    .orderBy("q.is_active", "desc")
    .orderBy("q.created_at", "desc")
    .orderBy("q.id")
    .execute();

const withPartner = (db: Db) =>
  db
    .selectFrom("qr_codes as q")
    .leftJoin("partners as p", "p.id", "q.partner_id")
    .selectAll("q")
    .select("p.name as partner");

/** `partner`: an id, or `own` for the codes without one. */
type Listing = { from: Date; partner: string | null; offset: number; limit: number };

/** A page of all codes, those in use first, with the scans since `from`. */
export const listedQrCodes = (db: Db, { from, partner, offset, limit }: Listing) =>
  withPartner(db)
    .select([
      sql<number>`(select count(*)::int from qr_scans s where s.qr_code_id = q.id and s.at >= ${from})`.as("scans"),
      sql<number>`count(*) over ()::int`.as("total"),
    ])
    .$if(partner !== null, (query) =>
      partner === "own" ? query.where("q.partner_id", "is", null) : query.where("q.partner_id", "=", partner),
    )
    .orderBy("q.is_active", "desc")
    .orderBy("q.created_at", "desc")
    .orderBy("q.id")
    .offset(offset)
    .limit(limit)
    .execute();

/** Scans of a code since `from`, by local day; days without one are missing. */
export const scansByDay = (db: Db, id: string, from: Date) =>
  db
    .selectFrom("qr_scans")
    .select((eb) => [
      sql<string>`(at at time zone ${HOME_ZONE})::date::text`.as("day"),
      eb.cast<number>(eb.fn.countAll(), "integer").as("scans"),
    ])
    .where("qr_code_id", "=", id)
    .where("at", ">=", from)
    .groupBy(sql`1`)
    .orderBy(sql`1`)
    .execute();
