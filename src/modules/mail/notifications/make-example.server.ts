import { dateIn, HOME_ZONE, instantOf } from "#src/kernel/local-time.ts";
import type { MoneyAbout } from "#src/modules/mail/notifications/store.server.ts";
import type { BookedDeparture, MailedTicket } from "#src/modules/evening/tickets/queries.server.ts";
import { COMPANIES } from "#src/modules/base/settings/rules/payment-companies.ts";

// Invented people, amounts and codes, which examples of several kinds of email tell of.

export const NOBODY = "00000000-0000-4000-8000-000000000000";
/** Where a code or a key would stand: nothing that opens anything. */
export const NO_CODE = "XXXXXX";
const DAY_MS = 24 * 3_600_000;
export const daysAfter = (now: Date, days: number): Date => new Date(now.getTime() + days * DAY_MS);

/** A secret that opens nothing. */
export const exampleSecret = (now: Date) => ({ token: NO_CODE, until: daysAfter(now, 1).toISOString() });

/** A booking of two in ten days. */
export function exampleBooked(now: Date): BookedDeparture {
  const date = dateIn(daysAfter(now, 10), HOME_ZONE);
  const zone = "America/Mexico_City";
  return {
    id: NOBODY,
    reference: "RND-EXAMPLE",
    status: "confirmed",
    cancel_reason: "customer",
    language: "en",
    email: "sofia@example.com",
    test: false,
    confirmed_at: now,
    link_version: 1,
    site_tag: "cdmx",
    version: 1,
    first_name: "Sofía",
    last_name: "Ruiz",
    number_of_people: 2,
    additional_names: ["Diego"],
    currency: "MXN",
    subtotal: 80_000,
    add_ons: 0,
    bought: [],
    discount: 0,
    total_price: 80_000,
    price_rule: null,
    price_rule_es: null,
    refund_rule: "24h",
    departure_id: NOBODY,
    departure_status: "scheduled",
    departure_version: 1,
    date,
    start_time: "20:00",
    end_time: "00:00",
    starts_at: instantOf(date, "20:00", zone),
    ends_at: instantOf(date, "23:59", zone),
    title: "Centro Histórico Crawl",
    title_es: "Recorrido por el Centro Histórico",
    meeting_place: "Plaza Garibaldi 12",
    meeting_place_es: "Plaza Garibaldi 12",
    city: "Mexico City",
    city_es: "Ciudad de México",
    time_zone: zone,
    meeting_point: "",
    meeting_point_es: "",
    map_url: null,
  };
}

type Payment = NonNullable<MoneyAbout["payment"]>;

const examplePayment = (now: Date) =>
  ({
    id: NOBODY,
    amount: 80_000,
    currency: "MXN",
    provider: COMPANIES[0]!,
    external_id: "pi_example",
    voucher_until: new Date(now.getTime() + 2 * DAY_MS),
    bank_since: now,
    expires_at: new Date(now.getTime() + 3 * DAY_MS),
    redirect_url: null,
  }) as Payment;

const exampleRefund = (now: Date) =>
  ({
    id: NOBODY,
    payment_id: NOBODY,
    reason: "unplaced",
    idempotency_key: "cancelled:example",
    status: "succeeded",
    amount: 80_000,
    currency: "MXN",
    due_at: new Date(now.getTime() + DAY_MS),
    method: "card",
    waits_for_bank: false,
  }) as MoneyAbout["refunds"][number];

/** The money that an email about a booking may tell of. */
export const exampleMoney = (now: Date): MoneyAbout => ({
  refunds: [exampleRefund(now)],
  disputeLost: false,
  isResold: false,
  payment: examplePayment(now),
  refund: exampleRefund(now),
});

/** A booking's tickets, with codes that open nothing. */
export const exampleTickets = ({ first_name: name, number_of_people: count }: BookedDeparture): MailedTicket[] =>
  Array.from({ length: count }, (_, i) => ({
    position: i + 1,
    guest_name: i === 0 ? name : "",
    code: NO_CODE,
    token: NO_CODE,
  }));
