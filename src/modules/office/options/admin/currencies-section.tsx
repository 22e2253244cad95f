import { useState } from "react";
import { Link, useFetcher, useLocation } from "react-router";
import { shortDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { RateRow } from "#src/modules/office/options/admin/rate-row.tsx";
import { useTakeBack } from "#src/modules/office/options/admin/use-take-back.ts";
import type { OptionsAnswer } from "#src/modules/office/options/rules/answer.ts";
import {
  isSameRate,
  RATED,
  type Rated,
  type RateText,
  type RateTexts,
} from "#src/modules/office/options/rules/rates.ts";
import type { OpenSection } from "#src/modules/office/options/schema.ts";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";
import { ConfirmDialog } from "#src/ui/admin/confirm.tsx";
import { Conflict } from "#src/ui/admin/conflict.tsx";
import { FieldErrorSummary } from "#src/ui/admin/field.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { SaveBar } from "#src/ui/admin/save-bar.tsx";
import { useAnswer } from "#src/ui/use-answer.ts";

/** What one US dollar is in the other currencies, since when, and who charges them. */
export function CurrenciesSection({ opened }: { opened: OpenSection }) {
  const { rates } = opened.facts;
  return rates ? <RatesForm rates={rates} /> : null;
}

type Typed = { rates: RateTexts; was: RateTexts };

function useRatesForm(stored: RateTexts) {
  const { pathname, search } = useLocation();
  const fetcher = useFetcher<OptionsAnswer>();
  const [typed, setTyped] = useState<Typed | null>(null);
  const [answer, setAnswer] = useState<OptionsAnswer | null>(null);
  const { rates, was } = typed ?? { rates: stored, was: stored };
  const isBusy = fetcher.state !== "idle";
  useTakeBack(fetcher.data);
  useAnswer(!isBusy && fetcher.data?.done ? fetcher.data : null, () => setTyped(null));
  const settle = () => setAnswer(fetcher.data ?? null);
  const save = (now: Typed, confirmed = false) => {
    setTyped(now);
    const fields = (all: RateTexts, before: string) =>
      RATED.flatMap((currency) => [
        [`${before}rate_${currency}`, all[currency].rate],
        [`${before}date_${currency}`, all[currency].date],
      ]);
    void fetcher.submit(
      {
        intent: "rates",
        ...(confirmed ? { confirmed: "true" } : {}),
        ...(Object.fromEntries([...fields(now.rates, ""), ...fields(now.was, "was.")]) as Record<string, string>),
      },
      { method: "post", action: pathname + search },
    );
  };
  return {
    rates,
    was,
    isBusy,
    answer: !isBusy && fetcher.data && !fetcher.data.done && fetcher.data !== answer ? fetcher.data : null,
    changed: RATED.filter((currency) => !isSameRate(rates[currency], was[currency])),
    set: (currency: Rated, over: RateText) => setTyped({ rates: { ...rates, [currency]: over }, was }),
    save: (confirmed = false) => save({ rates, was }, confirmed),
    settle,
    discard: () => {
      setTyped(null);
      settle();
      return () => setTyped(typed);
    },
    keepMine: (current: RateTexts, mine: readonly Rated[]) =>
      save({
        rates: { ...current, ...Object.fromEntries(mine.map((currency) => [currency, rates[currency]])) },
        was: current,
      }),
    takeTheirs: (current: RateTexts) => {
      setTyped({ rates: current, was: current });
      settle();
    },
  };
}

function RatesForm({ rates: facts }: { rates: NonNullable<OpenSection["facts"]["rates"]> }) {
  const { t, locale } = useText("options");
  const form = useRatesForm(facts.stored);
  const { rates, was, changed, answer } = form;
  const errors = (answer?.fieldErrors ?? []).map(({ id, message, values }) => ({ id, message: t(message, values) }));
  const rateText = ({ rate, date }: RateText) => (rate === "" ? "–" : `${rate} (${shortDate(date, locale, "")})`);
  const met = answer?.currentRates;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.save();
      }}
    >
      <FieldErrorSummary
        key={answer?.at}
        title={t("admin.errors", { count: errors.length })}
        errors={errors.map(({ id, message }) => ({ id, message: `${id.slice(-3)}: ${message}` }))}
      />
      {met && (
        <Conflict
          fields={changed.map((currency) => ({
            label: currency,
            theirs: rateText(met[currency]),
            mine: rateText(rates[currency]),
          }))}
          onKeepMine={() => form.keepMine(met, changed)}
          onTakeTheirs={() => form.takeTheirs(met)}
        />
      )}
      <Panel
        title={t("options.currencies.title")}
        padded={false}
        footer={
          <>
            {t("options.currencies.later")}{" "}
            <Link to={`${localizedPath("/admin/general-options", locale)}?section=payments`} className={ADMIN_LINK}>
              {t("options.currencies.whoCharges")}
            </Link>
          </>
        }
      >
        <ul>
          {RATED.map((currency) => (
            <RateRow
              key={currency}
              currency={currency}
              typed={rates[currency]}
              stored={was[currency]}
              today={facts.today}
              chargedBy={facts.chargedBy[currency] ?? []}
              errors={errors}
              onChange={(over) => form.set(currency, over)}
            />
          ))}
        </ul>
      </Panel>
      <SaveBar
        changed={changed}
        saving={form.isBusy}
        onDiscard={form.discard}
        panel="section"
        unsaved={
          <>
            <strong className="text-text">{t("options.unsaved", { count: changed.length })}</strong>{" "}
            {changed
              .map((currency) => `${currency} ${rateText(was[currency])} → ${rateText(rates[currency])}`)
              .join(" · ")}
          </>
        }
      />
      <ConfirmDialog
        open={Boolean(answer?.moves)}
        title={t("options.currencies.far")}
        confirmLabel={t("options.currencies.farSave")}
        cancelLabel={t("options.currencies.farBack")}
        busy={form.isBusy}
        onConfirm={() => form.save(true)}
        onClose={form.settle}
      >
        <ul className="grid gap-1">
          {(answer?.moves ?? []).map((move) => (
            <li key={move.currency}>{t("options.currencies.move", { ...move })}</li>
          ))}
        </ul>
        <p className="mt-2 text-text-2">{t("options.currencies.farText")}</p>
      </ConfirmDialog>
    </form>
  );
}
