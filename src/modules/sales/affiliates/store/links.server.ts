import { isUuid } from "#src/kernel/codes.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

/** A partner as their own link shows them; `clabe` by its last 4 digits. */
export type PartnerRow = NonNullable<Awaited<ReturnType<typeof linkedPartner>>>;

/** A partner as their own link shows them. */
export const linkedPartner = (db: Db | Tx, id: string) =>
  db
    .selectFrom("partners")
    .select(["id", "name", "code", "email", "language", "account_holder", "is_active"])
    .select(["link_version", "link_revoked", "link_mailed_at", "created_at"])
    .select((eb) => eb.fn<string | null>("right", ["clabe", eb.val(4)]).as("clabe_end"))
    .where("id", "=", id)
    .executeTakeFirst();

/** Locks a partner's link against other changes; none where the id is no such id. */
export const lockLink = async (tx: Tx, id: string) =>
  isUuid(id)
    ? tx
        .selectFrom("partners")
        .select(["id", "name", "email", "language", "is_active", "link_version", "link_revoked", "link_mailed_at"])
        .where("id", "=", id)
        .forNoKeyUpdate()
        .executeTakeFirst()
    : undefined;

/** Writes a locked partner's link. */
export const saveLink = (
  tx: Tx,
  id: string,
  changed: { link_version?: number; link_revoked?: boolean; link_mailed_at?: Date },
) => tx.updateTable("partners").set(changed).where("id", "=", id).execute();
