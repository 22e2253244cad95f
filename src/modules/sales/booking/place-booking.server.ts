import { closeAttempts } from "#src/modules/money/payments/close-attempts.server.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import { createHash, randomUUID } from "node:crypto";
import { newReference } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { broughtByPartner, creditFor, namingOf } from "#src/modules/sales/booking/credit-partner.server.ts";
import type { Credit } from "#src/modules/sales/affiliates/rules/attribution.ts";
import { proveEmail } from "#src/modules/sales/booking/confirm-email.server.ts";
import { accessToken } from "#src/modules/sales/booking/grant-access.server.ts";
import { askForPlaces, capsFor, identitiesOf, overCap } from "#src/modules/sales/booking/guard-unpaid.server.ts";
import {
  type Booker,
  booksWhileClosed,
  notForSale,
  notPayable,
  type Priced,
  priceOffer,
  quoteShape,
} from "#src/modules/sales/booking/price-offer.server.ts";
import { readSale } from "#src/modules/sales/booking/read-sale.server.ts";
import { freeLapsedHolds } from "#src/modules/sales/booking/release-hold.server.ts";
import { REFUND_RULE } from "#src/modules/sales/booking/rules/cancellation.ts";
import { agreedHold, firstHold, type Hold, soldHold } from "#src/modules/sales/booking/rules/hold-length.ts";
import { isReduced, soldByStaff } from "#src/modules/sales/booking/rules/quote.ts";
import { isGuest, isStaff, type Seller, termsAsked } from "#src/modules/sales/booking/rules/seller.ts";
import { becauseOf, capsBeyond, NO_CAPS } from "#src/modules/sales/booking/rules/unpaid.ts";
import type { CreateBooking, PlacedBooking } from "#src/modules/sales/booking/schema.ts";
import {
  type CapReached,
  capReached,
  firstAnswer,
  type NewHold,
  type Offer,
  releaseBooking,
  takeHold,
  takeHoldTogether,
} from "#src/modules/sales/booking/store/hold.server.ts";
import { lockTable } from "#src/modules/sales/booking/store/friend-table.server.ts";
import { spendReserve } from "#src/modules/sales/booking/store/reserve.server.ts";
import { recheckUnderLock } from "#src/modules/sales/coupons/redeem-coupon.server.ts";
import type { AgreedVersions } from "#src/modules/site/content/read-agreed.server.ts";
import { isLimited, termsOf } from "#src/modules/sales/coupons/rules/discount.ts";
import { notePlaced } from "#src/modules/sales/funnel/note-step.server.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { rateDay } from "#src/modules/base/settings/rules/rate-day.ts";
import type { AppSettings } from "#src/modules/base/settings/rules/app-settings.ts";
import { actorId, type Context } from "#src/platform/context.server.ts";
import type { Statements } from "#src/platform/db.server.ts";
import { log } from "#src/platform/log.server.ts";
import { insertAddOns } from "#src/modules/sales/booking/store/add-ons.server.ts";
import { tooFewAddOns } from "#src/modules/sales/booking/take-add-ons.server.ts";
import { inTransaction, isBusy, violated } from "#src/platform/transaction.server.ts";

/** What somebody's sale to others does in the transaction that takes its places: neither is there without the other. */
export type Alongside = {
  /** locks what others lock before places */
  lock?: (on: Statements) => Promise<void>;
  /** before anything is locked: the unpaid places that its seller keeps already, where they would be too many; null where not */
  tooMany?: (on: Statements) => Promise<number | null>;
  write: (on: Statements, bookingId: string) => Promise<void>;
};

/** `agreed`: the versions of the terms that the guest saw; by default those of now. */
export type Sale = { seller?: Seller; alongside?: Alongside; credit?: Credit; agreed?: AgreedVersions };

const GUEST: Seller = { kind: "guest" };

type FirstAnswer = Omit<PlacedBooking, "access_token">;

/**
 * Places a booking: prices it, takes its seats and holds them (31 min by default) until it is paid. Public; the caller checks the
 * permissions of a `seller` other than the guest. `key` is the request's idempotency key: the same key with the same input returns
 * the first answer, with other input `idempotency_conflict`. A browser that books the same departure again replaces its own hold. Refusals: departure_not_found, crawl_not_found, departure_cancelled,
 * departure_past, bookings_disabled, external_booking, too_many_people {max}, currency_not_offered, coupon_*, too_many_attempts,
 * add_on_unknown, add_on_too_many {max}, add_on_sold_out {left}, price_changed {quote}, partner_code_unknown, already_paid {booking_id}, provider_unavailable, sold_out {left}, busy; unpaid_places {unpaid, booking_id}
 * from a guest, or a seller, who keeps too many unpaid ones; email_code_needed {because}, email_code_wrong and too_many_attempts {of: codes,
 * retry_after} where others of their network do, or where unpaid places far exceed paid ones; unpaid_shared {because} where they do
 * even so (docs/decisions/060). `agreed`: the versions of terms and privacy policy that the guest saw, by default those of now;
 * staff and assistants agree to nothing for their guests (docs/decisions/099), a group itself. `credit`: the partner of a sale that staff or a partner's desk make.
 */
export async function placeBooking(ctx: Context, input: CreateBooking, key: string, sale: Sale = {}) {
  const { seller = GUEST, alongside = null, credit = null } = sale;
  const byStaff = isStaff(seller);
  // a browser may have forgotten whose link it followed when it asks again, and may have been promised the price anew
  const { referral: _, price_promise: _promise, ...chosen } = input;
  const requestText = JSON.stringify(byStaff ? [chosen, termsAsked(seller)] : chosen);
  const requestHash = createHash("sha256").update(requestText).digest("base64url");
  const settings = await appSettings(ctx);
  const basis = {
    departureId: input.scheduled_crawl_id,
    // a booking made for others doesn't belong to one's browser and doesn't replace a basket of its own
    browser: isGuest(seller) ? ctx.actor.browser : null,
    key,
    naming: credit ? null : namingOf(ctx, input),
    codes: {
      coupon: input.coupon_code,
      partner: credit ? null : input.partner_code,
      email: input.customer.email,
    },
  };
  const offer = await readSale(ctx, basis);
  if (offer?.first_answer) return replay(ctx, offer.first_answer, requestHash);
  const refused = notForSale(ctx, offer, byStaff, soldAtBy(seller));
  if (refused) return refused;
  const found = credit ? ok({ credit }) : await creditFor(ctx, input, offer!);
  if (!found.ok) return found;
  if (seller.kind !== "group" && input.number_of_people > settings.maxPeople)
    return fail("too_many_people", { max: settings.maxPeople });
  const isFirst = seller.kind === "list" || seller.kind === "friend" || offer!.own_people >= input.number_of_people;
  const isBehind = offer!.waited_for && !byStaff && !isFirst;
  if (isBehind) return fail("sold_out", { left: 0 });
  const hasSeats = offer!.available_spots + offer!.lapsed_people >= input.number_of_people;
  // most of a crowd comes too late: nothing is priced, counted, locked or read again for them
  if (!hasSeats && !offer!.own_hold && seller.kind !== "phone" && seller.kind !== "friend")
    return fail("sold_out", { left: offer!.available_spots });

  const isAgreed = seller.kind === "group" || !(byStaff || seller.kind === "assistant");
  const agreed = isAgreed ? (sale.agreed ?? offer!.agreed!) : NOTHING;
  const result = await place(ctx, input, offer!, {
    seen: basis,
    requestHash,
    seller,
    isFirst,
    alongside,
    settings,
    agreed,
    credit: found.credit,
  });
  if (result.ok) {
    // a guest counts once they have booked themselves
    if (isGuest(seller) && seller.kind !== "assistant")
      notePlaced(ctx, result.booking.id, found.credit.partnerId !== null);
    return result;
  }
  // the refusal (no seats, coupon used up) may be caused by a duplicate of this request that was served meanwhile
  const twin = await firstAnswer(ctx.pool, "booking", key);
  return twin ? replay(ctx, twin, requestHash) : result;
}

const NOTHING: AgreedVersions = { terms: null, privacy: null };

/** When it was sold, where that was before it is placed. */
const soldAtBy = (seller: Seller): Date | undefined => (seller.kind === "phone" ? seller.soldAt : undefined);

type PlaceInput = {
  agreed: AgreedVersions;
  credit: Credit;
  seen: Parameters<typeof readSale>[1] & { key: string };
  requestHash: string;
  seller: Seller;
  isFirst: boolean;
  alongside: Alongside | null;
  settings: AppSettings;
};

async function place(ctx: Context, input: CreateBooking, offer: Offer, request: PlaceInput) {
  const { seller } = request;
  const byStaff = isStaff(seller);
  // a private group's price is agreed, whatever the public's rules are
  const chosen = { ...input, email: input.customer.email, booker: bookerOf(ctx, input, offer, request) };
  const found = await priceOffer(ctx, offer, chosen, seller.kind !== "group");
  if (!found.ok) return found;
  const priced = byStaff ? { ...found, quote: soldByStaff(found.quote, seller) } : found;
  const unpayable = byStaff ? null : await notPayable(ctx, priced.quote);
  if (unpayable) return unpayable;
  const { displayed_total: displayedTotal } = input;
  if (
    displayedTotal &&
    (displayedTotal.amount_minor !== priced.quote.total || displayedTotal.currency !== priced.quote.currency)
  )
    return fail("price_changed", { quote: quoteShape(priced) });

  const hold = await takeGuarded(ctx, input, offer, priced, request);
  if (hold !== "none") return hold;
  // the departure may have been disabled, closed or sold elsewhere since it was read
  const now = await readSale(ctx, { ...request.seen, key: null, naming: null, codes: {} });
  const closed = notForSale(ctx, now, byStaff, soldAtBy(seller));
  if (closed) return closed;
  if (seller.kind === "friend") return fail("sold_out", { left: 0 });
  const left = now!.waited_for && !byStaff && !request.isFirst ? 0 : now!.available_spots;
  // who waited was offered theirs meanwhile, and the rest is free
  return !byStaff && left >= input.number_of_people ? fail("busy") : fail("sold_out", { left });
}

/** Who books, as far as a price may depend on it: nobody where staff sell, or a list offers. */
function bookerOf(ctx: Context, input: CreateBooking, offer: Offer, { seller, credit }: PlaceInput): Booker {
  if (isGuest(seller)) return { partner_id: broughtByPartner(ctx, input.referral, offer), account: ctx.actor.userId };
  return { partner_id: seller.kind === "desk" || seller.kind === "reseller" ? credit.partnerId : null, account: null };
}

/**
 * Takes the seats under the caps on unpaid places. Who must show that they read their email, because unpaid places pile up or a cap
 * is met that they share with others, is asked for it; beyond such a cap the hold is short.
 */
async function takeGuarded(ctx: Context, input: CreateBooking, offer: Offer, priced: Priced, request: PlaceInput) {
  // staff are exempt, and whoever else sells to guests counts their unpaid places
  if (request.seller.kind !== "guest" && request.seller.kind !== "assistant")
    return takeUnder(ctx, input, offer, priced, { ...request, why: null });
  const { network } = identitiesOf(ctx, input.customer, false);
  const { why, end } = await askForPlaces(ctx, offer, { network, people: input.number_of_people });
  let isTaken = false;
  try {
    const hold = await takeUnder(ctx, input, offer, priced, { ...request, why });
    isTaken = hold !== "none" && hold.ok;
    return hold;
  } finally {
    end(isTaken);
  }
}

type Pressed = PlaceInput & { why: "pressure" | "network" | null };

async function takeUnder(ctx: Context, input: CreateBooking, offer: Offer, priced: Priced, request: Pressed) {
  const { why, seen: basis, requestHash, settings, alongside, seller } = request;
  // a table keeps its places anyway, and friends may sit in one bar
  const forOthers = ["desk", "list", "friend", "group", "reseller"].includes(seller.kind);
  const caps = forOthers ? NO_CAPS : capsFor(ctx, settings, offer.total_spots);
  const drawn = (hold: Hold, proven: boolean, over = caps) => {
    const newHoldInput = {
      key: basis.key,
      requestHash,
      seller,
      isFirst: request.isFirst,
      hold,
      proven,
      caps: over,
      agreed: request.agreed,
      credit: request.credit,
      alongside,
    };
    const identities = identitiesOf(ctx, input.customer, proven);
    // its guests come from everywhere, and those who book on their own phones beside it have the same network; so has a program's
    const anywhere = forOthers || ctx.actor.key ? { ...identities, network: null, home: null } : identities;
    // nor does what a reseller's guest left with it count for what they keep unpaid themselves
    const who = seller.kind === "reseller" ? { ...anywhere, email: null, phone: null, domain: null } : anywhere;
    return () =>
      newHold(ctx, input, offer, priced, { ...newHoldInput, prefix: settings.referencePrefix, identities: who });
  };
  // a program reads nobody's email
  const isProgram = seller.kind === "assistant";
  if (why && isProgram) return fail("unpaid_shared", { because: why });
  const firstProof = why ? await proveEmail(ctx, input, why) : ok({ proven: false });
  if (!firstProof.ok) return firstProof;
  const minutes = "minutes" in seller ? { ...settings, holdMinutes: seller.minutes } : settings;
  const usual: Hold =
    seller.kind === "group" || seller.kind === "reseller"
      ? agreedHold(seller.until)
      : seller.kind === "phone"
        ? soldHold(ctx.now, offer.ends_at)
        : firstHold(ctx.now, why !== null, minutes);
  // nobody pays an offer who hasn't read the email with its link
  const first = await takeFreed(ctx, drawn(usual, firstProof.proven || seller.kind === "list"), offer, priced);
  if (!isCap(first)) return first;
  const because = becauseOf(first.of);
  // no proof leads past the cap of a guest's own, or of their mail domain
  if (!because || because === "domain" || isProgram) return overCap(ctx, first, "unpaid_shared");
  const proof = firstProof.proven ? firstProof : await proveEmail(ctx, input, because);
  if (!proof.ok) return proof;
  if (!proof.proven) return overCap(ctx, first, "unpaid_shared");
  const hold = firstHold(ctx.now, true, settings);
  const beyond = await takeFreed(ctx, drawn(hold, true, capsBeyond(caps, settings)), offer, priced);
  return isCap(beyond) ? overCap(ctx, beyond, "unpaid_shared") : beyond;
}

const isCap = (result: Awaited<ReturnType<typeof takeFreed>>): result is CapReached =>
  result !== "none" && "unpaid" in result;

type Drawn = NewHold & { alongside: Alongside | null; onlyReserve: boolean };
type AddOnsGone = NonNullable<Awaited<ReturnType<typeof tooFewAddOns>>>;

/** Takes the seats, those of lapsed baskets too; "none" when there are too few, or the cap that was reached. */
async function takeFreed(ctx: Context, draw: () => Drawn, offer: Offer, priced: Priced) {
  try {
    const hold = await takeWithNewReference(ctx, draw, offer, priced);
    // what has lapsed may have add-ons and no places
    const isShort =
      hold === "none"
        ? offer.lapsed_people > 0 || draw().table !== null
        : "reason" in hold && hold.reason === "add_on_sold_out";
    if (!isShort) return hold;
    // other baskets may have lapsed: ask their provider first, then try their seats
    await freeLapsedHolds(ctx, offer.id, { ids: priced.addOns.map(({ id }) => id) });
    return await takeWithNewReference(ctx, draw, offer, priced);
  } catch (error) {
    const cap = capReached(error);
    if (cap) return cap;
    if (violated(error) === "idempotency_keys_pkey" || isBusy(error)) return fail("busy");
    // an unlimited coupon isn't locked: it may be deleted between read and write
    if (COUPON_GONE.includes(violated(error) ?? "")) return fail("coupon_invalid");
    // nor is an add-on without a stock, which another server offers for a second more
    if (violated(error) === "booking_add_ons_add_on_id_fkey") return fail("add_on_unknown");
    throw error;
  }
}

const COUPON_GONE = ["bookings_coupon_id_fkey", "coupon_redemptions_coupon_id_fkey"];

/** Retries with another reference when the drawn one is taken: rare among 30⁶, but possible. */
async function takeWithNewReference(
  ctx: Context,
  draw: () => Drawn,
  offer: Offer,
  priced: Priced,
  draws = 5,
): Promise<Awaited<ReturnType<typeof take>>> {
  try {
    return await take(ctx, draw(), offer, priced);
  } catch (error) {
    if (violated(error) !== "bookings_reference_key" || draws === 1) throw error;
    return takeWithNewReference(ctx, draw, offer, priced, draws - 1);
  }
}

/** One attempt: a plain hold is one statement; a limited coupon, an own earlier hold, a reserve, add-ons or what is written beside it needs a transaction. */
async function take(ctx: Context, hold: Drawn, offer: Offer, { coupon, dated, subtotal, addOns }: Priced) {
  const limited = coupon && isLimited(coupon) ? coupon.id : null;
  const { own_hold: ownHold } = offer;
  const { reserveOf: deviceId, alongside, table } = hold;
  if (!limited && !ownHold && !deviceId && !alongside && addOns.length === 0)
    return (await takeHoldTogether(ctx.pool, hold)) ? placed(ctx, hold) : "none";
  const own = ownHold && (await closeAttempts(ctx, ownHold).catch((error: Error) => unanswered(ownHold, error)));
  if (ownHold && own === "paid") return fail("already_paid", { booking_id: ownHold });
  if (own === "unanswered") return fail("provider_unavailable");

  const rollback = new Error("seats not taken");
  const short: { of: AddOnsGone | null } = { of: null };
  try {
    return await inTransaction(ctx.pool, async (client) => {
      // always coupon before departure: different lock orders would deadlock
      const guest = hold.identities.email;
      const again = { subtotal, rates: dated.perUsd, now: ctx.now, ownHold, practice: hold.test, guest };
      await alongside?.lock?.(client);
      const unpaid = (await alongside?.tooMany?.(client)) ?? null;
      if (unpaid !== null) return fail("unpaid_places", { unpaid });
      const refusal = limited && (await recheckUnderLock(client, { ...again, couponId: limited }));
      if (refusal) return refusal;
      // who replaces a hold frees seats before taking those of a table
      if (ownHold && table !== null) await lockTable(client, table, ownHold);
      if (ownHold) await releaseBooking(client, ctx, { id: ownHold, reason: "replaced", from: ["pending"] });
      // a reserve may have gone back before its phone could hand over what it sold: then from what is free
      const { departureId, people } = hold;
      const isReserved = deviceId !== null && (await spendReserve(client, { deviceId, departureId, people }));
      if (hold.onlyReserve && !isReserved) throw rollback;
      // without seats the own earlier hold is kept
      if (!(await takeHold(client, { ...hold, reserveOf: isReserved ? deviceId : null }))) throw rollback;
      // after the places: whoever locks both does so in this order
      short.of = await tooFewAddOns(client, { departureId, lines: addOns, practice: hold.test });
      if (short.of) throw rollback;
      if (addOns.length > 0) await insertAddOns(client, hold.id, addOns);
      await alongside?.write(client, hold.id);
      return placed(ctx, hold);
    });
  } catch (error) {
    if (error === rollback) return short.of ?? "none";
    throw error;
  }
}

/** When the provider can't say whether an own earlier hold is being paid, keep that hold; the guest may retry. */
function unanswered(bookingId: string, { message }: Error) {
  log("warn", "hold.not_replaced", { booking: bookingId, error: message });
  return "unanswered" as const;
}

const placed = (ctx: Context, hold: NewHold) => answer(ctx, JSON.parse(hold.answer) as FirstAnswer);

const answer = (ctx: Context, first: FirstAnswer) =>
  ok({ booking: { ...first, access_token: accessToken(ctx.secret, first.id) } });

function replay(ctx: Context, first: NonNullable<Offer["first_answer"]>, requestHash: string) {
  return first.request_hash === requestHash ? answer(ctx, first.answer as FirstAnswer) : fail("idempotency_conflict");
}

function newHold(
  ctx: Context,
  input: CreateBooking,
  offer: Offer,
  { quote, coupon, dated, baseCurrency, pesoRate }: Priced,
  request: Pick<NewHold, "key" | "requestHash" | "caps" | "identities" | "proven" | "agreed" | "credit" | "isFirst"> & {
    prefix: string;
    alongside: Alongside | null;
    hold: Hold;
    seller: Seller;
  },
): Drawn {
  const { hold, prefix, seller, ...holdResult } = request;
  const isOwn = isGuest(seller);
  const byStaff = isStaff(seller);
  const phone = seller.kind === "phone" ? seller : null;
  const { expires } = hold;
  const [id, reference] = [randomUUID(), newReference(prefix)];
  const first: FirstAnswer = {
    id,
    reference,
    status: "pending",
    total: { amount_minor: quote.total, currency: quote.currency },
    hold_expires_at: expires.toISOString(),
  };
  return {
    id,
    reference,
    departureId: offer.id,
    crawlId: offer.sold_as!.id,
    site: ctx.site,
    language: input.language,
    holdExpiresAt: expires,
    customer: input.customer,
    people: input.number_of_people,
    additionalNames: input.additional_names,
    specialRequests: input.special_requests,
    currency: quote.currency,
    unitPrice: quote.price_per_person,
    regularUnitPrice: isReduced(quote) ? quote.regular_price_per_person : null,
    priceRule: quote.rule && JSON.stringify(quote.rule),
    subtotal: quote.subtotal,
    addOns: quote.add_ons,
    discount: quote.discount,
    total: quote.total,
    baseCurrency,
    rate: (dated.perUsd[quote.currency] ?? 1) / (dated.perUsd[baseCurrency] ?? 1),
    rateDate: rateDay(dated.days, [quote.currency, baseCurrency]),
    pesoRate,
    refundRule: REFUND_RULE.rule,
    refundRuleVersion: REFUND_RULE.version,
    couponId: coupon?.id ?? null,
    couponTerms: coupon && JSON.stringify(termsOf(coupon)),
    userId: isOwn ? ctx.actor.userId : null,
    browser: isOwn ? ctx.actor.browser : null,
    source: byStaff ? "admin" : "web",
    actorId: actorId(ctx.actor),
    test: practises(ctx),
    now: ctx.now,
    ...holdResult,
    campaign: (holdResult.credit.qr !== null && offer.qr?.campaign) || null,
    holdLength: hold.length,
    reserveOf: phone?.device ?? null,
    table: seller.kind === "friend" ? seller.table : null,
    soldAt: phone?.soldAt ?? null,
    onlyReserve: phone?.onlyReserve ?? false,
    whileClosed: byStaff || booksWhileClosed(ctx),
    limitedCoupon: coupon && coupon.usage_limit !== null ? coupon.id : null,
    answer: JSON.stringify(first),
    actorKind: ctx.actor.kind,
    address: ctx.actor.address,
  };
}
