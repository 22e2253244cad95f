import { closeAttempts } from "#src/modules/money/payments/close-attempts.server.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { lockBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { ownedBookings } from "#src/modules/sales/booking/queries.server.ts";
import { release } from "#src/modules/sales/booking/release-hold.server.ts";
import { forgetSender } from "#src/modules/site/messages/forget-sender.server.ts";
import { checkPassword } from "#src/modules/base/identity/check-password.server.ts";
import { holdAccount, removeAccount } from "#src/modules/base/identity/remove-account.server.ts";
import { forgetImported } from "#src/modules/office/importing/forget-customers.server.ts";
import { forgetReader } from "#src/modules/mail/notifications/forget-reader.server.ts";
import { forgetPurchases } from "#src/modules/office/privacy/forget-purchases.server.ts";
import { purchasesOfOwner } from "#src/modules/office/privacy/store.server.ts";
import { forgetBookings } from "#src/modules/office/privacy/forget-bookings.server.ts";
import { ownerIn, upcomingAmong } from "#src/modules/office/privacy/queries.server.ts";
import type { DeleteAccount } from "#src/modules/office/privacy/schema.ts";
import { hasTill } from "#src/modules/evening/till/queries.server.ts";
import { forgetAsker } from "#src/modules/changes/groups/forget-requests.server.ts";
import { forgetReceiver } from "#src/modules/sales/gift-cards/forget-people.server.ts";
import { forgetWaiter } from "#src/modules/sales/waiting/forget-waiting.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context, RequestContext } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { log } from "#src/platform/log.server.ts";

/**
 * Deletes the signed-in user's account and everything that identifies them, in one transaction; sales and payments stay without
 * names, as tax law requires. `cookie` is the request's header. Idempotent. Refusals: no_user, wrong_password,
 * too_many_attempts, upcoming_bookings, provider_unavailable, last_admin, till_not_closed (cash that nobody took over).
 */
export async function deleteAccount(ctx: RequestContext, input: DeleteAccount, cookie: string) {
  const owner = ownerIn(ctx);
  if (!owner) return fail("no_user");
  const check = await checkPassword(ctx, input.password, cookie);
  if (!check.ok) return check;
  const bookings = await ownedBookings(ctx, owner);
  if ((await upcomingAmong(ctx, bookings)).length > 0) return fail("upcoming_bookings");
  const pending = bookings.filter(({ status }) => status === "pending").map(({ id }) => id);
  const purchases = await purchasesOfOwner(ctx.db, owner);
  if (!(await closeBaskets(ctx, [...pending, ...purchases.map(({ id }) => id)]))) return fail("provider_unavailable");
  return ctx.db.transaction().execute((tx) => forget(ctx, tx, owner.userId));
}

async function forget(ctx: Context, tx: Tx, userId: string) {
  // a concurrent second request waits here, and then finds the account gone
  const owner = await holdAccount(ctx, tx, userId);
  if (!owner) return ok({});
  if (owner.isLastAdmin) return fail("last_admin");
  if (await hasTill(tx, userId)) return fail("till_not_closed");
  const owned = await ownedBookings({ db: tx }, owner);
  for (const id of owned.map((booking) => booking.id).toSorted()) await lockBooking(tx, id);
  const bookings = await ownedBookings({ db: tx }, owner);
  if ((await upcomingAmong({ db: tx, now: ctx.now }, bookings)).length > 0) return fail("upcoming_bookings");
  const bookingIds = bookings.map(({ id }) => id);
  for (const id of bookingIds) await release(ctx, tx, { id, reason: "customer", from: ["pending"] });
  await forgetBookings(tx, bookingIds, ctx.now);
  await forgetPurchases(ctx, tx, await purchasesOfOwner(tx, owner));
  const messageIds = await forgetSender(tx, owner);
  await forgetReader(tx, { ...owner, bookingIds: [], messageIds });
  await forgetWaiter(tx, owner.email, ctx.now);
  if (owner.email) await forgetImported(tx, { email: owner.email, phone: "" });
  if (owner.email) await forgetReceiver(tx, owner.email.toLowerCase());
  await forgetAsker(tx, owner.email);
  await removeAccount(tx, { ...owner, bookingIds });
  await audit(tx, ctx, { action: "account.deleted", subject: ["user", userId] });
  return ok({});
}

/** Closes what is open of purchases at providers; false where that couldn't be done: while it can't, the guest may be paying. */
export async function closeBaskets(ctx: Context, purchaseIds: readonly string[]): Promise<boolean> {
  for (const id of purchaseIds) if (!(await closed(ctx, id))) return false;
  return true;
}

const closed = (ctx: Context, bookingId: string): Promise<boolean> =>
  closeAttempts(ctx, bookingId).then(
    () => true,
    (error: Error) => {
      log("warn", "account.not_deleted", { booking: bookingId, error: error.message });
      return false;
    },
  );
