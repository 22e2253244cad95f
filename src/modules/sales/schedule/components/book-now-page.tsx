import { Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { UnreadCrawls } from "#src/modules/site/catalog/components/unread-crawls.tsx";
import { PageHead } from "#src/ui/page-head.tsx";
import { BookingPanel } from "#src/modules/sales/schedule/components/late-booking-panel.tsx";
import { PhoneBar } from "#src/modules/sales/schedule/components/phone-bar.tsx";
import { useBookingHash, useLanding } from "#src/modules/sales/schedule/components/use-booking-hash.ts";
import { LINK } from "#src/ui/button.tsx";
import type { Route } from "#routes/public/+types/book-now.ts";

export default function BookNow({ loaderData: { booking, only } }: Route.ComponentProps) {
  const { t, locale } = useText();
  const landing = useLanding();
  useBookingHash();
  return (
    <main id="main" tabIndex={-1} className="overflow-x-clip bg-surface-2">
      <PageHead title={t("schedule-book-now.title")} description={t("schedule-book-now.description")} />
      <div className="wrap pt-10 pb-(--section) md:pt-14">
        <div className="mb-7 grid items-end gap-x-12 gap-y-3 md:mb-10 md:grid-cols-[7fr_5fr]">
          <h1 className="text-h1">{t("schedule-book-now.heading")}</h1>
          <div className="text-lead text-text-2">
            <p>{t("schedule-book-now.lead")}</p>
          </div>
        </div>
        {only && (
          <p className="mb-6 flex flex-wrap items-center gap-x-4">
            <span className="font-semibold">{t("schedule-book-now.only", { title: only })}</span>
            <Link to={localizedPath("/book-now", locale)} className={`${LINK} inline-flex min-h-11 items-center`}>
              {t("schedule-book-now.all")}
            </Link>
          </p>
        )}
        <section id="booking-section" data-landing={landing} className="min-h-[36rem]">
          <h2 className="sr-only">{t("schedule.title")}</h2>
          {/* another crawl resets the choice */}
          {booking ? <BookingPanel key={booking.onlyCrawlId} data={booking} layout="wide" /> : <UnreadCrawls />}
        </section>
      </div>
      {booking && <PhoneBar data={booking} />}
    </main>
  );
}
