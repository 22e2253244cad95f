import { useFetcher } from "react-router";
import { CircleCheck } from "#src/ui/lucide/icons.ts";
import { formatMoney, type Money } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import type { ChosenAddOn } from "#src/modules/sales/add-ons/rules/price.ts";
import { addOnField } from "#src/modules/sales/booking/rules/add-on-field.ts";
import type { TillAnswer } from "#src/modules/evening/till/rules/answer.ts";
import type { DoorCurrency } from "#src/modules/evening/till/rules/cash.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { AdminField, AdminInput } from "#src/ui/admin/field.tsx";

type SaleWish = { departureId: string; people: number; currency: DoorCurrency; addOns: readonly ChosenAddOn[] };

/** What is left behind a code that was typed, by the newest answer to it: of the check, or of a sale that it paid less of than was shown. */
export function useCredit(code: string, currency: DoorCurrency, answer: TillAnswer | undefined) {
  const check = useFetcher<TillAnswer>();
  const [newest] = [answer, check.data].filter((one) => one !== undefined).toSorted((a, b) => b.at - a.at);
  const credit = newest?.credit;
  const isKnown = credit !== undefined && credit.code === code.trim() && credit.currency === currency;
  return { check, refusal: newest === check.data ? newest : undefined, left: isKnown ? credit.left : null };
}

type CreditFieldProps = {
  code: string;
  onCode: (code: string) => void;
  check: ReturnType<typeof useCredit>["check"];
  refusal: TillAnswer | undefined;
  sale: SaleWish;
  /** what it pays of the sale; null until its code was checked */
  pays: Money | null;
  /** a code is checked by the server alone; one that was checked is still sent, or can be cleared */
  isOffline: boolean;
};

/** The code of a gift card or of credit, with what it pays. */
export function CreditField({ code, onCode, check, refusal, sale, pays, isOffline }: CreditFieldProps) {
  const { t, locale } = useText("till");
  const { departureId, people, currency, addOns } = sale;
  const field = refusal?.fieldErrors?.[0]?.message;
  const error = field ? t(field) : refusal?.formError ? t(refusal.formError, refusal.values) : undefined;
  const send = () =>
    void check.submit(
      {
        intent: "credit",
        departure_id: departureId,
        people,
        currency,
        credit_code: code.trim(),
        ...Object.fromEntries(addOns.map(({ id, quantity }) => [addOnField(id), quantity])),
      },
      { method: "post" },
    );
  return (
    <AdminField
      id="credit_code"
      label={t("till.sale.credit")}
      optional={t("till.optional")}
      help={
        isOffline && !pays
          ? t("till.sale.creditOffline")
          : code === "" || pays || error
            ? undefined
            : t("till.sale.creditHelp")
      }
      {...(error && !pays && { error })}
    >
      {(control) => (
        <div className="grid gap-1.5">
          <div className="flex gap-2">
            <AdminInput
              {...control}
              name="credit_code"
              maxLength={50}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              value={code}
              onChange={({ currentTarget }) => onCode(currentTarget.value)}
              // Enter in this field asks what the code pays, and sells nothing
              onKeyDown={(event) => {
                if (event.key !== "Enter") return;
                event.preventDefault();
                send();
              }}
            />
            <AdminButton
              busy={check.state !== "idle"}
              disabled={isOffline || code.trim() === ""}
              onClick={send}
              className="shrink-0"
            >
              {t("till.sale.creditCheck")}
            </AdminButton>
          </div>
          <p aria-live="polite" className={pays ? "flex items-center gap-1.5 text-high-text" : undefined}>
            {pays && (
              <>
                <CircleCheck aria-hidden size={16} className="shrink-0" />
                {t("till.sale.creditPays", { amount: formatMoney(pays, locale) })}
              </>
            )}
          </p>
        </div>
      )}
    </AdminField>
  );
}
