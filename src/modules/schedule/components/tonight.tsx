import type { ReactNode } from "react";
import { hours, shortDate } from "#src/kernel/local-time.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { moneyOf } from "#src/modules/schedule/components/day-tile.tsx";
import type { Departure } from "#src/modules/schedule/schema.ts";
import { classNames } from "#src/ui/class-names.ts";

const DOT = { low: "bg-low", medium: "bg-mid", high: "bg-high", none: "hidden" } as const;

/** Time, price and seats of tonight's departure, or of the next bookable one. */
export function Tonight({ departure, today }: { departure: Departure; today: string }) {
  const { t, locale } = useText();
  const isToday = departure.date === today;
  const date = shortDate(departure.date, locale);
  return (
    <dl className="flex rounded-md bg-night/90 inset-ring-[1.5px] inset-ring-paper/22 md:inline-flex">
      <Fact label={t(isToday ? "content-home.tonight" : "content-home.nextDeparture", { date })}>
        {hours(departure.start_time, departure.end_time, locale)}
      </Fact>
      <Fact label={t("content-home.perPerson")}>{formatMoney(moneyOf(departure.price_per_person), locale)}</Fact>
      {departure.available_spots !== null && (
        <Fact label={t("content-home.seats")}>
          <span
            aria-hidden
            className={classNames(
              "mr-1.5 inline-block size-2.5 max-[389px]:mr-1 rounded-full",
              DOT[departure.availability_level],
            )}
          />
          {t("content-home.seatsLeft", { count: departure.available_spots })}
        </Fact>
      )}
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex-auto border-dashed border-paper/30 px-2.5 py-2.5 not-first:border-l-2 max-[389px]:px-1.5 md:px-4.5 md:py-3">
      <dt className="text-micro whitespace-nowrap text-text-2 md:text-[0.875rem]">{label}</dt>
      <dd className="text-small leading-tight font-bold whitespace-nowrap max-[389px]:text-[0.875rem] tabular-nums md:text-[1.0625rem]">
        {children}
      </dd>
    </div>
  );
}
