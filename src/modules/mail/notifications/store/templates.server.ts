import { sql } from "kysely";
import type { TemplateKind } from "#src/modules/mail/notifications/kinds/every-kind.ts";
import type { Wording } from "#src/modules/mail/notifications/rules/wording.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

/** Lets one person at a time publish the wording of a kind. */
export const lockTemplate = async (tx: Tx, kind: TemplateKind): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`email_template:${kind}`}, 0))`.execute(tx);
};

/** A wording as it was published; `texts` in whatever shape they are stored. */
export type TemplateRow = {
  kind: string;
  version: number;
  texts: unknown;
  restored: number | null;
  published_at: Date;
  by: string | null;
};

const versions = (db: Db | Tx) =>
  db
    .selectFrom("email_template_versions as v")
    .leftJoin("user as u", "u.id", "v.published_by")
    .select(["v.kind", "v.version", "v.texts", "v.restored", "v.published_at", "u.name as by"]);

/** The wording of a kind that counts; undefined while it has always been Ronda’s. */
export const currentTemplate = async (db: Db | Tx, kind: TemplateKind): Promise<TemplateRow | undefined> =>
  versions(db).where("v.kind", "=", kind).orderBy("v.version", "desc").limit(1).executeTakeFirst();

/** The wordings of all kinds that count. */
export const currentTemplates = async (db: Db): Promise<TemplateRow[]> =>
  versions(db).distinctOn("v.kind").orderBy("v.kind").orderBy("v.version", "desc").execute();

/** The newest wordings of all kinds, newest first. */
export const everyTemplateRow = (db: Db, limit: number): Promise<TemplateRow[]> =>
  versions(db).orderBy("v.published_at", "desc").orderBy("v.version", "desc").limit(limit).execute();

/** A wording as it was published once; undefined when there is none. */
export const templateAt = async (db: Db | Tx, kind: TemplateKind, version: number): Promise<TemplateRow | undefined> =>
  versions(db).where("v.kind", "=", kind).where("v.version", "=", version).executeTakeFirst();

/** The newest wordings of a kind, newest first. */
export const templateRows = async (db: Db, kind: TemplateKind, limit: number): Promise<TemplateRow[]> =>
  versions(db).where("v.kind", "=", kind).orderBy("v.version", "desc").limit(limit).execute();

type NewTemplate = {
  kind: TemplateKind;
  version: number;
  texts: Wording;
  restored: number | null;
  by: string | null;
  at: Date;
};

/** Publishes a wording. Its version must be the next one of its kind. */
export const addTemplate = ({ texts, by, at, ...row }: NewTemplate, tx: Tx) =>
  tx
    .insertInto("email_template_versions")
    .values({ ...row, texts: JSON.stringify(texts), published_by: by, published_at: at })
    .execute();

/** The newest email of a kind about a booking, or about this one; ids of row and booking. */
export const latestAbout = (db: Db, kind: TemplateKind, bookingId: string | null) => {
  const rows = db
    .selectFrom("emails")
    .selectAll()
    .where("kind", "=", kind)
    .where("recipient", "!=", "")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1);
  const of = bookingId === null ? rows.where("booking_id", "is not", null) : rows.where("booking_id", "=", bookingId);
  return of.executeTakeFirst();
};

/** The booking of a reference; undefined when there is none. */
export const bookingByReference = (db: Db, reference: string) =>
  db.selectFrom("booking_facts").select("id").where("reference", "=", reference).executeTakeFirst();

/** The newest booking in a state whose guest's data wasn't deleted. */
export const latestBooking = (db: Db, status: string) =>
  db
    .selectFrom("booking_facts")
    .select("id")
    .where("status", "=", status)
    .where("email", "!=", "")
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();

/** The newest trial of a kind that somebody sent to this address since. */
export const latestTrial = (db: Db, kind: string, recipient: string, since: Date) =>
  db
    .selectFrom("emails")
    .select("id")
    .where("kind", "=", kind)
    .where("recipient", "=", recipient)
    .where("created_at", ">", since)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();

/** The email that was queued under a key; undefined when there is none. */
export const emailByKey = (db: Db | Tx, key: string) =>
  db.selectFrom("emails").select("id").where("dedupe_key", "=", key).executeTakeFirst();
