import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { IVA_PERCENT, taxWithin } from "#src/modules/books/receipts/rules/receipt.ts";
import { admittingTickets } from "#src/modules/evening/tickets/queries.server.ts";
import { earnedBy } from "#src/modules/partners/commission/rules/commission.ts";
import { isCancellable, refundKind, statusOf, testStatusOf } from "#src/modules/programs/resellers/rules/resale.ts";
import { resellerOf } from "#src/modules/programs/resellers/rules/reseller.ts";
import type { Resale, ResaleFilter } from "#src/modules/programs/resellers/schema.ts";
import {
  namesOfResales,
  resaleByUuid,
  type ResaleRow,
  resalesLike,
} from "#src/modules/programs/resellers/store.server.ts";
import { testResaleByUuid, testResalesLike, type TestRow } from "#src/modules/programs/resellers/store/test.server.ts";
import { REFUND_RULE } from "#src/modules/sales/booking/rules/cancellation.ts";
import { refundDeadline } from "#src/modules/sales/schedule/rules/departure.ts";
import type { Context } from "#src/platform/context.server.ts";

/** A resale by the reseller's own id. An unknown one, another reseller's and one out of its key's reach are alike. Refusals: not_a_reseller, resale_not_found. */
export async function findResale(ctx: Context, uuid: string) {
  const reseller = resellerOf(ctx.actor);
  if (!reseller.ok) return reseller;
  if (!isUuid(uuid)) return fail("resale_not_found");
  if (reseller.test) {
    const row = await testResaleByUuid(ctx.db, reseller, uuid.toLowerCase());
    return row ? ok({ resale: testResaleFrom(ctx, row) }) : fail("resale_not_found");
  }
  const row = await resaleByUuid(ctx.db, reseller, uuid.toLowerCase());
  return row ? ok({ resale: (await resalesFrom(ctx, [row]))[0]! }) : fail("resale_not_found");
}

/** Most resales on a page. */
const PAGE = 100;

/**
 * A reseller's own resales within its key's reach, oldest first, a page at a time; `next` is the cursor of the page after, null on the last. Refusal:
 * not_a_reseller.
 */
export async function listResales(ctx: Context, filter: ResaleFilter) {
  const reseller = resellerOf(ctx.actor);
  if (!reseller.ok) return reseller;
  const limit = Math.min(filter.limit ?? PAGE, PAGE);
  const wish = { ...filter, limit };
  if (reseller.test) {
    const { page, next } = paged(await testResalesLike(ctx.db, reseller, wish), limit);
    return ok({ resales: page.map((row) => testResaleFrom(ctx, row)), next });
  }
  const { page, next } = paged(await resalesLike(ctx.db, reseller, wish), limit);
  return ok({ resales: await resalesFrom(ctx, page), next });
}

function paged<Row extends { id: string }>(rows: readonly Row[], limit: number) {
  const page = rows.slice(0, limit);
  return { page, next: rows.length > limit ? page.at(-1)!.id : null };
}

/** The ids by which a partner's programs know what they sold, by the booking. The caller checks whose they are. */
export async function resalesOfBookings(ctx: Context, partnerId: string, bookingIds: readonly string[]) {
  const names = await namesOfResales(ctx.db, partnerId, bookingIds);
  return new Map(names.map(({ booking_id, ...named }) => [booking_id, named]));
}

/** What resellers see of rows. The caller checks whose they are. */
async function resalesFrom(ctx: Context, rows: readonly ResaleRow[]): Promise<Resale[]> {
  const confirmed = rows.filter(({ status }) => status === "confirmed");
  const bookings = confirmed.map((row) => ({ id: row.booking_id, departureId: row.departure_id }));
  const tickets = Map.groupBy(await admittingTickets(ctx, bookings), ({ bookingId }) => bookingId);
  return rows.map((row) => resaleFrom(ctx, row, tickets.get(row.booking_id) ?? []));
}

type Admitting = Awaited<ReturnType<typeof admittingTickets>>[number];

function resaleFrom({ now }: Pick<Context, "now">, row: ResaleRow, tickets: readonly Admitting[]): Resale {
  const entries = tickets.flatMap(({ enteredAt }) => enteredAt ?? []).toSorted((a, b) => a.getTime() - b.getTime());
  const redeemed = entries[0] ?? null;
  const status = statusOf({ ...row, redeemed_at: redeemed }, now);
  const people = row.people.map((person) => {
    const ticket = tickets.find(({ position }) => position === person.position) ?? null;
    return { person, ticket };
  });
  return shownResale({
    ...row,
    status,
    now,
    redeemed,
    refund: refundKind(row.paid, row.back),
    voucher: tickets[0]?.token ?? null,
    people: people.map(({ person, ticket }) => ({
      ...person,
      redeemed: ticket?.enteredAt ?? null,
      ticket: ticket?.token ?? null,
    })),
  });
}

/** A test key's resale. Its codes are none of our tickets': a door refuses them. */
function testResaleFrom({ now }: Pick<Context, "now">, row: TestRow): Resale {
  const status = testStatusOf(row, now);
  const codeOf = (part: string) => (status === "confirmed" ? `test.${row.id}.${part}` : null);
  return shownResale({
    ...row,
    ...REFUND,
    test: true,
    currency: "MXN",
    status,
    now,
    redeemed: null,
    refund: row.refund ?? "none",
    voucher: codeOf("voucher"),
    people: row.people.map((person) => ({ ...person, redeemed: null, ticket: codeOf(person.uuid) })),
  });
}
const REFUND = { refund_rule: REFUND_RULE.rule, refund_rule_version: REFUND_RULE.version };

type ToShow = Pick<
  ResaleRow,
  | "id"
  | "uuid"
  | "test"
  | "reference"
  | "reseller_reference"
  | "created_at"
  | "updated_at"
  | "hold_expires_at"
  | "confirmed_at"
  | "cancelled_at"
  | "departure_id"
  | "crawl_id"
  | "language"
  | "currency"
  | "total"
  | "unit_price"
  | "refund_rule"
  | "refund_rule_version"
  | "starts_at"
  | "rule"
  | "contact"
  | "notes"
  | "cancel_note"
> & {
  status: Resale["status"];
  now: Date;
  redeemed: Date | null;
  refund: "full" | "partial" | "none";
  voucher: string | null;
  people: readonly (ResaleRow["people"][number] & { redeemed: Date | null; ticket: string | null })[];
};

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** A resale as its reseller sees it, of a booking or of a test key. */
function shownResale(row: ToShow): Resale {
  const { status, rule, total, people } = row;
  const changes = [row.updated_at, row.confirmed_at, row.cancelled_at].flatMap((at) => at?.getTime() ?? []);
  const isHeld = status === "on_hold" || status === "expired";
  const until = refundDeadline(row.starts_at);
  return {
    id: row.id,
    uuid: row.uuid,
    test: row.test,
    reference: row.reference,
    reseller_reference: row.reseller_reference,
    status,
    created_at: row.created_at.toISOString(),
    updated_at: new Date(Math.max(...changes)).toISOString(),
    expires_at: isHeld ? row.hold_expires_at.toISOString() : null,
    confirmed_at: isHeld ? null : iso(row.confirmed_at),
    redeemed_at: iso(row.redeemed),
    departure_id: row.departure_id,
    crawl_id: row.crawl_id,
    starts_at: row.starts_at.toISOString(),
    language: row.language,
    currency: row.currency,
    total,
    net: rule && total - earnedBy(rule, { people: people.length, sale: total }),
    tax: taxWithin(total, IVA_PERCENT),
    unit_price: row.unit_price,
    cancellable: isCancellable(status, row.starts_at, row.now),
    cancellation:
      status === "cancelled" ? { refund: row.refund, reason: row.cancel_note, at: iso(row.cancelled_at)! } : null,
    rule: {
      name: row.refund_rule,
      version: row.refund_rule_version,
      hours: (row.starts_at.getTime() - until.getTime()) / 3_600_000,
      until: until.toISOString(),
      commission: rule,
    },
    contact: row.contact,
    notes: row.notes,
    voucher: row.voucher,
    people: people.map((person) => ({
      uuid: person.uuid,
      reseller_reference: person.reseller_reference,
      status: status === "redeemed" && person.redeemed === null ? "confirmed" : status,
      redeemed_at: iso(person.redeemed),
      contact: person.contact,
      ticket: person.ticket,
    })),
  };
}
