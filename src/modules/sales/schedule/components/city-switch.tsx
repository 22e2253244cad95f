import { Link } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import type { Booking } from "#src/modules/sales/schedule/components/use-booking.ts";

/** The cities of a calendar as links, of which one is shown; renders nothing where there is only one. */
export function CitySwitch({ booking: { cities, city, searchOf, onCity } }: { booking: Booking }) {
  const { t } = useText();
  if (cities.length < 2) return null;
  return (
    <nav aria-label={t("schedule.cities")} className="mb-3 md:mb-4">
      <ul className="flex flex-wrap gap-1.5 md:gap-2">
        {cities.map(({ id, name }) => (
          <li key={id} className="max-md:grow">
            <Link
              to={`${searchOf({ city: id, departureId: null })}#booking-section`}
              onClick={onCity(id)}
              preventScrollReset
              aria-current={id === city ? "true" : undefined}
              className="flex min-h-11 items-center justify-center rounded-md bg-surface px-2 text-[0.875rem] leading-tight font-semibold text-text no-underline inset-ring-[1.5px] inset-ring-border-strong hover:bg-surface-3 aria-[current]:bg-text aria-[current]:text-bg aria-[current]:inset-ring-text md:px-4 md:text-base"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
