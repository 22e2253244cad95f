import { useFetcher } from "react-router";
import { amountText } from "#src/kernel/amount.ts";
import { CURRENCIES, type Money } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import type { FormAnswer } from "#src/ui/form/answer.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { AdminField, AdminInput, AdminSelect } from "#src/ui/admin/field.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";

/** What a guide gets for each night they lead. */
export function PayForm({ userId, pay }: { userId: string; pay: Money | null }) {
  const { t } = useText();
  const fetcher = useFetcher<FormAnswer>();
  useFlash(fetcher.data);
  const error = fetcher.data?.fieldErrors?.[0]?.message;
  return (
    <fetcher.Form method="post" noValidate className="grid gap-1.5">
      <input type="hidden" name="intent" value="set_pay" />
      <input type="hidden" name="user_id" value={userId} />
      <AdminField
        id={`pay-${userId}`}
        label={t("guides-admin.payPerNight")}
        help={t("guides-admin.payHelp")}
        {...(error ? { error: t(error) } : {})}
      >
        {(control) => (
          <span className="flex gap-2">
            <AdminInput
              {...control}
              name="amount"
              inputMode="decimal"
              defaultValue={amountText(pay?.amount)}
              className="tabular-nums"
            />
            <AdminSelect
              name="currency"
              aria-label={t("guides-admin.csv.currency")}
              defaultValue={pay?.currency ?? "MXN"}
              className="w-24 shrink-0"
            >
              {CURRENCIES.map((currency) => (
                <option key={currency}>{currency}</option>
              ))}
            </AdminSelect>
            <AdminButton type="submit" busy={fetcher.state !== "idle"}>
              {t("admin.save")}
            </AdminButton>
          </span>
        )}
      </AdminField>
    </fetcher.Form>
  );
}
