import { ExternalLink } from "#src/ui/lucide/icons.ts";
import type { MouseEvent } from "react";
import { useText } from "#src/locales/use-text.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import type { Departure } from "#src/modules/schedule/schema.ts";
import { Button, buttonClass, ButtonLink } from "#src/ui/button.tsx";

type BookNowProps = {
  /** The chosen departure. */
  departure: Departure | null;
  /** Looks once more before it leads on, or says that a date must be chosen; else the link leads to checkout by itself. */
  onBook?: (event: MouseEvent) => void;
  id?: string;
  wide?: boolean;
};

/** The one action of the section: on to checkout, to a seller of tickets elsewhere, or nowhere and why. */
export function BookNow({ departure, onBook, id, wide = false }: BookNowProps) {
  const { t, locale } = useText();
  if (!departure) {
    return (
      <Button id={id} wide={wide} onClick={onBook}>
        {t("schedule.bookNow")}
      </Button>
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

/** The address of checkout for a departure; the id in it lets the page be reloaded and shared. */
export const checkoutPath = (departureId: string, locale: "en" | "es") =>
  localizedPath(`/checkout?departure=${departureId}`, locale);
