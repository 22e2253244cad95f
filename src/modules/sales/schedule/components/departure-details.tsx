import {
  Ban,
  Clock,
  GlassWater,
  MapPin,
  Minus,
  Plus,
  ShieldCheck,
  TriangleAlert,
  Users,
} from "#src/ui/lucide/icons.ts";
import type { ReactNode } from "react";
import { dateInSentence, hoursInHrs, longDate } from "#src/kernel/local-time.ts";
import { inLocale } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { MapLink } from "#src/modules/site/catalog/components/map-link.tsx";
import { mapOf } from "#src/modules/site/catalog/rules/meeting-point.ts";
import { drinksPromised } from "#src/modules/site/catalog/rules/promise.ts";
import { refundWords } from "#src/modules/site/catalog/rules/refund-words.ts";
import { BookNow } from "#src/modules/sales/schedule/components/book-now.tsx";
import { CrawlChoice } from "#src/modules/sales/schedule/components/crawl-choice.tsx";
import { moneyOf, priceFor } from "#src/modules/sales/schedule/rules/shown-money.ts";
import { NightTrust } from "#src/modules/sales/schedule/components/night-trust.tsx";
import { NextNights } from "#src/modules/sales/schedule/components/next-nights.tsx";
import { WaitForIt } from "#src/modules/sales/schedule/components/wait-for-it.tsx";
import type { Booking } from "#src/modules/sales/schedule/components/use-booking.ts";
import { shareLeft } from "#src/modules/sales/schedule/rules/calendar.ts";
import { seatsLabel } from "#src/modules/sales/schedule/rules/availability.ts";
import { refundDeadline, sellerOf } from "#src/modules/sales/schedule/rules/departure.ts";
import type { Departure } from "#src/modules/sales/schedule/schema.ts";
import { Meter } from "#src/ui/meter.tsx";
import { Flag } from "#src/ui/papel-picado.tsx";

/** Second half of the panel: the chosen departure. */
export function DepartureDetails({ booking }: { booking: Booking }) {
  // texts of a chosen night: without them the panel would disappear while they load
  const { t } = useText("catalog-proof");
  const { departure, date } = booking;
  return (
    <div className="flex grow flex-col p-[clamp(1.25rem,0.6rem+2vw,2.25rem)] pb-5 lg:pt-[clamp(1rem,0.4rem+2vw,2rem)]">
      <p className="mb-1.5 text-small font-semibold text-text-2">{t("schedule.details")}</p>
      {date ? <Chosen booking={booking} date={date} /> : <NothingChosen />}
      {departure?.is_available && !departure.external_booking_link && (
        <NightTrust booking={booking} departure={departure} />
      )}
      {(!departure || departure.is_available) && <Terms booking={booking} />}
    </div>
  );
}

/** The rule of refunds; of a night that isn't sold here, whose rules apply. */
function Terms({ booking: { departure, refundable, crawlOf, today } }: { booking: Booking }) {
  const { t, locale } = useText();
  const seller = departure?.external_booking_link;
  const crawl = departure && crawlOf(departure);
  const refund = () => {
    if (!refundable) return t("schedule.refundOver");
    if (!crawl) return t("schedule.refund");
    return refundWords(t, locale, refundDeadline(new Date(departure.starts_at)), crawl.time_zone, today);
  };
  return (
    <p className="mt-auto flex gap-2.5 pt-1 text-small text-text-2">
      {refundable && !seller && <ShieldCheck aria-hidden size={20} className="mt-px shrink-0 text-agave-text" />}
      {seller ? t("schedule.soldBy", { seller: sellerOf(seller) }) : refund()}
    </p>
  );
}

/** The panel's foot: what a place costs, for how many, and Book Now. */
export function BookingFoot({ booking }: { booking: Booking }) {
  const { departure, people, onBook } = booking;
  const isOurs = departure?.is_available && !departure.external_booking_link;
  return (
    <div className="grid gap-x-5 gap-y-3 border-t border-border px-[clamp(1.25rem,0.6rem+2vw,2.25rem)] pt-3.5 pb-4 md:pb-5">
      {departure?.is_available && (
        <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1">
          <Price departure={departure} people={people ?? 1} />
          {isOurs && <People booking={booking} />}
          <PriceKind departure={departure} people={people ?? 1} />
          <PriceRules departure={departure} people={people ?? 1} />
        </div>
      )}
      <div className="flex items-center gap-x-4">
        {isOurs && <Total departure={departure} people={people!} />}
        <div className="min-w-0 grow max-sm:*:px-3">
          <BookNow departure={departure} people={people} onBook={onBook} id="book-now" wide />
        </div>
      </div>
    </div>
  );
}

const STEP =
  "grid size-11 place-items-center rounded-md text-text hover:bg-text/8 active:bg-text/14 disabled:text-border-strong disabled:hover:bg-transparent";

/** For how many, a press for each person; without scripts the checkout asks. */
function People({ booking: { people, most, onPeople } }: { booking: Booking }) {
  const { t } = useText();
  if (people === null || most === null) return null;
  return (
    <div
      role="group"
      aria-label={t("schedule.people")}
      className="flex shrink-0 items-center self-start rounded-md inset-ring-[1.5px] inset-ring-border-strong unscripted:hidden"
    >
      <button
        type="button"
        className={STEP}
        disabled={people <= 1}
        aria-label={t("schedule.fewer")}
        onClick={() => onPeople(people - 1)}
      >
        <Minus aria-hidden size={18} />
      </button>
      <span className="flex min-w-9 items-center justify-center gap-1.5 font-bold tabular-nums">
        <Users aria-hidden size={17} className="text-text-2" />
        <span className="sr-only">{t("schedule.peopleCount", { count: people })}</span>
        <span aria-hidden>{people}</span>
      </span>
      <button
        type="button"
        className={STEP}
        disabled={people >= most}
        aria-label={t("schedule.more")}
        onClick={() => onPeople(people + 1)}
      >
        <Plus aria-hidden size={18} />
      </button>
    </div>
  );
}

function Total({ departure, people }: { departure: Departure; people: number }) {
  const { t, locale } = useText();
  const { amount, currency } = moneyOf(priceFor(departure, people).price_per_person);
  return (
    <p className="shrink-0 leading-tight font-semibold tabular-nums">
      {t("schedule.totalFor", { count: people, price: formatMoney({ amount: amount * people, currency }, locale) })}
    </p>
  );
}

function NothingChosen() {
  const { t } = useText();
  return (
    <div className="flex grow flex-col items-start justify-center gap-4 py-6">
      <Flag motif="toast" className="w-16 text-brand" />
      <h3 className="text-h3">{t("schedule.selectDate")}</h3>
      <p className="text-text-2">{t("schedule.hint")}</p>
    </div>
  );
}

function Chosen({ booking, date }: { booking: Booking; date: string }) {
  const { locale } = useText();
  const { departure } = booking;
  return (
    <>
      <h3 className="mb-3.5 text-[clamp(1.75rem,1.4rem+1.3vw,2.375rem)] leading-none">{longDate(date, locale)}</h3>
      <CrawlChoice booking={booking} />
      {departure?.is_available &&
        (booking.crawlOf(departure) ? <OnSale booking={booking} departure={departure} /> : <NoDetails />)}
      {departure && !departure.is_available && <NotOnSale booking={booking} departure={departure} />}
    </>
  );
}

function OnSale({ booking, departure }: { booking: Booking; departure: Departure }) {
  const crawl = booking.crawlOf(departure);
  const promise = crawl && drinksPromised(crawl.includes);
  return (
    <>
      <ul className="mb-6 grid gap-2 font-medium">
        <Fact Icon={Clock}>{hoursInHrs(departure.start_time, departure.end_time)}</Fact>
        {crawl && (
          <Fact Icon={MapPin}>
            {crawl.meeting_place ? (
              <MapLink to={mapOf(crawl.meeting_place, crawl.city_name)}>{crawl.meeting_place}</MapLink>
            ) : (
              crawl.city_name
            )}
          </Fact>
        )}
        {promise && <Fact Icon={GlassWater}>{promise}</Fact>}
      </ul>
      <Availability departure={departure} />
    </>
  );
}

/** The departure's crawl is hidden, and nothing of its city takes its place (spec section 8). */
function NoDetails() {
  const { t } = useText();
  return (
    <p className="mb-5 flex gap-2.5">
      <Ban aria-hidden size={20} className="mt-0.5 shrink-0 text-low-text" />
      <span>
        <strong className="block">{t("schedule.error.no_crawl_details")}</strong>
        {t("schedule.error.no_crawl_details.hint")}
      </span>
    </p>
  );
}

/** Why the departure can't be booked, and the next ones in its city that can. */
function NotOnSale({ booking, departure }: { booking: Booking; departure: Departure }) {
  const { t } = useText();
  const crawl = booking.crawlOf(departure);
  const nights = booking.instead.map((one) => {
    const other = booking.crawlOf(one);
    const to = `${booking.searchOf({ date: one.date, departureId: one.id })}#booking-details`;
    const crawlTitle = other && other.id !== crawl?.id ? other.title : null;
    return { ...one, crawl: crawlTitle, to, onClick: booking.onInstead(one) };
  });
  return (
    <>
      <p className="mb-5 flex gap-2.5 font-medium">
        <Ban aria-hidden size={20} className="mt-0.5 shrink-0 text-low-text" />
        {t(departure.bookings_disabled ? "schedule.error.bookings_disabled" : "schedule.soldOut.text")}
      </p>
      {crawl && <NextNights city={crawl.city_name} nights={nights} today={booking.today} />}
      {!departure.bookings_disabled && !departure.external_booking_link && (
        <WaitForIt departure={departure.id} people={booking.wished} />
      )}
    </>
  );
}

function Fact({ Icon, children }: { Icon: typeof Clock; children: ReactNode }) {
  return (
    <li className="flex gap-2.5">
      <Icon aria-hidden size={20} className="mt-0.5 shrink-0 text-agave-text" />
      {children}
    </li>
  );
}

/** Bar, figure and warning, as far as the settings show them; nothing when all seats are hidden. */
function Availability({ departure }: { departure: Departure }) {
  const { t } = useText();
  const label = useSeatsLabel(departure);
  const share = shareLeft(departure);
  if (!label && share === null && !departure.limited_availability) return null;
  return (
    <div className="mb-5">
      {label && (
        <p className="mb-2 flex justify-between gap-4 font-semibold">
          <span>{t("schedule.availability")}</span>
          <span className="tabular-nums">{label}</span>
        </p>
      )}
      {share !== null && (
        <Meter
          value={Math.round(share * 100)}
          max={100}
          level={departure.availability_level}
          label={t("schedule.availability")}
          valueText={label ?? ""}
        />
      )}
      {departure.limited_availability && (
        <p className="mt-2.5 flex gap-2 text-small font-semibold text-mid-text">
          <TriangleAlert aria-hidden size={20} className="shrink-0" />
          {t("schedule.limited")}
        </p>
      )}
    </div>
  );
}

function useSeatsLabel(departure: Departure) {
  const { t } = useText();
  const label = seatsLabel(departure);
  if (label.kind === "hidden") return null;
  return label.kind === "of" ? t("schedule.seatsOf", label) : t("schedule.seatsLeft", label);
}

type PriceProps = { departure: Departure; people: number };

function Price({ departure, people }: PriceProps) {
  const { t, locale } = useText();
  const money = (shape: Departure["price_per_person"]) => formatMoney(moneyOf(shape), locale);
  const { regular_price_per_person: regular } = departure;
  const { price_per_person: price, price_rule: rule } = priceFor(departure, people);
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <span className="display text-price tabular-nums max-md:text-[2.125rem] max-md:leading-none">{money(price)}</span>
      {price.amount_minor < regular.amount_minor && (
        <>
          <s className="text-lg text-text-3 tabular-nums">
            <span className="sr-only">{t("schedule.before")}</span>
            {money(regular)}
          </s>
          <span className="rounded-sm bg-marigold px-2.5 py-1 text-[0.875rem] leading-tight font-bold text-on-marigold">
            {rule
              ? inLocale(locale, rule.name, rule.name_es)
              : t(departure.early_bird_sale ? "schedule.earlyBird" : "schedule.sale")}
          </span>
        </>
      )}
    </p>
  );
}

/** Why the price is lower and until when, and what larger or smaller parties pay; nothing where no rule says so. */
function PriceRules({ departure, people }: PriceProps) {
  const { t, locale } = useText();
  const { price_rule: rule } = priceFor(departure, people);
  const money = (shape: Departure["price_per_person"]) => formatMoney(moneyOf(shape), locale);
  const others = departure.party_prices.filter(({ people_from: from }) => from > people);
  if (!rule && others.length === 0) return null;
  const off = rule && (rule.amount ? money(rule.amount) : `${rule.percent}%`);
  return (
    <ul className="col-span-2 grid gap-0.5 text-small text-text-2">
      {rule && (
        <li>
          {rule.book_until
            ? t("schedule.offUntil", { off, date: dateInSentence(rule.book_until, locale) })
            : t("schedule.off", { off })}
        </li>
      )}
      {others.map(({ people_from: from, price_per_person: price }) => (
        <li key={from}>{t("schedule.partyPrice", { people: from, price: money(price) })}</li>
      ))}
    </ul>
  );
}

function PriceKind({ departure, people }: PriceProps) {
  const { t, locale } = useText();
  const { base_price_per_person: base } = departure;
  const { price_per_person: now } = priceFor(departure, people);
  // the crawl's own currency is known of a party of any size alone
  const isApproximate = base.currency !== now.currency && now === departure.price_per_person;
  return (
    <p className="col-span-2 text-text-2 max-md:text-small">
      {isApproximate
        ? t("schedule.about", { price: formatMoney(moneyOf(base), locale) })
        : t("schedule.totalPerPerson")}
    </p>
  );
}
