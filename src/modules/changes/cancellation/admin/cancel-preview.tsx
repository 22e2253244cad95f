import { CircleAlert, Info, RefreshCw } from "#src/ui/lucide/icons.ts";
import { useEffect, useState } from "react";
import { Form, useNavigation, useRevalidator } from "react-router";
import { BookingReference } from "#src/modules/sales/booking/admin/booking-reference.tsx";
import { shortDate } from "#src/kernel/local-time.ts";
import { inLocale, localizedPath } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { inAll, PreviewFigures, PreviewRows } from "#src/modules/changes/cancellation/admin/preview-figures.tsx";
import type { CancelPreview } from "#src/modules/changes/cancellation/rules/cancel-preview.ts";
import type { CancelField, CancelledDeparture, NotCancelled } from "#src/modules/changes/cancellation/schema.ts";
import { AdminButton, AdminLink } from "#src/ui/admin/button.tsx";
import { ConfirmWord } from "#src/ui/admin/confirm-word.tsx";
import { AdminCheck, AdminField, AdminNotice, AdminTextArea, FieldErrorSummary } from "#src/ui/admin/field.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import type { FormAnswer } from "#src/ui/form/answer.ts";
import { useFieldErrors } from "#src/ui/use-field-errors.ts";

export type CancellationExtra = {
  formValues: Record<CancelField | "choice", string>;
  /** the preview differs from what would happen now */
  stale: boolean;
  /** of several nights, those that weren't cancelled */
  refused: { departure_id: string; why: NotCancelled }[];
};
/** The answer to the form that cancels. */
export type Cancellation = FormAnswer<CancellationExtra>;

type CancelPreviewProps = {
  departure: CancelledDeparture;
  preview: CancelPreview & { fingerprint: string; counted: string };
  /** How long guests choose between another date and their money; 0: not at all. */
  choiceHours: number;
  answer: Cancellation | null;
};

/** The preview of cancelling a departure, and the word to type to confirm it. */
export function CancelPreviewPage({ departure, preview, choiceHours, answer }: CancelPreviewProps) {
  const { t, locale } = useText();
  const crawl = inLocale(locale, departure.title, departure.title_es);
  const effect = useSubmitText(preview);
  const date = `${shortDate(departure.date, locale, preview.counted.slice(0, 10))}, ${departure.start_time}`;
  return (
    <div className="max-w-[60rem]">
      <PageHead
        title={t("payments-cancel.title", { crawl, date })}
        tab={t("admin.tab", { page: t("payments-cancel.tab", { crawl, date }), brand: t("common.brand") })}
        back={<BackToSchedule />}
        actions={<CountAgain />}
      />
      <p className="mb-3 text-text-2">
        {t("payments-cancel.preview")} <Age key={preview.counted} since={preview.counted} />
      </p>
      {answer?.stale && (
        <div key={answer.at} role="alert" className="mb-3">
          <AdminNotice tone="judge" icon={<RefreshCw aria-hidden size={16} />}>
            <p className="font-semibold">{t("payments-cancel.stale.title")}</p>
            <p>{t("payments-cancel.stale")}</p>
          </AdminNotice>
        </div>
      )}
      <div className="grid gap-3">
        <PreviewFigures preview={preview} />
        <PreviewRows preview={preview} />
        {preview.byHand.length > 0 && <ByHand byHand={preview.byHand} />}
        {departure.over ? (
          <AdminNotice icon={<Info aria-hidden size={16} />}>{t("payments-cancel.over")}</AdminNotice>
        ) : (
          <CancelForm
            key={answer?.at}
            word={departure.word}
            hidden={[["fingerprint", preview.fingerprint]]}
            effect={effect}
            choiceHours={choiceHours}
            answer={answer}
          />
        )}
      </div>
    </div>
  );
}

export function BackToSchedule() {
  const { t, locale } = useText();
  return (
    <nav aria-label={t("payments-cancel.path")}>
      <AdminLink kind="quiet" small to={localizedPath("/admin/schedule", locale)} className="-ml-2">
        {t("payments-cancel.schedule")}
      </AdminLink>
    </nav>
  );
}

export function CountAgain() {
  const { t } = useText();
  const { revalidate, state } = useRevalidator();
  return (
    <AdminButton
      icon={<RefreshCw aria-hidden size={15} />}
      busy={state === "loading"}
      onClick={() => void revalidate()}
    >
      {t("payments-cancel.again")}
    </AdminButton>
  );
}

/** The age of the preview, updated every second. */
export function Age({ since }: { since: string }) {
  const { t } = useText();
  const [seconds, setSeconds] = useState(0);
  // the browser's clock may be wrong: count from when the page rendered
  useEffect(() => {
    const begun = performance.now();
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - begun) / 1000)), 1000);
    return () => clearInterval(timer);
  }, []);
  const minutes = Math.floor(seconds / 60);
  return (
    <time dateTime={since} className="block text-text-3">
      {minutes === 0
        ? t("payments-cancel.age.seconds", { count: seconds })
        : t("payments-cancel.age.minutes", { count: minutes })}
    </time>
  );
}

/** What doesn't go back by itself, by name. */
export function ByHand({ byHand }: { byHand: CancelPreview["byHand"] }) {
  const { t, locale } = useText();
  return (
    <Panel title={t("payments-cancel.byHand")}>
      <p className="text-text-2">{t("payments-cancel.byHandText", { count: byHand.length })}</p>
      <ul className="mt-1.5 grid gap-1">
        {byHand.map(({ bookingId, reference, name, money, why }) => (
          <li key={`${bookingId} ${money.amount}`} className="flex flex-wrap gap-x-2">
            <span className="font-semibold">{name}</span>
            <BookingReference reference={reference} />
            <span>{formatMoney(money, locale)}</span>
            <span className="text-text-3">{t(`payments-cancel.why.${why}`)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The words of the button that cancels: how many bookings, how much money, and whether guests choose first. */
function useSubmitText({ bookings, back }: CancelPreview): (choice: boolean) => string {
  const { t, locale } = useText();
  if (back.length === 0) return () => t("payments-cancel.submit", { bookings });
  const money = inAll(
    back.map((one) => one.money),
    locale,
  );
  return (choice) => t(choice ? "payments-cancel.submitChoice" : "payments-cancel.submitMoney", { bookings, money });
}

type CancelFormProps = {
  word: string;
  /** What is cancelled, and the fingerprint of the preview. */
  hidden: readonly (readonly [name: string, value: string])[];
  /** The button's words, by whether guests choose first. */
  effect: (choice: boolean) => string;
  choiceHours: number;
  answer: Cancellation | null;
};

/** The form that cancels: a note to the guests, and the word to type. */
export function CancelForm({ word, hidden, effect, choiceHours, answer }: CancelFormProps) {
  const { t, locale } = useText();
  const [choice, setChoice] = useState(choiceHours > 0 && answer?.formValues?.choice !== "");
  const { errors, errorOf } = useFieldErrors(answer?.fieldErrors ?? []);
  const busy = useNavigation().formMethod === "POST";
  return (
    <Form method="post" noValidate preventScrollReset className="rounded-panel border border-border bg-surface">
      <input type="hidden" name="intent" value="cancel" />
      {hidden.map(([name, value]) => (
        <input key={value} type="hidden" name={name} value={value} />
      ))}
      <fieldset className="px-3.5 pt-3 pb-3.5">
        <legend className="float-left mb-1 w-full font-semibold">
          {t("payments-cancel.note")} <span className="font-normal text-text-3">{t("admin.optional")}</span>
        </legend>
        <p className="mb-2 clear-left text-fine text-text-3">{t("payments-cancel.note.help")}</p>
        <FieldErrorSummary title={t("payments-cancel.errors", { count: errors.length })} errors={errors} />
        <div className="grid gap-3 md:grid-cols-2">
          {(["en", "es"] as const).map((language) => (
            <AdminField
              key={language}
              id={`note_${language}`}
              label={t(`payments-cancel.note.${language}`)}
              {...errorOf(`note_${language}`)}
            >
              {(control) => (
                <AdminTextArea
                  {...control}
                  name={`note_${language}`}
                  lang={language}
                  rows={2}
                  maxLength={500}
                  placeholder={t(`payments-cancel.note.placeholder_${language}`)}
                  defaultValue={answer?.formValues?.[`note_${language}`]}
                />
              )}
            </AdminField>
          ))}
        </div>
      </fieldset>
      {choiceHours > 0 && (
        <div className="border-t border-border px-3.5 py-2.5">
          <AdminCheck
            name="choice"
            checked={choice}
            onChange={({ currentTarget }) => setChoice(currentTarget.checked)}
            aria-describedby="choice-help"
            className="font-semibold"
          >
            {t("payments-cancel.choice")}
          </AdminCheck>
          <p id="choice-help" className="text-fine text-text-3">
            {t("payments-cancel.choice.help", { hours: choiceHours })}
          </p>
        </div>
      )}
      <div className="grid gap-2 rounded-b-panel border-t border-low bg-low-tint px-3.5 py-3">
        <ConfirmWord label={t("payments-cancel.word", { word })} {...errorOf("word")} />
        <div className="flex flex-wrap justify-end gap-2">
          <AdminLink to={localizedPath("/admin/schedule", locale)}>{t("payments-cancel.keep")}</AdminLink>
          <AdminButton
            type="submit"
            kind="dangerFill"
            busy={busy}
            icon={<CircleAlert aria-hidden size={15} />}
            className="h-auto! min-h-(--ctl) max-w-full py-1.5 whitespace-normal!"
          >
            {effect(choice)}
          </AdminButton>
        </div>
      </div>
    </Form>
  );
}
