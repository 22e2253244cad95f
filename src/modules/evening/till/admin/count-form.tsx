import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { formatMoney } from "#src/kernel/money.ts";
import { amountText, parseAmount } from "#src/kernel/amount.ts";
import { useText } from "#src/locales/use-text.ts";
import { FormRefusal } from "#src/ui/admin/form-refusal.tsx";
import type { TillAnswer } from "#src/modules/evening/till/rules/answer.ts";
import { type CountedWay, countName } from "#src/modules/evening/till/rules/till.ts";
import { ALONE, type TillView } from "#src/modules/evening/till/schema.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { AdminField, AdminInput, AdminNotice, AdminSelect } from "#src/ui/admin/field.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { CircleAlert } from "#src/ui/lucide/icons.ts";

/** A phone of a till's owner that still has places to sell offline: what it sold may not be sent yet. */
export type PhoneLent = { id: string; name: string; places: number };
/** Sales on this phone that aren't in the till: how many, and what was taken for them in minor units of pesos. */
export type Unsent = { n: number; cash: number };
export const cashOf = ({ cash }: Unsent) => ({ amount: cash, currency: "MXN" }) as const;

type CountFormProps = {
  till: TillView;
  takers: { id: string; name: string }[];
  /** whether it may be closed without anybody to take it over */
  alone: boolean;
  unsent?: Unsent;
  lent: readonly PhoneLent[];
  answer: TillAnswer | undefined;
  /** shown above the form, instead of the owner's own message */
  lead?: string;
};

const NONE: Unsent = { n: 0, cash: 0 };

/** What is counted of a till, why it differs, and who takes it over. */
export function CountForm({ till, takers, alone, unsent = NONE, lent, answer, lead }: CountFormProps) {
  const { t, locale } = useText("till");
  const [texts, setTexts] = useState<Record<string, string>>({});
  const [taker, setTaker] = useState(alone && takers.length === 0 ? ALONE : "");
  const isAlone = taker === ALONE;
  const busy = useNavigation().formData?.get("intent") === "count";
  const again = answer?.intent === "count" && !answer.done;
  // only a count that was entered and differs is answered with what should be there
  const answerCounts = again ? answer.counts : undefined;
  const counts = [
    ...till.sums.map((sum) => ({ ...sum, way: "cash" as CountedWay })),
    ...till.ways.flatMap((sum) => (sum.way === "terminal" ? [{ ...sum, way: sum.way, float: 0 }] : [])),
  ].map(({ way, currency, float, sales }) => {
    const own = answerCounts?.find((one) => one.way === way && one.currency === currency);
    const expected = own?.expected ?? null;
    const entered = amountText(own?.counted);
    const name = countName({ way, currency });
    const text = texts[name] ?? entered;
    const difference = expected === null || text === "" ? null : (parseAmount(text) ?? NaN) - expected;
    return { way, name, currency, expected, entered, difference, isCounted: float > 0 || sales > 0 };
  });
  const differs = counts.some(({ difference }) => difference !== null && difference !== 0);
  return (
    <Panel title={t(isAlone ? "till.count.titleAlone" : "till.count.title")}>
      <Form method="post" className="grid gap-3">
        <p className="text-text-2">{isAlone ? t("till.count.leadAlone") : (lead ?? t("till.count.lead"))}</p>
        <FormRefusal answer={again ? answer : undefined} of="count" />
        <input type="hidden" name="intent" value="count" />
        <input type="hidden" name="till_id" value={till.id} />
        <input type="hidden" name="round" value={till.round} />
        {counts.map(({ way, name, currency, expected, entered, difference, isCounted }) => (
          <div key={name} className="grid grid-cols-2 items-end gap-3">
            {expected !== null && <input type="hidden" name={`expected_${name}`} value={expected} />}
            <AdminField
              id={`counted_${name}`}
              label={t(way === "cash" ? "till.count.counted" : "till.count.terminal", { currency })}
              help={way === "cash" ? undefined : t("till.count.terminalHelp")}
            >
              {(control) => (
                <AdminInput
                  {...control}
                  name={`counted_${name}`}
                  inputMode="decimal"
                  autoComplete="off"
                  required={isCounted}
                  defaultValue={entered}
                  onChange={({ currentTarget }) => setTexts((all) => ({ ...all, [name]: currentTarget.value }))}
                  unit={currency}
                />
              )}
            </AdminField>
            <p className="pb-1 text-right" aria-live="polite">
              {expected !== null && (
                <span className="block text-fine text-text-3">
                  {t("till.count.expected", { amount: formatMoney({ amount: expected, currency }, locale) })}
                </span>
              )}
              {difference !== null && !Number.isNaN(difference) && (
                <strong className={difference === 0 ? "text-agave-text" : "text-low-text"}>
                  {difference === 0
                    ? t("till.count.right")
                    : t("till.count.difference", {
                        way: difference > 0 ? "over" : "short",
                        amount: formatMoney({ amount: Math.abs(difference), currency }, locale),
                      })}
                </strong>
              )}
            </p>
          </div>
        ))}
        {(differs || isAlone) && (
          <AdminField id="count_reason" label={t(isAlone ? "till.count.reasonAlone" : "till.count.reason")}>
            {(control) => <AdminInput {...control} name="reason" maxLength={200} autoComplete="off" required />}
          </AdminField>
        )}
        <AdminField
          id="taker_id"
          label={t("till.count.taker")}
          help={t(isAlone ? "till.count.aloneHelp" : "till.count.takerHelp")}
        >
          {(control) => (
            <AdminSelect
              {...control}
              name="taker_id"
              value={taker}
              onChange={({ currentTarget }) => setTaker(currentTarget.value)}
              required
            >
              <option value="">{t("till.count.choose")}</option>
              {takers.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
              {alone && <option value={ALONE}>{t("till.count.alone")}</option>}
            </AdminSelect>
          )}
        </AdminField>
        {(unsent.n > 0 || lent.length > 0) && (
          <div className="grid gap-2" role="status">
            <AdminNotice tone="failed" icon={<CircleAlert aria-hidden size={16} />}>
              {unsent.n > 0 && (
                <p>{t("till.count.unsent", { n: unsent.n, amount: formatMoney(cashOf(unsent), locale) })}</p>
              )}
              {lent.map(({ id, name, places }) => (
                <p key={id}>{t("till.count.lent", { device: name, n: places })}</p>
              ))}
            </AdminNotice>
            <label className="flex min-h-11 items-center gap-3">
              <input type="checkbox" required className="size-5 accent-current" />
              {t("till.count.without")}
            </label>
          </div>
        )}
        <AdminButton kind="ink" type="submit" busy={busy} className="h-12!">
          {t(isAlone ? "till.count.submitAlone" : "till.count.submit")}
        </AdminButton>
      </Form>
    </Panel>
  );
}
