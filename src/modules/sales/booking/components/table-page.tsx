import type { Route } from "#routes/public/+types/table.ts";
import { clockTime, dateIn, dateInSentence, timeIn } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import type { JoinedTable } from "#src/modules/sales/booking/schema.ts";
import { checkoutPath } from "#src/modules/sales/schedule/components/book-now.tsx";
import { NextNights } from "#src/modules/sales/schedule/components/next-nights.tsx";
import { WaitForIt } from "#src/modules/sales/schedule/components/wait-for-it.tsx";
import { crawlInCity } from "#src/modules/site/catalog/rules/crawl.ts";
import { cardOf } from "#src/modules/site/content/rules/cuts.ts";
import { ButtonLink } from "#src/ui/button.tsx";
import { PageHead } from "#src/ui/page-head.tsx";
import { Picture } from "#src/ui/picture.tsx";

/** What friends see who open the link to a table: the night, and the way to book a place of it. */
export default function TablePage({ loaderData: { table, instead } }: Route.ComponentProps) {
  const { t, locale } = useText();
  return (
    <main id="main" tabIndex={-1} className="wrap pt-10 pb-16 md:pt-14 md:pb-24">
      {table ? (
        <>
          <Preview table={table} />
          <Invitation table={table} instead={instead} />
        </>
      ) : (
        <section className="grid max-w-[38rem] justify-items-start gap-5">
          <PageHead
            title={t("booking-table.missing.title")}
            description={t("booking-table.missing.text")}
            index={false}
          />
          <h1 className="text-h1">{t("booking-table.missing.title")}</h1>
          <p className="text-lead text-text-2">{t("booking-table.missing.text")}</p>
          <ButtonLink to={`${localizedPath("/", locale)}#booking`}>{t("booking-table.calendar")}</ButtonLink>
        </section>
      )}
    </main>
  );
}

/** The night as a sentence has it. */
function useNight({ night, organiser }: JoinedTable) {
  const { locale } = useText();
  return {
    name: organiser,
    crawl: crawlInCity(night.crawl_title, night.city),
    date: dateInSentence(night.date, locale),
    time: clockTime(night.start_time, locale),
  };
}

/** What chat apps show of the link. */
function Preview({ table }: { table: JoinedTable }) {
  const { t, locale } = useText();
  const night = useNight(table);
  return (
    <PageHead
      title={t("booking-table.pageTitle", night)}
      description={t("booking-table.description", night)}
      card={cardOf(table.night.image, locale)}
      index={false}
    />
  );
}

type InvitationProps = Pick<Route.ComponentProps["loaderData"], "instead"> & { table: JoinedTable };

function Invitation({ table, instead }: InvitationProps) {
  const { t, locale } = useText();
  const { night, state, code, on_sale: onSale } = table;
  const named = useNight(table);
  const deadline = new Date(table.deadline);
  const until = {
    date: dateInSentence(dateIn(deadline, night.time_zone), locale),
    time: timeIn(deadline, night.time_zone, locale),
  };
  const isOpen = state === "open";
  return (
    <div className="grid items-start gap-x-14 gap-y-8 md:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
      <section className="grid max-w-[38rem] justify-items-start gap-5">
        <header className="grid gap-2">
          <h1 className="text-h1">{t("booking-table.title", named)}</h1>
          <p className="text-lead">{t("booking-table.night", named)}</p>
        </header>
        {isOpen ? (
          <>
            <Facts table={table} until={until} />
            <ButtonLink to={`${checkoutPath(night.departure_id, locale, 1)}&table=${code}`}>
              {t("booking-table.book")}
            </ButtonLink>
            <p className="text-text-2">{t("booking-table.own")}</p>
          </>
        ) : (
          <>
            <h2 className="text-h3">{t(`booking-table.${state}.title`)}</h2>
            <p className="text-text-2">{t(`booking-table.${state}.text`, until)}</p>
            {onSale > 0 && (
              <>
                <p>{t("booking-table.onSale", { left: onSale })}</p>
                <ButtonLink to={checkoutPath(night.departure_id, locale, 1)}>{t("booking-table.bookNight")}</ButtonLink>
              </>
            )}
            {instead && (
              <NextNights
                {...instead}
                nights={instead.nights.map(({ external_booking_link: elsewhere, ...one }) => ({
                  ...one,
                  to: elsewhere ?? checkoutPath(one.id, locale, 1),
                }))}
                heading="h2"
              />
            )}
            {instead && state !== "off" && <WaitForIt departure={night.departure_id} people={1} />}
          </>
        )}
      </section>
      {night.image && (
        <Picture
          src={night.image}
          alt=""
          sizes="(min-width: 768px) 40vw, 100vw"
          missing={t("site.imageMissing")}
          className="aspect-[4/3] w-full rounded-lg object-cover max-md:order-first max-md:aspect-[2/1]"
        />
      )}
    </div>
  );
}

function Facts({ table, until }: { table: JoinedTable; until: { date: string; time: string } }) {
  const { t, locale } = useText();
  const { price, left } = table;
  const facts = [
    price &&
      ([
        t("booking-table.price"),
        formatMoney({ amount: price.amount_minor, currency: price.currency }, locale),
      ] as const),
    [t("booking-table.left"), t("booking-table.places", { places: left })] as const,
    [t("booking-table.until"), t("booking-table.moment", until)] as const,
  ].filter((fact) => fact !== null);
  return (
    <dl className="grid w-full gap-x-6 rounded-lg bg-surface px-5 py-2 shadow-md *:border-border *:not-first:border-t">
      {facts.map(([name, value]) => (
        <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-6 py-3">
          <dt className="text-text-2">{name}</dt>
          <dd className="font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
