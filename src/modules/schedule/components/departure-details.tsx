import { Clock, GlassWater, MapPin, ShieldCheck, TriangleAlert } from "#src/ui/lucide/icons.ts";
import type { ReactNode } from "react";
import { hours, longDate } from "#src/kernel/local-time.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { BookNow } from "#src/modules/schedule/components/book-now.tsx";
import { CrawlChoice } from "#src/modules/schedule/components/crawl-choice.tsx";
import { moneyOf } from "#src/modules/schedule/components/day-tile.tsx";
import type { Booking } from "#src/modules/schedule/components/use-booking.ts";
import { shareLeft } from "#src/modules/schedule/rules/calendar.ts";
import { seatsLabel } from "#src/modules/schedule/rules/departure.ts";
import type { Departure } from "#src/modules/schedule/schema.ts";
import { Meter } from "#src/ui/meter.tsx";
import { Flag } from "#src/ui/papel-picado.tsx";

/** Right half of the panel: the chosen departure, its price and Book Now. */
export function DepartureDetails({ booking }: { booking: Booking }) {
  const { t } = useText();
  const { departure, options } = booking;
  return (
    <div
      id="booking-details"
      aria-live="polite"
      className="flex grow flex-col p-[clamp(1.25rem,0.6rem+2vw,2.25rem)] lg:pt-[clamp(1rem,0.4rem+2vw,2rem)]"
    >
      <p className="mb-1.5 text-small font-semibold text-text-2">{t("schedule.details")}</p>
      {departure ? <Chosen booking={booking} departure={departure} /> : <NothingChosen />}
      {options.length === 0 && <div className="grow" />}
      <BookNow departure={departure} onBook={booking.onBook} id="book-now" wide />
      <p className="mt-3.5 flex gap-2.5 text-small text-text-2">
        {booking.refundable && <ShieldCheck aria-hidden size={20} className="mt-px shrink-0 text-agave-text" />}
        {t(booking.refundable ? "schedule.refund" : "schedule.refundOver")}
      </p>
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

function Chosen({ booking, departure }: { booking: Booking; departure: Departure }) {
  const { locale } = useText();
  const crawl = booking.crawlOf(departure);
  return (
    <>
      <h3 className="mb-3.5 text-[clamp(1.75rem,1.4rem+1.3vw,2.375rem)] leading-none">
        {longDate(departure.date, locale)}
      </h3>
      <CrawlChoice booking={booking} />
      <ul className="mb-6 grid gap-2 font-medium">
        <Fact Icon={Clock}>{hours(departure.start_time, departure.end_time, locale)}</Fact>
        {crawl && <Fact Icon={MapPin}>{crawl.meeting_place || crawl.city_name}</Fact>}
        {crawl?.includes[0] && <Fact Icon={GlassWater}>{crawl.includes[0]}</Fact>}
      </ul>
      <Availability departure={departure} />
      <Price departure={departure} />
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
    <div className="mb-6">
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
    <div className="mt-auto mb-5 border-t border-border pt-5">
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
