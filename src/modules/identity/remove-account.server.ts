import { whyNotRole } from "#src/modules/identity/rules/roles.ts";
import { deleteAccountRows } from "#src/modules/identity/store.server.ts";
import { holdAdmins } from "#src/modules/identity/store/people.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

type Held = { userId: string; email: string | null; isLastAdmin: boolean };

/**
 * The account that is being deleted, held with all admins until the transaction ends; undefined when it is gone. `email` only where
 * it is proved. The last admin who isn't one by setting can't go: nobody could let another one in.
 */
export async function holdAccount(ctx: Context, tx: Tx, userId: string): Promise<Held | undefined> {
  const adminEmails = ctx.settings.ADMIN_EMAILS;
  const people = await holdAdmins(tx, userId, adminEmails);
  const account = people.find(({ id }) => id === userId);
  if (!account) return undefined;
  const why = whyNotRole(people, { id: userId, role: "customer", by: null, sure: true }, adminEmails);
  return { userId, email: account.email_verified ? account.email : null, isLastAdmin: why === "last_admin" };
}

/** Deletes an account and all that hangs on it; its sessions end with it. Who may do this is the caller's to know. */
export const removeAccount = (tx: Tx, userId: string): Promise<void> => deleteAccountRows(tx, userId);
