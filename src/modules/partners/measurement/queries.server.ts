import type { Money } from "#src/kernel/money.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { CONSENT_TEXT } from "#src/modules/sales/affiliates/rules/consent.ts";
import { pixelId } from "#src/modules/sales/affiliates/queries.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { moneyOf } from "#src/modules/partners/measurement/rules/purchase.ts";
import {
  type ConsentFilter,
  type EventState,
  type ListedConsent,
  type ListedEvent,
  StoredEvent,
} from "#src/modules/partners/measurement/schema.ts";
import {
  consentOfBooking,
  consentRows,
  consentsOfBookings,
  countConsents,
} from "#src/modules/partners/measurement/store/consents.server.ts";
import {
  countEvents,
  eventRows,
  eventsOfBookings,
  toldPurchase,
} from "#src/modules/partners/measurement/store/events.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { orElse } from "#src/platform/or-else.server.ts";

const PAGE = 50;
/** Meta takes two reports of one event for one if they arrive within 48 hours. */
const SAME_EVENT_MS = 47 * 60 * 60_000;

type Beyond = { older: number | null; newer: number | null };

/**
 * A page of the log of consents, newest first, with counts and what is configured. Requires permission to change settings.
 * Refusal: forbidden {missing}.
 */
export async function readConsents(ctx: Context, filter: ConsentFilter, { older, newer }: Beyond) {
  if (!can(ctx.actor, "settings.change")) return fail("forbidden", { missing: "settings.change" });
  const isBack = newer !== null;
  const [rows, counts, configured] = await Promise.all([
    consentRows(ctx.db, filter, { beyond: newer ?? older, newer: isBack, limit: PAGE + 1 }),
    countConsents(ctx.db),
    configuredIn(ctx),
  ]);
  const pageRows = rows.slice(0, PAGE);
  const consents: ListedConsent[] = (isBack ? pageRows.toReversed() : pageRows).map(({ at, privacy_at, ...row }) => ({
    ...row,
    at: at.toISOString(),
    privacy_at: privacy_at?.toISOString() ?? null,
  }));
  const goesOn = rows.length > PAGE;
  return ok({
    consents,
    newer: (isBack ? goesOn : older !== null) ? (consents[0]?.n ?? null) : null,
    older: isBack || goesOn ? (consents.at(-1)?.n ?? null) : null,
    counts,
    configured,
  });
}

/** A page of the events for Meta, newest first, with the count of each state. Refusal: forbidden {missing}. */
export async function readAdEvents(ctx: Context, state: EventState | null, page: number) {
  if (!can(ctx.actor, "settings.change")) return fail("forbidden", { missing: "settings.change" });
  const [rows, counts, configured] = await Promise.all([
    eventRows(ctx.db, state, { offset: (page - 1) * PAGE, limit: PAGE }),
    countEvents(ctx.db),
    configuredIn(ctx),
  ]);
  const events: ListedEvent[] = rows.map(({ payload, created_at, sent_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    sent_at: sent_at?.toISOString() ?? null,
    money: moneyIn(payload),
  }));
  const total = counts
    .filter(({ status }) => state === null || status === state)
    .reduce((sum, { count }) => sum + count, 0);
  return ok({ events, counts, configured, page, size: PAGE, total });
}

/** What an event is worth; null when it can't be read: the rows beside it are shown all the same. */
function moneyIn(payload: unknown): Money | null {
  const event = StoredEvent.safeParse(payload);
  return event.success ? moneyOf(event.data.custom_data) : null;
}

/** What of measurement is configured; the token itself is never shown. */
const configuredIn = async (ctx: Context) => ({
  pixelId: await pixelId(ctx),
  token: ctx.settings.META_ACCESS_TOKEN !== undefined,
  testCode: ctx.settings.META_TEST_EVENT_CODE ?? null,
  textVersion: CONSENT_TEXT,
});

/**
 * A booking's purchase for the browser to report under the server's event id; null unless it is being reported and consent
 * stands, and when it can't be read: the page with the tickets must not depend on it. The caller checks that the booking is the
 * visitor's own.
 */
export const purchaseToTell = (ctx: Pick<Context, "db" | "now">, bookingId: string) =>
  orElse("purchase.unreadable", readPurchase(ctx, bookingId), null);

async function readPurchase(ctx: Pick<Context, "db" | "now">, bookingId: string) {
  const purchase = await toldPurchase(ctx.db, bookingId, new Date(ctx.now.getTime() - SAME_EVENT_MS));
  if (!purchase) return null;
  const [consent, pixel] = await Promise.all([consentOfBooking(ctx.db, bookingId), pixelId(ctx)]);
  if (!consent || consent.withdrawn || pixel === null) return null;
  const event = StoredEvent.safeParse(purchase.payload);
  return event.success ? { pixelId: pixel, eventId: event.data.event_id, ...event.data.custom_data } : null;
}

/** Consents and reported events of bookings, as stored. The caller checks access. */
export async function storedAdvertising(ctx: Pick<Context, "db">, bookingIds: readonly string[]) {
  if (bookingIds.length === 0) return { advertising_consents: [], advertising_events: [] };
  const [consents, events] = await Promise.all([
    consentsOfBookings(ctx.db, bookingIds),
    eventsOfBookings(ctx.db, bookingIds),
  ]);
  return { advertising_consents: consents, advertising_events: events };
}
