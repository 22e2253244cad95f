import { mailboxOf } from "#src/kernel/mailbox.ts";
import type { Currency } from "#src/kernel/money.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { notForSale, priceOffer } from "#src/modules/sales/booking/price-offer.server.ts";
import { readSale } from "#src/modules/sales/booking/read-sale.server.ts";
import { agreedNow } from "#src/modules/site/content/read-agreed.server.ts";
import { appSettings, currenciesToPayIn } from "#src/modules/base/settings/queries.server.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import { listJoined } from "#src/modules/sales/waiting/events.ts";
import type { JoinList } from "#src/modules/sales/waiting/schema.ts";
import { addEntry } from "#src/modules/sales/waiting/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { mayMail } from "#src/platform/limit-mail.server.ts";
import { type Act, mayDo, retryAfter } from "#src/platform/limit-strangers.server.ts";

/** How often somebody may ask: per address, per browser and per mailbox, which gets an email each time. */
const JOINING: Act = { name: "waiting", limit: { max: 10, seconds: 3600 }, all: { brake: 200, most: 2000 } };

/**
 * Puts somebody on the waiting list of nights that have too few places for them. Public, within the limit. Who waits for a night
 * already keeps their turn and number. Nights that can't be waited for are left out as long as one remains. `trap` is the honeypot
 * field: a bot is told that all is well. Refusals: too_many_attempts {retry_after}, too_many_people {max}, places_free, and the
 * nights' as in `placeBooking`.
 */
export async function joinList(ctx: Context, input: JoinList, trap = "") {
  const whose = [{ who: mailboxOf(input.email) }, { who: ctx.actor.browser }];
  if (!(await mayDo(ctx, JOINING, whose))) return fail("too_many_attempts", { retry_after: retryAfter(ctx, JOINING) });
  const { maxPeople } = await appSettings(ctx);
  if (input.people > maxPeople) return fail("too_many_people", { max: maxPeople });
  if (trap !== "") return ok({ nights: input.departure_ids.length });

  const currency = await currencyFor(ctx);
  const wishes = [];
  for (const id of new Set(input.departure_ids)) wishes.push(await nightFor(ctx, id, input.people, currency));
  const nights = wishes.flatMap((night) => (night.ok ? [night] : []));
  if (nights.length === 0) return wishes.find((night) => !night.ok)!;
  const agreed = await agreedNow(ctx);
  await ctx.db.transaction().execute(async (tx) => {
    const entries: Awaited<ReturnType<typeof addEntry>>[] = [];
    for (const { departureId, price } of nights)
      entries.push(
        await addEntry(tx, {
          departure_id: departureId,
          people: input.people,
          first_name: input.first_name,
          email: input.email,
          language: input.language,
          site_tag: ctx.site,
          currency,
          unit_price: price,
          terms_version: agreed.terms,
          privacy_version: agreed.privacy,
          test: practises(ctx),
          asked_at: ctx.now,
        }),
      );
    if (!(await mayMail(ctx, tx, "waiting", input.email))) return;
    const fresh = entries.find(({ isNew }) => isNew);
    const key = fresh ? fresh.id : `${entries[0]!.id}.${Math.floor(ctx.now.getTime() / AGAIN_MS)}`;
    const { email, language } = input;
    await ctx.publish(ctx, tx, listJoined({ entryIds: entries.map(({ id }) => id), email, language, key }));
  });
  return ok({ nights: nights.length });
}

/** Who asks again is written to again, with the same link. */
const AGAIN_MS = 3_600_000;

/** Pesos, or the first currency that can be paid in. */
async function currencyFor(ctx: Context): Promise<Currency> {
  const offered = await currenciesToPayIn(ctx);
  return offered.includes("MXN") ? "MXN" : (offered[0] ?? "MXN");
}

async function nightFor(ctx: Context, departureId: string, people: number, currency: Currency) {
  const offer = await readSale(ctx, { departureId, browser: null, key: null });
  const refused = notForSale(ctx, offer);
  if (refused) return refused;
  const { total_spots: total, available_spots: available, lapsed_people: lapsed, overbooked_spots: over } = offer!;
  if (people > total) return fail("too_many_people", { max: total });
  const free = offer!.waited_for ? 0 : available + Math.max(0, lapsed - over);
  if (free >= people) return fail("places_free");
  const priced = await priceOffer(ctx, offer!, { number_of_people: people, currency });
  return priced.ok ? ok({ departureId, price: priced.quote.price_per_person }) : priced;
}
