import { ExternalLink } from "lucide-react";
import { useText } from "#src/locales/use-text.ts";
import { type Booking, checkoutPath } from "#src/modules/schedule/components/use-booking.ts";
import { Button, buttonClass, ButtonLink } from "#src/ui/button.tsx";

/** The one action of the section: on to checkout, to a seller of tickets elsewhere, or nowhere and why. */
export function BookNow({ booking, id, wide = false }: { booking: Booking; id?: string; wide?: boolean }) {
  const { t, locale } = useText();
  const { departure, onBook } = booking;
  if (!departure) {
    return (
      <Button id={id} wide={wide} onClick={onBook}>
        {t("calendar.bookNow")}
      </Button>
    );
  }
  if (!departure.is_available) {
    return (
      <Button id={id} wide={wide} disabled>
        {t("calendar.soldOut")}
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
        {t("calendar.bookNow")}
        <ExternalLink aria-hidden size={18} />
        <span className="sr-only">({t("calendar.newTab")})</span>
      </a>
    );
  }
  return (
    <ButtonLink id={id} to={checkoutPath(departure.id, locale)} wide={wide} onClick={onBook}>
      {t("calendar.bookNow")}
    </ButtonLink>
  );
}
