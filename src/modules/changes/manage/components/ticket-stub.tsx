import { Star } from "#src/ui/lucide/icons.ts";
import { Link } from "react-router";
import { inYearOf, longDate } from "#src/kernel/local-time.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { BookingState, type DrawerBooking } from "#src/modules/changes/manage/components/booking-state.tsx";
import { buttonClass, ButtonLink, LINK } from "#src/ui/button.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { Picture } from "#src/ui/picture.tsx";

/** A stub of a ticket: the departure is over, or the booking won't be used. `level` is its heading's. */
export function TicketStub({
  level: Heading,
  today,
  ...booking
}: DrawerBooking & { level: "h2" | "h3"; today: string }) {
  const { t, locale } = useText();
  const { id, kind, departure, total, number_of_people: people } = booking;
  const amount = formatMoney({ amount: total.amount_minor, currency: total.currency }, locale);
  return (
    <article aria-labelledby={`departure-${id}`} className="rounded-lg bg-surface shadow-sm">
      <div className="flex gap-4 p-[11px]">
        {departure.image && (
          <Picture
            src={departure.image}
            alt=""
            missing={t("site.imageMissing")}
            sizes="104px"
            className={classNames(
              "size-22 shrink-0 rounded-md object-cover object-[70%_50%] sm:size-26",
              kind !== "success" && "opacity-60 grayscale",
            )}
          />
        )}
        <div className="min-w-0 grow py-0.5 pr-2 sm:py-1.5">
          <p className="flex flex-wrap justify-between gap-x-3 text-small text-text-2">
            <span className="font-semibold">{departure.crawl_title}</span>
            <Link
              to={localizedPath(`/booking-confirmation/${id}`, locale)}
              aria-label={t("booking-mine.openNamed", { reference: booking.reference })}
              className="font-bold tracking-wide"
            >
              {booking.reference}
            </Link>
          </p>
          <Heading id={`departure-${id}`} className="mt-0.5 text-[1.45rem] leading-tight">
            {longDate(departure.date, locale, !inYearOf(departure.date, today))}
          </Heading>
          <p className="mt-1 text-small text-text-2">
            {t("booking-mine.line", {
              people,
              city: departure.city,
              total: total.amount_minor > 0 ? amount : t("booking-mine.free"),
            })}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t-2 border-dashed border-border px-5 pt-3 pb-4">
        <BookingState {...booking} />
        <div className="flex flex-wrap items-center gap-3">
          <Actions {...booking} />
        </div>
      </div>
    </article>
  );
}

function Actions(booking: DrawerBooking) {
  const { t, locale } = useText();
  const { id, kind, over, on_sale, review, departure } = booking;
  const lost = kind === "expired" || kind === "payment_cancelled" || kind === "payment_failed";
  if (lost && on_sale)
    return (
      <ButtonLink
        to={localizedPath(`/checkout?departure=${departure.departure_id}&booking=${id}`, locale)}
        kind="secondary"
        small
      >
        {t("booking-mine.complete")}
      </ButtonLink>
    );
  if (kind === "choosing")
    return (
      <ButtonLink to={localizedPath(`/booking-confirmation/${id}`, locale)} small>
        {t("booking-mine.choose")}
      </ButtonLink>
    );
  return (
    <>
      {over && review.stars !== null && <Stars stars={review.stars} />}
      {over && review.path && (
        <a href={review.path} className={buttonClass({ kind: "secondary", small: true })}>
          {t("booking-mine.rate")}
        </a>
      )}
      <Link
        to={booking.crawl_path ?? localizedPath("/crawls", locale)}
        className={`${LINK} inline-flex min-h-11 items-center`}
      >
        {t(kind === "departure_cancelled" && !over ? "booking-mine.otherDate" : "booking-mine.again")}
      </Link>
    </>
  );
}

function Stars({ stars }: { stars: number }) {
  const { t } = useText();
  return (
    <p
      className="flex items-center gap-1 text-marigold-text"
      role="img"
      aria-label={t("booking-mine.rated", { stars })}
    >
      {Array.from({ length: stars }, (_, index) => (
        <Star key={index} aria-hidden size={18} className="fill-current" />
      ))}
    </p>
  );
}
