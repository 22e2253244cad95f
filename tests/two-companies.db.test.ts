import { bookingRef } from "#src/modules/sales/booking/rules/purchase.ts";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { settlePayment } from "#src/modules/money/payments/settle-payment.server.ts";
import { startPayment } from "#src/modules/money/payments/start-payment.server.ts";
import { submitRefund } from "#src/modules/money/payments/submit-refund.server.ts";
import { ledgerDifferences } from "#src/modules/office/books-check/queries.server.ts";
import { paypalProvider } from "#src/modules/money/paypal/serve-provider.server.ts";
import { stripeProvider } from "#src/modules/money/stripe/serve-provider.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { startPaypal } from "#tests/mocks/paypal/start-paypal.ts";
import { startStripe } from "#tests/mocks/stripe/serve-stripe.ts";
import { addDeparture, bookingInput, seatsOf, seedMinimal } from "#tests/seeds.ts";

// Two tabs, two providers, both paid: one booking, and in the end one price, whoever is faster (rule payments-7).

const KEYS = { secretKey: "sk_test_twotabs", webhookSecret: "whsec_two_tabs" };
const clock = () => NOON;
const stripe = await startStripe({ ...KEYS, clock });
const paypal = await startPaypal({ clock });
afterAll(() => Promise.all([stripe.stop(), paypal.stop()]));
const database = freshDatabase();
let crawlId: string;
beforeAll(async () => {
  ({ crawlId } = await seedMinimal(database.services.db));
});

const ctx = (): Context => ({
  ...database.ctx({ actor: { browser: randomUUID() } }),
  providers: {
    stripe: stripeProvider(
      { secretKey: KEYS.secretKey, webhookSecrets: [KEYS.webhookSecret], apiUrl: stripe.origin },
      { clock },
    ),
    paypal: paypalProvider(paypal.keys, { clock, roots: () => [paypal.chain.root.pem] }),
  },
});

/** A booking with a page open at each provider. */
async function twoTabs() {
  const departure = await addDeparture(database.services.db, crawlId);
  const placed = await placeBooking(ctx(), bookingInput(departure), randomUUID());
  if (!placed.ok) throw new Error(placed.reason);
  const booking = placed.booking.id;
  const opened = async (provider: "stripe" | "paypal", method: "card" | "paypal") => {
    const started = await startPayment(ctx(), { of: bookingRef(booking), provider, method }, randomUUID());
    if (!started.ok) throw new Error(started.reason);
    return { id: started.payment_id, url: new URL(started.redirect_url) };
  };
  const [card, wallet] = [await opened("stripe", "card"), await opened("paypal", "paypal")];
  return {
    departure,
    booking,
    card: { id: card.id, session: card.url.pathname.split("/").at(-1)! },
    wallet: { id: wallet.id, order: wallet.url.searchParams.get("token")! },
  };
}

const rowsOf = (table: "payments" | "refunds", booking: string) =>
  database.services.db.selectFrom(table).selectAll().where("purchase_id", "=", booking).execute();

/** The booking is confirmed, its seats are taken once, and captures minus refunds equal one price. */
async function isPaidOnce({ booking, departure }: { booking: string; departure: string }) {
  const refunds = await rowsOf("refunds", booking);
  for (const { id } of refunds) await submitRefund(ctx(), id);
  expect(await seatsOf(database.services.db, departure)).toMatchObject({ held: 0, confirmed: 2 });
  const result = (await rowsOf("payments", booking)).filter(({ status }) => status === "succeeded");
  const sum = (rows: { amount: number }[]) => rows.reduce((total, { amount }) => total + amount, 0);
  const back = (await rowsOf("refunds", booking)).filter(({ status }) => status === "succeeded");
  expect(sum(result) - sum(back)).toBe(80_000);
  expect(back.length).toBe(result.length - 1);
  const emails = await database.services.db
    .selectFrom("emails")
    .select("kind")
    .where("booking_id", "=", booking)
    .where("kind", "=", "booking_confirmation")
    .execute();
  expect(emails).toHaveLength(1);
  expect(await ledgerDifferences(database.services.db)).toEqual([]);
  return { taken: result.length };
}

test("the card is faster: what was approved at the other company is not taken", async () => {
  const tabs = await twoTabs();
  stripe.account.pays(tabs.card.session);
  paypal.company.approve(tabs.wallet.order);
  await settlePayment(ctx(), tabs.card.id);
  await settlePayment(ctx(), tabs.wallet.id);
  expect(await isPaidOnce(tabs)).toEqual({ taken: 1 });
});

test("the other company is faster: the card goes back", async () => {
  const tabs = await twoTabs();
  stripe.account.pays(tabs.card.session);
  paypal.company.approve(tabs.wallet.order);
  await settlePayment(ctx(), tabs.wallet.id);
  await settlePayment(ctx(), tabs.card.id);
  expect(await isPaidOnce(tabs)).toEqual({ taken: 2 });
});

test("both at once, again and again: one price each time", async () => {
  for (let round = 0; round < 8; round++) {
    const tabs = await twoTabs();
    stripe.account.pays(tabs.card.session);
    paypal.company.approve(tabs.wallet.order);
    await Promise.all([tabs.wallet.id, tabs.card.id, tabs.wallet.id].map((id) => settlePayment(ctx(), id)));
    await isPaidOnce(tabs);
  }
});
