import { dayOf, shortDate } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { PERIODS, type Period } from "#src/modules/sales/affiliates/rules/qr-code.ts";
import { BarChart } from "#src/ui/admin/bar-chart.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { Segmented } from "#src/ui/admin/segmented.tsx";

type QrScansProps = {
  days: Period;
  scans: readonly { day: string; scans: number }[];
  booked: number;
  came: number;
  hrefOf: (days: Period) => string;
};

/** A code's scans by day, and who booked and came through it, over a period. */
export function QrScans({ days, scans, booked, came, hrefOf }: QrScansProps) {
  const { t, locale } = useText();
  const sum = scans.reduce((all, one) => all + one.scans, 0);
  // not at the ends, where a label would hang over
  const marks = [0.1, 0.5, 0.9].map((share) => Math.floor(scans.length * share));
  return (
    <Panel title={t("affiliates-qr.scans")} action={<Periods days={days} hrefOf={hrefOf} />}>
      <p className="mb-3 text-text-2">
        {t("affiliates-qr.scansSum", { count: sum, days })} · {t("affiliates-qr.peopleSum", { booked, came })}
      </p>
      {sum === 0 ? (
        <p className="py-4 text-center text-text-3">{t("affiliates-qr.noScans")}</p>
      ) : (
        <BarChart
          tall
          label={t("affiliates-qr.scansSum", { count: sum, days })}
          bars={scans.map((one) => ({
            value: one.scans,
            label: t("affiliates-qr.scansOf", { date: dayOf(one.day, locale), count: one.scans }),
          }))}
          say={(value) => String(value)}
          marks={marks.map((at) => ({ at, text: shortDate(scans[at]!.day, locale) }))}
        />
      )}
    </Panel>
  );
}

/** The period, as part of the address. */
export function Periods({ days, hrefOf }: Pick<QrScansProps, "days" | "hrefOf">) {
  const { t } = useText();
  return (
    <Segmented
      label={t("affiliates-qr.period")}
      options={PERIODS.map((n) => ({ label: t("affiliates-qr.days", { n }), href: hrefOf(n), current: n === days }))}
    />
  );
}
