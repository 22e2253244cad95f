import type { Db, Tx } from "#src/platform/db.server.ts";

/** Whether the mail server is known to be away now. */
export const mailIsAway = async ({ db }: { db: Db | Tx }): Promise<boolean> =>
  (await db.selectFrom("mail_outage").select("since").where("probe_at", "is not", null).executeTakeFirst()) !==
  undefined;
