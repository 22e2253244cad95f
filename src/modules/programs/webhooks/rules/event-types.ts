import { scopeFor } from "#src/modules/programs/webhooks/rules/topics.ts";

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
  "crawl.changed",
  "statement.ready",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** What no partner's is told: of a night that is off they are told by their bookings and its availability. */
export const HOUSE_TYPE = "night.cancelled" satisfies EventType;

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
  /** `resale`: where a partner's program sold it, whose it is and the program's own id of it */
  booking: {
    status: string;
    version: number;
    test: boolean;
    partner_id: string | null;
    resale: { uuid: string; partner_id: string } | null;
  } | null;
  crawl: { city_id: string; is_active: boolean } | null;
  statement: { partner_id: string; month: string; state: string; test: boolean } | null;
};

/** What is said of an event beside its type and its time: ids and states, of nobody's person. Null where what it is about is gone. */
export function dataOf({ type, subject, detail, departure, booking, crawl, statement }: EventFacts): object | null {
  if (type.startsWith("booking."))
    return (
      booking && {
        id: subject,
        status: booking.status,
        version: booking.version,
        departure_id: departure?.id ?? null,
        test: booking.test,
        ...(booking.resale && { uuid: booking.resale.uuid }),
        ...detail,
      }
    );
  if (type === "crawl.changed") return crawl && { id: subject, is_active: crawl.is_active };
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

/** Whom something is told. `key`: of the program that subscribed for itself; `is_trial`: only to try out what is told. */
export type Listener = {
  types: readonly string[];
  partner_id: string | null;
  cities: readonly string[] | null;
  key: { scopes: readonly string[]; cities: readonly string[] | null; is_trial: boolean } | null;
};

/**
 * Whether an endpoint is told of an event. A partner's is told of bookings that are credited to them, also that they no longer are, of
 * their statements, and of crawls and the availability of nights that are anybody's to book; one of some cities of nothing in another. A
 * subscription is told what its key may read: of bookings those that programs of its partner sold.
 */
export function isFor(endpoint: Listener, event: EventFacts): boolean {
  const { type, former, departure, booking, crawl, statement } = event;
  const { key, partner_id: partner } = endpoint;
  if (!endpoint.types.includes(type)) return false;
  const city = (departure ?? crawl)?.city_id;
  const limits = [endpoint.cities, key?.cities ?? null];
  if (city !== undefined && limits.some((cities) => cities !== null && !cities.includes(city))) return false;
  if (key && !mayRead(key, event)) return false;
  if (partner === null) return true;
  if (type.startsWith("booking."))
    return key ? booking?.resale?.partner_id === partner : [booking?.partner_id, former].includes(partner);
  if (type === "statement.ready") return statement?.partner_id === partner;
  return type === "crawl.changed" || (type === "availability.changed" && departure?.is_private === false);
}

/** Whether a program may ask for what an event is about. Whoever tries out has no bookings. */
const mayRead = ({ scopes, is_trial: isTrial }: NonNullable<Listener["key"]>, { type }: EventFacts): boolean =>
  scopes.includes(scopeFor(type)) && !(isTrial && type.startsWith("booking."));
