import { companyName } from "#src/modules/base/settings/rules/payment-companies.ts";
import { shortDate } from "#src/kernel/local-time.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { SMALLEST_CHARGE } from "#src/modules/sales/booking/rules/quote.ts";
import { daysSince, isSameRate, OLD_DAYS, type Rated, type RateText } from "#src/modules/office/options/rules/rates.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { AdminField, AdminInput } from "#src/ui/admin/field.tsx";

type RateRowProps = {
  currency: Rated;
  typed: RateText;
  stored: RateText;
  today: string;
  chargedBy: readonly string[];
  errors: readonly { id: string; message: string }[];
  onChange: (rate: RateText) => void;
};

/** A currency's rate and its day. A rate that is typed is of today, until another day is chosen. */
export function RateRow({ currency, typed, stored, today, chargedBy, errors, onChange }: RateRowProps) {
  const { t, locale } = useText();
  const errorOf = (id: string) => {
    const error = errors.find((one) => one.id === id);
    return error ? { error: error.message } : {};
  };
  const days = stored.date ? daysSince(stored.date, today) : 0;
  const isOld = days > OLD_DAYS && isSameRate(typed, stored);
  return (
    <li className="grid grid-cols-2 gap-x-4 gap-y-1 border-t border-border px-3.5 py-3 sm:grid-cols-[9rem_10rem_minmax(0,1fr)] sm:items-start">
      <AdminField
        id={`rate_${currency}`}
        label={t("options.currencies.rate", { currency })}
        changed={typed.rate !== stored.rate}
        {...errorOf(`rate_${currency}`)}
      >
        {(control) => (
          <AdminInput
            {...control}
            name={`rate_${currency}`}
            inputMode="decimal"
            autoComplete="off"
            value={typed.rate}
            onChange={(event) => onChange({ rate: event.target.value, date: today })}
            className="text-right tabular-nums"
          />
        )}
      </AdminField>
      <AdminField
        id={`date_${currency}`}
        label={t("options.currencies.day", { currency })}
        changed={typed.date !== stored.date}
        {...errorOf(`date_${currency}`)}
      >
        {(control) => (
          <AdminInput
            {...control}
            type="date"
            name={`date_${currency}`}
            max={today}
            value={typed.date}
            onChange={(event) => onChange({ ...typed, date: event.target.value })}
          />
        )}
      </AdminField>
      <div className="col-span-full grid content-start justify-items-start gap-1 sm:col-span-1 sm:pt-5">
        <div className="flex min-h-(--ctl) flex-wrap items-center gap-x-3 gap-y-1">
          {isOld ? (
            <>
              <Badge tone="waiting">{t("options.currencies.old", { days })}</Badge>
              <AdminButton small onClick={() => onChange({ ...typed, date: today })}>
                {t("options.currencies.still")}
              </AdminButton>
            </>
          ) : (
            <span className="text-text-3">
              {stored.date
                ? t("options.currencies.since", { day: shortDate(stored.date, locale, ""), days })
                : t("options.currencies.none")}
            </span>
          )}
          <span className="text-text-2">
            {chargedBy.length > 0
              ? t("options.currencies.chargedBy", { companies: chargedBy.map(companyName).join(", ") })
              : t("options.currencies.charged.nobody")}
          </span>
          <span className="text-text-3">
            {t("options.currencies.smallest", {
              amount: formatMoney({ amount: SMALLEST_CHARGE[currency], currency }, locale),
            })}
          </span>
        </div>
      </div>
    </li>
  );
}
