import { ArrowLeft, ArrowRight } from "#src/ui/lucide/icons.ts";
import { Link, useNavigation } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { PageHead } from "#src/ui/page-head.tsx";
import { AccountNote } from "#src/modules/base/identity/components/account-note.tsx";
import { BookedDeparture } from "#src/modules/changes/manage/components/booked-departure.tsx";
import type { DrawerBooking } from "#src/modules/changes/manage/components/booking-state.tsx";
import { TicketStub } from "#src/modules/changes/manage/components/ticket-stub.tsx";
import { ButtonLink, LINK } from "#src/ui/button.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { Notice } from "#src/ui/notice.tsx";
import { Flag } from "#src/ui/papel-picado.tsx";
import type { Route } from "#routes/account/+types/bookings.ts";

export default function Bookings({ loaderData }: Route.ComponentProps) {
  const { t } = useText();
  const loading = useNavigation().state === "loading";
  const { upcoming, past, page, isConfirmed, unverified, today } = loaderData;
  const ahead = upcoming.filter(({ status, kind }) => status !== "cancelled" || LIVES_ON.includes(kind));
  const lost = upcoming.filter((booking) => !ahead.includes(booking));
  const none = upcoming.length + past.length === 0 && page === 1;
  return (
    <main id="main" tabIndex={-1}>
      <PageHead title={t("booking-mine.pageTitle")} description={t("booking-mine.description")} index={false} />
      {page === 1 && (
        <section className={classNames("bg-surface-3 pt-10 md:pt-14", none ? "pb-20 md:pb-28" : "pb-14 md:pb-20")}>
          <div className="wrap">
            <h1 className="text-h1">{t("booking-mine.title")}</h1>
            {!none && <p className="mt-2 text-lead text-text-2">{t("booking-mine.lead", { count: ahead.length })}</p>}
            {isConfirmed && (
              <div className="mt-6 max-w-[44rem]">
                <AccountNote note="verified" />
              </div>
            )}
            {unverified && (
              <Notice className="mt-6 max-w-[44rem]">{t("booking-mine.unverified", { email: unverified })}</Notice>
            )}
            <div className="mt-7 grid gap-8 md:mt-9">
              {none ? <Empty /> : ahead.map((booking) => <BookedDeparture key={booking.id} {...booking} />)}
              {!none && ahead.length === 0 && <NothingAhead />}
            </div>
            {lost.length > 0 && (
              <>
                <h2 className="mt-12 text-h3">{t("booking-mine.lost")}</h2>
                <p className="mt-1 text-text-2">{t("booking-mine.lostText")}</p>
                <Stubs bookings={lost} today={today} />
              </>
            )}
          </div>
        </section>
      )}
      {(past.length > 0 || page > 1) && (
        <section
          aria-labelledby="past-departures"
          aria-busy={loading || undefined}
          className={classNames("wrap pb-(--section)", page === 1 ? "pt-12 md:pt-16" : "pt-10 md:pt-14")}
        >
          {page === 1 ? (
            <h2 id="past-departures" className="text-h2">
              {t("booking-mine.past")}
            </h2>
          ) : (
            <h1 id="past-departures" className="text-h2">
              {t("booking-mine.pastPage", { page })}
            </h1>
          )}
          <Stubs bookings={past} today={today} level={page === 1 ? "h3" : "h2"} loading={loading} />
          <Pages page={page} older={loaderData.older} />
        </section>
      )}
    </main>
  );
}

/** Cancelled bookings with money still pending are listed with the upcoming ones. */
const LIVES_ON: readonly string[] = ["waiting", "unplaced", "choosing", "review"];

type StubsProps = { bookings: DrawerBooking[]; today: string; level?: "h2" | "h3"; loading?: boolean };

function Stubs({ bookings, today, level = "h3", loading = false }: StubsProps) {
  return (
    <ul
      className={classNames(
        "mt-6 grid items-start gap-5 transition-opacity lg:grid-cols-2 lg:gap-x-6",
        loading && "opacity-50",
      )}
    >
      {bookings.map((booking) => (
        <li key={booking.id}>
          <TicketStub {...booking} level={level} today={today} />
        </li>
      ))}
    </ul>
  );
}

/** Links, so that every page has a URL and works without JavaScript. */
function Pages({ page, older }: { page: number; older: boolean }) {
  const { t, locale } = useText();
  const at = (number: number) => localizedPath(number > 1 ? `/bookings?page=${number}` : "/bookings", locale);
  if (page === 1 && !older) return null;
  return (
    <nav aria-label={t("booking-mine.pages")} className="mt-8 flex flex-wrap justify-between gap-x-8 gap-y-2">
      {page > 1 && (
        <Link to={at(page - 1)} className={`${LINK} inline-flex min-h-11 items-center gap-2`}>
          <ArrowLeft aria-hidden size={20} />
          {t("booking-mine.newer")}
        </Link>
      )}
      {older && (
        <Link to={at(page + 1)} className={`${LINK} ml-auto inline-flex min-h-11 items-center gap-2`}>
          {t("booking-mine.older")}
          <ArrowRight aria-hidden size={20} />
        </Link>
      )}
    </nav>
  );
}

/** Empty state before the first ticket: its outline, and a link to book. */
function Empty() {
  const { t, locale } = useText();
  return (
    <div className="grid justify-items-center gap-3 rounded-lg border-2 border-dashed border-border-strong px-6 py-14 text-center">
      <Flag motif="toast" className="mb-2 w-20 text-brand" />
      <h2 className="text-h3">{t("booking-mine.empty.title")}</h2>
      <p className="max-w-[34rem] text-text-2">{t("booking-mine.empty.text")}</p>
      <ButtonLink to={localizedPath("/crawls", locale)} className="mt-3">
        {t("booking-mine.empty.action")}
      </ButtonLink>
    </div>
  );
}

function NothingAhead() {
  const { t, locale } = useText();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-4 rounded-lg border-2 border-dashed border-border-strong px-6 py-6">
      <p className="text-lead">{t("booking-mine.nothingAhead")}</p>
      <ButtonLink to={localizedPath("/crawls", locale)} small>
        {t("booking-mine.empty.action")}
      </ButtonLink>
    </div>
  );
}
