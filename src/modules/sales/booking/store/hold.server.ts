import pg from "pg";
import type { Credit } from "#src/modules/sales/affiliates/rules/attribution.ts";
import type { CrawlPrice, SetPrices } from "#src/modules/site/catalog/rules/price.ts";
import type { HoldLength } from "#src/modules/sales/booking/rules/hold-length.ts";
import type { CapOf, Caps, Identities } from "#src/modules/sales/booking/rules/unpaid.ts";
import type { BookingStatus, CancelReason } from "#src/modules/sales/booking/rules/states.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Statements } from "#src/platform/db.server.ts";
import { askedFrom, type Counting, valuesOf } from "#src/platform/rate-limit.server.ts";

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
  partners: readonly SentBy[];
  qr: { id: string; campaign: string; is_active: boolean } | null;
  /** whether whoever types a code has made too many wrong guesses; false where none is typed */
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
 * What a booking names of partners: codes in lower case, a coupon's key, a QR code; hashes of who books; for a typed code where wrong
 * guesses are counted. Null: none.
 */
export type Naming = {
  codes: readonly string[];
  coupon: string | null;
  qr: string | null;
  traces: readonly string[];
  guesses: Counting | null;
};

/** Whether the site is open for sale, in the statement that sells: settings are kept for a second. */
const IS_OPEN = "not exists (select from app_settings where key = 'open_for_sale' and value = 'false')";

/**
 * Whether a party of the waiting list fits that many free places of a departure: the public gets none before them
 * (docs/decisions/169). `practice`: the parameter that says whose list counts.
 */
const waitedFor = (departure: string, free: string, practice: string) =>
  `exists (select from waiting_entries w where w.departure_id = ${departure} and w.state = 'waiting' and w.test = ${practice} and w.people <= ${free})`;

// A departure is sold as its crawl, or as the default one where that is hidden, if that is of the same city; in a city that is
// switched off, as neither.
// The few lapsed holds of all departures come from their own index; "offset 0" keeps the planner from scanning all pending
// bookings of this departure instead, which are many exactly when the departure is in demand.
const READ_OFFER = `
  select o.*, ${waitedFor("o.id", "o.available_spots + o.lapsed_people", "$16")} as waited_for from (
  select d.id, d.status, d.starts_at, d.ends_at, d.sales_close_at, d.total_spots, d.available_spots, d.overbooked_spots, d.price, d.sale_price, d.prices, d.sale_prices,
    d.bookings_disabled, d.external_booking_link, ${IS_OPEN} as is_open,
    (select json_build_object('id', c.id, 'title', c.title, 'on_every_site', c.on_every_site, 'price', c.price, 'currency', c.currency, 'prices', c.prices) from pub_crawls c
      join pub_crawls own on own.id = d.crawl_id and own.city_id = c.city_id
      join cities t on t.id = c.city_id and t.is_active
      where c.is_active and c.id in (d.crawl_id, $3)
      order by c.id = d.crawl_id desc limit 1) as sold_as,
    coalesce((select sum(b.number_of_people) from
      (select scheduled_crawl_id, number_of_people from bookings where status = 'pending' and hold_expires_at <= $2 offset 0) b
      where b.scheduled_crawl_id = d.id), 0)::int
      + coalesce((select sum(w.held_people) from booking_changes w
      where w.status = 'pending' and w.hold_expires_at <= $2 and w.to_departure_id = d.id), 0)::int as lapsed_people,
    (select b.id from bookings b where b.scheduled_crawl_id = d.id and b.status = 'pending' and b.browser = $4
      and b.voucher_until is null and b.kept_for is null
      order by b.created_at desc limit 1) as own_hold,
    coalesce((select b.number_of_people from bookings b where b.scheduled_crawl_id = d.id and b.status = 'pending' and b.browser = $4
      and b.voucher_until is null and b.kept_for is null and b.hold_expires_at > $2
      order by b.created_at desc limit 1), 0) as own_people,
    (select json_build_object('request_hash', k.request_hash, 'answer', k.answer) from idempotency_keys k
      where k.scope = 'booking' and k.key = $5) as first_answer,
    case when $6::text[] is not null then (select coalesce(json_agg(json_build_object('id', p.id, 'code', p.code, 'email', p.email, 'phone', p.phone,
        'shares_network', p.shares_network, 'by_coupon', n.by_coupon, 'by_qr', n.by_qr,
        'traces', (select coalesce(json_agg(t.kind), '[]') from partner_traces t where t.partner_id = p.id and t.hash = any($9::text[])))), '[]')
      from (select id, bool_or(by = 'coupon') as by_coupon, bool_or(by = 'qr') as by_qr from (
          select id, 'code' as by from partners where lower(code) = any($6)
          union all select partner_id, 'coupon' from coupons where lower(trim(code)) = $7
          union all select partner_id, 'qr' from qr_codes where id = $8) named group by id) n
        join partners p on p.id = n.id and p.is_active) else '[]'::json end as partners,
    case when $8::text is not null then
      (select json_build_object('id', q.id, 'campaign', q.campaign, 'is_active', q.is_active) from qr_codes q where q.id = $8) end as qr,
    case when $10::text[] is not null then (with ${askedFrom(10)} select is_full from spent) else false end as guessed_out
  from scheduled_crawls d where d.id = $1 offset 0) o`;

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
    practice: boolean;
  },
): Promise<Offer | null> {
  const { naming } = input;
  const named = [naming?.codes ?? null, naming?.coupon ?? null, naming?.qr ?? null, naming?.traces ?? null];
  const guesses = naming?.guesses ? valuesOf(naming.guesses) : Array<null>(6).fill(null);
  const values = [
    input.departureId,
    input.now,
    input.defaultCrawlId,
    input.browser,
    input.key,
    ...named,
    ...guesses,
    input.practice,
  ];
  const { rows } = await on.query<Offer>({ name: "read-offer", text: READ_OFFER, values });
  return rows[0] ?? null;
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
// until the departure is over, but never more seats than are left. Those of a device's reserve ($53) are taken already. The idempotency key's constraint rolls all of it back when the
// same request is being served elsewhere.
const TAKE_HOLD = `
  with seats as (
    update scheduled_crawls set available_spots = available_spots - case when $53::boolean then 0 else $9 end
    where id = $3 and ($53 or available_spots >= $9) and status = 'scheduled'
      and case when $38 = 'admin' then ends_at > coalesce($54::timestamptz, $10) else not bookings_disabled and external_booking_link is null and sales_close_at > $10 end
      and exists (select from pub_crawls own join cities o on o.id = own.city_id where own.id = scheduled_crawls.crawl_id and o.is_active)
      and ($50::boolean or ${IS_OPEN})
      and ($38 = 'admin' or $63::boolean or not ${waitedFor("scheduled_crawls.id", "scheduled_crawls.available_spots", "$34")})
    returning id
  ), guard as materialized (
    select case when $38 = 'admin' then true else guard_places($41, $42, $33, $43, $44, $46, $3, $45, $9, $10, $47) end as fine from seats
  ), key as (
    insert into idempotency_keys (scope, key, request_hash, answer) select 'booking', $11, $12, $13::jsonb from guard where fine
  ), booking as (
    insert into bookings (id, reference, scheduled_crawl_id, crawl_id, site_tag, language, hold_expires_at, first_name, last_name, email,
      phone, country, number_of_people, additional_names, special_requests, currency, unit_price, subtotal, add_ons, discount,
      total_price, base_currency, rate, rate_date, refund_rule, refund_rule_version, coupon_id, user_id, browser, test, created_at, peso_rate, source,
      held_network, held_home, held_email, held_phone, held_domain, hold_length, regular_unit_price, terms_version, privacy_version,
      partner_id, partner_reason, partner_at, partner_before, qr_code_id, campaign, partner_doubts, email_proven)
    select $1, $2, id, $4, $5, $6, $7, $14, $15, $16, $17, $18, $9, $19::text[], $20, $21, $22, $23, $24, $25, $26, $27, $28, $29,
      $30, $31, $8::uuid, $32::uuid, $33, $34, $10, $37, $38::text, $41, $42, $43, $44, $46, $48, $49::integer, $51::uuid, $52::uuid,
      $55::uuid, $56, $57, $58, $59, $60, $61::text[], $62::boolean from seats, guard where fine
    returning id
  ), coupon as (
    insert into coupon_redemptions (coupon_id, booking_id, state, terms) select $8::uuid, id, 'reserved', $40::jsonb from booking where $8::uuid is not null
  ), logged as (
    insert into audit_log (actor_kind, actor_id, action, subject_type, subject_id, source)
    select $35, $39, 'booking.held', 'booking', id::text, $36 from booking
  )
  select id from booking`;

/** Takes the seats and inserts the pending booking with its related rows. False when the seats are gone. */
export async function takeHold(on: Statements, h: NewHold): Promise<boolean> {
  // in the order of the statement's parameters
  const values = [
    h.id,
    h.reference,
    h.departureId,
    h.crawlId,
    h.site,
    h.language,
    h.holdExpiresAt,
    h.couponId,
    h.people,
    h.now,
    h.key,
    h.requestHash,
    h.answer,
    h.customer.first_name,
    h.customer.last_name,
    h.customer.email,
    h.customer.phone,
    h.customer.country,
    h.additionalNames,
    h.specialRequests,
    h.currency,
    h.unitPrice,
    h.subtotal,
    h.addOns,
    h.discount,
    h.total,
    h.baseCurrency,
    h.rate,
    h.rateDate,
    h.refundRule,
    h.refundRuleVersion,
    h.userId,
    h.browser,
    h.test,
    h.actorKind,
    h.address,
    h.pesoRate,
    h.source,
    h.actorId,
    h.couponTerms,
    h.identities.network,
    h.identities.home,
    h.identities.email,
    h.identities.phone,
    h.limitedCoupon,
    h.identities.domain,
    h.caps,
    h.holdLength,
    h.regularUnitPrice,
    h.whileClosed,
    h.agreed.terms,
    h.agreed.privacy,
    h.reserveOf !== null,
    h.soldAt,
    h.credit.partnerId,
    h.credit.reason,
    h.credit.at,
    h.credit.before,
    h.credit.qr,
    h.campaign,
    h.credit.doubts,
    h.proven,
    h.isFirst,
  ];
  const { rows } = await on.query({ name: "take-hold", text: TAKE_HOLD, values });
  return rows.length === 1;
}

/** A cap on unpaid places that a statement ran into: whose it is, and how many places are kept already. */
export type CapReached = { of: CapOf; unpaid: number };

/** That of `guard_places`; null for every other error. */
export const capReached = (error: unknown): CapReached | null =>
  error instanceof pg.DatabaseError && error.code === "RH001"
    ? { of: error.message as CapOf, unpaid: Number(error.detail) }
    : null;

const GUARD_MORE = `select guard_places(held_network, held_home, browser, held_email, held_phone, held_domain, $2::uuid, $3::uuid,
  $4, $5, $6) from bookings where id = $1 and source = 'web'`;

type More = { departureId: string; people: number; limitedCoupon: string | null; now: Date; caps: Caps };

/** Checks the caps for more unpaid places of a booking, which lapsed or is changed, and throws as `takeHold` does. */
export const guardMore = (on: Statements, id: string, { departureId, people, limitedCoupon, now, caps }: More) =>
  on.query({ name: "guard-more", text: GUARD_MORE, values: [id, departureId, limitedCoupon, people, now, caps] });

const GUARD_DOMAIN = `select guard_places(null, null, null, null, null, held_domain, scheduled_crawl_id, null, 0, $2, $3)
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

/**
 * Takes seats for a booking that lost its own, or changes; false when they are not free. Staff take them until the departure's
 * end: guests are moved at its door. `behindList`: whoever is on the departure's waiting list and fits goes first.
 */
export async function takeSeats(
  on: Statements,
  departureId: string,
  people: number,
  {
    now,
    byStaff = false,
    behindList = null,
  }: { now: Date; byStaff?: boolean; behindList?: { practice: boolean } | null },
): Promise<boolean> {
  const text = `update scheduled_crawls set available_spots = available_spots - $2
    where id = $1 and available_spots >= $2 and status = 'scheduled' and case when $4::boolean then ends_at else starts_at end > $3
      and ($5::boolean is null or not ${waitedFor("scheduled_crawls.id", "scheduled_crawls.available_spots", "$5::boolean")})
    returning id`;
  const values = [departureId, people, now, byStaff, behindList?.practice ?? null];
  const { rows } = await on.query({ name: "take-seats", text, values });
  return rows.length === 1;
}

/** Takes seats beyond the total, up to the departure's late tolerance (rule payments-5). */
export async function takeSeatsWithinTolerance(
  on: Statements,
  departureId: string,
  people: number,
  now: Date,
): Promise<boolean> {
  const text = `update scheduled_crawls set overbooked_spots = overbooked_spots + $2 - available_spots, available_spots = 0
    where id = $1 and status = 'scheduled' and starts_at > $3 and available_spots < $2
      and overbooked_spots + $2 - available_spots <= late_tolerance returning id`;
  const { rows } = await on.query({ name: "take-seats-late", text, values: [departureId, people, now] });
  return rows.length === 1;
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
