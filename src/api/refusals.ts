/**
 * Every refusal of the API, with its HTTP status. The reason is the problem's stable `code`, and `errors.<reason>` its message.
 * Statuses follow RFC 9110 section 15.5 (404 not found, 409 conflict with the resource's state, 410 gone, 413, 415), RFC 6585
 * (429), RFC 9110 15.6.4 (503 with Retry-After), and 422 for well-formed JSON that is not a valid request.
 */
export const STATUS = {
  // the request itself
  not_json: 400,
  cursor_unknown: 400,
  idempotency_key: 400,
  event_invalid: 400,
  device_unknown: 401,
  key_invalid: 401,
  key_needed: 401,
  forbidden: 403,
  key_elsewhere: 403,
  scope_missing: 403,
  key_of_others: 403,
  test_key: 403,
  not_found: 404,
  method_not_allowed: 405,
  too_large: 413,
  event_too_large: 413,
  wrong_content_type: 415,
  invalid: 422,
  // what it refers to
  booking_not_found: 404,
  city_not_found: 404,
  crawl_not_found: 404,
  departure_not_found: 404,
  provider_unknown: 404,
  departure_cancelled: 410,
  departure_past: 410,
  hold_over: 410,
  // conflicts with its state
  already_cancelled: 409,
  already_paid: 409,
  already_rated: 409,
  changes_used: 409,
  // of a change to a booking
  not_confirmed: 409,
  change_too_late: 409,
  only_guest: 409,
  same_date: 409,
  guest_not_found: 409,
  add_ons_same: 409,
  add_ons_only_more: 409,
  add_on_handed_out: 409,
  add_ons_too_cheap: 409,
  unpaid_change: 409,
  // of a sale
  assistants_full: 409,
  booking_changed: 409,
  bookings_disabled: 409,
  external_booking: 409,
  idempotency_conflict: 409,
  not_payable: 409,
  not_possible: 409,
  payment_at_bank: 409,
  preview_changed: 409,
  price_changed: 409,
  provider_not_offered: 409,
  quote_changed: 409,
  rating_not_possible: 409,
  rating_too_early: 409,
  renewals_used: 409,
  sold_out: 409,
  add_on_sold_out: 409,
  unpaid_nearby: 409,
  unpaid_places: 409,
  unpaid_shared: 409,
  currency_not_offered: 422,
  partner_code_unknown: 422,
  add_on_unknown: 422,
  add_on_too_many: 422,
  coupon_elsewhere: 422,
  coupon_expired: 422,
  coupon_invalid: 422,
  coupon_minimum: 422,
  coupon_used_up: 422,
  coupon_used_by_guest: 422,
  too_many_people: 422,
  // RFC 6585 section 3: the same request again, with what it needs
  email_code_needed: 428,
  email_code_wrong: 428,
  // retry later
  too_many_attempts: 429,
  key_limit: 429,
  server: 500,
  busy: 503,
  provider_unavailable: 503,
  unavailable: 503,
} as const;

export type Refusal = keyof typeof STATUS;

/** Seconds until a retry makes sense, where the refusal doesn't include them. */
export const RETRY_AFTER: Partial<Record<Refusal, number>> = {
  too_many_attempts: 600,
  busy: 1,
  provider_unavailable: 15,
  unavailable: 2,
};

/** Why a choice of departure, people and coupon can be refused, when priced or booked. */
export const CHOICE_REFUSALS = [
  "departure_not_found",
  "crawl_not_found",
  "departure_cancelled",
  "departure_past",
  "bookings_disabled",
  "external_booking",
  "too_many_people",
  "add_on_unknown",
  "add_on_too_many",
  "currency_not_offered",
  "coupon_invalid",
  "coupon_expired",
  "coupon_used_up",
  "coupon_used_by_guest",
  "coupon_minimum",
  "coupon_elsewhere",
  "too_many_attempts",
] as const satisfies readonly Refusal[];

/** Why a change of a confirmed booking can be refused, beyond the choice of another night. */
export const CHANGE_REFUSALS = [
  "not_confirmed",
  "change_too_late",
  "only_guest",
  "same_date",
  "guest_not_found",
  "add_ons_same",
  "add_ons_only_more",
  "add_on_handed_out",
  "add_ons_too_cheap",
  "unpaid_change",
  "booking_changed",
  "changes_used",
  "quote_changed",
  "sold_out",
  "add_on_sold_out",
] as const satisfies readonly Refusal[];
