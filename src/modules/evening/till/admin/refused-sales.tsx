import { useId } from "react";
import { clockIn, dateIn, shortDate } from "#src/kernel/local-time.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { AlertRow } from "#src/modules/evening/door/admin/alert-list.tsx";
import { sayReason } from "#src/modules/evening/till/rules/offline.ts";
import type { RefusedSale } from "#src/modules/evening/till/schema.ts";
import { Panel } from "#src/ui/admin/panel.tsx";

/** Money that a phone took offline for sales that couldn't be booked: whose, how much and why. */
export function RefusedSales({ sales, maySettle }: { sales: readonly RefusedSale[]; maySettle: boolean }) {
  const { t } = useText("till");
  return (
    <Panel title={t("till.refusedSales.title")} padded={false} className="mb-4">
      <p className="border-b border-border px-3.5 py-2.5 text-text-2">{t("till.refusedSales.lead")}</p>
      <ul>
        {sales.map((sale) => (
          <Refused key={sale.id} sale={sale} maySettle={maySettle} />
        ))}
      </ul>
    </Panel>
  );
}

function Refused({ sale, maySettle }: { sale: RefusedSale; maySettle: boolean }) {
  const { t, locale } = useText("till");
  const name = useId();
  const { people, money, way, reference, night, zone } = sale;
  const at = new Date(sale.at);
  return (
    <AlertRow id={sale.id} name={name} intent="settle" label={maySettle && t("till.refusedSales.settle")}>
      <p id={name} className="font-semibold tabular-nums">
        {[
          people && t("till.refusedSales.people", { people }),
          money && t("till.ways.amount", { way, amount: formatMoney(money, locale) }),
        ]
          .filter(Boolean)
          .join(" · ") || t("till.refusedSales.unread")}
      </p>
      <p className="text-low-text">{t(sayReason(sale.reason))}</p>
      {reference && <p className="text-fine wrap-anywhere text-text-3">{t("till.ways.reference", { reference })}</p>}
      {night && (
        <p className="text-fine text-text-3">
          {night.title} · {shortDate(night.date, locale)}, {night.start}
        </p>
      )}
      <p className="text-text-2">
        {t("till.refusedSales.by", {
          date: shortDate(dateIn(at, zone), locale),
          time: clockIn(at, zone),
          by: sale.by || t("till.list.nobody"),
          device: sale.device || "–",
        })}
      </p>
    </AlertRow>
  );
}
