import { whyNotRole } from "#src/modules/base/identity/rules/roles.ts";
import { deleteAccountRows, deleteStrangerRows } from "#src/modules/base/identity/store.server.ts";
import { holdAdmins } from "#src/modules/base/identity/store/people.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

type Held = { userId: string; email: string | null; isLastAdmin: boolean };

/**
 * The account to delete, locked with all admins until the transaction ends; undefined when it is gone. `email` only if
 * verified. The last admin who isn't one by setting can't be deleted: nobody could appoint another one.
 */
export async function holdAccount(ctx: Context, tx: Tx, userId: string): Promise<Held | undefined> {
  const adminEmails = ctx.settings.ADMIN_EMAILS;
  const people = await holdAdmins(tx, userId, adminEmails);
  const account = people.find(({ id }) => id === userId);
  if (!account) return undefined;
  const why = whyNotRole(people, { id: userId, role: "customer", by: null, sure: true }, adminEmails);
  return { userId, email: account.email_verified ? account.email : null, isLastAdmin: why === "last_admin" };
}

/**
 * Deletes an account with everything attached to it, including its sessions. `email` only if verified; `bookingIds` are all of
 * its bookings. The caller must check access.
 */
export const removeAccount = (tx: Tx, account: Parameters<typeof deleteAccountRows>[1]): Promise<void> =>
  deleteAccountRows(tx, account);

/** Does the same for whoever has no account: invitations to an address ("": none), and who took files of bookings. */
export const removeStranger = (tx: Tx, stranger: Parameters<typeof deleteStrangerRows>[1]): Promise<void> =>
  deleteStrangerRows(tx, stranger);
