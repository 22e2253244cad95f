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
import { actorId, type Context } from "#src/platform/context.server.ts";
import type { Statements } from "#src/platform/db.server.ts";
import { namedStatement, ofRow, rowsOf, rowValues } from "#src/platform/name-parameters.server.ts";
import { isBusy } from "#src/platform/transaction.server.ts";
import { COUNTERS, type Counting, countingValues } from "#src/platform/rate-limit.server.ts";
import { batchesPer } from "#src/platform/share-statement.server.ts";

// The hot path: named statements on a bare connection. One statement reads everything pricing needs, one takes the seats.

export type Offer = {
  id: string;
  status: string;
  /** its local date, YYYY-MM-DD */
  date: string;
  starts_at: Date;
  ends_at: Date;
  sales_close_at: Date;
  total_spots: number;
  available_spots: number;
  overbooked_spots: number;
  lapsed_people: number;
  /** what open friends' tables keep that none of their bookings has */
  table_places: number;
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
  sold_as:
    | ({ id: string; city_id: string; time_zone: string; title: string; on_every_site: boolean } & CrawlPrice)
    | null;
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
// The few lapsed holds of all departures come from their own index, and the few of a browser too; "offset 0" keeps the planner from
// scanning all pending bookings of this departure instead, which are many exactly when the departure is in demand, and more than it knows.
const offerText = (isGuess: boolean) => `
  ${isGuess ? `with ${COUNTED_GUESS}` : ""}
  select o.*, ${waitedFor("o.id", "o.available_spots + o.lapsed_people", ":practice")} as waited_for,
    ${couponByKey("o.own_hold")} as coupon
  from (
  select d.id, d.status, d.date, d.starts_at, d.ends_at, d.sales_close_at, d.total_spots, d.available_spots, d.overbooked_spots, d.price, d.sale_price, d.prices, d.sale_prices,
    d.bookings_disabled, d.external_booking_link, ${IS_OPEN} as is_open,
    (select json_build_object('id', c.id, 'city_id', c.city_id, 'time_zone', t.time_zone, 'title', c.title, 'on_every_site', c.on_every_site, 'price', c.price, 'currency', c.currency, 'prices', c.prices) from pub_crawls c
      join pub_crawls own on own.id = d.crawl_id and own.city_id = c.city_id
      join cities t on t.id = c.city_id and t.is_active
      where c.is_active and c.id in (d.crawl_id, :defaultCrawlId)
      order by c.id = d.crawl_id desc limit 1) as sold_as,
    coalesce((select sum(b.number_of_people) from
      (select scheduled_crawl_id, number_of_people from bookings p where status = 'pending' and hold_expires_at <= :now
        and not exists (select from open_friend_shares s where s.booking_id = p.id) offset 0) b
      where b.scheduled_crawl_id = d.id), 0)::int
      + coalesce((select sum(w.held_people) from booking_changes w
      where w.status = 'pending' and w.hold_expires_at <= :now and w.to_departure_id = d.id), 0)::int as lapsed_people,
    coalesce((select sum(t.places - t.taken) from friend_tables t where t.departure_id = d.id and t.closed_at is null), 0)::int as table_places,
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
  from scheduled_crawls d left join lateral (
    select b.id, case when b.hold_expires_at > :now then b.number_of_people end as people from
      (select id, scheduled_crawl_id, number_of_people, hold_expires_at, created_at from bookings
        where status = 'pending' and browser = :browser and voucher_until is null and kept_for is null offset 0) b
      where b.scheduled_crawl_id = d.id order by b.created_at desc limit 1) own on true
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
  guest: "text",
};
const READ_OFFER = namedStatement("read-offer", offerText(false), HIDDEN);
/** The same where a coupon's code is entered, which is counted where it is wrong. */
const READ_OFFER_AND_COUPON = namedStatement("read-offer-and-coupon", offerText(true), HIDDEN);

const OFFERED = {
  ...HIDDEN,
  departureId: "uuid",
  counterMost: "int[]",
  counterBraked: "int[]",
  countedSince: "timestamptz",
  brakeKey: "text",
  brakeAt: "int",
};
const READ_OFFERS = `select one.n, found.* from ${rowsOf("one", OFFERED)} cross join lateral (${ofRow("one", offerText(false))}) found`;

/** What a booking asks of a departure; `key`: its idempotency key. */
type OfferRequest = {
  departureId: string;
  now: Date;
  defaultCrawlId: string | null;
  browser: string | null;
  key: string | null;
  naming: Naming | null;
  entered: Entered;
  practice: boolean;
  /** who enters a coupon's code (`guestOf`); null: not known */
  guest: string | null;
};

type Found = Omit<Offer, "coupon"> & { coupon: CouponRead | null };

/** Everything needed to accept and price a booking, in one read: departure, crawl it is sold as, own hold, earlier answer. */
export const readOffer = (on: Statements, request: OfferRequest): Promise<Offer | null> =>
  readAlone(on, request, request.entered.couponKey === null ? READ_OFFER : READ_OFFER_AND_COUPON);

const readAlone = async (on: Statements, request: OfferRequest, statement: typeof READ_OFFER) =>
  offerOf((await on.query<Found>(statement(offerValues(request)))).rows[0]);

/**
 * `readOffer`, with whoever else asks at the same time (docs/decisions/202). A coupon's code is asked for alone, by the statement that
 * counts a wrong one, until it was right once.
 */
export async function readOfferTogether(on: Statements, request: OfferRequest): Promise<Offer | null> {
  const { now, entered } = request;
  const code = entered.couponKey;
  const right = rightCodesOf(on);
  if (code === null || right.has(code)) {
    const offer = await readTogether(on, request);
    if (code === null || !offer || isRight(offer.coupon, now)) return offer;
    right.delete(code);
  }
  const offer = await readOffer(on, request);
  if (offer && isRight(offer.coupon, now)) right.add(code);
  return offer;
}

/** Whether a guess at its code counts as none (`COUNTED_GUESS`). */
const isRight = (coupon: Coupon | null, now: Date): boolean =>
  coupon !== null && coupon.is_active && (coupon.start_date === null || coupon.start_date <= now);

const rightCodes = new WeakMap<Statements, Set<string>>();
function rightCodesOf(on: Statements): Set<string> {
  let codes = rightCodes.get(on);
  if (!codes) rightCodes.set(on, (codes = new Set()));
  return codes;
}

const readTogether = batchesPer(async (on: Statements, batch: readonly OfferRequest[]) => {
  if (batch.length === 1) return [await readAlone(on, batch[0]!, READ_OFFER)];
  try {
    const values = [rowValues(OFFERED, batch.map(offerValues))];
    const { rows } = await on.query<Found & { n: number }>({ name: "read-offers", text: READ_OFFERS, values });
    const found = new Map(rows.map((row) => [row.n, row]));
    return batch.map((_, n) => offerOf(found.get(n)));
  } catch (error) {
    if (!isOfOne(error)) throw error;
    return Promise.all(batch.map((one) => readAlone(on, one, READ_OFFER)));
  }
});

function offerValues({ naming, entered, ...offered }: OfferRequest) {
  const { codes = null, coupon = null, qr = null, traces = null } = naming ?? {};
  return { ...offered, codes, coupon, qr, traces, couponKey: entered.couponKey, ...countingValues(entered.guesses) };
}

const offerOf = (row: Found | undefined): Offer | null => (row ? { ...row, coupon: couponOf(row.coupon) } : null);

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
  /** the rule that made it, as JSON */
  priceRule: string | null;
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
  /** the code of the friends' table that gives the places; null: those on sale */
  table: string | null;
  /** when staff sold it, where that was before it is written; null: now */
  soldAt: Date | null;
  credit: Credit;
  /** that of the credit's QR code */
  campaign: string | null;
};

/** Whether guests may book it here at all. */
const IS_OFFERED = "not bookings_disabled and external_booking_link is null";
const CITY_IS_ACTIVE =
  "exists (select from pub_crawls own join cities o on o.id = own.city_id where own.id = scheduled_crawls.crawl_id and o.is_active)";
const KEY =
  "insert into idempotency_keys (scope, key, request_hash, answer) select 'booking', :key, :requestHash, :answer::jsonb";
const BOOKING = `insert into bookings (id, reference, scheduled_crawl_id, crawl_id, site_tag, language, hold_expires_at, first_name, last_name, email,
      phone, country, number_of_people, additional_names, special_requests, currency, unit_price, subtotal, add_ons, discount,
      total_price, base_currency, rate, rate_date, refund_rule, refund_rule_version, coupon_id, user_id, browser, test, created_at, peso_rate, source,
      held_network, held_home, held_email, held_phone, held_domain, hold_length, regular_unit_price, price_rule, terms_version, privacy_version,
      partner_id, partner_reason, partner_at, partner_before, qr_code_id, campaign, partner_doubts, email_proven)
    select :id, :reference, :departureId, :crawlId, :site, :language, :holdExpiresAt, :first_name, :last_name, :email, :phone, :country, :people, :additionalNames::text[], :specialRequests, :currency, :unitPrice, :subtotal, :addOns, :discount, :total, :baseCurrency, :rate, :rateDate,
      :refundRule, :refundRuleVersion, :couponId::uuid, :userId::uuid, :browser, :test, :now, :pesoRate, :source::text, :heldNetwork, :heldHome, :heldEmail, :heldPhone, :heldDomain, :holdLength, :regularUnitPrice::integer, :priceRule::jsonb, :terms::uuid, :privacy::uuid,
      :partnerId::uuid, :partnerReason, :partnerAt, :partnerBefore, :qr, :campaign, :partnerDoubts::text[], :proven::boolean`;
const COUPON =
  "insert into coupon_redemptions (coupon_id, booking_id, state, terms) select :couponId::uuid, :id, 'reserved', :couponTerms::jsonb";
const LOGGED = `insert into audit_log (actor_kind, actor_id, action, subject_type, subject_id, source)
    select :actorKind, :actorId, 'booking.held', 'booking', :id::text, :address`;

// Seats first: this locks the departure's row, then the caps on unpaid places lock who asks, and the rest follows in the same statement. Staff sell what the site doesn't,
// until the departure is over, but never more seats than are left. Those of a device's reserve and of a friends' table are taken already. The idempotency key's constraint rolls all of it back when the
// same request is being served elsewhere.
const holdText = ({ first, where, last }: { first: string; where: string; last: string }) => `
  with ${first} seats as (
    update scheduled_crawls set available_spots = available_spots - case when :isReserved::boolean then 0 else :people end
    where id = :departureId and (:isReserved or available_spots >= :people) and status = 'scheduled'
      and case when :source = 'admin' then ends_at > coalesce(:soldAt::timestamptz, :now) else ${IS_OFFERED} and sales_close_at > :now end
      and ${CITY_IS_ACTIVE}
      and (:whileClosed::boolean or ${IS_OPEN})
      and (:source = 'admin' or :isFirst::boolean or not ${waitedFor("scheduled_crawls.id", "scheduled_crawls.available_spots", ":test")})
      ${where}
    returning id
  ), guard as materialized (
    select case when :source = 'admin' then true else guard_places(:heldNetwork, :heldHome, :browser, :heldEmail, :heldPhone, :heldDomain, :id, :departureId, :limitedCoupon, :people, :now, :caps) end as fine from seats
  ), key as (${KEY} from guard where fine
  ), booking as (${BOOKING} from guard where fine returning id
  ), coupon as (${COUPON} from booking where :couponId::uuid is not null
  ), logged as (${LOGGED} from booking)
  ${last}
  select id from booking`;
const TAKE_HOLD = namedStatement("take-hold", holdText({ first: "", where: "", last: "" }));

// The table is locked before the departure, and taken from once the booking is there: friends who book at the same moment wait for one
// statement each, not for the round trips of a transaction.
const TAKE_SHARE = namedStatement(
  "take-share",
  holdText({
    first: `friends as materialized (
    select t.id from friend_tables t
    where t.code = :table and t.departure_id = :departureId and t.closed_at is null and t.deadline > :now and t.taken + :people <= t.places
      and exists (select from bookings b where b.id = t.booking_id and b.test = :test)
    for no key update of t
  ),`,
    where: "and exists (select from friends)",
    last: `, spent as (
    update friend_tables t set taken = t.taken + :people from friends, booking where t.id = friends.id
  ), share as (
    insert into friend_shares (booking_id, table_id, people) select booking.id, friends.id, :people from booking, friends)`,
  }),
);

/** A row of `unpaid_places` with more bookings is counted one by one (migration 0004). */
const FEW = 200;

const HOLD = {
  id: "uuid",
  reference: "text",
  departureId: "uuid",
  crawlId: "uuid",
  site: "text",
  language: "text",
  holdExpiresAt: "timestamptz",
  first_name: "text",
  last_name: "text",
  email: "text",
  phone: "text",
  country: "text",
  people: "int",
  additionalNames: "text[]",
  specialRequests: "text",
  currency: "text",
  unitPrice: "int",
  subtotal: "int",
  addOns: "int",
  discount: "int",
  total: "int",
  baseCurrency: "text",
  rate: "numeric",
  rateDate: "date",
  refundRule: "text",
  refundRuleVersion: "text",
  couponId: "uuid",
  couponTerms: "text",
  userId: "uuid",
  browser: "text",
  test: "boolean",
  now: "timestamptz",
  pesoRate: "numeric",
  source: "text",
  heldNetwork: "text",
  heldHome: "text",
  heldEmail: "text",
  heldPhone: "text",
  heldDomain: "text",
  holdLength: "text",
  regularUnitPrice: "int",
  priceRule: "text",
  terms: "uuid",
  privacy: "uuid",
  partnerId: "uuid",
  partnerReason: "text",
  partnerAt: "timestamptz",
  partnerBefore: "text",
  qr: "text",
  campaign: "text",
  partnerDoubts: "text[]",
  proven: "boolean",
  key: "text",
  requestHash: "text",
  answer: "text",
  actorKind: "text",
  actorId: "uuid",
  address: "text",
  caps: "json",
};

// Locks are taken in the order in which a single hold takes them, and among many rows by what they are of. An identity that might meet
// its cap takes no seats, and is noted for none of its bookings: a refusal leaves nothing behind. One without a cap is tidied up for
// one of them. What the sum of those before it leaves no room for takes none either, so all that is refused here is decided by `takeHold`.
const holdsText = (locked: "skip locked" | "") => `
  with asking as materialized (select * from ${rowsOf("h", HOLD)}
  ), open as materialized (
    select id, available_spots, sales_close_at from scheduled_crawls
    where id = any(array(select "departureId" from asking)) and status = 'scheduled' and ${IS_OFFERED}
      and ${CITY_IS_ACTIVE} and ${IS_OPEN}
    order by id for no key update ${locked}
  ), first as materialized (
    select distinct on (h.key) h.*, open.available_spots from asking h join open on open.id = h."departureId"
    where open.sales_close_at > h.now and not ${waitedFor("open.id", "open.available_spots", "h.test")}
    order by h.key, h.n
  ), who as materialized (
    select h.id, h.people, h.now, own.n, own.kind || ':' || own.hash as identity, (h.caps ->> own.kind)::int as cap,
      case when own.kind in ('network', 'home', 'phone') then (h.caps ->> 'night')::int end as night
    from first h, unnest(array['network', 'home', 'browser', 'email', 'phone', 'domain'],
      array[h."heldNetwork", h."heldHome", h.browser, h."heldEmail", h."heldPhone", h."heldDomain"]) with ordinality as own (kind, hash, n)
    where own.hash is not null
  ), near as materialized (
    select who.id from who join (
      select identity, people, cardinality(bookings) as bookings from unpaid_places where identity = any(array(select identity from who)) offset 0
    ) u using (identity)
    where who.cap > 0 and (u.bookings > ${FEW} or u.people + who.people > least(who.cap, who.night))
  ), noted as (
    insert into unpaid_places (identity, bookings, people, updated_at)
    select identity, array_agg(id), sum(people), max(now) from who where id not in (select id from near)
    group by n, identity order by n, identity
    on conflict (identity) do update set people = unpaid_places.people + excluded.people, updated_at = excluded.updated_at,
      bookings = unpaid_places.bookings || excluded.bookings
    returning identity, people, cardinality(bookings) as bookings, live, bookings[cardinality(bookings)] as latest
  ), doubtful as (
    select id from near union all
    select who.id from who join noted using (identity)
    where case when who.cap = 0 then noted.bookings >= noted.live + ${FEW} and who.id = noted.latest
      else noted.bookings > ${FEW} or noted.people > least(who.cap, who.night) end
  ), fitting as (
    select h.*, sum(h.people) over (partition by h."departureId" order by h.n) as through from first h where h.id not in (select id from doubtful)
  ), key as (${ofRow("h", KEY)} from fitting h where h.through <= h.available_spots order by h.key on conflict do nothing returning key
  ), taken as materialized (select h.* from fitting h join key on key.key = h.key
  ), seats as (
    update scheduled_crawls set available_spots = scheduled_crawls.available_spots - gone.people
    from (select "departureId" as id, sum(people)::int as people from taken group by 1) gone where scheduled_crawls.id = gone.id
    returning scheduled_crawls.id
  ), booking as (${ofRow("h", BOOKING)} from taken h join seats on seats.id = h."departureId" returning id
  ), coupon as (${ofRow("h", COUPON)} from taken h join booking on booking.id = h.id where h."couponId" is not null
  ), logged as (${ofRow("h", LOGGED)} from taken h join booking on booking.id = h.id)
  select first.id, booking.id is not null as taken from first left join booking on booking.id = first.id`;

/** Waits for nobody's lock of a departure, so that one night keeps nobody from another. */
const TAKE_HOLDS = { name: "take-holds", text: holdsText("skip locked") };
/** Waits: else one lock of a night in demand would leave each of its guests to a statement for one, which locks it for the next. */
const TAKE_LOCKED_HOLDS = { name: "take-locked-holds", text: holdsText("") };

function holdValues(h: NewHold) {
  const { customer, identities, agreed, credit, ...holdResult } = h;
  return {
    ...holdResult,
    ...customer,
    heldNetwork: identities.network,
    heldHome: identities.home,
    heldEmail: identities.email,
    heldPhone: identities.phone,
    heldDomain: identities.domain,
    terms: agreed.terms,
    privacy: agreed.privacy,
    isReserved: h.reserveOf !== null || h.table !== null,
    partnerId: credit.partnerId,
    partnerReason: credit.reason,
    partnerAt: credit.at,
    partnerBefore: credit.before,
    qr: credit.qr,
    partnerDoubts: credit.doubts,
  };
}

/** Takes the seats, those of its table if it has one, and inserts the pending booking with its related rows. False when they are gone. */
export async function takeHold(on: Statements, h: NewHold): Promise<boolean> {
  const { rows } = await on.query((h.table === null ? TAKE_HOLD : TAKE_SHARE)(holdValues(h)));
  return rows.length === 1;
}

/** `takeHold`, with whoever else books at the same time (docs/decisions/202). Without a transaction. */
export async function takeHoldTogether(pool: Statements, h: NewHold): Promise<boolean> {
  const isOrdinary =
    h.source === "web" &&
    !h.isFirst &&
    !h.whileClosed &&
    h.reserveOf === null &&
    h.table === null &&
    h.limitedCoupon === null;
  if (!isOrdinary) return takeHold(pool, h);
  let outcome = await takeFree(pool, h);
  if (outcome === "locked") outcome = await takeLocked(pool, h);
  return typeof outcome === "boolean" ? outcome : takeHold(pool, h);
}

/** Whether it has its seats; `locked`: its departure is somebody else's, or isn't on sale; `doubtful`: `takeHold` decides. */
type Outcome = boolean | "locked" | "doubtful";

const takeBy = (statement: { name: string; text: string }) =>
  batchesPer(async (pool: Statements, batch: readonly NewHold[]): Promise<Outcome[]> => {
    if (batch.length === 1) return [await takeHold(pool, batch[0]!)];
    try {
      const { rows } = await pool.query<{ id: string; taken: boolean }>({
        ...statement,
        values: [rowValues(HOLD, batch.map(holdValues))],
      });
      const decided = new Map(rows.map((row) => [row.id, row.taken || ("doubtful" as const)]));
      return batch.map(({ id }) => decided.get(id) ?? "locked");
    } catch (error) {
      // who has waited for a lock doesn't wait again
      if (!isOfOne(error) || (statement === TAKE_LOCKED_HOLDS && isBusy(error))) throw error;
      return batch.map(() => "doubtful");
    }
  });
const takeFree = takeBy(TAKE_HOLDS);
const takeLocked = takeBy(TAKE_LOCKED_HOLDS);

/** Whether a statement for many failed for what one of them asks, or for a lock: each is asked for alone. Nobody asks twice where there is no database. */
const isOfOne = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(22|23|42|P0|RH|40P01|55P03)/.test(error.code ?? "");

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

// Freeing needs no check: it reduces overbooking first, the rest is back on sale. An unpaid share's places go back to its table while
// that is open.
const RELEASE = `
  with gone as (
    update bookings set status = 'cancelled', cancel_reason = $2::text, cancelled_at = $3
    where id = $1 and status = any($4::text[]) returning id, scheduled_crawl_id, number_of_people, old.status as was
  ), share as (
    delete from friend_shares s using gone g where s.booking_id = g.id and g.was = 'pending' returning s.table_id, s.people
  ), table_gets as (
    update friend_tables t set taken = t.taken - g.number_of_people from gone g, share
    where t.id = share.table_id and t.departure_id = g.scheduled_crawl_id and share.people = g.number_of_people and t.closed_at is null
    returning t.id
  ), seats as (
    update scheduled_crawls d set
      available_spots = d.available_spots + greatest(g.people - d.overbooked_spots, 0),
      overbooked_spots = greatest(d.overbooked_spots - g.people, 0)
    from (select scheduled_crawl_id, case when exists (select from table_gets) then 0 else number_of_people end as people from gone) g
    where d.id = g.scheduled_crawl_id
  ), coupon as (
    update coupon_redemptions r set state = 'released', updated_at = $3 from gone g where r.booking_id = g.id
  ), credit as (
    update credit_uses u set state = 'released', updated_at = $3 from gone g where u.purchase_id = g.id and u.state = 'reserved'
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
  const values = [id, reason, now, from, actor.kind, actorId(actor), actor.address];
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
