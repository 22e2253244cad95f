import { practises } from "#src/modules/base/settings/rules/practice.ts";
import { createHash, randomUUID } from "node:crypto";
import { newReference } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { creditFor, namingOf } from "#src/modules/sales/booking/credit-partner.server.ts";
import type { Credit } from "#src/modules/sales/affiliates/rules/attribution.ts";
import { proveEmail } from "#src/modules/sales/booking/confirm-email.server.ts";
import { accessToken } from "#src/modules/sales/booking/grant-access.server.ts";
import { askForPlaces, capsFor, identitiesOf, overCap } from "#src/modules/sales/booking/guard-unpaid.server.ts";
import {
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
import { firstHold, type Hold, soldHold } from "#src/modules/sales/booking/rules/hold-length.ts";
import { type AdminSale, isReduced, soldByStaff } from "#src/modules/sales/booking/rules/quote.ts";
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
} from "#src/modules/sales/booking/store/hold.server.ts";
import { spendReserve } from "#src/modules/sales/booking/store/reserve.server.ts";
import { recheckUnderLock } from "#src/modules/sales/coupons/redeem-coupon.server.ts";
import { type AgreedVersions, agreedNow } from "#src/modules/site/content/read-pages.server.ts";
import { termsOf } from "#src/modules/sales/coupons/rules/discount.ts";
import { notePlaced } from "#src/modules/sales/funnel/note-step.server.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { rateDay } from "#src/modules/base/settings/rules/rate-day.ts";
import type { AppSettings } from "#src/modules/base/settings/rules/app-settings.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Statements } from "#src/platform/db.server.ts";
import { log } from "#src/platform/log.server.ts";
import { inTransaction, isBusy, violated } from "#src/platform/transaction.server.ts";

/** What a sale of staff does in the transaction that takes its places: neither is there without the other. */
export type Alongside = {
  /** before anything is locked: the unpaid places that its seller keeps already, where they would be too many; null where not */
  tooMany?: (on: Statements) => Promise<number | null>;
  write: (on: Statements, bookingId: string) => Promise<void>;
};

type FirstAnswer = Omit<PlacedBooking, "access_token">;

/**
 * Places a booking: prices it, takes its seats and holds them (31 min by default) until it is paid. Public. Staff (as `admin`;
 * the caller checks permissions) also sell what the site doesn't, at their own price and in any currency. `key` is the request's
 * idempotency key: the same key with the same input returns the first answer, with other input `idempotency_conflict`. A browser
 * that books the same departure again replaces its own hold. Refusals: departure_not_found, crawl_not_found, departure_cancelled,
 * departure_past, bookings_disabled, external_booking, too_many_people {max}, currency_not_offered, coupon_*, too_many_attempts,
 * price_changed {quote}, partner_code_unknown, already_paid {booking_id}, provider_unavailable, sold_out {left}, busy; unpaid_places {unpaid, booking_id}
 * from a guest, or a seller, who keeps too many unpaid ones; email_code_needed {because}, email_code_wrong and too_many_attempts {of: codes,
 * retry_after} where others of their network do, or where unpaid places far exceed paid ones; unpaid_shared {because} where they do
 * even so (docs/decisions/060). `agreed`: the versions of terms and privacy policy that the guest saw, by default those of now;
 * staff agree to nothing for their guests (docs/decisions/099). `credit`: the partner of a sale that staff or a partner's desk make.
 * `ofDesk`: that desk sells what the site sells, as the site sells it; only its unpaid places are its seller's to cap (docs/decisions/114).
 */
export async function placeBooking(
  ctx: Context,
  input: CreateBooking,
  key: string,
  sale?: (AdminSale | { ofDesk: true } | { ofList: { minutes: number } }) & { alongside?: Alongside; credit?: Credit },
  agreed?: AgreedVersions,
) {
  const { alongside = null, credit: given = null, ...terms } = sale ?? {};
  const ofList = sale !== undefined && "ofList" in sale ? sale.ofList : null;
  // neither is bought in the browser that asks
  const ofDesk = sale !== undefined && ("ofDesk" in sale || ofList !== null);
  const admin = sale && !ofDesk ? (terms as AdminSale) : undefined;
  // what a phone sold stays the same request whatever became of its reserve and when it is sent
  const ofStaff = admin?.reserveOf ? { reserveOf: admin.reserveOf } : admin;
  // a browser may have forgotten whose link it followed when it asks again
  const { referral: _, ...chosen } = input;
  const asked = JSON.stringify(admin ? [chosen, ofStaff] : chosen);
  const requestHash = createHash("sha256").update(asked).digest("base64url");
  const settings = await appSettings(ctx);
  const seen = {
    departureId: input.scheduled_crawl_id,
    // a booking made by staff doesn't belong to their browser and doesn't replace a basket of theirs
    browser: sale ? null : ctx.actor.browser,
    key,
    naming: given ? null : namingOf(ctx, input),
  };
  const offer = await readSale(ctx, seen);
  if (offer?.first_answer) return replay(ctx, offer.first_answer, requestHash);
  const refused = notForSale(ctx, offer, admin !== undefined, admin?.soldAt);
  if (refused) return refused;
  const found = given ? ok({ credit: given }) : await creditFor(ctx, input, offer!);
  if (!found.ok) return found;
  if (input.number_of_people > settings.maxPeople) return fail("too_many_people", { max: settings.maxPeople });
  const isFirst = ofList !== null || offer!.own_people >= input.number_of_people;
  const isBehind = offer!.waited_for && !admin && !isFirst;
  if (isBehind) return fail("sold_out", { left: 0 });
  const hasSeats = offer!.available_spots + offer!.lapsed_people >= input.number_of_people;
  // most of a crowd comes too late: nothing is priced, counted, locked or read again for them
  if (!hasSeats && !offer!.own_hold && !admin?.reserveOf) return fail("sold_out", { left: offer!.available_spots });

  const versions = admin ? NOTHING : (agreed ?? (await agreedNow(ctx)));
  const result = await place(ctx, input, offer!, {
    seen,
    requestHash,
    admin,
    ofDesk,
    ofList,
    isFirst,
    alongside,
    settings,
    agreed: versions,
    credit: found.credit,
  });
  if (result.ok) {
    if (!sale) notePlaced(ctx, result.booking.id, found.credit.partnerId !== null);
    return result;
  }
  // the refusal (no seats, coupon used up) may be caused by a duplicate of this request that was served meanwhile
  const twin = await firstAnswer(ctx.pool, "booking", key);
  return twin ? replay(ctx, twin, requestHash) : result;
}

const NOTHING: AgreedVersions = { terms: null, privacy: null };

type Asked = {
  agreed: AgreedVersions;
  credit: Credit;
  seen: Parameters<typeof readSale>[1] & { key: string };
  requestHash: string;
  admin: AdminSale | undefined;
  ofDesk: boolean;
  ofList: { minutes: number } | null;
  isFirst: boolean;
  alongside: Alongside | null;
  settings: AppSettings;
};

async function place(ctx: Context, input: CreateBooking, offer: Offer, asked: Asked) {
  const { admin } = asked;
  const found = await priceOffer(ctx, offer, input);
  if (!found.ok) return found;
  const priced = admin ? { ...found, quote: soldByStaff(found.quote, admin) } : found;
  const unpayable = admin ? null : await notPayable(ctx, priced.quote);
  if (unpayable) return unpayable;
  const { displayed_total: shown } = input;
  if (shown && (shown.amount_minor !== priced.quote.total || shown.currency !== priced.quote.currency))
    return fail("price_changed", { quote: quoteShape(priced) });

  const taken = await takeGuarded(ctx, input, offer, priced, asked);
  if (taken !== "none") return taken;
  // the departure may have been disabled, closed or sold elsewhere since it was read
  const now = await readSale(ctx, { ...asked.seen, key: null, naming: null });
  const closed = notForSale(ctx, now, admin !== undefined, admin?.soldAt);
  if (closed) return closed;
  const left = now!.waited_for && !admin && !asked.isFirst ? 0 : now!.available_spots;
  // who waited was offered theirs meanwhile, and the rest is free
  return !admin && left >= input.number_of_people ? fail("busy") : fail("sold_out", { left });
}

/**
 * Takes the seats under the caps on unpaid places. Who must show that they read their email, because unpaid places pile up or a cap
 * is met that they share with others, is asked for it; beyond such a cap the hold is short.
 */
async function takeGuarded(ctx: Context, input: CreateBooking, offer: Offer, priced: Priced, asked: Asked) {
  // staff are exempt, and a desk's unpaid places are its seller's to cap
  if (asked.admin !== undefined || asked.ofDesk) return takeUnder(ctx, input, offer, priced, { ...asked, why: null });
  const { network } = identitiesOf(ctx, input.customer, false);
  const { why, end } = await askForPlaces(ctx, offer, { network, people: input.number_of_people });
  let isTaken = false;
  try {
    const taken = await takeUnder(ctx, input, offer, priced, { ...asked, why });
    isTaken = taken !== "none" && taken.ok;
    return taken;
  } finally {
    end(isTaken);
  }
}

type Pressed = Asked & { why: "pressure" | "network" | null };

async function takeUnder(ctx: Context, input: CreateBooking, offer: Offer, priced: Priced, asked: Pressed) {
  const { why, seen, requestHash, settings, alongside, ofDesk, ofList } = asked;
  const isAdmin = asked.admin !== undefined;
  const caps = ofDesk ? NO_CAPS : capsFor(ctx, settings, offer.total_spots);
  const drawn = (hold: Hold, proven: boolean, over = caps) => {
    const reserveOf = asked.admin?.reserveOf ?? null;
    const soldAt = asked.admin?.soldAt ?? null;
    const onlyReserve = asked.admin?.onlyReserve ?? false;
    const told = {
      key: seen.key,
      requestHash,
      isAdmin,
      ofDesk,
      isFirst: asked.isFirst,
      hold,
      proven,
      caps: over,
      agreed: asked.agreed,
      credit: asked.credit,
      reserveOf,
      soldAt,
      onlyReserve,
      alongside,
    };
    const identities = identitiesOf(ctx, input.customer, proven);
    // its guests come from everywhere, and those who book on their own phones beside it have the same network
    const who = ofDesk ? { ...identities, network: null, home: null } : identities;
    return () => newHold(ctx, input, offer, priced, { ...told, prefix: settings.referencePrefix, identities: who });
  };
  const shown = why ? await proveEmail(ctx, input, why) : ok({ proven: false });
  if (!shown.ok) return shown;
  const minutes = ofList ? { ...settings, holdMinutes: ofList.minutes } : settings;
  const usual = asked.admin?.reserveOf ? soldHold(ctx.now, offer.ends_at) : firstHold(ctx.now, why !== null, minutes);
  // nobody pays an offer who hasn't read the email with its link
  const first = await takeFreed(ctx, drawn(usual, shown.proven || ofList !== null), offer, priced);
  if (!isCap(first)) return first;
  const because = becauseOf(first.of);
  // no proof leads past the cap of a guest's own, or of their mail domain
  if (!because || because === "domain") return overCap(ctx, first, "unpaid_shared");
  const proof = shown.proven ? shown : await proveEmail(ctx, input, because);
  if (!proof.ok) return proof;
  if (!proof.proven) return overCap(ctx, first, "unpaid_shared");
  const hold = firstHold(ctx.now, true, settings);
  const beyond = await takeFreed(ctx, drawn(hold, true, capsBeyond(caps, settings)), offer, priced);
  return isCap(beyond) ? overCap(ctx, beyond, "unpaid_shared") : beyond;
}

const isCap = (taken: Awaited<ReturnType<typeof takeFreed>>): taken is CapReached =>
  taken !== "none" && "unpaid" in taken;

type Drawn = NewHold & { alongside: Alongside | null; onlyReserve: boolean };

/** Takes the seats, those of lapsed baskets too; "none" when there are too few, or the cap that was met. */
async function takeFreed(ctx: Context, draw: () => Drawn, offer: Offer, priced: Priced) {
  try {
    const taken = await takeWithNewReference(ctx, draw, offer, priced);
    if (taken !== "none" || offer.lapsed_people === 0) return taken;
    // other baskets may have lapsed: ask their provider first, then try their seats
    await freeLapsedHolds(ctx, offer.id);
    return await takeWithNewReference(ctx, draw, offer, priced);
  } catch (error) {
    const cap = capReached(error);
    if (cap) return cap;
    if (violated(error) === "idempotency_keys_pkey" || isBusy(error)) return fail("busy");
    // an unlimited coupon isn't locked: it may be deleted between read and write
    if (COUPON_GONE.includes(violated(error) ?? "")) return fail("coupon_invalid");
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

/** One attempt: a plain hold is one statement; a limited coupon, an own earlier hold, a reserve or what is written beside it needs a transaction. */
async function take(ctx: Context, hold: Drawn, offer: Offer, { coupon, dated, subtotal }: Priced) {
  const limited = coupon && coupon.usage_limit !== null ? coupon.id : null;
  const { own_hold: ownHold } = offer;
  const { reserveOf: deviceId, alongside } = hold;
  if (!limited && !ownHold && !deviceId && !alongside)
    return (await takeHold(ctx.pool, hold)) ? placed(ctx, hold) : "none";
  const own = ownHold && (await ctx.closeAttempts(ctx, ownHold).catch((error: Error) => unanswered(ownHold, error)));
  if (ownHold && own === "paid") return fail("already_paid", { booking_id: ownHold });
  if (own === "unanswered") return fail("provider_unavailable");

  const rollback = new Error("seats not taken");
  try {
    return await inTransaction(ctx.pool, async (client) => {
      // always coupon before departure: different lock orders would deadlock
      const again = { subtotal, rates: dated.perUsd, now: ctx.now, ownHold, practice: hold.test };
      const unpaid = (await alongside?.tooMany?.(client)) ?? null;
      if (unpaid !== null) return fail("unpaid_places", { unpaid });
      const refusal = limited && (await recheckUnderLock(client, { ...again, couponId: limited }));
      if (refusal) return refusal;
      if (ownHold) await releaseBooking(client, ctx, { id: ownHold, reason: "replaced", from: ["pending"] });
      // a reserve may have gone back before its phone could hand over what it sold: then from what is free
      const { departureId, people } = hold;
      const isReserved = deviceId !== null && (await spendReserve(client, { deviceId, departureId, people }));
      if (hold.onlyReserve && !isReserved) throw rollback;
      // without seats the own earlier hold is kept
      if (!(await takeHold(client, { ...hold, reserveOf: isReserved ? deviceId : null }))) throw rollback;
      await alongside?.write(client, hold.id);
      return placed(ctx, hold);
    });
  } catch (error) {
    if (error === rollback) return "none";
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
  asked: Pick<
    NewHold,
    "key" | "requestHash" | "caps" | "identities" | "proven" | "agreed" | "credit" | "reserveOf" | "soldAt" | "isFirst"
  > & {
    prefix: string;
    alongside: Alongside | null;
    onlyReserve: boolean;
    hold: Hold;
    isAdmin: boolean;
    ofDesk: boolean;
  },
): Drawn {
  const { hold, prefix, isAdmin, ofDesk, ...told } = asked;
  const isOwn = !isAdmin && !ofDesk;
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
    source: isAdmin ? "admin" : "web",
    actorId: ctx.actor.userId,
    test: practises(ctx),
    now: ctx.now,
    ...told,
    campaign: (told.credit.qr !== null && offer.qr?.campaign) || null,
    holdLength: hold.length,
    whileClosed: isAdmin || booksWhileClosed(ctx),
    limitedCoupon: coupon && coupon.usage_limit !== null ? coupon.id : null,
    answer: JSON.stringify(first),
    actorKind: ctx.actor.kind,
    address: ctx.actor.address,
  };
}
