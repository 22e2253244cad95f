import { accountForUpdate, deleteAccountRows } from "#src/modules/identity/store.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** The account that is being deleted, held until the transaction ends; undefined when it is gone. `email` only where it is proved. */
export async function holdAccount(
  tx: Tx,
  userId: string,
): Promise<{ userId: string; email: string | null } | undefined> {
  const account = await accountForUpdate(tx, userId);
  return account && { userId, email: account.email_verified ? account.email : null };
}

/** Deletes an account and all that hangs on it; its sessions end with it. Who may do this is the caller's to know. */
export const removeAccount = (tx: Tx, userId: string): Promise<void> => deleteAccountRows(tx, userId);
