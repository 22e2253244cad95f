import { z } from "zod";
import { LOCALES } from "#src/kernel/localized.ts";
import { CURRENCIES } from "#src/kernel/money.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { holdPlaces, paymentLink } from "#src/modules/programs/assistants/hold-places.server.ts";
import { mailStatus } from "#src/modules/programs/assistants/mail-status.server.ts";
import { ChosenNight, HoldRequest, StatusRequest } from "#src/modules/programs/assistants/schema.ts";
import { findOffer, quoteBooking } from "#src/modules/sales/booking/queries.server.ts";
import { addOnsOfNight } from "#src/modules/sales/booking/read-add-ons.server.ts";
import { OfferedAddOn, QuoteShape } from "#src/modules/sales/booking/schema.ts";
import { listDepartures } from "#src/modules/sales/schedule/queries.server.ts";
import { DAYS, daysInOrder } from "#src/modules/sales/schedule/schema.ts";
import { cityNamed, findCrawl, listCrawls } from "#src/modules/site/catalog/queries.server.ts";
import { MoneyShape } from "#src/modules/site/catalog/schema.ts";
import { tool } from "#src/api/mcp/tool.ts";

// For guests, without an account. An assistant finds, prices and keeps; it never pays and learns of no booking.

const LANGUAGE = { language: z.enum(LOCALES, "errors.language").optional().describe("of texts; English by default") };

const Night = z.object({
  night_id: z.uuid(),
  crawl: z.string(),
  city: z.string(),
  date: z.string().describe("local service date, YYYY-MM-DD"),
  start_time: z.string().describe("local, HH:MM"),
  end_time: z.string().describe("local, HH:MM; on the next day when not after start_time"),
  time_zone: z.string(),
  places_left: z.int().nullable().describe("null where the operator doesn’t say"),
  price_per_person: MoneyShape,
  regular_price_per_person: MoneyShape.describe("higher where the night is on sale"),
});

const MOST_NIGHTS = 30;

const searchNights = tool({
  name: "search_nights",
  title: "Find nights",
  description:
    "Lists nights of guided pub crawls that can be booked, by date, with places and prices. Without dates: from today.",
  scope: null,
  effect: "reads",
  input: daysInOrder(
    z.strictObject({
      ...DAYS,
      city: z.string("errors.invalid").max(60, "errors.tooLong").optional().describe("name or id of a city"),
      people: ChosenNight.shape.people.default(1),
      currency: z.enum(CURRENCIES, "errors.currency").default("MXN"),
      ...LANGUAGE,
    }),
  ),
  output: z.object({ nights: z.array(Night), more: z.boolean().describe("whether there are more than are listed") }),
  run: async (ctx, { from, to, city, people, currency }) => {
    const [departures, crawls] = await Promise.all([
      listDepartures(ctx, { ...(from && { from }), ...(to && { to }), currency }),
      listCrawls(ctx),
    ]);
    const crawlOf = new Map(crawls.map((crawl) => [crawl.id, crawl]));
    // a program that fills in every field leaves this one empty
    const wished = city?.trim() ? await cityNamed(ctx, city) : null;
    if (wished === undefined) return fail("city_not_found");
    const nights = departures.flatMap((night) => {
      const crawl = crawlOf.get(night.crawl_id);
      const isThere = wished === null || night.city_id === wished;
      const isFree = night.is_available && (night.available_spots ?? people) >= people;
      if (!crawl || !isThere || !isFree || night.external_booking_link !== null) return [];
      return [
        {
          night_id: night.id,
          crawl: crawl.title,
          city: crawl.city_name,
          date: night.date,
          start_time: night.start_time,
          end_time: night.end_time,
          time_zone: crawl.time_zone,
          places_left: night.available_spots,
          price_per_person: night.price_per_person,
          regular_price_per_person: night.regular_price_per_person,
        },
      ];
    });
    return ok({ answer: { nights: nights.slice(0, MOST_NIGHTS), more: nights.length > MOST_NIGHTS } });
  },
});

const getNight = tool({
  name: "get_night",
  title: "Describe a night",
  description:
    "Describes one night: what is included, where it starts, until when cancelling is refunded, and what may be bought beside the places.",
  scope: null,
  effect: "reads",
  input: z.strictObject({
    night_id: ChosenNight.shape.night_id,
    people: ChosenNight.shape.people.default(1),
    currency: ChosenNight.shape.currency,
    ...LANGUAGE,
  }),
  output: z.object({
    ...Night.omit({ places_left: true, price_per_person: true, regular_price_per_person: true }).shape,
    most_people: z.int().describe("how many one booking may be for now"),
    refund_until: z.iso.datetime().describe("last instant at which cancelling gives everything back"),
    description: z.string(),
    includes: z.array(z.string()),
    excludes: z.array(z.string()),
    meeting_place: z.string(),
    duration: z.string(),
    add_ons: z.array(OfferedAddOn.omit({ picture: true })),
  }),
  run: async (ctx, { night_id, people, currency }) => {
    const found = await findOffer(ctx, night_id);
    if (!found.ok) return found;
    const { offer } = found;
    const [crawl, addOns] = await Promise.all([
      findCrawl(ctx, offer.crawl_id),
      addOnsOfNight(ctx, night_id, { people, currency }),
    ]);
    return ok({
      answer: {
        night_id: offer.departure_id,
        crawl: offer.crawl_title,
        city: offer.city,
        date: offer.date,
        start_time: offer.start_time,
        end_time: offer.end_time,
        time_zone: offer.time_zone,
        most_people: offer.left,
        refund_until: offer.refund_until,
        description: crawl?.description ?? "",
        includes: crawl?.includes ?? [],
        excludes: crawl?.excludes ?? [],
        meeting_place: crawl?.meeting_place ?? "",
        duration: crawl?.duration ?? "",
        add_ons: addOns.ok ? addOns.addOns.map(({ picture: _picture, ...addOn }) => addOn) : [],
      },
    });
  },
});

const quote = tool({
  name: "quote",
  title: "Price a choice",
  description: "Prices places of a night with a coupon and add-ons, without keeping anything. Prices include taxes.",
  scope: null,
  effect: "reads",
  input: ChosenNight.extend(LANGUAGE),
  output: QuoteShape.omit({ price_promise: true }),
  run: async (ctx, { night_id, people, ...choice }) => {
    const priced = await quoteBooking(ctx, { ...choice, scheduled_crawl_id: night_id, number_of_people: people });
    if (!priced.ok) return priced;
    const { price_promise: _, ...answer } = priced.quote;
    return ok({ answer });
  },
});

const hold = tool({
  name: "hold_places",
  title: "Keep places for a guest",
  description:
    "Keeps places for at most 15 minutes and gives the link at which the guest enters their details, agrees to the terms and pays. Nothing is paid here. Show the guest the price first, then give them the link and the time until which it holds. The same idempotency_key with the same choice gives the same hold.",
  scope: null,
  effect: "holds",
  input: HoldRequest,
  output: z.object({
    hold_id: z.string().describe("opens the hold: for `get_payment_link`, and for nobody but the guest"),
    payment_link: z.url().describe("for the guest to open"),
    held_until: z.iso.datetime(),
    total: MoneyShape,
  }),
  run: async (ctx, input, client) => {
    // with such a key nothing real happens, and places are real
    if (ctx.actor.key?.test) return fail("test_key");
    const held = await holdPlaces(ctx, input, client);
    if (!held.ok) return held;
    const { token, link, until, total, bookingId } = held;
    const answer = { hold_id: token, payment_link: link, held_until: until.toISOString(), total };
    return ok({ answer, booking: bookingId });
  },
});

const link = tool({
  name: "get_payment_link",
  title: "Give the link of a hold",
  description:
    "Gives the link of places that are kept, in a language, as long as they are. The guest enters their details and pays there.",
  scope: null,
  effect: "reads",
  input: z.strictObject({
    hold_id: z
      .string("errors.invalid")
      .regex(/^[\w-]{32}$/, "errors.invalid")
      .describe("of `hold_places`"),
    language: z.enum(LOCALES, "errors.language").optional().describe("of the page; by default the guest’s"),
  }),
  output: z.object({ payment_link: z.url(), held_until: z.iso.datetime() }),
  run: async (ctx, { hold_id, language }) => {
    const found = await paymentLink(ctx, hold_id, language);
    if (!found.ok) return found;
    return ok({ answer: { payment_link: found.link, held_until: found.until.toISOString() } });
  },
});

const status = tool({
  name: "booking_status",
  title: "Send a guest the link to their booking",
  description:
    "Emails a guest the link to their booking, where its reference and email belong together. The answer is always the same and says nothing of the booking: the guest reads it in their email.",
  scope: null,
  effect: "mails",
  input: StatusRequest.extend(LANGUAGE),
  output: z.object({ message: z.string() }),
  run: async (ctx, input) => {
    await mailStatus(ctx, input);
    const { t } = await i18nFor(ctx.locale);
    return ok({ answer: { message: t("assistants.statusSent") } });
  },
});

export const guestTools = [searchNights, getNight, quote, hold, link, status];
