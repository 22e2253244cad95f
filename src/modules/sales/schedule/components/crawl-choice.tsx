import { hoursInHrs } from "#src/kernel/local-time.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { crawlInCity } from "#src/modules/site/catalog/rules/crawl.ts";
import { checkoutPath } from "#src/modules/sales/schedule/components/book-now.tsx";
import { moneyOf } from "#src/modules/sales/schedule/rules/shown-money.ts";
import type { Booking } from "#src/modules/sales/schedule/components/use-booking.ts";
import { peopleFor } from "#src/modules/sales/schedule/rules/calendar.ts";
import type { Departure } from "#src/modules/sales/schedule/schema.ts";

/** Choice between the crawls of a date; a single one is shown as text. */
export function CrawlChoice({ booking }: { booking: Booking }) {
  const { t } = useText();
  const { options, departure } = booking;
  if (departure && options.length < 2) {
    const crawl = booking.crawlOf(departure);
    return crawl ? <p className="mb-3 font-semibold">{crawlInCity(crawl.title, crawl.city_name)}</p> : null;
  }
  return (
    <fieldset className="mb-5">
      <legend className="mb-2 font-semibold">{t("schedule.chooseCrawl")}</legend>
      <div className="grid gap-2">
        {options.map((option) => (
          <Option key={option.id} option={option} booking={booking} />
        ))}
      </div>
    </fieldset>
  );
}

function Option({ option, booking }: { option: Departure; booking: Booking }) {
  const { t, locale } = useText();
  const crawl = booking.crawlOf(option);
  return (
    <label className="flex min-h-13 cursor-pointer items-center gap-3 rounded-md px-3.5 py-2 inset-ring-[1.5px] inset-ring-border-strong hover:bg-surface-2 has-checked:bg-brand-tint has-checked:inset-ring-2 has-checked:inset-ring-brand has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-focus">
      <input
        type="radio"
        name="departure"
        value={option.id}
        checked={option.id === booking.departure?.id}
        onChange={() => booking.onChoose(option)}
        className="size-4.5 shrink-0 accent-brand outline-none"
      />
      <span className="min-w-0 grow leading-tight">
        <span className="block font-semibold">
          {crawl ? crawlInCity(crawl.title, crawl.city_name) : t("schedule.error.no_crawl_details")}
        </span>
        <span className="text-[0.875rem] text-text-2">{hoursInHrs(option.start_time, option.end_time)}</span>
        {option.is_available && (
          <noscript>
            <a href={checkoutPath(option.id, locale, peopleFor(booking.wished, option))} className="block py-2.5">
              {t("schedule.bookNow")}
            </a>
          </noscript>
        )}
      </span>
      <span className="shrink-0 text-right font-semibold tabular-nums">
        {option.is_available ? formatMoney(moneyOf(option.price_per_person), locale) : t("schedule.soldOut")}
      </span>
    </label>
  );
}
