import { forgetTraces, forgetVisitors } from "#src/modules/sales/affiliates/forget-visitors.server.ts";
import { dueGuests } from "#src/modules/sales/booking/forget-guests.server.ts";
import { forgetBulkActs } from "#src/modules/office/booking-admin/forget-bulk-acts.server.ts";
import { forgetRecorders } from "#src/modules/evening/door/forget-reasons.server.ts";
import { forgetSteps } from "#src/modules/sales/funnel/count-bookings.server.ts";
import { forgetInvitations } from "#src/modules/base/identity/forget-invitations.server.ts";
import { purgeAccess } from "#src/modules/base/identity/purge-access.server.ts";
import { forgetConsents } from "#src/modules/partners/measurement/forget-consents.server.ts";
import { forgetInvoices } from "#src/modules/books/invoices/forget-invoices.server.ts";
import { forgetEvents } from "#src/modules/partners/measurement/forget-events.server.ts";
import { forgetOldSenders } from "#src/modules/site/messages/forget-sender.server.ts";
import {
  forgetBodies,
  forgetReader,
  forgetRecipients,
  forgetWishes,
} from "#src/modules/mail/notifications/forget-reader.server.ts";
import { dropOldDrafts, forgetOldCustomers } from "#src/modules/office/importing/forget-customers.server.ts";
import { purchasesWithMoney } from "#src/modules/money/payments/queries.server.ts";
import { forgetOldRequests } from "#src/modules/changes/groups/forget-requests.server.ts";
import { forgetOldMessages } from "#src/modules/money/payments/forget-messages.server.ts";
import { forgetBookings } from "#src/modules/office/privacy/forget-bookings.server.ts";
import { KINDS, overBefore } from "#src/modules/office/privacy/rules/retention.ts";
import { storedSettings } from "#src/modules/base/settings/queries.server.ts";
import type { TermOf } from "#src/modules/base/settings/rules/app-settings.ts";
import { forgetTappers } from "#src/modules/evening/stops/forget-tappers.server.ts";
import { forgetPasses } from "#src/modules/evening/tickets/forget-guests.server.ts";
import { forgetCards, forgetOrders } from "#src/modules/sales/gift-cards/forget-people.server.ts";
import { forgetEvents as forgetWebhooks } from "#src/modules/programs/webhooks/forget-events.server.ts";
import { forgetEnded } from "#src/modules/programs/connections/forget-ended.server.ts";
import { forgetTests } from "#src/modules/programs/resellers/forget-guests.server.ts";
import { forgetWaiting } from "#src/modules/sales/waiting/forget-waiting.server.ts";
import { depositsOf } from "#src/modules/changes/groups/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { failuresOf, throwTogether } from "#src/platform/each-in-turn.server.ts";
import { inPortions, PORTION } from "#src/platform/in-portions.server.ts";

type Purge = (ctx: Context, before: Date) => Promise<unknown>;

/** Each kind of data about people, and what ends it; every one goes in portions, and finds nothing the second time. */
const PURGES: Readonly<Record<TermOf, readonly Purge[]>> = {
  bookings: [(ctx, before) => forgetDue(ctx, "bookings", before), forgetInvoices, forgetOldCustomers, forgetCards],
  unfinished: [(ctx, before) => forgetDue(ctx, "unfinished", before), forgetOrders],
  messages: [forgetDueMessages, forgetOldRequests],
  emailBodies: [forgetBodies],
  emailAddresses: [forgetRecipients],
  door: [forgetRecorders, forgetTappers, forgetPasses],
  adEvents: [forgetEvents],
  providerMessages: [forgetOldMessages],
  visitors: [forgetVisitors],
  traces: [forgetTraces],
  consents: [forgetConsents],
  wishes: [forgetWishes],
  invitations: [forgetInvitations],
  bulkActs: [forgetBulkActs],
  steps: [forgetSteps],
};

/**
 * Job: ends the data about people whose term is over (options, section "privacy"), kind by kind, and what signing in leaves behind.
 * A kind that fails keeps no other from its turn; the job then fails, and is tried again.
 */
export async function purgeData(ctx: Context): Promise<void> {
  const { terms } = await storedSettings(ctx);
  const due = KINDS.flatMap((kind) =>
    PURGES[kind].map((purge) => [kind, () => purge(ctx, overBefore(kind, terms, ctx.now))] as const),
  );
  const all = [
    ...due,
    ["access", () => purgeAccess(ctx)] as const,
    ["waiting", () => forgetWaiting(ctx)] as const,
    ["imports", () => dropOldDrafts(ctx)] as const,
    ["webhooks", () => forgetWebhooks(ctx)] as const,
    ["connections", () => forgetEnded(ctx)] as const,
    ["test_resales", () => forgetTests(ctx)] as const,
  ];
  const naming = { event: "purge.failed", about: ([kind]: (typeof all)[number]) => ({ kind }) };
  throwTogether(await failuresOf(all, naming, ([, purge]) => purge()), "kinds of data weren't purged");
}

/** A booking's rows are many: so few at a time. */
const BOOKINGS = 100;

async function forgetDue(ctx: Context, kind: "bookings" | "unfinished", before: Date): Promise<void> {
  for (let after: string | null = null; ;) {
    const portion: { before: Date; after: string | null; limit: number } = { before, after, limit: BOOKINGS };
    const ids: string[] = await ctx.db.transaction().execute(async (tx) => {
      const due = await dueGuests(tx, kind, portion);
      // money that came without a confirmation is looked into first
      const withMoney = kind === "unfinished" ? await bookingsWithMoney(tx, due) : new Set();
      const forgotten = due.filter((id) => !withMoney.has(id));
      if (forgotten.length > 0) await forgetBookings(tx, forgotten, ctx.now);
      return due;
    });
    if (ids.length < BOOKINGS) return;
    after = ids.at(-1)!;
  }
}

/** Those for which money came, or for whose deposit. */
async function bookingsWithMoney(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const deposits = await depositsOf(tx, ids);
  const withMoney = await purchasesWithMoney(tx, [...ids, ...deposits.map(({ id }) => id)]);
  return new Set([
    ...withMoney,
    ...deposits.filter(({ id }) => withMoney.has(id)).map(({ booking_id: bookingId }) => bookingId),
  ]);
}

function forgetDueMessages(ctx: Context, before: Date): Promise<void> {
  return inPortions(() =>
    ctx.db.transaction().execute(async (tx) => {
      const messageIds = await forgetOldSenders(tx, before, PORTION);
      if (messageIds.length > 0) await forgetReader(tx, { userId: null, email: null, bookingIds: [], messageIds });
      return messageIds;
    }),
  );
}
