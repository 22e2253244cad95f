import pg from "pg";
import type { Credit } from "#src/modules/sales/affiliates/rules/attribution.ts";
import type { CrawlPrice, SetPrices } from "#src/modules/site/catalog/rules/price.ts";
import type { HoldLength } from "#src/modules/sales/booking/rules/hold-length.ts";
import type { CapOf, Caps, Identities } from "#src/modules/sales/booking/rules/unpaid.ts";
import type { BookingStatus, CancelReason } from "#src/modules/sales/booking/rules/states.ts";
import {
  COUNTED_GUESS,
  couponByKey,
  couponOf,
  type CouponRead,
} from "#src/modules/sales/coupons/redeem-coupon.server.ts";
import type { Coupon } from "#src/modules/sales/coupons/rules/discount.ts";
import { agreedId, type AgreedVersions } from "#src/modules/site/content/read-agreed.server.ts";
import { waitedFor } from "#src/modules/sales/schedule/take-seats.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Statements } from "#src/platform/db.server.ts";
import { namedStatement } from "#src/platform/name-parameters.server.ts";
import { COUNTERS, type Counting, countingValues } from "#src/platform/rate-limit.server.ts";

// The hot path: named statements on a bare connection. One statement reads everything pricing needs, one takes the seats.

export type Offer = {
  id: string;
  status: string;
  starts_at: Date;
  ends_at: Date;
  sales_close_at: Date;
  total_spots: number;
  available_spots: number;
  overbooked_spots: number;
  lapsed_people: number;
  /** whether a party on its waiting list fits what is free, lapsed holds included: they go first */
  waited_for: boolean;
  price: number | null;
  sale_price: number | null;
  prices: SetPrices;
  sale_prices: SetPrices;
  bookings_disabled: boolean;
  /** whether guests may book anything at all */
  is_open: boolean;
  external_booking_link: string | null;
  sold_as: ({ id: string; title: string; on_every_site: boolean } & CrawlPrice) | null;
  own_hold: string | null;
  /** the places of that hold while it lives */
  own_people: number;
  first_answer: { request_hash: string; answer: unknown } | null;
  /** the versions that guests agree to now; null where nothing is booked */
  agreed: AgreedVersions | null;
  /** the coupon of the code that is asked for, with its uses but for the own hold */
  coupon: Coupon | null;
  partners: readonly SentBy[];
  qr: { id: string; campaign: string; is_active: boolean } | null;
  /** whether whoever enters a code, a partner's or a coupon's, has made too many wrong guesses; false where none is entered */
  guessed_out: boolean;
};

/** An active partner that a booking names: by a code, its coupon or a QR code; `traces` are those asked for that are theirs. */
export type SentBy = {
  id: string;
  code: string;
  email: string;
  phone: string;
  shares_network: boolean;
  by_coupon: boolean;
  by_qr: boolean;
  traces: readonly ("browser" | "network")[];
};

/**
 * What a booking names of partners: codes in lower case, a coupon's key, a QR code; hashes of who books. Null: none.
 */
export type Naming = {
  codes: readonly string[];
  coupon: string | null;
  qr: string | null;
  traces: readonly string[];
};

/** What is entered, and where wrong guesses at it are counted. */
export type Entered = { couponKey: string | null; guesses: Counting | null };

/** Whether the site is open for sale, in the statement that sells: settings are kept for a second. */
const IS_OPEN = "not exists (select from app_settings where key = 'open_for_sale' and value = 'false')";

// A departure is sold as its crawl, or as the default one where that is hidden, if that is of the same city; in a city that is
// switched off, as neither.
// The few lapsed holds of all departures come from their own index; "offset 0" keeps the planner from scanning all pending
// bookings of this departure instead, which are many exactly when the departure is in demand.
const offerText = (isGuess: boolean) => `
  ${isGuess ? `with ${COUNTED_GUESS}` : ""}
  select o.*, ${waitedFor("o.id", "o.available_spots + o.lapsed_people", ":practice")} as waited_for,
    ${couponByKey("o.own_hold")} as coupon
  from (
  select d.id, d.status, d.starts_at, d.ends_at, d.sales_close_at, d.total_spots, d.available_spots, d.overbooked_spots, d.price, d.sale_price, d.prices, d.sale_prices,
    d.bookings_disabled, d.external_booking_link, ${IS_OPEN} as is_open,
    (select json_build_object('id', c.id, 'title', c.title, 'on_every_site', c.on_every_site, 'price', c.price, 'currency', c.currency, 'prices', c.prices) from pub_crawls c
      join pub_crawls own on own.id = d.crawl_id and own.city_id = c.city_id
      join cities t on t.id = c.city_id and t.is_active
      where c.is_active and c.id in (d.crawl_id, :defaultCrawlId)
      order by c.id = d.crawl_id desc limit 1) as sold_as,
    coalesce((select sum(b.number_of_people) from
      (select scheduled_crawl_id, number_of_people from bookings where status = 'pending' and hold_expires_at <= :now offset 0) b
      where b.scheduled_crawl_id = d.id), 0)::int
      + coalesce((select sum(w.held_people) from booking_changes w
      where w.status = 'pending' and w.hold_expires_at <= :now and w.to_departure_id = d.id), 0)::int as lapsed_people,
    own.id as own_hold, coalesce(own.people, 0) as own_people,
    (select json_build_object('request_hash', k.request_hash, 'answer', k.answer) from idempotency_keys k
      where k.scope = 'booking' and k.key = :key) as first_answer,
    case when :key is not null then json_build_object('terms', ${agreedId("terms")}, 'privacy', ${agreedId("privacy")}) end as agreed,
    case when :codes is not null then (select coalesce(json_agg(json_build_object('id', p.id, 'code', p.code, 'email', p.email, 'phone', p.phone,
        'shares_network', p.shares_network, 'by_coupon', coalesce(p.id = by.coupon, false), 'by_qr', coalesce(p.id = by.qr, false),
        'traces', (select coalesce(json_agg(t.kind), '[]') from partner_traces t where t.partner_id = p.id and t.hash = any(:traces::text[])))), '[]')
      from (select (select partner_id from coupons where lower(trim(code)) = :coupon) as coupon,
          (select partner_id from qr_codes where id = :qr) as qr offset 0) by
        join partners p on (lower(p.code) = any(:codes::text[]) or p.id = by.coupon or p.id = by.qr) and p.is_active) else '[]'::json end as partners,
    case when :qr is not null then
      (select json_build_object('id', q.id, 'campaign', q.campaign, 'is_active', q.is_active) from qr_codes q where q.id = :qr) end as qr,
    ${isGuess ? "(select is_over from over)" : `case when :counterKeys is not null then (with ${COUNTERS} select is_full from spent) else false end`} as guessed_out
  from scheduled_crawls d left join lateral (select b.id, case when b.hold_expires_at > :now then b.number_of_people end as people from bookings b
    where b.scheduled_crawl_id = d.id and b.status = 'pending' and b.browser = :browser and b.voucher_until is null and b.kept_for is null
    order by b.created_at desc limit 1) own on true
  where d.id = :departureId offset 0) o`;

/** What decides little about the plan. */
const HIDDEN = {
  now: "timestamptz",
  browser: "text",
  key: "text",
  codes: "text[]",
  coupon: "text",
  couponKey: "text",
  qr: "text",
  traces: "text[]",
  counterKeys: "text[]",
  defaultCrawlId: "uuid",
  practice: "boolean",
};
const READ_OFFER = namedStatement("read-offer", offerText(false), HIDDEN);
/** The same where a coupon's code is entered, which is counted where it is wrong. */
const READ_OFFER_AND_COUPON = namedStatement("read-offer-and-coupon", offerText(true), HIDDEN);

/** Everything needed to accept and price a booking, in one read: departure, crawl it is sold as, own hold, earlier answer. */
export async function readOffer(
  on: Statements,
  input: {
    departureId: string;
    now: Date;
    defaultCrawlId: string | null;
    browser: string | null;
    key: string | null;
    naming: Naming | null;
    entered: Entered;
    practice: boolean;
  },
): Promise<Offer | null> {
  const { naming, entered, ...offered } = input;
  const { codes = null, coupon = null, qr = null, traces = null } = naming ?? {};
  const { couponKey, guesses } = entered;
  const { rows } = await on.query<Omit<Offer, "coupon"> & { coupon: CouponRead | null }>(
    (couponKey === null ? READ_OFFER : READ_OFFER_AND_COUPON)({
      ...offered,
      codes,
      coupon,
      qr,
      traces,
      couponKey,
      ...countingValues(guesses),
    }),
  );
  return rows[0] ? { ...rows[0], coupon: couponOf(rows[0].coupon) } : null;
}

/** Origin of a booking: the site (or its API), or staff. */
export type BookingSource = "web" | "admin";

export type NewHold = {
  id: string;
  reference: string;
  departureId: string;
  crawlId: string;
  site: string;
  language: string;
  holdExpiresAt: Date;
  customer: { first_name: string; last_name: string; email: string; phone: string; country: string };
  people: number;
  additionalNames: string[];
  specialRequests: string;
  currency: string;
  unitPrice: number;
  /** without the reduction; null where there is none */
  regularUnitPrice: number | null;
  subtotal: number;
  addOns: number;
  discount: number;
  total: number;
  baseCurrency: string;
  rate: number;
  rateDate: string;
  pesoRate: number | null;
  refundRule: string;
  refundRuleVersion: string;
  couponId: string | null;
  /** the coupon's terms when this was priced, as JSON */
  couponTerms: string | null;
  userId: string | null;
  browser: string | null;
  source: BookingSource;
  actorId: string | null;
  test: boolean;
  now: Date;
  key: string;
  requestHash: string;
  answer: string;
  actorKind: string;
  address: string;
  identities: Identities;
  /** whether the guest has shown that they read their email */
  proven: boolean;
  /** the limited coupon whose unpaid uses are capped */
  limitedCoupon: string | null;
  caps: Caps;
  holdLength: HoldLength;
  /** the versions that the guest agreed to */
  agreed: { terms: string | null; privacy: string | null };
  /** whether the booking is staff's, who also book while the site is closed */
  whileClosed: boolean;
  /** whether nobody on the waiting list comes before it: an offer to one of them, or places that its guest holds already */
  isFirst: boolean;
  /** the device whose reserve gives the places; null: those on sale */
  reserveOf: string | null;
  /** when staff sold it, where that was before it is written; null: now */
  soldAt: Date | null;
  credit: Credit;
  /** that of the credit's QR code */
  campaign: string | null;
};

// Seats first: this locks the departure's row, then the caps on unpaid places lock who asks, and the rest follows in the same statement. Staff sell what the site doesn't,
// until the departure is over, but never more seats than are left. Those of a device's reserve are taken already. The idempotency key's constraint rolls all of it back when the
// same request is being served elsewhere.
const TAKE_HOLD = namedStatement(
  "take-hold",
  `
  with seats as (
    update scheduled_crawls set available_spots = available_spots - case when :isReserved::boolean then 0 else :people end
    where id = :departureId and (:isReserved or available_spots >= :people) and status = 'scheduled'
      and case when :source = 'admin' then ends_at > coalesce(:soldAt::timestamptz, :now) else not bookings_disabled and external_booking_link is null and sales_close_at > :now end
      and exists (select from pub_crawls own join cities o on o.id = own.city_id where own.id = scheduled_crawls.crawl_id and o.is_active)
      and (:whileClosed::boolean or ${IS_OPEN})
      and (:source = 'admin' or :isFirst::boolean or not ${waitedFor("scheduled_crawls.id", "scheduled_crawls.available_spots", ":test")})
    returning id
  ), guard as materialized (
    select case when :source = 'admin' then true else guard_places(:heldNetwork, :heldHome, :browser, :heldEmail, :heldPhone, :heldDomain, :id, :departureId, :limitedCoupon, :people, :now, :caps) end as fine from seats
  ), key as (
    insert into idempotency_keys (scope, key, request_hash, answer) select 'booking', :key, :requestHash, :answer::jsonb from guard where fine
  ), booking as (
    insert into bookings (id, reference, scheduled_crawl_id, crawl_id, site_tag, language, hold_expires_at, first_name, last_name, email,
      phone, country, number_of_people, additional_names, special_requests, currency, unit_price, subtotal, add_ons, discount,
      total_price, base_currency, rate, rate_date, refund_rule, refund_rule_version, coupon_id, user_id, browser, test, created_at, peso_rate, source,
      held_network, held_home, held_email, held_phone, held_domain, hold_length, regular_unit_price, terms_version, privacy_version,
      partner_id, partner_reason, partner_at, partner_before, qr_code_id, campaign, partner_doubts, email_proven)
    select :id, :reference, id, :crawlId, :site, :language, :holdExpiresAt, :first_name, :last_name, :email, :phone, :country, :people, :additionalNames::text[], :specialRequests, :currency, :unitPrice, :subtotal, :addOns, :discount, :total, :baseCurrency, :rate, :rateDate,
      :refundRule, :refundRuleVersion, :couponId::uuid, :userId::uuid, :browser, :test, :now, :pesoRate, :source::text, :heldNetwork, :heldHome, :heldEmail, :heldPhone, :heldDomain, :holdLength, :regularUnitPrice::integer, :terms::uuid, :privacy::uuid,
      :partnerId::uuid, :partnerReason, :partnerAt, :partnerBefore, :qr, :campaign, :partnerDoubts::text[], :proven::boolean from seats, guard where fine
    returning id
  ), coupon as (
    insert into coupon_redemptions (coupon_id, booking_id, state, terms) select :couponId::uuid, id, 'reserved', :couponTerms::jsonb from booking where :couponId::uuid is not null
  ), logged as (
    insert into audit_log (actor_kind, actor_id, action, subject_type, subject_id, source)
    select :actorKind, :actorId, 'booking.held', 'booking', id::text, :address from booking
  )
  select id from booking`,
);

/** Takes the seats and inserts the pending booking with its related rows. False when the seats are gone. */
export async function takeHold(on: Statements, h: NewHold): Promise<boolean> {
  const { customer, identities, agreed, credit, ...holdResult } = h;
  const { rows } = await on.query(
    TAKE_HOLD({
      ...holdResult,
      ...customer,
      heldNetwork: identities.network,
      heldHome: identities.home,
      heldEmail: identities.email,
      heldPhone: identities.phone,
      heldDomain: identities.domain,
      terms: agreed.terms,
      privacy: agreed.privacy,
      isReserved: h.reserveOf !== null,
      partnerId: credit.partnerId,
      partnerReason: credit.reason,
      partnerAt: credit.at,
      partnerBefore: credit.before,
      qr: credit.qr,
      partnerDoubts: credit.doubts,
    }),
  );
  return rows.length === 1;
}

/** A cap on unpaid places that a statement ran into: whose it is, and how many places are kept already. */
export type CapReached = { of: CapOf; unpaid: number };

/** That of `guard_places`; null for every other error. */
export const capReached = (error: unknown): CapReached | null =>
  error instanceof pg.DatabaseError && error.code === "RH001"
    ? { of: error.message as CapOf, unpaid: Number(error.detail) }
    : null;

const GUARD_MORE = `select guard_places(held_network, held_home, browser, held_email, held_phone, held_domain, id, $2::uuid, $3::uuid,
  $4, $5, $6) from bookings where id = $1 and source = 'web'`;

type More = { departureId: string; people: number; limitedCoupon: string | null; now: Date; caps: Caps };

/** Checks the caps for more unpaid places of a booking, which lapsed or is changed, and throws as `takeHold` does. */
export const guardMore = (on: Statements, id: string, { departureId, people, limitedCoupon, now, caps }: More) =>
  on.query({ name: "guard-more", text: GUARD_MORE, values: [id, departureId, limitedCoupon, people, now, caps] });

const GUARD_DOMAIN = `select guard_places(null, null, null, null, null, held_domain, id, scheduled_crawl_id, null, 0, $2, $3)
  from bookings where id = $1 and source = 'web'`;

/** Checks the cap of a booking's mail domain, which the booking's live places already count for, and throws as `takeHold` does. */
export const guardDomain = (on: Statements, id: string, { now, caps }: Pick<More, "now" | "caps">) =>
  on.query({ name: "guard-domain", text: GUARD_DOMAIN, values: [id, now, caps] });

/** The first answer given for an idempotency key, if any. */
export async function firstAnswer(on: Statements, scope: string, key: string): Promise<Offer["first_answer"]> {
  const text = "select request_hash, answer from idempotency_keys where scope = $1 and key = $2";
  const { rows } = await on.query<NonNullable<Offer["first_answer"]>>({
    name: "first-answer",
    text,
    values: [scope, key],
  });
  return rows[0] ?? null;
}

// Freeing needs no check: it reduces overbooking first, the rest is back on sale.
const RELEASE = `
  with gone as (
    update bookings set status = 'cancelled', cancel_reason = $2::text, cancelled_at = $3
    where id = $1 and status = any($4::text[]) returning id, scheduled_crawl_id, number_of_people, old.status as was
  ), seats as (
    update scheduled_crawls d set
      available_spots = d.available_spots + greatest(g.number_of_people - d.overbooked_spots, 0),
      overbooked_spots = greatest(d.overbooked_spots - g.number_of_people, 0)
    from gone g where d.id = g.scheduled_crawl_id
  ), coupon as (
    update coupon_redemptions r set state = 'released', updated_at = $3 from gone g where r.booking_id = g.id
  ), credit as (
    update credit_uses u set state = 'released', updated_at = $3 from gone g where u.booking_id = g.id and u.state = 'reserved'
  ), logged as (
    insert into audit_log (actor_kind, actor_id, action, subject_type, subject_id, source, changes)
    select $5, $6, 'booking.cancelled', 'booking', id::text, $7, jsonb_build_object(
      'status', jsonb_build_object('old', was, 'new', 'cancelled'),
      'cancel_reason', jsonb_build_object('old', null, 'new', $2::text)) from gone
  )
  select was from gone`;

/**
 * Cancels a booking that is in one of `from`, frees its seats and coupon, and audits it. Returns its previous state, null when it
 * is in none of them.
 */
export async function releaseBooking(
  on: Statements,
  { now, actor }: Pick<Context, "now" | "actor">,
  { id, reason, from }: { id: string; reason: CancelReason; from: readonly BookingStatus[] },
): Promise<BookingStatus | null> {
  const values = [id, reason, now, from, actor.kind, actor.userId, actor.address];
  const { rows } = await on.query<{ was: BookingStatus }>({ name: "release", text: RELEASE, values });
  return rows[0]?.was ?? null;
}

/** Ids of pending bookings with a lapsed hold, of one departure or of all, oldest first. */
export async function lapsedHolds(
  on: Statements,
  now: Date,
  departureId: string | null,
  limit = 200,
): Promise<string[]> {
  const text = `select id from bookings where status = 'pending' and hold_expires_at <= $1
    and ($2::uuid is null or scheduled_crawl_id = $2) order by hold_expires_at limit $3`;
  const { rows } = await on.query<{ id: string }>({ name: "lapsed-holds", text, values: [now, departureId, limit] });
  return rows.map((row) => row.id);
}
