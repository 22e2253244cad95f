import { groupPaymentDue } from "#src/modules/changes/groups/events.ts";
import { reminderDue } from "#src/modules/changes/groups/rules/quote.ts";
import { unpaidQuotes } from "#src/modules/changes/groups/store/quotes.server.ts";
import { paymentStateOf } from "#src/modules/money/payments/queries.server.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { eachInTurn } from "#src/platform/each-in-turn.server.ts";

/** Job: reminds groups of what they have accepted and not paid, unless a bank is still paying. Each reminder is sent once. */
export async function remindGroups(ctx: Context): Promise<void> {
  const { groupReminderDays } = await appSettings(ctx);
  const due = (await unpaidQuotes(ctx.db)).flatMap((quote) => {
    const { booking_id: booking, deposit_id: depositId } = quote;
    const { id, hold_expires_at: until, deposit_state: deposit } = quote;
    const since = latest(quote.booked_at, quote.accepted_at, quote.deposit_paid_at);
    const days = until && since ? reminderDue({ until, since, days: groupReminderDays }, ctx.now) : null;
    return days === null
      ? []
      : [
          {
            quoteId: id,
            purchases: [booking, depositId].filter((one) => one !== null),
            of: deposit === "unpaid" ? ("deposit" as const) : ("rest" as const),
            days,
          },
        ];
  });
  const naming = { event: "group.not_reminded", about: ({ quoteId }: { quoteId: string }) => ({ quote: quoteId }) };
  await eachInTurn(due, naming, async ({ purchases, ...reminder }) => {
    const states = await Promise.all(purchases.map((purchase) => paymentStateOf(ctx, purchase)));
    if (states.some(({ bank }) => bank !== null)) return;
    await ctx.db.transaction().execute((tx) => ctx.publish(ctx, tx, groupPaymentDue(reminder)));
  });
}

/** The latest of some instants; what was due before a change was accepted was sent for the offer that it replaced. */
const latest = (...instants: readonly (Date | null)[]): Date | null =>
  instants.reduce((last, one) => (one !== null && (last === null || one > last) ? one : last), null);
