import type { Change } from "#src/modules/sales/booking/schema.ts";
import type { CancelReason } from "#src/modules/sales/booking/rules/states.ts";

/** Who comes and how they are reached, for whoever would read it again. */
export type BookedGuests = {
  first_name: string;
  last_name: string;
  number_of_people: number;
  additional_names: readonly string[];
  email: string;
  language: string;
  source: string;
};

/** A booking is paid or free and has its seats; `partnerId` whom it is credited to, `guests` where they are known. */
export const bookingConfirmed = (payload: { bookingId: string; partnerId: string | null; guests?: BookedGuests }) =>
  ({ name: "booking.confirmed", payload }) as const;

/** A booking whose night was called off is confirmed on another date: its guests have other tickets, and nobody is new. */
export const bookingRebooked = (payload: {
  bookingId: string;
  version: number;
  kind: "date";
  names: string[];
  positions: number[];
}) => ({ name: "booking.rebooked", payload }) as const;

/** A booking has lost its seats; `wasConfirmed` tells a cancelled booking from a lapsed basket. */
export const bookingCancelled = (payload: { bookingId: string; reason: CancelReason; wasConfirmed: boolean }) =>
  ({ name: "booking.cancelled", payload }) as const;

/**
 * A confirmed booking has another date, other people or other add-ons. `names`: the added guests; `positions`: the removed tickets; `back`: what the
 * guest gets back by it, in minor units, and `before` how much of that from another system that took it.
 */
export const bookingChanged = (payload: {
  bookingId: string;
  version: number;
  kind: Change["kind"];
  names: string[];
  positions: number[];
  back: number;
  before: number;
}) => ({ name: "booking.changed", payload }) as const;

/**
 * Who booked, or how they are reached, was corrected. `from`: the address before, where it is another one now, and `reached` whether
 * something came there; `names`: the booker's, before and after. `key` is the same for a repeated request.
 */
export const contactCorrected = (payload: {
  bookingId: string;
  key: string;
  from: string | null;
  reached: boolean;
  names: { was: string; now: string };
  byGuest: boolean;
}) => ({ name: "booking.contact_corrected", payload }) as const;

/**
 * A guest wants a booking's emails at another address: whoever reads `at`, the old or the new one, has to agree. The token says
 * what to.
 */
export const addressChangeAsked = (payload: {
  bookingId: string;
  step: "old" | "new";
  at: string;
  newEmail: string;
  token: string;
  until: string;
}) => ({ name: "booking.address_change_asked", payload }) as const;

/** The reader of a booking's address refused that its emails go elsewhere: every earlier link has ended. */
export const addressChangeRefused = (payload: { bookingId: string; key: string }) =>
  ({ name: "booking.address_change_refused", payload }) as const;

/** A hold that had lapsed has its seats again. */
export const bookingHeldAgain = (payload: { bookingId: string }) => ({ name: "booking.held_again", payload }) as const;

/** Bookings are credited to another partner than to the `former` one, or it was decided whether they are a partner's own. */
export const partnerChanged = (payload: {
  bookingIds: readonly string[];
  cause: "partner" | "verdict";
  former: string | null;
}) => ({ name: "booking.partner_changed", payload }) as const;

/** A late payment was placed beyond the total, within the departure's tolerance, or beyond an add-on's stock; staff should be notified. */
export const bookingPlacedLate = (payload: { bookingId: string }) =>
  ({ name: "booking.placed_late", payload }) as const;

/** A guest must send a code that only the reader of their email has. `key` is the same for all requests in a quarter of an hour. */
export const codeAsked = (payload: {
  email: string;
  language: "en" | "es";
  key: string;
  token: string;
  until: string;
}) => ({ name: "booking.code_asked", payload }) as const;

/** Unpaid places far exceed paid ones: staff should look. Once per episode. */
export const unpaidPilesUp = (payload: { episodeId: string }) =>
  ({ name: "booking.unpaid_piles_up", payload }) as const;

/** A guest pays us directly, and their places wait for it until then: how, as it was offered. */
export const keptByHand = (payload: { bookingId: string; until: string; door: boolean; transfer: string }) =>
  ({ name: "booking.kept_by_hand", payload }) as const;

/** A guest has started a friends' table with their booking. */
export const tableStarted = (payload: { bookingId: string }) => ({ name: "table.started", payload }) as const;

/** Some friends of an open table haven't paid, and its deadline is near. */
export const tableDue = (payload: { bookingId: string }) => ({ name: "table.due", payload }) as const;

/** A friends' table has more or fewer places: how many by then, and whether staff changed that. */
export const tableResized = (payload: { bookingId: string; places: number; byStaff: boolean }) =>
  ({ name: "table.resized", payload }) as const;

/** A friends' table is closed: `everybody` has paid, its time is over, or somebody closed it. */
export const tableClosed = (payload: { bookingId: string; everybody: boolean }) =>
  ({ name: "table.closed", payload }) as const;
