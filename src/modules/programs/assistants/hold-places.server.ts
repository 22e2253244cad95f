import { localizedPath } from "#src/kernel/localized.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { NOT_ASKED } from "#src/kernel/countries.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { HOLD_MINUTES, isTooMuch } from "#src/modules/programs/assistants/rules/caps.ts";
import type { HoldRequest } from "#src/modules/programs/assistants/schema.ts";
import { insertHold, placesKept, lockHolds } from "#src/modules/programs/assistants/store.server.ts";
import { browserBehind, placesBehind } from "#src/modules/sales/booking/hand-over-hold.server.ts";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { type Context, unknownGuest } from "#src/platform/context.server.ts";
import type { Statements } from "#src/platform/db.server.ts";
import { type Act, mayDo, retryAfter } from "#src/platform/limit-strangers.server.ts";
import { sign } from "#src/platform/secrets.server.ts";

/** What a network may ask for in a quarter of an hour: far more than guests do. Not a program's name, which anybody can use up. */
const HOLDS: Act = { name: "assistant-hold", limit: { max: 20, seconds: 900 } };

/** The address at which a guest books what is kept for them, in their language: it names nobody. */
const linkTo = (ctx: Pick<Context, "origin">, night: string, token: string, language: "en" | "es"): string =>
  `${ctx.origin}${localizedPath(`/checkout?departure=${night}&hold=${token}`, language)}`;

/**
 * Keeps places for a guest, for a quarter of an hour at most, until they open the link and book for themselves. Public: the places are
 * a real unpaid booking without its guest's details, under the guests' caps and one of all assistants together (docs/decisions/221). The
 * same key with the same choice gives the same hold. `client`: what the program calls itself. Returns the hold's token, which opens it,
 * and its link. Refusals: too_many_attempts {retry_after}, assistants_full {link}, hold_over for a key whose hold is over, and those of
 * `placeBooking`.
 */
export async function holdPlaces(ctx: Context, wish: HoldRequest, client: string) {
  const { night_id: night, people, language, idempotency_key: key, first_name = "", email = "", ...choice } = wish;
  const token = sign(ctx.secret, "hold-link", key.toLowerCase()).slice(0, 32);
  // what is held already is only said again, whatever else the network has asked for
  if (!(await placesBehind(ctx, token)) && !(await mayDo(ctx, HOLDS)))
    return fail("too_many_attempts", { retry_after: retryAfter(ctx, HOLDS) });
  const link = linkTo(ctx, night, token, language);
  let isFull = false;
  const alongside = {
    lock: lockHolds,
    tooMany: async (on: Statements) => {
      const places = await placesKept(on, { night, client, now: ctx.now });
      isFull = isTooMuch(places, people);
      return isFull ? places.night : null;
    },
    write: (on: Statements, booking: string) => insertHold(on, { booking, client, now: ctx.now }),
  };
  const { t } = await i18nFor(language);
  const input = {
    ...choice,
    scheduled_crawl_id: night,
    number_of_people: people,
    language,
    // what staff read as its name, until the guest has one
    customer: { first_name, last_name: t("assistants.kept"), email, phone: "", country: NOT_ASKED },
    additional_names: [],
    special_requests: "",
    // the guest does, when they book
    agreed_to_terms: true as const,
  };
  const seller = { kind: "assistant", minutes: HOLD_MINUTES } as const;
  // whoever calls, what is kept is a guest's
  const guest = { ...ctx, actor: unknownGuest(ctx.actor.address, browserBehind(ctx, token)) };
  const placed = await placeBooking(guest, input, `assistant.${key.toLowerCase()}`, { seller, alongside });
  if (!placed.ok) {
    const book = `${ctx.origin}${localizedPath(`/checkout?departure=${night}&people=${people}`, language)}`;
    return isFull ? fail("assistants_full", { link: book }) : placed;
  }
  const held = await placesBehind(ctx, token);
  if (!held || held.hold_expires_at <= ctx.now) return fail("hold_over");
  return ok({ token, link, bookingId: placed.booking.id, total: placed.booking.total, until: held.hold_expires_at });
}

/**
 * The link of a hold by its token, in a language (by default the guest's), and until when its places are kept. Whoever has the token may
 * have it. Refusal: hold_over, also where there never was one.
 */
export async function paymentLink(ctx: Context, token: string, language?: "en" | "es") {
  const held = await placesBehind(ctx, token);
  if (!held || held.hold_expires_at <= ctx.now) return fail("hold_over");
  const link = linkTo(ctx, held.departure_id, token, language ?? (held.language === "es" ? "es" : "en"));
  return ok({ link, until: held.hold_expires_at });
}
