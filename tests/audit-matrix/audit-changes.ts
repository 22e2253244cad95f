import type { Pool } from "pg";
import { expect } from "vitest";

// What an audit entry says about a record must match its row: as it was before, and as it is now.

type Table = { name: string; key: string; about: string | readonly string[]; columns?: Record<string, string> };

/** The tables of the records that entries are about, by the first word of the action. */
const TABLES: Record<string, Table> = {
  add_on: { name: "add_ons", key: "id", about: "add_on" },
  bar: {
    name: "bars",
    key: "id",
    about: "bar",
    columns: Object.fromEntries(
      ["created", "updated"].flatMap((did) => [
        [`bar.${did}: price`, "voucher_price"],
        [`bar.${did}: currency`, "voucher_currency"],
      ]),
    ),
  },
  booking: {
    name: "bookings",
    key: "id",
    about: "booking",
    columns: { "booking.changed: departure": "scheduled_crawl_id", "booking.changed: people": "number_of_people" },
  },
  // that of a booking is given to its guest by themselves
  credit: { name: "credits", key: "purchase_id", about: ["gift_card", "group_deposit"] },
  coupon: { name: "coupons", key: "id", about: "coupon" },
  price_rule: { name: "price_rules", key: "id", about: "price_rule" },
  api_key: { name: "api_keys", key: "id", about: "api_key" },
  connection: { name: "oauth_grants", key: "id", about: "connection" },
  city: { name: "cities", key: "id", about: "city" },
  crawl: { name: "pub_crawls", key: "id", about: "crawl" },
  departure: { name: "scheduled_crawls", key: "id", about: "departure" },
  desk: { name: "desk_devices", key: "id", about: "desk" },
  device: { name: "door_devices", key: "id", about: "device" },
  gallery_image: { name: "gallery_images", key: "id", about: "gallery_image" },
  gift_card: {
    name: "gift_cards",
    key: "id",
    about: "gift_card",
    columns: { "gift_card.issued: reason": "gesture" },
  },
  group_request: { name: "group_requests", key: "id", about: "group_request" },
  guide: { name: "guide_profiles", key: "user_id", about: "user" },
  import: {
    name: "imports",
    key: "id",
    about: "import",
    columns: { "import.uploaded: name": "source", "import.made: status": "state", "import.undone: status": "state" },
  },
  instagram_post: { name: "instagram_posts", key: "id", about: "instagram_post" },
  invitation: { name: "staff_invitations", key: "id", about: "invitation" },
  message: { name: "contact_messages", key: "id", about: "message" },
  partner: { name: "partners", key: "id", about: "partner" },
  qr_code: { name: "qr_codes", key: "id", about: "qr_code" },
  picture: {
    name: "pictures",
    key: "name",
    about: "picture",
    columns: { "picture.trashed: deleted_at": "trashed_at", "picture.restored: deleted_at": "trashed_at" },
  },
  provider_event: { name: "provider_events", key: "id", about: "provider_event" },
  rating: { name: "ratings", key: "id", about: "rating" },
  // entries about a purchase's money are entries about the purchase
  refund: { name: "refunds", key: "purchase_id", about: ["booking", "gift_card", "group_deposit"] },
  reply: { name: "saved_replies", key: "id", about: "reply" },
  role: { name: '"user"', key: "id", about: "user" },
  webhook: { name: "webhook_endpoints", key: "id", about: "webhook" },
  view: { name: "saved_views", key: "id", about: "saved_view" },
};

/** Fields that correspond to no column, or aren't meant as one. */
const ELSEWHERE: readonly string[] = [
  "api_key.made: prefix",
  "api_key.rotated: prefix",
  "connection.ended: name",
  "webhook.replayed: messages",
  "booking.add_on_handed_out: add_on",
  "booking.add_on_taken_back: add_on",
  "booking.change_held: people",
  "booking.changed: add_on",
  "booking.changed: kind",
  "booking.confirmed: placement",
  "booking.contact_corrected: corrected",
  "booking.guests_named: tickets",
  "booking.partner_changed: partner",
  "booking.tagged: tag",
  "booking.untagged: tag",
  "bookings.cancel_asked: bookings",
  "bookings.exported: asked",
  "bookings.mailed: sent",
  "bookings.mailed: subject",
  "import.confirmations_sent: bookings",
  "import.made: bookings",
  "import.made: customers",
  "import.made: left_out",
  "invoice.issued: fiscal_uuid",
  "letter.tested: subject",
  "bookings.move_asked: bookings",
  "checkin.entered: guest",
  "checkin.entered: happened_at",
  "checkin.looked_at: guest",
  "checkin.undone: guest",
  "checkin.undone: happened_at",
  "crawl.stops_changed: stops",
  "coupon.created: partner",
  "coupon.created: valid_for",
  "price_rule.created: valid_for",
  "coupon.updated: partner",
  "coupon.updated: valid_for",
  "booking.deposit_paid: amount",
  "credit.reserved: credit",
  "price_rule.updated: valid_for",
  "departure.at_stop: stop",
  "departure.stop_undone: stop",
  "departure.guests_counted: missing",
  "departure.guests_counted: present",
  "departure.guests_counted: stop",
  "departure.route_changed: stops",
  "email.retried: kind",
  "cities.ordered: cities",
  "email.sent_again: kind",
  "guide.nights_paid: amount",
  "guide.nights_paid: departure",
  "guide.nights_unpaid: amount",
  "guide.nights_unpaid: departure",
  "guide.pay_set: pay",
  "office.recorded: amount",
  "office.undone: amount",
  "statement.agreed: amount",
  "statement.agreed: statement",
  "statement.answered: month",
  "statement.paid: amount",
  "statement.paid: reference",
  "statement.paid: statement",
  "shift.accepted: departure",
  "shift.agreed: departure",
  "shift.agreed: part",
  "shift.asked: departure",
  "shift.asked: part",
  "shift.asked_again: departure",
  "shift.declined: departure",
  "shift.withdrawn: departure",
  "home.published: hero",
  "page.published: terms",
  "page_draft.discarded: terms",
  "page_draft.restored: terms",
  "page_draft.restored: version",
  "home_draft.discarded: hero",
  "home_draft.restored: hero",
  "home_draft.restored: version",
  "home_draft.shared: ends_at",
  "emails.sent_again: aside",
  "emails.sent_again: sent",
  "gallery_image.moved: place",
  "instagram_post.moved: place",
  "partner.created: clabe_end",
  "partner.created: rfc_end",
  "partner.terms_added: basis",
  "partner.terms_added: commission",
  "partner.terms_added: exceptions",
  "partner.terms_added: tiers",
  "partner.terms_added: valid_from",
  "payment.reviewed: review",
  "payment.succeeded: payment",
  "payment.succeeded: placement",
  "payment.taken_by_hand: amount",
  "payment.taken_by_hand: provider",
  "picture.replaced: picture",
  "picture.replaced: places",
  "qr_code.created: partner",
  "qr_code.updated: partner",
  "rates.changed: MXN",
  "reconciliation.looked_at: day",
  "reconciliation.looked_at: provider",
  "session.revoked: sessions",
  "settings.changed: operator_name",
  "settings.taken_back: operator_name",
  "template.published: texts_en",
  "template.reset: texts_en",
  "template.restored: texts_en",
  "template.restored: version",
  "template.tested: language",
  "departure.places_returned: places",
  "departure.table_closed: places",
  "departure.table_resized: places",
  "till.closed_alone: amount",
  "till.closed_alone: expected",
  "till.closed_alone: reason",
  "till.counted: counted",
  "till.counted: expected",
  "till.counted: reason",
  "till.opened: date",
  "till.opened: float",
  "till.paid_out: amount",
  "till.paid_out: currency",
  "till.paid_out: reason",
  "till.taken_over: amount",
];
/** The offer is gone, the row keeps its value. */
const GONE = "invitation.revoked: role";

type Row = Record<string, unknown>;
export type Records = Record<string, Row[]>;

/** All rows of those tables, as JSON. */
export async function recordsIn(pool: Pool): Promise<Records> {
  const kinds = Object.entries(TABLES);
  const each = kinds.map(([kind, { name }]) => `select '${kind}' as kind, to_jsonb(t) as row from ${name} t`);
  const { rows } = await pool.query<{ kind: string; row: Row }>({ name: "records", text: each.join(" union all ") });
  const groups = Map.groupBy(rows, ({ kind }) => kind);
  return Object.fromEntries(kinds.map(([kind]) => [kind, (groups.get(kind) ?? []).map(({ row }) => row)]));
}

type Entry = { action: string; subject_type: string; subject_id: string; changes: unknown };
type LoggedChange = { what: string; old: unknown; now: unknown; kind: string; field: string; id: string };

const INSTANT = /^\d{4}-\d\d-\d\dT/;
/** One notation per value: an instant has several. */
const plain = (value: unknown): string =>
  JSON.stringify(typeof value === "string" && INSTANT.test(value) ? Date.parse(value) : (value ?? null));

/** A series has no row: its departures have its fields. */
const isOfSeries = (what: string) => what.startsWith("series.created: ");

const toldBy = ({ action, subject_type: type, subject_id: id, changes }: Entry): LoggedChange[] =>
  Object.entries(changes as Record<string, { old: unknown; new: unknown }>).map(([name, sides]) => {
    const what = `${action}: ${name}`;
    const word = action.split(".")[0]!;
    const table = TABLES[word];
    const kind = [table?.about].flat().includes(type) ? word : "";
    return { what, old: sides.old, now: sides.new, kind, field: table?.columns?.[what] ?? name, id };
  });

/**
 * Expects entries to match what happened: each field went from the record's old value to its new one, each entry starting
 * where the previous one ended.
 */
export function expectTold(entries: readonly Entry[], before: Records, now: Records): void {
  const values = (records: Records, { kind, field, id }: LoggedChange) =>
    (records[kind] ?? []).flatMap((row) => (row[TABLES[kind]!.key] === id && field in row ? [plain(row[field])] : []));
  const changes = entries.flatMap(toldBy);
  const last = new Map<string, LoggedChange>();
  for (const one of changes) {
    const { what, kind, field, id } = one;
    const place = [kind, field, id].join(" ");
    const earlier = last.get(place);
    const olds = earlier ? [plain(earlier.now)] : values(before, one);
    if (olds.length > 0) expect(olds, `${what}, as it was`).toContain(plain(one.old));
    // new records had no value before
    else if (one.old !== null || one.now !== null) expect(plain(one.old), what).not.toBe(plain(one.now));
    const isInNoColumn = [...olds, ...values(now, one)].length === 0;
    if (isInNoColumn) expect(isOfSeries(what) || ELSEWHERE.includes(what), `${what} is in no column`).toBe(true);
    else last.set(place, one);
  }
  for (const one of last.values()) {
    const is = values(now, one);
    if (is.length > 0 && one.what !== GONE) expect(is, `${one.what}, as it is now`).toContain(plain(one.now));
  }
}
