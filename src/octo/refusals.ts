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

/** The codes that name what the request has wrong: their texts stand in `octo.<code>`. */
export const NAMING = Object.keys(NAMES).filter((code) => NAMES[code as OctoCode] !== null) as readonly NamingCode[];
export type NamingCode = {
  [Code in OctoCode]: (typeof NAMES)[Code] extends string ? Code : never;
}[OctoCode];

/** A refusal of OCTO's own: `of` is the value at fault, as it was sent. */
export type OctoRefusal = { ok: false; reason: NamingCode; of: string };
export const refuse = (reason: NamingCode, of: string): OctoRefusal => ({ ok: false, reason, of });

export const isNaming = (reason: string): reason is NamingCode => NAMING.some((code) => code === reason);

/** What OCTO calls our refusals; any other is of something that is well-formed and not possible now. */
const CODES: Partial<Record<Refusal, OctoCode>> = {
  not_json: "BAD_REQUEST",
  too_large: "BAD_REQUEST",
  wrong_content_type: "BAD_REQUEST",
  invalid: "BAD_REQUEST",
  key_needed: "UNAUTHORIZED",
  key_invalid: "FORBIDDEN",
  key_elsewhere: "FORBIDDEN",
  scope_missing: "FORBIDDEN",
  forbidden: "FORBIDDEN",
  not_found: "NOT_FOUND",
  method_not_allowed: "NOT_FOUND",
  too_many_attempts: "BAD_REQUEST",
  departure_not_found: "INVALID_AVAILABILITY_ID",
  crawl_not_found: "INVALID_AVAILABILITY_ID",
  external_booking: "INVALID_AVAILABILITY_ID",
  server: "INTERNAL_SERVER_ERROR",
  busy: "INTERNAL_SERVER_ERROR",
  unavailable: "INTERNAL_SERVER_ERROR",
};
export const codeOf = (reason: Refusal): OctoCode => CODES[reason] ?? "UNPROCESSABLE_ENTITY";

/** Statuses that say more to a client than 400, which is OCTO's for everything else. */
const STATUSES: Partial<Record<OctoCode, number>> = { UNAUTHORIZED: 401, FORBIDDEN: 403 };
const OURS = ["not_found", "method_not_allowed", "too_many_attempts", "server", "busy", "unavailable"] as const;

/** The status of a refusal: who asks, how often, an endpoint that there isn't, our fault. An unknown thing is 400, never 404. */
export const statusOf = (reason: Refusal): number =>
  STATUSES[codeOf(reason)] ?? (OURS.some((one) => one === reason) ? STATUS[reason] : 400);

/** The value that an error of this code names, under its key; none where the code names none. */
export function namedBy(code: OctoCode, of: string | undefined): Record<string, string> {
  const key = NAMES[code];
  // an empty one would say nothing, and OCTO's validator refuses it
  return key === null ? {} : { [key]: of === undefined || of === "" ? "unknown" : of.slice(0, 200) };
}
