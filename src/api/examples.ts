import { SIMULATION } from "#src/modules/base/settings/rules/payment-companies.ts";

type Example = {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number>>;
  body?: unknown;
  answer?: unknown;
};

// ids of things that exist nowhere: the test that runs the examples puts in those of its own
export const CRAWL = "0b7d6f5e-2d0e-4d1f-9a43-5c0f6f1f7a01";
export const NIGHT = "5f0c8a0e-8f3b-4c55-9d61-3a8f9f1b2c02";
export const OTHER_NIGHT = "a4c1d7e2-61b7-4e0a-8f2d-9b1c3d5e7f03";
export const BOOKING = "c8e5a9b4-7d26-4f19-b0e3-1f2a4c6e8d04";
export const RESALE = "7e1d9c3b-5a48-8f60-92b7-4d6e8f0a1c06";
/** The month of the examples, and the dates of their two nights. */
const MONTH = "2026-12";
const [date, otherDate] = ["2026-12-01", "2026-12-12"];

const pesos = (amount_minor: number) => ({ amount_minor, currency: "MXN" });
const night = { start_time: "20:00", end_time: "00:30" };

const unnamed = {
  full_name: null,
  first_name: null,
  last_name: null,
  email: null,
  phone: null,
  locales: [],
  postal_code: null,
  country: null,
  notes: null,
};
const sofia = { ...unnamed, full_name: "Sofía Navarro", email: "sofia@example.test" };
const guest = (uuid: string, ticket: string, contact: object = unnamed) => ({
  uuid,
  reseller_reference: null,
  status: "confirmed",
  redeemed_at: null,
  contact,
  ticket,
});
const resale = {
  id: RESALE,
  reference: "RND-9Q4T7W",
  reseller_reference: "V-1042",
  test: false,
  status: "confirmed",
  created_at: "2026-11-20T18:00:00.000Z",
  updated_at: "2026-11-20T18:06:30.000Z",
  expires_at: null,
  confirmed_at: "2026-11-20T18:06:30.000Z",
  redeemed_at: null,
  departure_id: NIGHT,
  crawl_id: CRAWL,
  starts_at: "2026-12-02T02:00:00.000Z",
  language: "es",
  retail: pesos(80_000),
  tax: pesos(11_034),
  commission: pesos(12_000),
  net: pesos(68_000),
  cancellable: true,
  cancellable_until: "2026-12-01T02:00:00.000Z",
  cancellation: null,
  contact: sofia,
  notes: null,
  voucher: "RC1.4YkT",
  people: [
    guest("3b5c7d9e-1f20-4a3b-8c4d-5e6f70819207", "RC1.4YkT", sofia),
    guest("4c6d8e0f-2a31-4b4c-9d5e-6f7081920308", "RC1.8PqZ"),
  ],
};
const confirmation = {
  contact: { full_name: "Sofía Navarro", email: "sofia@example.test" },
  reseller_reference: "V-1042",
};

/** One call of each kind that programs make, with what it is answered where that says more than its shape. */
export const EXAMPLES: Readonly<Record<string, Example>> = {
  "GET /api/pub-crawls": {},
  "GET /api/pub-crawls/:id": { params: { id: CRAWL } },
  "GET /api/scheduled-crawls": { query: { from: "2026-12-01", to: "2026-12-31", currency: "MXN" } },
  "GET /api/scheduled-crawls/:id/add-ons": { params: { id: NIGHT }, query: { number_of_people: 2, currency: "MXN" } },
  "POST /api/quotes": { body: { scheduled_crawl_id: NIGHT, number_of_people: 2, currency: "MXN" } },
  "POST /api/coupons/check": {
    body: { scheduled_crawl_id: NIGHT, number_of_people: 2, currency: "MXN", coupon_code: "WELCOME10" },
  },
  "POST /api/bookings": {
    body: {
      scheduled_crawl_id: NIGHT,
      number_of_people: 2,
      customer: {
        first_name: "Sofía",
        last_name: "Navarro",
        email: "sofia@example.test",
        phone: "+525512345678",
        country: "MX",
      },
      additional_names: ["Mateo"],
      special_requests: "",
      currency: "MXN",
      language: "es",
      agreed_to_terms: true,
    },
  },
  "GET /api/bookings": {
    query: { date_from: "2026-12-01", status: "confirmed", limit: 50 },
    answer: {
      bookings: [
        {
          id: BOOKING,
          reference: "RND-7K2M4P",
          version: 1,
          status: "confirmed",
          cancel_reason: null,
          created_at: "2026-11-20T18:00:00.000Z",
          confirmed_at: "2026-11-20T18:04:10.000Z",
          cancelled_at: null,
          number_of_people: 2,
          total: pesos(80_000),
          test: false,
          language: "es",
          source: "web",
          partner_id: null,
          customer: {
            first_name: "Sofía",
            last_name: "Navarro",
            email: "sofia@example.test",
            phone: "+525512345678",
            country: "MX",
          },
          night: {
            departure_id: NIGHT,
            crawl_id: CRAWL,
            crawl_title: "Mexico City Pub Crawl",
            city_id: "mexico-city",
            date,
            ...night,
            starts_at: "2026-12-02T02:00:00.000Z",
          },
        },
      ],
      next_cursor: null,
    },
  },
  "GET /api/bookings/:id": { params: { id: BOOKING } },
  "POST /api/bookings/:id/payments": { params: { id: BOOKING }, body: { provider: SIMULATION } },
  "POST /api/bookings/:id/changes": {
    params: { id: BOOKING },
    body: { change: { kind: "date", departure_id: OTHER_NIGHT } },
    answer: {
      state: "quoted",
      change_id: null,
      quote: {
        version: 1,
        before: { people: 2, date, ...night, total: pesos(80_000) },
        after: { people: 2, date: otherDate, ...night, total: pesos(80_000) },
        difference: pesos(0),
        refund_until: "2026-12-12T02:00:00.000Z",
      },
    },
  },
  "POST /api/bookings/:id/cancel": {
    params: { id: BOOKING },
    body: { expected_refund: pesos(80_000) },
    answer: { id: BOOKING, status: "cancelled", refund: pesos(80_000), credit: pesos(0) },
  },
  "POST /api/resales": {
    body: { departure_id: NIGHT, people: [{}, {}], currency: "MXN", language: "es", reseller_reference: "V-1042" },
  },
  "GET /api/resales": {
    query: { date_from: "2026-12-01", limit: 50 },
    answer: { resales: [resale], next_cursor: null },
  },
  "GET /api/resales/:id": { params: { id: RESALE } },
  "PATCH /api/resales/:id": { params: { id: RESALE }, body: { departure_id: OTHER_NIGHT, notes: "A birthday" } },
  "POST /api/resales/:id/confirm": { params: { id: RESALE }, body: confirmation, answer: resale },
  "POST /api/resales/:id/extend": { params: { id: RESALE }, body: { minutes: 40 } },
  "POST /api/resales/:id/cancel": { params: { id: RESALE }, body: { reason: "The guest is ill" } },
  "GET /api/tonight": {
    answer: {
      at: "2026-12-02T03:10:00.000Z",
      nights: [
        {
          departure_id: NIGHT,
          crawl_title: "Mexico City Pub Crawl",
          city: "Mexico City",
          time_zone: "America/Mexico_City",
          start_time: "20:00",
          starts_at: "2026-12-02T02:00:00.000Z",
          state: "running",
          places: 40,
          sold: 31,
          checked_in: 27,
          held: 2,
          left: 7,
        },
      ],
    },
  },
  "GET /api/partners": {
    query: { month: MONTH },
    answer: {
      month: MONTH,
      total: 1,
      partners: [
        {
          id: "d2b3c4e5-1a2b-4c3d-8e4f-5a6b7c8d9e05",
          name: "Hostel Luna",
          code: "luna",
          is_active: true,
          city: "Mexico City",
          visits: 120,
          bookings: 14,
          came: 31,
          commission: pesos(155_000),
        },
      ],
    },
  },
  "GET /api/partners/me/statements": { answer: { statements: [] } },
  "GET /api/partners/me/statements/:month": {
    params: { month: "2026-11" },
    answer: {
      month: "2026-11",
      number: null,
      state: "open",
      people: 2,
      bookings: 1,
      commission: pesos(8_000),
      cash: pesos(0),
      due: pesos(8_000),
      carried_over: pesos(0),
      due_of_month: pesos(8_000),
      agreed_at: null,
      paid_at: null,
      test: false,
      lines: [
        {
          booking: "q3Xv9KdL",
          resale: null,
          date: "2026-11-27",
          people: 2,
          came: 2,
          sale: pesos(80_000),
          commission: pesos(8_000),
          is_correction: false,
        },
      ],
    },
  },
};
