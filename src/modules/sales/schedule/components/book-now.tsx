import { ExternalLink } from "#src/ui/lucide/icons.ts";
import type { MouseEvent } from "react";
import { useText } from "#src/locales/use-text.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { sellerOf } from "#src/modules/sales/schedule/rules/departure.ts";
import type { Departure } from "#src/modules/sales/schedule/schema.ts";
import { Button, buttonClass, ButtonLink } from "#src/ui/button.tsx";

type BookNowProps = {
  departure: Departure | null;
  /** For how many; null leaves it to the checkout. */
  people: number | null;
  /** Said instead of "Book Now", where the button stands apart from its night. */
  label?: string;
  /** Rechecks before navigating, or asks for a date; without it, the link leads straight to checkout. */
  onBook?: (event: MouseEvent) => void;
  id?: string;
  wide?: boolean;
};

/** The section's single action: checkout, an external ticket seller, or disabled with the reason. */
export function BookNow({ departure, people, label, onBook, id, wide = false }: BookNowProps) {
  const { t, locale } = useText();
  if (!departure) {
    return (
      <a id={id} href="#booking-section" className={buttonClass({ wide })} onClick={onBook}>
        {t("schedule.bookNow")}
      </a>
    );
  }
  if (!departure.is_available) {
    return (
      <Button id={id} wide={wide} disabled>
        {t("schedule.soldOut")}
      </Button>
    );
  }
  if (departure.external_booking_link) {
    return (
      <a
        id={id}
        href={departure.external_booking_link}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonClass({ wide })}
      >
        {label ?? (
          <span className="min-w-0 wrap-anywhere whitespace-normal">
            {t("schedule.bookAt", { seller: sellerOf(departure.external_booking_link) })}
          </span>
        )}
        <ExternalLink aria-hidden size={18} className="shrink-0" />
        <span className="sr-only">
          ({label && `${sellerOf(departure.external_booking_link)}, `}
          {t("schedule.newTab")})
        </span>
      </a>
    );
  }
  return (
    <ButtonLink id={id} to={checkoutPath(departure.id, locale, people)} wide={wide} onClick={onBook}>
      {label ?? t("schedule.bookNow")}
    </ButtonLink>
  );
}

/** The checkout URL of a departure, for `people` where it is known how many; the id makes the page reloadable and shareable. */
export const checkoutPath = (departureId: string, locale: "en" | "es", people: number | null = null) =>
  localizedPath(`/checkout?departure=${departureId}${people === null ? "" : `&people=${people}`}`, locale);
