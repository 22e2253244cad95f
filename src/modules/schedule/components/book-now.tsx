import { ExternalLink } from "#src/ui/lucide/icons.ts";
import type { MouseEvent } from "react";
import { useText } from "#src/locales/use-text.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import type { Departure } from "#src/modules/schedule/schema.ts";
import { Button, buttonClass, ButtonLink } from "#src/ui/button.tsx";

type BookNowProps = {
  departure: Departure | null;
  /** Rechecks before navigating, or asks for a date; without it, the link leads straight to checkout. */
  onBook?: (event: MouseEvent) => void;
  id?: string;
  wide?: boolean;
};

/** The section's single action: checkout, an external ticket seller, or disabled with the reason. */
export function BookNow({ departure, onBook, id, wide = false }: BookNowProps) {
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
        {t("schedule.bookNow")}
        <ExternalLink aria-hidden size={18} />
        <span className="sr-only">({t("schedule.newTab")})</span>
      </a>
    );
  }
  return (
    <ButtonLink id={id} to={checkoutPath(departure.id, locale)} wide={wide} onClick={onBook}>
      {t("schedule.bookNow")}
    </ButtonLink>
  );
}

/** The checkout URL of a departure; the id makes the page reloadable and shareable. */
export const checkoutPath = (departureId: string, locale: "en" | "es") =>
  localizedPath(`/checkout?departure=${departureId}`, locale);
