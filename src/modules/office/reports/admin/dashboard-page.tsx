import { RefreshCw } from "#src/ui/lucide/icons.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { WhyAmount } from "#src/modules/base/ledger/admin/why-amount.tsx";
import { whyTonight } from "#src/modules/office/reports/rules/why-figures.ts";
import { NeedsYou } from "#src/modules/office/reports/admin/needs-you.tsx";
import { ReportSection } from "#src/modules/office/reports/admin/report-section.tsx";
import { saidSums, TonightPanel } from "#src/modules/office/reports/admin/tonight-panel.tsx";
import { useTonight } from "#src/modules/office/reports/admin/use-tonight.ts";
import type { Tonight } from "#src/modules/office/reports/schema.ts";
import { clockIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { REPORT_ADDRESS } from "#src/modules/office/reports/rules/address.ts";
import { useList } from "#src/ui/admin/list/use-list.ts";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import type { Route } from "#routes/admin/office/+types/dashboard.ts";

type DashboardData = Route.ComponentProps["loaderData"];

/** Tonight, open tasks, and figures. */
export default function Dashboard({ loaderData: data }: Route.ComponentProps) {
  const list = useList(REPORT_ADDRESS, "/admin/dashboard", data.query);
  return (
    <>
      {data.tonight ? <WithTonight data={data} initial={data.tonight} /> : <WithoutTonight data={data} />}
      {data.report && (
        <ReportSection report={data.report} cities={data.cities} list={list} mayReadBookings={data.mayReadBookings} />
      )}
    </>
  );
}

function WithTonight({ data, initial }: { data: DashboardData; initial: Tonight }) {
  const { t, locale } = useText();
  const { tonight, age, failed, busy, refresh } = useTonight(initial);
  const { departures, booked, seats, sums } = tonight;
  const meta = [
    t("reports.meta", { count: departures.filter(({ state }) => state !== "cancelled").length, booked, seats }),
    saidSums(sums, locale),
  ];
  const needs = hasAttention(data);
  return (
    <>
      <PageHead
        title={t("reports.title")}
        tab={t("admin.tab", { page: t("reports.title"), brand: t("common.brand") })}
        meta={
          <span className="max-md:hidden">
            {meta.filter(Boolean).join(", ")}
            {(sums ?? []).map((money) => (
              <WhyAmount key={money.currency} name={money.currency} why={whyTonight(money)} />
            ))}
          </span>
        }
        actions={
          <AdminButton kind="quiet" busy={busy} onClick={refresh} icon={<RefreshCw aria-hidden size={15} />}>
            {age < 10 ? t("reports.justNow") : t("reports.ago", { count: age })}
          </AdminButton>
        }
      />
      <div className={needs ? "grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_21rem]" : "grid"}>
        <div className="grid min-w-0 gap-3">
          <Totals tonight={tonight} />
          <TonightPanel
            tonight={tonight}
            stale={
              failed && (
                <p
                  role="status"
                  className="border-y border-gold-mark bg-marigold-tint px-3.5 py-1.5 text-marigold-text"
                >
                  {t("reports.stale", {
                    time: clockIn(new Date(tonight.at), tonight.departures[0]?.zone ?? HOME_ZONE),
                  })}
                </p>
              )
            }
          />
        </div>
        {needs && <NeedsYou attention={data.attention} items={data.items} now={data.now} />}
      </div>
    </>
  );
}

/** The head's totals: one line on a desktop, figures on a phone. */
function Totals({ tonight: { booked, seats, sums } }: { tonight: Tonight }) {
  const { t, locale } = useText();
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-2 px-1 md:hidden">
      <div className="flex flex-col-reverse">
        <dt className="text-fine text-text-3">{t("reports.seats")}</dt>
        <dd className="heading text-xl">{t("reports.takenOf", { taken: booked, total: seats })}</dd>
      </div>
      {(sums ?? []).map((money) => (
        <div key={money.currency} className="flex flex-col-reverse">
          <dt className="text-fine text-text-3">{money.currency}</dt>
          <dd className="heading text-xl">
            {formatMoney(money, locale)}
            <WhyAmount name={money.currency} why={whyTonight(money)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function WithoutTonight({ data }: { data: DashboardData }) {
  const { t } = useText();
  return (
    <>
      <PageHead
        title={t("reports.title")}
        tab={t("admin.tab", { page: t("reports.title"), brand: t("common.brand") })}
      />
      {hasAttention(data) && <NeedsYou attention={data.attention} items={data.items} now={data.now} />}
    </>
  );
}

const hasAttention = ({ attention }: DashboardData) => Object.values(attention).some((waiting) => waiting !== null);
