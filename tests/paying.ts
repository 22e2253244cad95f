import { bookingRef } from "#src/modules/sales/booking/rules/purchase.ts";
import { randomUUID } from "node:crypto";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { freeLapsedHolds } from "#src/modules/sales/booking/release-hold.server.ts";
import { manualProvider } from "#src/modules/money/payments/serve-manual.server.ts";
import { freeProvider } from "#src/modules/money/payments/serve-free.server.ts";
import { pollPayments } from "#src/modules/money/payments/poll-payments.server.ts";
import { processEvent } from "#src/modules/money/payments/process-event.server.ts";
import { settleOpenPayments } from "#src/modules/money/payments/queries.server.ts";
import { receiveEvent } from "#src/modules/money/payments/receive-event.server.ts";
import { startPayment } from "#src/modules/money/payments/start-payment.server.ts";
import type { Context, DomainEvent } from "#src/platform/context.server.ts";
import type { TestDatabase } from "#tests/database.ts";
import { type ScriptedProvider, scriptedProvider } from "#tests/scripted-provider.ts";
import { bookingInput, later } from "#tests/seeds.ts";

/**
 * Everything that payment tests need around the use cases: a provider, a clock, guests, and recorded events. `company`: one that charges
 * real money beside the simulation.
 */
export function payingStage(database: TestDatabase, company?: ScriptedProvider) {
  const provider: ScriptedProvider = scriptedProvider();
  const published: DomainEvent[] = [];
  let events = 0;

  /** A guest's context `minutes` after noon. Every guest has their own browser by default. */
  const at = (minutes: number, actor: Partial<Context["actor"]> = {}): Context => {
    const ctx = database.ctx({ now: later(minutes), actor: { browser: randomUUID(), ...actor } });
    return {
      ...ctx,
      providers: {
        sandbox: provider,
        ...(company && { [company.name]: company }),
        free: freeProvider,
        cash: manualProvider("cash"),
        terminal: manualProvider("terminal"),
        transfer: manualProvider("transfer"),
        invoice: manualProvider("invoice"),
        hostel: manualProvider("hostel"),
        before: manualProvider("before"),
      },
      publish: async (of, tx, event) => {
        await ctx.publish(of, tx, event);
        published.push(event);
      },
    };
  };

  const stage = {
    provider,
    at,
    /** Events of one booking, by name, in order. */
    factsOf: (bookingId: string): string[] =>
      published
        .filter(({ payload }) => {
          const of = payload as { bookingId?: string; purchaseId?: string };
          return (of.bookingId ?? of.purchaseId) === bookingId;
        })
        .map((f) => f.name),

    /** A booking placed `minutes` after noon. */
    books: async (departureId: string, over: Parameters<typeof bookingInput>[1] = {}, minutes = 0): Promise<string> => {
      const placed = await placeBooking(at(minutes), bookingInput(departureId, over), randomUUID());
      if (!placed.ok) throw new Error(placed.reason);
      return placed.booking.id;
    },

    /** Opens an attempt; returns the payment's id and its id at the provider. */
    goesToPay: async (bookingId: string, minutes = 0, method: "card" | "paypal" = "card") => {
      const input = { of: bookingRef(bookingId), provider: "sandbox", method } as const;
      const started = await startPayment(at(minutes), input, randomUUID());
      if (!started.ok) throw new Error(started.reason);
      return { paymentId: started.payment_id, externalId: `sandbox_${started.payment_id}` };
    },

    /** The provider's message arrives and is processed, as by the endpoint and its job. */
    webhook: async (externalId: string, minutes = 0, over: { type?: string; eventId?: string } = {}): Promise<void> => {
      const event = { eventId: over.eventId ?? `ev_${events++}`, type: over.type ?? "payment.updated", externalId };
      const headers = new Headers({ "x-signature": "good" });
      const of = company && externalId.startsWith(company.name) ? company.name : "sandbox";
      await receiveEvent(at(minutes), { provider: of, rawBody: JSON.stringify(event), headers });
      const { id } = await database.services.db
        .selectFrom("provider_events")
        .select("id")
        .where("event_id", "=", event.eventId)
        .executeTakeFirstOrThrow();
      await processEvent(at(minutes), id);
    },

    comesBack: (bookingId: string, minutes = 0) => settleOpenPayments(at(minutes), bookingId),
    poller: (minutes: number) => pollPayments(at(minutes)),

    bookingRow: (id: string) =>
      database.services.db.selectFrom("bookings").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
    payments: (bookingId: string) =>
      database.services.db
        .selectFrom("payments")
        .selectAll()
        .where("purchase_id", "=", bookingId)
        .orderBy("attempt")
        .execute(),
    refunds: (bookingId: string) =>
      database.services.db
        .selectFrom("refunds")
        .selectAll()
        .where("purchase_id", "=", bookingId)
        .orderBy("created_at")
        .execute(),
    redemptions: async (couponId: string) =>
      (
        await database.services.db
          .selectFrom("coupon_redemptions")
          .select("state")
          .where("coupon_id", "=", couponId)
          .orderBy("updated_at")
          .execute()
      ).map((row) => row.state),
  };

  /** A booking of two paid in the 40th minute, when `rival` had taken the last two seats of its departure. */
  const unplaced = async (fullDeparture: string, over: Parameters<typeof bookingInput>[1] = {}) => {
    const booking = await stage.books(fullDeparture, over);
    const attempt = await stage.goesToPay(booking);
    await freeLapsedHolds(at(32), fullDeparture);
    const rival = await stage.books(fullDeparture, {}, 33);
    provider.pays(attempt.externalId);
    await stage.webhook(attempt.externalId, 40);
    return { booking, rival, ...attempt };
  };
  return { ...stage, unplaced };
}
