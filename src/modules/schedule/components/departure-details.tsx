import { Ban, Clock, GlassWater, MapPin, ShieldCheck, TriangleAlert } from "#src/ui/lucide/icons.ts";
import type { ReactNode } from "react";
import { hoursInHrs, longDate } from "#src/kernel/local-time.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { BookNow } from "#src/modules/schedule/components/book-now.tsx";
import { CrawlChoice } from "#src/modules/schedule/components/crawl-choice.tsx";
import { moneyOf } from "#src/modules/schedule/components/day-tile.tsx";
import { NextNights } from "#src/modules/schedule/components/next-nights.tsx";
import { WaitForIt } from "#src/modules/schedule/components/wait-for-it.tsx";
import type { Booking } from "#src/modules/schedule/components/use-booking.ts";
import { shareLeft } from "#src/modules/schedule/rules/calendar.ts";
import { seatsLabel } from "#src/modules/schedule/rules/departure.ts";
import type { Departure } from "#src/modules/schedule/schema.ts";
import { Meter } from "#src/ui/meter.tsx";
import { Flag } from "#src/ui/papel-picado.tsx";

/** Second half of the panel: the chosen departure. */
export function DepartureDetails({ booking }: { booking: Booking }) {
  const { t } = useText();
  const { departure, date } = booking;
  return (
    <div className="flex grow flex-col p-[clamp(1.25rem,0.6rem+2vw,2.25rem)] pb-5 lg:pt-[clamp(1rem,0.4rem+2vw,2rem)]">
      <p className="mb-1.5 text-small font-semibold text-text-2">{t("schedule.details")}</p>
      {date ? <Chosen booking={booking} date={date} /> : <NothingChosen />}
      {(!departure || departure.is_available) && (
        <p className="mt-auto flex gap-2.5 pt-1 text-small text-text-2">
          {booking.refundable && <ShieldCheck aria-hidden size={20} className="mt-px shrink-0 text-agave-text" />}
          {t(booking.refundable ? "schedule.refund" : "schedule.refundOver")}
        </p>
      )}
    </div>
  );
}

/** The panel's foot: what a place costs, and Book Now. */
export function BookingFoot({ booking: { departure, onBook } }: { booking: Booking }) {
  return (
    <div className="flex items-center gap-x-5 gap-y-4 border-t border-border px-[clamp(1.25rem,0.6rem+2vw,2.25rem)] pt-4 pb-5 max-md:flex-col max-md:items-stretch">
      {departure?.is_available && <Price departure={departure} />}
      <div className="shrink-0 md:only:grow">
        <BookNow departure={departure} onBook={onBook} id="book-now" wide />
      </div>
    </div>
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
  return (
    <>
      <ul className="mb-6 grid gap-2 font-medium">
        <Fact Icon={Clock}>{hoursInHrs(departure.start_time, departure.end_time)}</Fact>
        {crawl && <Fact Icon={MapPin}>{crawl.meeting_place || crawl.city_name}</Fact>}
        {crawl?.includes[0] && <Fact Icon={GlassWater}>{crawl.includes[0]}</Fact>}
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
    const to = `?date=${one.date}&departure=${one.id}#booking-section`;
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
      {!departure.bookings_disabled && !departure.external_booking_link && <WaitForIt departure={departure.id} />}
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

function Price({ departure }: { departure: Departure }) {
  const { t, locale } = useText();
  const { price_per_person: now, regular_price_per_person: regular, base_price_per_person: base } = departure;
  const money = (shape: typeof now) => formatMoney(moneyOf(shape), locale);
  return (
    <div className="min-w-0 grow">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="display text-price tabular-nums">{money(now)}</span>
        {departure.on_sale && (
          <>
            <s className="text-lg text-text-3 tabular-nums">
              <span className="sr-only">{t("schedule.before")}</span>
              {money(regular)}
            </s>
            <span className="rounded-sm bg-marigold px-2.5 py-1 text-[0.875rem] leading-tight font-bold text-on-marigold">
              {t(departure.early_bird_sale ? "schedule.earlyBird" : "schedule.sale")}
            </span>
          </>
        )}
      </p>
      <p className="mt-1 text-text-2">
        {base.currency === now.currency ? t("schedule.totalPerPerson") : t("schedule.about", { price: money(base) })}
      </p>
    </div>
  );
}
