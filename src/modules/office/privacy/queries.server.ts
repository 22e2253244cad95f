import { inLocale } from "#src/kernel/localized.ts";
import { ownedBookings, type Owner } from "#src/modules/sales/booking/queries.server.ts";
import { storedWork } from "#src/modules/evening/guides/queries.server.ts";
import { storedPhones } from "#src/modules/evening/door/queries.server.ts";
import { ownedMessages } from "#src/modules/site/messages/queries.server.ts";
import { storedRequests } from "#src/modules/changes/groups/forget-requests.server.ts";
import { storedResold } from "#src/modules/programs/resellers/forget-guests.server.ts";
import { storedAccount } from "#src/modules/base/identity/queries.server.ts";
import { storedAdvertising } from "#src/modules/partners/measurement/queries.server.ts";
import { agreedReminders, refusedEmailsAt, sentEmails } from "#src/modules/mail/notifications/queries.server.ts";
import { storedInvoices } from "#src/modules/books/invoices/queries.server.ts";
import { storedMoney } from "#src/modules/money/payments/queries.server.ts";
import { storedImports } from "#src/modules/office/importing/queries.server.ts";
import { type Deletion, isUpcoming } from "#src/modules/office/privacy/rules/deletion.ts";
import { type PersonsPurchase, purchasesOfOwner } from "#src/modules/office/privacy/store.server.ts";
import { storedReceipts } from "#src/modules/books/receipts/queries.server.ts";
import { reviewsOfBookings } from "#src/modules/evening/reviews/queries.server.ts";
import { storedTills } from "#src/modules/evening/till/queries.server.ts";
import { storedTickets } from "#src/modules/evening/tickets/queries.server.ts";
import { storedReceived } from "#src/modules/sales/gift-cards/queries.server.ts";
import { storedWaiting } from "#src/modules/sales/waiting/forget-waiting.server.ts";
import { depositsOf } from "#src/modules/changes/groups/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

/** The signed-in user as owner of their data: the email address counts only if verified. */
export function ownerIn({ actor }: Pick<Context, "actor">): Owner | null {
  return actor.userId === null ? null : { userId: actor.userId, email: actor.emailVerified ? actor.email : null };
}

/**
 * What a booking's row holds of others. The browser hash says nothing about a person, and is a key to the booking; who noted that
 * nobody came is somebody else; of a partner the guest learns name, reason and time, not what is between us and the partner.
 */
const NOT_THEIRS = {
  browser: undefined,
  no_show_by: undefined,
  partner_id: undefined,
  partner_before: undefined,
  partner_doubts: undefined,
  partner_verdict: undefined,
};

/** Everything stored about the signed-in user, as stored; null for everyone else. Amounts are minor units, times UTC. */
export async function exportData(ctx: Context) {
  const owner = ownerIn(ctx);
  if (!owner) return null;
  const bookings = await ownedBookings(ctx, owner);
  const ids = bookings.map(({ id }) => id);
  const others = await purchasesOfOwner(ctx.db, owner);
  const bought = [...ids, ...others.map(({ id }) => id)];
  const [
    account,
    tickets,
    money,
    invoices,
    receipts,
    ratings,
    messages,
    emails,
    refused,
    reminders,
    advertising,
    shifts,
    phones,
    tills,
    waiting,
    imported,
    received,
    groups,
    resold,
  ] = await Promise.all([
    storedAccount(ctx, owner.userId),
    storedTickets(ctx, ids),
    storedMoney(ctx, bought),
    storedInvoices(ctx, ids),
    storedReceipts(ctx, bought),
    reviewsOfBookings(ctx, ids),
    ownedMessages(ctx, owner),
    sentEmails(ctx, { ...owner, bookingIds: ids, messageIds: [] }),
    owner.email === null ? null : refusedEmailsAt(ctx, owner.email),
    agreedReminders(ctx, ids),
    storedAdvertising(ctx, ids),
    storedWork(ctx, owner.userId),
    storedPhones(ctx, owner.userId),
    storedTills(ctx, owner.userId),
    storedWaiting(ctx, owner.email),
    storedImports(ctx, owner.email),
    storedReceived(ctx, owner.email),
    storedRequests(ctx, owner.email),
    storedResold(ctx, owner.email),
  ]);
  return {
    exported_at: ctx.now.toISOString(),
    ...account,
    bookings: bookings.map((booking) => ({ ...booking, ...NOT_THEIRS })),
    tickets,
    purchases: await storedPurchases(ctx, others),
    ...money,
    invoices,
    ...advertising,
    receipts,
    ratings,
    messages,
    emails,
    optional_emails_refused_at: refused,
    checkout_reminders: reminders,
    guide_shifts: shifts,
    door_phones: phones,
    tills,
    waiting_list: waiting,
    imported_from_another_system: imported,
    gift_cards_received: received,
    group_requests: groups,
    bought_from_resellers: resold,
  };
}

/** What each kind stores of what was bought, by kind. */
async function storedPurchases(
  ctx: Context,
  bought: readonly PersonsPurchase[],
): Promise<Record<string, readonly object[]>> {
  const entries = [...Map.groupBy(bought, ({ kind }) => kind)].map(
    async ([kind, some]) =>
      [
        kind,
        (await ctx.ask.purchasable(kind).stored?.(
          ctx,
          some.map(({ id }) => id),
        )) ?? some.map(({ id, reference }) => ({ id, reference })),
      ] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

/** Those of bookings that keep their guest from leaving: their nights are to come, or wait for the rest of what was paid as a deposit. */
export async function upcomingAmong<B extends { id: string; status: string; ends_at: Date }>(
  { db, now }: { db: Db | Tx; now: Date },
  bookings: readonly B[],
): Promise<B[]> {
  const pending = bookings.filter(({ status }) => status === "pending").map(({ id }) => id);
  const deposits = (await depositsOf(db, pending)).filter(({ state }) => state === "paid");
  return bookings.filter(
    (booking) => isUpcoming(booking, now) || deposits.some(({ booking_id: id }) => id === booking.id),
  );
}

/** The consequences of deleting the signed-in user's account now. */
export async function foreseeDeletion(ctx: Context): Promise<Deletion> {
  const owner = ownerIn(ctx);
  const bookings = owner ? await ownedBookings(ctx, owner) : [];
  const upcoming = (await upcomingAmong(ctx, bookings)).map(({ id, reference, date, start_time, title, title_es }) => ({
    id,
    reference,
    title: inLocale(ctx.locale, title, title_es),
    date,
    start_time,
  }));
  return {
    upcoming: upcoming.toReversed(),
    pending: bookings.filter(({ status }) => status === "pending").length,
  };
}
