import { randomUUID } from "node:crypto";
import type { Currency } from "#src/kernel/money.ts";
import { cancelAsAdmin, priceAdminCancellation } from "#src/modules/changes/cancellation/cancel-as-admin.server.ts";
import { finishCancellation } from "#src/modules/changes/cancellation/cancel-departure-bookings.server.ts";
import { cancelDeparture } from "#src/modules/changes/cancellation/cancel-departure.server.ts";
import { cancellationPage } from "#src/modules/changes/cancellation/queries.server.ts";
import { acceptQuote } from "#src/modules/changes/groups/accept-quote.server.ts";
import { closeRequest } from "#src/modules/changes/groups/close-request.server.ts";
import { declineQuote } from "#src/modules/changes/groups/decline-quote.server.ts";
import { quoteLink } from "#src/modules/changes/groups/queries.server.ts";
import { requestGroup } from "#src/modules/changes/groups/request-group.server.ts";
import { sendQuote } from "#src/modules/changes/groups/send-quote.server.ts";
import { creditUnseated } from "#src/modules/changes/unseated/credit-unseated.server.ts";
import { moveUnseated, priceMove } from "#src/modules/changes/unseated/move-unseated.server.ts";
import { refundUnseatedNow } from "#src/modules/changes/unseated/refund-unseated.server.ts";
import { cancelSale } from "#src/modules/evening/till/cancel-sale.server.ts";
import { countTill } from "#src/modules/evening/till/count-till.server.ts";
import { openTill } from "#src/modules/evening/till/open-till.server.ts";
import { sellAtDoor } from "#src/modules/evening/till/sell-at-door.server.ts";
import { takeOverTill } from "#src/modules/evening/till/take-over-till.server.ts";
import { undoSale } from "#src/modules/evening/till/undo-sale.server.ts";
import { recordExternalRefunds } from "#src/modules/money/payments/record-external-refunds.server.ts";
import { refundPart } from "#src/modules/money/payments/refund-part.server.ts";
import { resolveReview } from "#src/modules/money/payments/resolve-review.server.ts";
import { startPayment } from "#src/modules/money/payments/start-payment.server.ts";
import { takePayment } from "#src/modules/money/payments/take-payment.server.ts";
import { makeImport } from "#src/modules/office/importing/make-import.server.ts";
import { importPage } from "#src/modules/office/importing/queries.server.ts";
import { startImport } from "#src/modules/office/importing/start-import.server.ts";
import { undoImport } from "#src/modules/office/importing/undo-import.server.ts";
import { applyCredit, removeCredit } from "#src/modules/sales/booking/apply-credit.server.ts";
import { accessToken } from "#src/modules/sales/booking/grant-access.server.ts";
import { redeemAddOn } from "#src/modules/sales/booking/redeem-add-on.server.ts";
import { bookingRef } from "#src/modules/sales/booking/rules/purchase.ts";
import { issueGiftCard } from "#src/modules/sales/gift-cards/issue-gift-card.server.ts";
import { orderGiftCard } from "#src/modules/sales/gift-cards/order-gift-card.server.ts";
import { refundGiftCard } from "#src/modules/sales/gift-cards/refund-gift-card.server.ts";
import { returnGiftCard } from "#src/modules/sales/gift-cards/return-gift-card.server.ts";
import { giftCardRef } from "#src/modules/sales/gift-cards/rules/gift-card.ts";
import { endGiftCards } from "#src/modules/sales/gift-cards/send-gift-cards.server.ts";
import { voidGiftCard } from "#src/modules/sales/gift-cards/void-gift-card.server.ts";
import { joinList } from "#src/modules/sales/waiting/join-list.server.ts";
import { offerPlaces } from "#src/modules/sales/waiting/offer-places.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Mode } from "#tests/both-modes.ts";
import type { TestDatabase } from "#tests/database.ts";
import type { Dice } from "#tests/dice.ts";
import type { ScriptedProvider } from "#tests/scripted-provider.ts";
import { later } from "#tests/seeds.ts";

export type Operation = { name: string; weight: number; run: (dice: Dice) => Promise<unknown> };
/** A page of a provider on which a purchase may be paid. */
export type Attempt = { purchase: string; externalId: string };

/** What the acts of the model share. */
export type World = {
  database: TestDatabase;
  clock: () => number;
  /** a context of now, on a server of a mode */
  server: (mode: Mode, actor?: Partial<Context["actor"]>) => Context;
  staff: (mode: Mode) => Context;
  /** who sells at the door, and whoever takes over their till */
  seller: string;
  modeOf: (purchase: string) => Mode;
  /** in which mode purchases were made */
  modes: Map<string, Mode>;
  /** a booking that was made in a mode */
  add: (booking: string, mode: Mode) => void;
  bookings: readonly string[];
  /** the guest pays it, the price unless stated otherwise, and the news arrives or is lost */
  pays: (attempt: Attempt, dice: Dice, over?: { amount?: number }) => Promise<void>;
  providers: Record<Mode, ScriptedProvider>;
  attempts: Attempt[];
  /** nights of now, one for each day, and those that may be called off */
  tonight: () => string;
  nights: string[];
  newNight: () => Promise<{ id: string; date: string }>;
  crawlId: string;
  addOns: readonly string[];
};

const MODES = ["sandbox", "sandbox", "live"] as const;
export const someMode = (dice: Dice): Mode => dice.of(MODES);
const CURRENCIES = ["MXN", "MXN", "MXN", "USD", "EUR"] as const;
const recent = <T>(dice: Dice, list: readonly T[]): T | undefined =>
  list.length > 0 ? dice.of(list.slice(-30)) : undefined;
const address = (dice: Dice) => ({ address: `10.${dice.below(250)}.${dice.below(250)}.1` });
const day = (minutes: number, days: number) =>
  later(minutes + days * 24 * 60)
    .toISOString()
    .slice(0, 10);

/** While one of our refunds is requested but unanswered, an external one is recorded later. */
const ofUnanswered = (error: Error) => {
  if (!error.message.includes("not answered yet")) throw error;
};

/** Opens a page on which a purchase is paid; undefined where it can't be. */
export async function opensPage(
  world: World,
  of: Parameters<typeof startPayment>[1]["of"],
): Promise<Attempt | undefined> {
  const mode = world.modeOf(of.id);
  const way = { of, provider: world.providers[mode].name as "sandbox", method: "card" } as const;
  const started = await startPayment(world.server(mode), way, randomUUID());
  if (!started.ok) return undefined;
  const attempt = { purchase: of.id, externalId: `${way.provider}_${started.payment_id}` };
  world.attempts.push(attempt);
  return attempt;
}

/** Gift cards, credit, add-ons, what staff and the door take, private groups, imports, and nights that are called off. */
export function purchaseActs(world: World): Operation[] {
  const { database, clock, server, staff, bookings, modeOf } = world;
  const query = async <T extends object>(text: string, values: unknown[] = []) =>
    (await database.services.pool.query<T>(text, values)).rows;
  const system = (mode: Mode = "sandbox") => server(mode, { kind: "system" });
  const cards: string[] = [];
  const requests: string[] = [];
  const imports: string[] = [];
  const sales: string[] = [];
  const linked = (id: string) => ({
    id,
    token: new URL(quoteLink(system(), id, "es")).searchParams.get("token"),
  });
  const token = (booking: string) => accessToken(database.services.secret, booking);
  const onCard = (dice: Dice) => ({
    receiver_name: "Diego",
    receiver_email: "diego@guest.test",
    message: "",
    send_on: dice.chance(0.2) ? day(clock(), 1) : "",
    language: "es" as const,
  });

  return [
    {
      name: "buy a gift card",
      weight: 10,
      run: async (dice) => {
        const mode = someMode(dice);
        const currency = dice.of(CURRENCIES);
        const ordered = await orderGiftCard(server(mode, address(dice)), {
          key: randomUUID(),
          worth: "own",
          listed: null,
          own: String((currency === "MXN" ? 300 : 20) * (1 + dice.below(6))),
          currency,
          crawl: "",
          people: 2,
          buyer_name: "Sofía",
          buyer_email: `buyer${dice.below(1000)}@mail${dice.below(1000)}.test`,
          ...onCard(dice),
        });
        if (!ordered.ok || !ordered.id) return;
        world.modes.set(ordered.id, mode);
        cards.push(ordered.id);
        if (dice.chance(0.8)) await paysCard(ordered.id, dice);
      },
    },
    {
      name: "pay for a gift card, perhaps again",
      weight: 3,
      run: async (dice) => {
        const card = recent(dice, cards);
        if (card) await paysCard(card, dice);
      },
    },
    {
      name: "decide about a payment",
      weight: 2,
      run: async (dice) => {
        const payment = recent(
          dice,
          await query<{ id: string }>("select id from payments where review_reason is not null order by id"),
        );
        const decision = dice.of(["accept", "refund"] as const);
        if (payment) await resolveReview(staff("live"), { payment_id: payment.id, decision });
      },
    },
    {
      name: "give a gift card",
      weight: 3,
      run: async (dice) => {
        const mode = someMode(dice);
        const key = randomUUID();
        const wish = { key, own: 10_000 + dice.below(90_000), currency: "MXN" as const, gesture: "Rain" };
        const issued = await issueGiftCard(staff(mode), { ...wish, ...onCard(dice) });
        if (!issued.ok) return;
        world.modes.set(issued.id, mode);
        cards.push(issued.id);
      },
    },
    {
      name: "void a gift card",
      weight: 1,
      run: async (dice) => {
        const id = recent(dice, cards);
        if (id) await voidGiftCard(staff(modeOf(id)), { id });
      },
    },
    {
      name: "give a gift card back",
      weight: 2,
      run: async (dice) => {
        const id = recent(dice, cards);
        if (id) await returnGiftCard(server(modeOf(id)), { id });
      },
    },
    {
      name: "refund what is left of a gift card",
      weight: 2,
      run: async (dice) => {
        const id = recent(dice, cards);
        const wish = { amount: 1 + dice.below(60_000), key: randomUUID() };
        if (id) await refundGiftCard(staff(modeOf(id)), { id, ...wish });
      },
    },
    {
      name: "end a gift card",
      weight: 1,
      run: async (dice) => {
        const id = recent(dice, cards);
        if (!id) return;
        await query("update credits set expires_at = $2 where purchase_id = $1", [id, later(clock())]);
        await endGiftCards(system());
      },
    },
    {
      name: "refund a gift card at the company",
      weight: 1,
      run: async (dice) => {
        const id = recent(dice, cards);
        const attempt = id && world.attempts.find(({ purchase }) => purchase === id);
        if (!attempt) return;
        const provider = world.providers[modeOf(id)];
        const left = provider.leftOf(attempt.externalId);
        if (left <= 0) return;
        provider.refundsElsewhere(attempt.externalId, 1 + dice.below(left));
        await recordExternalRefunds(system(), attempt.externalId.split("_")[1]!).catch(ofUnanswered);
      },
    },
    {
      name: "pay with credit",
      weight: 30,
      run: async (dice) => {
        const [booking] = await query<{ id: string }>(
          "select id from bookings where status = 'pending' and id = any($1) order by array_position($1, id) desc offset $2 limit 1",
          [bookings.slice(-30), dice.below(4)],
        );
        const credits = await query<{ code: string }>("select code from credits order by created_at, id");
        if (!booking || credits.length === 0) return;
        const of = { booking_id: booking.id, token: token(booking.id) };
        const ctx = server(modeOf(booking.id), address(dice));
        for (let n = dice.below(3); n >= 0; n--)
          await applyCredit(ctx, { ...of, code: dice.of(credits.slice(-25)).code });
        if (dice.chance(0.1)) await removeCredit(ctx, of);
        if (dice.chance(0.2)) return;
        const way = { of: bookingRef(booking.id), provider: "free", method: "free" } as const;
        const free = await startPayment(ctx, way, randomUUID());
        const attempt = free.ok ? undefined : await opensPage(world, bookingRef(booking.id));
        if (attempt) await world.pays(attempt, dice);
      },
    },
    {
      name: "take the money by hand",
      weight: 6,
      run: async (dice) => {
        const booking = recent(dice, bookings);
        if (!booking) return;
        const [row] = await query<{ rest: number; currency: Currency }>(
          `select b.currency, b.total_price - coalesce((select sum(u.amount)::int from credit_uses u
            where u.purchase_id = b.id and u.state <> 'released'), 0) as rest from bookings b where b.id = $1`,
          [booking],
        );
        const expected = { amount_minor: row!.rest, currency: row!.currency };
        const way = row!.rest === 0 ? "free" : dice.of(["cash", "terminal", "transfer", "invoice"] as const);
        await takePayment(staff(modeOf(booking)), { of: bookingRef(booking), way, expected }, randomUUID());
      },
    },
    {
      name: "refund a part",
      weight: 3,
      run: async (dice) => {
        const payment = recent(
          dice,
          await query<{ id: string }>("select id from payments where status = 'succeeded' order by created_at, id"),
        );
        const wish = { amount: 1 + dice.below(40_000), reason: "goodwill" };
        if (payment) await refundPart(staff("live"), { payment_id: payment.id, ...wish }, randomUUID());
      },
    },
    {
      name: "cancel by the operator",
      weight: 3,
      run: async (dice) => {
        const booking_id = recent(dice, bookings);
        const choice = dice.of(["none", "guest", "operator"] as const);
        const quoted = booking_id ? await priceAdminCancellation(staff("live"), booking_id) : null;
        if (!booking_id || !quoted?.ok) return;
        const { version, currency, choices } = quoted;
        const expected = { version, currency, refund_minor: choices[choice].refund };
        await cancelAsAdmin(staff("live"), { booking_id, choice, expected });
      },
    },
    {
      name: "hand out an add-on",
      weight: 3,
      run: async (dice) => {
        const one = recent(
          dice,
          await query<{ booking: string; addOn: string; departure: string }>(
            `select x.booking_id as booking, x.add_on_id as "addOn", b.scheduled_crawl_id as departure from booking_add_ons x
              join bookings b on b.id = x.booking_id where b.status = 'confirmed' order by b.created_at, b.id, x.add_on_id`,
          ),
        );
        const piece = { id: randomUUID(), deviceAt: null };
        if (one)
          await redeemAddOn(staff(modeOf(one.booking)), {
            ...piece,
            bookingId: one.booking,
            addOnId: one.addOn,
            departureId: one.departure,
          });
      },
    },
    {
      name: "ask for a private night",
      weight: 3,
      run: async (dice) => {
        const mode = someMode(dice);
        const email = `group${dice.below(1e6)}@mail${dice.below(1e6)}.test`;
        const words = { people: 20, city: "", date: "", occasion: "company", words: "", name: "Sofía Núñez" } as const;
        const wish = { ...words, email, phone: "", language: "es" } as const;
        await requestGroup(server(mode, address(dice)), wish, { key: randomUUID(), trap: "" });
        const [row] = await query<{ id: string }>("select id from group_requests where email = $1", [email]);
        if (!row) return;
        requests.push(row.id);
        await offers(row.id, dice);
      },
    },
    {
      name: "answer an offer",
      weight: 6,
      run: async (dice) => {
        const request = recent(dice, requests);
        if (!request) return;
        const act = dice.below(10);
        if (act === 0) return offers(request, dice);
        if (act === 1) return closeRequest(staff("live"), { id: request, closed: dice.chance(0.7) });
        const quotes = await query<{ id: string }>(
          "select id from group_quotes where request_id = $1 order by version desc",
          [request],
        );
        const quote = dice.chance(0.8) ? quotes[0] : recent(dice, quotes);
        if (!quote) return;
        if (act === 2) return declineQuote(server("live"), linked(quote.id));
        const mode = someMode(dice);
        await acceptQuote(server(mode), linked(quote.id));
        const [row] = await query<{ id: string | null; test: boolean }>(
          "select b.id, b.test from group_quotes q join bookings b on b.id = q.booking_id where q.id = $1",
          [quote.id],
        );
        if (!row?.id) return;
        world.add(row.id, row.test ? "sandbox" : "live");
        const attempt = dice.chance(0.5) ? await opensPage(world, bookingRef(row.id)) : undefined;
        if (attempt) await world.pays(attempt, dice);
      },
    },
    {
      name: "sell at the door",
      weight: 8,
      run: async (dice) => {
        const mode = someMode(dice);
        const ctx = guide(mode);
        const opening = {
          intent: "open",
          key: randomUUID(),
          city_id: "mexico-city",
          float_MXN: 50_000,
          float_USD: 0,
        } as const;
        await openTill(ctx, opening);
        const sold = await sellAtDoor(ctx, {
          intent: "sell",
          key: randomUUID(),
          departure_id: world.tonight(),
          people: 1 + dice.below(3),
          currency: "MXN",
          way: dice.of(["cash", "cash", "terminal", "transfer", "link"]),
          expected: null,
          ...(dice.chance(0.3) && { add_ons: [{ id: dice.of(world.addOns), quantity: 1 }] }),
          ...(dice.chance(0.5) && { hand_out: "on" }),
          name: "",
          email: "",
          language: "es",
          id_seen: true,
          let_in: dice.chance(0.5),
        });
        if (!sold.ok) return;
        world.add(sold.booking_id, mode);
        sales.push(sold.booking_id);
        if (dice.chance(0.3)) await undoSale(ctx, sold);
      },
    },
    {
      name: "give up a sale at the door",
      weight: 1,
      run: async (dice) => {
        const sale = recent(dice, sales);
        if (sale) await cancelSale(guide(modeOf(sale)), { booking_id: sale });
      },
    },
    {
      name: "hand over a till",
      weight: 1,
      run: async (dice) => {
        const [till] = await query<{ id: string; round: number; test: boolean; expected: number }>(
          `select t.id, t.round, t.test, coalesce(sum(case when l.kind in ('float', 'taking') then l.amount else -l.amount end)
              filter (where l.way = 'cash' and l.currency = 'MXN'), 0)::int as expected
            from tills t left join till_lines l on l.till_id = t.id where t.state = 'open' group by t.id limit 1`,
        );
        if (!till) return;
        const mode: Mode = till.test ? "sandbox" : "live";
        const boss = staff(mode);
        const counted = { MXN: Math.max(0, till.expected) + (dice.chance(0.3) ? 1000 : 0) };
        const count = { intent: "count", till_id: till.id, round: till.round, counted, reason: "as it is" } as const;
        await countTill(guide(mode), { ...count, taker_id: boss.actor.userId! });
        await takeOverTill(boss, { till_id: till.id, round: till.round });
      },
    },
    {
      name: "join a waiting list",
      weight: 5,
      run: async (dice) => {
        const who = {
          first_name: "Ana",
          email: `wait${dice.below(1e6)}@mail${dice.below(1e6)}.test`,
          language: "es",
        } as const;
        const wish = { departure_ids: [dice.of(world.nights)], people: 1 + dice.below(4), ...who };
        await joinList(server(someMode(dice), address(dice)), wish);
      },
    },
    {
      name: "offer places to who waits",
      weight: 4,
      run: async () => {
        await offerPlaces(system());
        const rows = await query<{ id: string; test: boolean }>(
          "select b.id, b.test from waiting_entries w join bookings b on b.id = w.booking_id where w.state = 'offered'",
        );
        for (const { id, test } of rows) world.add(id, test ? "sandbox" : "live");
      },
    },
    {
      name: "import bookings",
      weight: 1,
      run: async (dice) => {
        const { date } = await world.newNight();
        const row = () => [
          randomUUID().slice(0, 8),
          date,
          1 + dice.below(3),
          "Ana Ruiz",
          "ana@guest.test",
          "800.00",
          "MXN",
          dice.of(["yes", "yes", "no"]),
        ];
        const head = "Booking ID,Date,People,Name,Email,Total,Currency,Paid";
        const file = new File(
          [[head, ...Array.from({ length: 3 }, () => row().join(","))].join("\r\n")],
          "bookings.csv",
        );
        const ctx = staff("live");
        const draft = await startImport(ctx, { key: randomUUID(), kind: "bookings", source: "Another system", file });
        if (!draft.ok) return;
        const page = await importPage(ctx, draft.id, 0);
        if (!page.ok || page.view.state !== "draft" || !page.view.plan) return;
        const done = await makeImport(ctx, draft.id, { seen: page.view.plan.seen });
        if (!done.ok) return;
        imports.push(draft.id);
        const rows = await query<{ id: string }>(
          "select booking_id as id from imported_bookings where import_id = $1 order by line",
          [draft.id],
        );
        for (const { id } of rows) world.add(id, "live");
      },
    },
    {
      name: "undo an import",
      weight: 1,
      run: async (dice) => {
        const id = recent(dice, imports);
        if (id) await undoImport(staff("live"), id);
      },
    },
    {
      name: "call a night off",
      weight: 2,
      run: async (dice) => {
        const id = dice.chance(0.8) ? (await world.newNight(), dice.of(world.nights)) : dice.of(world.nights);
        const ctx = staff("live");
        const page = await cancellationPage(ctx, id);
        if (!page.ok || !page.preview) return;
        const { fingerprint } = page.preview;
        const input = { departure_id: id, fingerprint, word: page.departure.word, choice: dice.chance(0.6) };
        const off = await cancelDeparture(ctx, { ...input, note_en: "", note_es: "" });
        if (!off.ok) return;
        world.nights.splice(world.nights.indexOf(id), 1);
        if (dice.chance(0.7)) await finish(id);
      },
    },
    {
      name: "go on ending the bookings of nights that are off",
      weight: 2,
      run: async () => {
        for (const { id } of await query<{ id: string }>(
          "select distinct d.id from scheduled_crawls d join bookings b on b.scheduled_crawl_id = d.id where d.status = 'cancelled' and b.status <> 'cancelled'",
        ))
          await finish(id);
      },
    },
    {
      name: "choose what becomes of a booking without places",
      weight: 8,
      run: async (dice) => {
        const one = recent(
          dice,
          await query<{ id: string }>(
            `select distinct b.id, b.created_at from bookings b join refunds r on r.purchase_id = b.id where b.status = 'cancelled'
              and r.status = 'requested' and r.due_at > $1 order by b.created_at, b.id`,
            [later(clock())],
          ),
        );
        if (!one) return;
        const of = { booking_id: one.id, token: token(one.id) };
        const ctx = server(modeOf(one.id));
        const act = dice.below(4);
        if (act === 0) return refundUnseatedNow(ctx, { bookingId: one.id, token: of.token });
        if (act === 1) return creditUnseated(ctx, of);
        const departure_id = dice.of(world.nights);
        const priced = await priceMove(ctx, { ...of, departure_id });
        if (!priced.ok) return;
        const expected = { back_minor: priced.back.money, currency: priced.quote.difference.currency };
        await moveUnseated(ctx, { ...of, departure_id, expected });
      },
    },
  ];

  function guide(mode: Mode): Context {
    return server(mode, { kind: "user", role: "guide", userId: world.seller, secondFactor: true });
  }

  /** The job, which is tried again where some of the bookings couldn't be ended yet. */
  async function finish(id: string): Promise<void> {
    await finishCancellation(staff("live"), id).catch((error: Error) => {
      if (!error.message.includes("were not ended")) throw error;
    });
  }

  async function paysCard(id: string, dice: Dice): Promise<void> {
    const attempt = await opensPage(world, giftCardRef(id));
    if (!attempt) return;
    const { amount } = world.providers[modeOf(id)].opened.get(attempt.externalId)!.money;
    await world.pays(attempt, dice, dice.chance(0.1) ? { amount: amount - 1000 } : {});
  }

  async function offers(id: string, dice: Dice) {
    const days = dice.below(2);
    return sendQuote(staff("live"), {
      id,
      key: randomUUID(),
      crawl_id: world.crawlId,
      people: 10 + dice.below(30),
      date: day(clock(), 20 + dice.below(60)),
      start_time: "20:00",
      end_time: "00:30",
      total: 500_000 + dice.below(1_000_000),
      currency: dice.of(CURRENCIES),
      deposit: null,
      deposit_by: null,
      places: null,
      pay_by: day(clock(), 1 + days),
      valid_until: day(clock(), days),
      included: "Dos bares.",
    });
  }
}
