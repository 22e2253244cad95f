/** What an endpoint may be told of, in the order of the form. */
export const EVENT_TYPES = [
  "booking.held",
  "booking.confirmed",
  "booking.changed",
  "booking.cancelled",
  "booking.checked_in",
  "booking.refunded",
  "night.cancelled",
  "availability.changed",
  "statement.ready",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** What only a test sends, to any endpoint. */
export const TEST_TYPE = "webhook.test";
export type MessageType = EventType | typeof TEST_TYPE;

/** What an event is about, read when it is decided whom it is told to. Null: there is nothing anymore, or it is of no such kind. */
export type EventFacts = {
  type: string;
  subject: string;
  detail: Record<string, unknown>;
  /** the partner to whom the booking was credited until then, who is told too */
  former: string | null;
  /** of a booking or a night */
  departure: {
    id: string;
    crawl_id: string;
    date: string;
    city_id: string;
    status: string;
    is_private: boolean;
  } | null;
  booking: { status: string; version: number; test: boolean; partner_id: string | null } | null;
  statement: { partner_id: string; month: string; state: string; test: boolean } | null;
};

/** What is said of an event beside its type and its time: ids and states, of nobody's person. Null where what it is about is gone. */
export function dataOf({ type, subject, detail, departure, booking, statement }: EventFacts): object | null {
  if (type.startsWith("booking."))
    return (
      booking && {
        id: subject,
        status: booking.status,
        version: booking.version,
        departure_id: departure?.id ?? null,
        test: booking.test,
        ...detail,
      }
    );
  if (type === "statement.ready")
    return (
      statement && {
        id: subject,
        partner_id: statement.partner_id,
        month: statement.month,
        status: statement.state,
        test: statement.test,
      }
    );
  return (
    departure && {
      id: subject,
      crawl_id: departure.crawl_id,
      date: departure.date,
      status: departure.status,
      ...detail,
    }
  );
}

export type Listener = { types: readonly string[]; partner_id: string | null; cities: readonly string[] | null };

/**
 * Whether an endpoint is told of an event. A partner's is told of bookings that are credited to them, also that they no longer are, of their statements, and of the
 * availability of nights that are anybody's to book; one of some cities of nothing in another.
 */
export function isFor(endpoint: Listener, { type, former, departure, booking, statement }: EventFacts): boolean {
  if (!endpoint.types.includes(type)) return false;
  if (endpoint.cities !== null && departure !== null && !endpoint.cities.includes(departure.city_id)) return false;
  if (endpoint.partner_id === null) return true;
  if (type.startsWith("booking.")) return [booking?.partner_id, former].includes(endpoint.partner_id);
  if (type === "statement.ready") return statement?.partner_id === endpoint.partner_id;
  return type === "availability.changed" && departure?.is_private === false;
}
