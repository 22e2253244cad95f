import { dateIn, departureTimes, HOME_ZONE } from "#src/kernel/local-time.ts";
import type { Locale } from "#src/kernel/localized.ts";
import { composeEmail } from "#src/modules/notifications/compose-email.server.ts";
import type { BookingSubject } from "#src/modules/notifications/read-subject.server.ts";
import type { BookingEmailKind } from "#src/modules/notifications/schema.ts";
import { nextNight } from "#src/modules/notifications/store/reminders.server.ts";
import type { BookedDeparture } from "#src/modules/tickets/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";

const DAY_MS = 24 * 3_600_000;

/** What an email of a kind looks like: of a guest who doesn't exist, for a night that is to come where there is one. */
export async function composeExample(ctx: Context, kind: BookingEmailKind, locale: Locale) {
  const booking: BookedDeparture = {
    ...someone(ctx.now),
    ...(await nextNight(ctx.db, new Date(ctx.now.getTime() + DAY_MS))),
  };
  return composeEmail(ctx, { language: locale, recipient: "" }, { ...NOTHING_ELSE, kind, booking });
}

const NOTHING_ELSE: Omit<BookingSubject, "kind" | "booking"> = {
  about: "booking",
  reason: "",
  rated: false,
  change: null,
  invoice: null,
  differences: [],
  unscheduled: null,
  review: undefined,
  reply: undefined,
  credit: null,
  written: null,
  note: null,
  creditBack: null,
  refunds: [],
  disputeLost: false,
  inCash: false,
  payment: undefined,
  refund: undefined,
};

const NOBODY = "00000000-0000-4000-8000-000000000000";

function someone(now: Date): BookedDeparture {
  const date = dateIn(new Date(now.getTime() + DAY_MS), HOME_ZONE);
  const { startsAt, endsAt } = departureTimes(date, "20:00", "00:30", HOME_ZONE);
  return {
    id: NOBODY,
    reference: "RND-EJEMPL",
    site_tag: "cdmx",
    status: "confirmed",
    cancel_reason: null,
    language: "es",
    email: "",
    test: false,
    confirmed_at: now,
    link_version: 1,
    first_name: "Sofía",
    last_name: "Núñez",
    number_of_people: 2,
    additional_names: [],
    currency: "MXN",
    subtotal: 128_000,
    add_ons: 0,
    discount: 0,
    total_price: 128_000,
    refund_rule: "full_until_24h",
    departure_id: NOBODY,
    departure_status: "scheduled",
    date,
    start_time: "20:00",
    end_time: "00:30",
    starts_at: startsAt,
    ends_at: endsAt,
    title: "Ronda",
    title_es: null,
    meeting_place: "",
    meeting_place_es: null,
    city: "Ciudad de México",
    city_es: null,
    time_zone: HOME_ZONE,
    meeting_point: "",
    meeting_point_es: null,
    map_url: null,
  };
}
