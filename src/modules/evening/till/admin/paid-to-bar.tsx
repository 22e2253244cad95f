import { shortDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { OFFICE_LIST } from "#src/modules/evening/till/rules/till-list.ts";
import type { OfficeMoveView } from "#src/modules/evening/till/schema.ts";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";

type PaidToBarProps = { barId: string; month: string; paid: readonly OfficeMoveView[]; mayPay: boolean };

/** What a bar was paid for the drinks of a month. */
export function PaidToBar({ barId, month, paid, mayPay }: PaidToBarProps) {
  const { t, locale } = useText("till");
  const begin = OFFICE_LIST.values({ kind: "bar", bar: barId, month });
  return (
    <Panel
      title={t("till.office.paidToBar")}
      action={
        mayPay && (
          <AdminLink to={OFFICE_LIST.href(localizedPath("/admin/tills/office", locale), begin)} small>
            {t("till.office.pay")}
          </AdminLink>
        )
      }
    >
      {paid.length === 0 ? (
        <p className="text-text-2">{t("till.office.paidNothing")}</p>
      ) : (
        <ul className="divide-y divide-border">
          {paid.map(({ id, kind, day, receipt, note, money }) => (
            <li key={id} className="flex flex-wrap justify-between gap-x-3 py-1.5">
              <span className="min-w-0">
                {t(`till.office.kind.${kind}`)}
                <span className="block text-fine wrap-anywhere text-text-3">
                  {[shortDate(day, locale, ""), receipt, note].filter(Boolean).join(" · ")}
                </span>
              </span>
              <span className="font-semibold tabular-nums">{formatMoney(money, locale)}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
