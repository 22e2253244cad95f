import { Download } from "#src/ui/lucide/icons.ts";
import { Form } from "react-router";
import { shortDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { type Currency, formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { WhyAmount } from "#src/modules/base/ledger/admin/why-amount.tsx";
import { whySettlement } from "#src/modules/evening/vouchers/rules/why-settlement.ts";
import type { SettledNight } from "#src/modules/evening/vouchers/schema.ts";
import { AdminButton, adminButtonClass } from "#src/ui/admin/button.tsx";
import { AdminInput } from "#src/ui/admin/field.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";

type Sum = Pick<SettledNight, "redeemed" | "unpriced" | "amounts">;
type SettlementProps = { barId: string; month: string; nights: readonly SettledNight[]; total: Sum };

/** What a bar redeemed in the nights of a month, and what it gets for it. */
export function Settlement({ barId, month, nights, total }: SettlementProps) {
  const { t, locale } = useText();
  const file = (name: string) => `${localizedPath(`/admin/bars/${barId}/${name}`, locale)}?month=${month}`;
  const owed = ({ amounts, unpriced }: Sum) =>
    [
      ...amounts.map(({ amount, currency }) => formatMoney({ amount, currency: currency as Currency }, locale)),
      ...(unpriced > 0 ? [t("vouchers-admin.unpriced", { count: unpriced })] : []),
    ].join(" + ") || "–";
  return (
    <Panel
      title={t("vouchers-admin.title")}
      action={
        <>
          {["settlement.csv", "settlement.pdf"].map((name) => (
            <a key={name} href={file(name)} className={adminButtonClass({ small: true })}>
              <Download aria-hidden size={14} />
              {name.slice(-3).toUpperCase()}
            </a>
          ))}
        </>
      }
    >
      <Form className="mb-3 flex items-end gap-2" preventScrollReset>
        <label className="grid gap-1 font-semibold">
          {t("vouchers-admin.month")}
          <AdminInput key={month} type="month" name="month" defaultValue={month} required pattern="\d{4}-\d{2}" />
        </label>
        <AdminButton type="submit">{t("vouchers-admin.show")}</AdminButton>
      </Form>
      {nights.length === 0 ? (
        <p className="text-text-2">{t("vouchers-admin.nothing")}</p>
      ) : (
        <table className="w-full text-left">
          <thead>
            <tr className="text-fine text-text-3">
              <th scope="col">{t("vouchers-admin.night")}</th>
              <th scope="col" className="text-right">
                {t("vouchers-admin.redeemed")}
              </th>
              <th scope="col" className="text-right">
                {t("vouchers-admin.owed")}
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-border border-y border-border">
            {nights.map((night) => (
              <tr key={night.departureId} className="align-top">
                <td className="py-1.5">
                  {shortDate(night.date, locale, "")}
                  <span className="block text-text-3">{night.crawl}</span>
                </td>
                <td className="py-1.5 text-right tabular-nums">{night.redeemed}</td>
                <td className="py-1.5 text-right tabular-nums">{owed(night)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="font-semibold">
              <td className="py-1.5">
                {t("vouchers-admin.total")}
                {total.amounts.map(({ amount, currency }) => (
                  <WhyAmount
                    key={currency}
                    name={t("vouchers-admin.owed")}
                    why={whySettlement(nights, { amount, currency: currency as Currency })}
                  />
                ))}
              </td>
              <td className="py-1.5 text-right tabular-nums">{total.redeemed}</td>
              <td className="py-1.5 text-right tabular-nums">{owed(total)}</td>
            </tr>
          </tfoot>
        </table>
      )}
    </Panel>
  );
}
