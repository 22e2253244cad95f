import type { ZodError } from "zod";
import { type Failure, fail } from "#src/kernel/result.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { type Refusal, STATUS } from "#src/api/refusals.ts";

/** The codes of OCTO, and which of the request's values an error names besides. */
const NAMES = {
  INVALID_PRODUCT_ID: "productId",
  INVALID_OPTION_ID: "optionId",
  INVALID_UNIT_ID: "unitId",
  INVALID_AVAILABILITY_ID: "availabilityId",
  INVALID_BOOKING_UUID: "uuid",
  BAD_REQUEST: null,
  UNPROCESSABLE_ENTITY: null,
  UNAUTHORIZED: null,
  FORBIDDEN: null,
  NOT_FOUND: null,
  INTERNAL_SERVER_ERROR: null,
} as const satisfies Record<string, string | null>;
export type OctoCode = keyof typeof NAMES;

/** Refusals of OCTO's own; their texts stand in `resellers-octo.<reason>`. */
const OWN = {
  INVALID_PRODUCT_ID: "INVALID_PRODUCT_ID",
  INVALID_OPTION_ID: "INVALID_OPTION_ID",
  INVALID_UNIT_ID: "INVALID_UNIT_ID",
  INVALID_AVAILABILITY_ID: "INVALID_AVAILABILITY_ID",
  INVALID_BOOKING_UUID: "INVALID_BOOKING_UUID",
  nobody: "UNPROCESSABLE_ENTITY",
  narrow: "BAD_REQUEST",
  field: "BAD_REQUEST",
  range: "BAD_REQUEST",
  days_or_ids: "BAD_REQUEST",
  both_days: "BAD_REQUEST",
  no_filter: "BAD_REQUEST",
  pesos: "BAD_REQUEST",
  env: "BAD_REQUEST",
  idempotency_conflict: "INVALID_BOOKING_UUID",
  subscription_not_found: "BAD_REQUEST",
  subscription_limit: "UNPROCESSABLE_ENTITY",
  subscription_off: "UNPROCESSABLE_ENTITY",
  not_https: "BAD_REQUEST",
  private_address: "BAD_REQUEST",
} as const satisfies Record<string, OctoCode>;
export type OwnReason = keyof typeof OWN;

/** A refusal of OCTO's own: `of` is the value at fault, as it was sent; `field` the path of what is missing or wrong. */
export type OctoRefusal = { ok: false; reason: OwnReason; of?: string; field?: string };
export const refuse = (reason: OwnReason, of?: string): OctoRefusal => ({
  ok: false,
  reason,
  ...(of === undefined ? {} : { of }),
});

const isOwn = (reason: string): reason is OwnReason => Object.hasOwn(OWN, reason);
const isKnown = (reason: string): reason is Refusal => Object.hasOwn(STATUS, reason);

/** Our names of what OCTO calls otherwise. */
const OCTO_NAMES: Readonly<Record<string, string>> = {
  departure_id: "availabilityId",
  people: "unitItems",
  minutes: "expirationMinutes",
  reseller_reference: "resellerReference",
  full_name: "fullName",
  first_name: "firstName",
  last_name: "lastName",
  email: "emailAddress",
  phone: "phoneNumber",
  postal_code: "postalCode",
  topics: "notificationTypes",
};

/** The first thing that is wrong in a request, by OCTO's names: a shape's message is the reason, or the field alone is named. */
export function wrongIn({ issues: [issue] }: ZodError): OctoRefusal | Failure<"invalid"> {
  if (issue && isOwn(issue.message)) return refuse(issue.message);
  const field = issue?.path.map((part) => OCTO_NAMES[String(part)] ?? String(part)).join(".");
  return field ? { ok: false, reason: "field", field: field.slice(0, 100) } : fail("invalid");
}

/** The text that says a refusal. One of a use case that the API has no text for is told by its reason. */
export function textOf(reason: string): MessageId {
  if (isOwn(reason)) return `resellers-octo.${reason}`;
  return isKnown(reason) ? `errors.${reason}` : "resellers-octo.refused";
}

/** What OCTO calls our refusals; any other is of something that is well-formed and not possible now. */
const CODES: Partial<Record<Refusal, OctoCode>> = {
  not_json: "BAD_REQUEST",
  too_large: "BAD_REQUEST",
  wrong_content_type: "BAD_REQUEST",
  invalid: "BAD_REQUEST",
  key_needed: "UNAUTHORIZED",
  key_invalid: "FORBIDDEN",
  key_elsewhere: "FORBIDDEN",
  key_of_others: "FORBIDDEN",
  scope_missing: "FORBIDDEN",
  forbidden: "FORBIDDEN",
  not_a_reseller: "FORBIDDEN",
  resale_not_found: "INVALID_BOOKING_UUID",
  resale_expired: "INVALID_BOOKING_UUID",
  contact_needed: "BAD_REQUEST",
  not_found: "NOT_FOUND",
  method_not_allowed: "NOT_FOUND",
  departure_not_found: "INVALID_AVAILABILITY_ID",
  crawl_not_found: "INVALID_AVAILABILITY_ID",
  external_booking: "INVALID_AVAILABILITY_ID",
  server: "INTERNAL_SERVER_ERROR",
  busy: "INTERNAL_SERVER_ERROR",
  unavailable: "INTERNAL_SERVER_ERROR",
};
export const codeOf = (reason: string): OctoCode => {
  if (isOwn(reason)) return OWN[reason];
  return (isKnown(reason) ? CODES[reason] : undefined) ?? "UNPROCESSABLE_ENTITY";
};

/** Statuses that say more to a client than 400, which is OCTO's for everything else. */
const STATUSES: Partial<Record<OctoCode, number>> = { UNAUTHORIZED: 401, FORBIDDEN: 403 };
const OURS: readonly string[] = [
  "not_found",
  "method_not_allowed",
  "too_many_attempts",
  "key_limit",
  "server",
  "busy",
  "unavailable",
];

/** The status of a refusal: who asks, how often, an endpoint that there isn't, our fault. An unknown thing is 400, never 404. */
export const statusOf = (reason: string): number =>
  STATUSES[codeOf(reason)] ?? (OURS.includes(reason) && isKnown(reason) ? STATUS[reason] : 400);

/** The value that an error of this code names, under its key: `of`, else what the request has there. None where the code names none. */
export function namedBy(
  code: OctoCode,
  of: string | undefined,
  request: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const key = NAMES[code];
  if (key === null) return {};
  const value = of ?? request[key];
  // an empty one would say nothing, and OCTO's validator refuses it
  return { [key]: typeof value === "string" && value !== "" ? value.slice(0, 200) : "unknown" };
}
