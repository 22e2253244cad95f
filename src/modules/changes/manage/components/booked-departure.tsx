import { Clock, MapPin, Ticket } from "#src/ui/lucide/icons.ts";
import { Link } from "react-router";
import { hours, longDate } from "#src/kernel/local-time.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { HoldStrip } from "#src/modules/sales/booking/components/hold-strip.tsx";
import { BookingState, type DrawerBooking } from "#src/modules/changes/manage/components/booking-state.tsx";
import { buttonClass, ButtonLink, LINK } from "#src/ui/button.tsx";
import { FactList } from "#src/ui/fact-list.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { Picture } from "#src/ui/picture.tsx";
import { CutEdge } from "#src/ui/sheet.tsx";

/** An upcoming departure as a ticket in the drawer: printed paper in both themes if confirmed, a plain card otherwise. */
export function BookedDeparture(booking: DrawerBooking) {
  const { id, kind, departure } = booking;
  const real = kind === "success";
  return (
    <article
      aria-labelledby={`departure-${id}`}
      className={classNames(
        "grid grid-cols-[minmax(0,1fr)] text-text drop-shadow-[0_10px_14px_#4d102926] lg:grid-cols-[minmax(0,1fr)_20rem]",
        real && "paper mb-[30px]",
      )}
    >
      <div
        className={classNames(
          "ticket-main grid grid-cols-[minmax(0,1fr)] rounded-t-lg bg-surface sm:grid-cols-[13rem_minmax(0,1fr)] lg:rounded-tr-none",
          !real && "lg:rounded-bl-lg",
        )}
      >
        <Print image={departure.image} />
        <Facts {...booking} />
      </div>
      <div
        className={classNames(
          "ticket-stub flex flex-col justify-center gap-4 border-dashed border-border-strong bg-surface px-5 py-6 max-lg:border-t-2 md:px-7 lg:rounded-tr-lg lg:border-l-2",
          !real && "rounded-br-lg max-lg:rounded-bl-lg",
        )}
      >
        <BookingState {...booking} />
        <Actions {...booking} />
      </div>
      {real && <CutEdge className="col-span-full -mt-px -mb-[30px] bg-surface" />}
    </article>
  );
}

function Print({ image }: { image: string | null }) {
  const { t } = useText();
  if (!image) return <div className="max-sm:hidden" />;
  return (
    <Picture
      src={image}
      alt=""
      missing={t("site.imageMissing")}
      sizes="(min-width: 640px) 13rem, 100vw"
      className="m-[11px] h-24 w-[calc(100%-22px)] rounded-md object-cover object-[70%_58%] sm:h-[calc(100%-22px)] sm:min-h-44"
    />
  );
}

function Facts({ id, reference, number_of_people: people, total, test, departure, kind }: DrawerBooking) {
  const { t, locale } = useText();
  const amount = formatMoney({ amount: total.amount_minor, currency: total.currency }, locale);
  const facts = [
    [t("booking-mine.time"), hours(departure.start_time, departure.end_time, locale)],
    [t("booking-mine.city"), departure.city],
    [t("booking-mine.people"), String(people)],
    [
      kind === "success" ? t("booking-mine.paid") : t("booking-mine.total"),
      total.amount_minor > 0 ? amount : t("booking-mine.free"),
    ],
  ] as const;
  return (
    <div className="min-w-0 px-5 pt-3 pb-6 sm:py-5 sm:pl-3 md:pr-8">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-small">
        <span className="font-semibold text-text-2">{departure.crawl_title}</span>
        <span className="flex items-baseline gap-2.5">
          {test && (
            <strong className="rounded-sm bg-marigold px-1.5 text-micro text-on-marigold">
              {t("booking-mine.test")}
            </strong>
          )}
          <Link
            to={localizedPath(`/booking-confirmation/${id}`, locale)}
            aria-label={t("booking-mine.openNamed", { reference })}
            className="font-bold tracking-wide tabular-nums"
          >
            {reference}
          </Link>
        </span>
      </p>
      <h2 id={`departure-${id}`} className="mt-1 mb-4 text-[clamp(1.7rem,1.35rem+1.5vw,2.4rem)] leading-[0.98]">
        {longDate(departure.date, locale, false)}
      </h2>
      <FactList facts={facts} className="grid-cols-2 gap-y-3.5 xl:grid-cols-4" />
      {kind === "success" && departure.map_url && (
        <a
          href={departure.map_url}
          target="_blank"
          rel="noopener noreferrer"
          className={`${LINK} mt-2 -mb-2 inline-flex min-h-11 items-center gap-2`}
        >
          <MapPin aria-hidden size={20} className="shrink-0" />
          <span className="sr-only">{t("booking-mine.map")}</span> {departure.meeting_place}
        </a>
      )}
    </div>
  );
}

/** What can be done now: at most one primary action. */
function Actions(booking: DrawerBooking) {
  const { t, locale } = useText();
  const { id, kind, departure, on_sale, hold_lives: held } = booking;
  const at = (rest = "") => localizedPath(`/booking-confirmation/${id}${rest}`, locale);
  if (kind === "success")
    return (
      <div className="flex flex-wrap gap-3 lg:grid">
        {booking.change_waits && (
          <p className="flex basis-full items-start gap-2 text-small font-semibold text-marigold-text">
            <Clock aria-hidden size={18} className="mt-0.5 shrink-0" />
            {t("booking-mine.changeWaits")}
          </p>
        )}
        {/* a separate document, not a route the router renders */}
        <a href={at("/ticket")} className={buttonClass({ small: true })}>
          <Ticket aria-hidden size={20} />
          {t("booking-mine.tickets")}
        </a>
        <ButtonLink to={at("/manage")} kind="secondary" small>
          {t("booking-mine.manage")}
        </ButtonLink>
      </div>
    );
  if (kind === "waiting" || kind === "review" || kind === "unplaced" || !on_sale)
    return (
      <ButtonLink to={at()} kind="secondary" small>
        {t("booking-mine.open")}
      </ButtonLink>
    );
  return (
    <>
      {held ? (
        <HoldStrip hold={holdOf(booking)} />
      ) : (
        <p className="text-small text-text-2">{t("booking-mine.released")}</p>
      )}
      <ButtonLink to={localizedPath(`/checkout?departure=${departure.departure_id}&booking=${id}`, locale)} small>
        {t("booking-mine.complete")}
      </ButtonLink>
    </>
  );
}

const holdOf = ({ number_of_people: people, hold_expires_at: expires_at, departure, seconds_left }: DrawerBooking) => ({
  people,
  expires_at,
  time_zone: departure.time_zone,
  seconds_left,
});
