import { CircleAlert } from "#src/ui/lucide/icons.ts";
import { Form, useNavigation } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import {
  BulkHead,
  BulkRows,
  Stale,
  Stays,
  TooMany,
  useAddressed,
  useReason,
} from "#src/modules/office/booking-admin/admin/bulk-rows.tsx";
import { RadioChoices } from "#src/modules/office/booking-admin/admin/radio-choices.tsx";
import { CANCEL_CHOICES, type CancelChoice } from "#src/modules/office/booking-admin/rules/admin-money.ts";
import type { PreviewedCancel } from "#src/modules/office/booking-admin/schema.ts";
import { Age, ByHand, CountAgain } from "#src/modules/changes/cancellation/admin/cancel-preview.tsx";
import { inAll, PreviewFigures } from "#src/modules/changes/cancellation/admin/preview-figures.tsx";
import { byCurrency, type CancelPreview } from "#src/modules/changes/cancellation/rules/cancel-preview.ts";
import { AdminButton, AdminLink } from "#src/ui/admin/button.tsx";
import { Badge } from "#src/ui/admin/badge.tsx";
import { ConfirmWord } from "#src/ui/admin/confirm-word.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import type { FormAnswer } from "#src/ui/form/answer.ts";

type OpenPreview = {
  tooMany: null;
  rows: PreviewedCancel[];
  preview: CancelPreview;
  fingerprint: string;
  choice: CancelChoice;
  mayRefund: boolean;
  counted: string;
  word: string;
  formKey: string;
};
type CancelBookingsProps = {
  preview: OpenPreview | { tooMany: number };
  answer: FormAnswer | null;
};

/** Cancels several bookings: the refund rule, what would happen to each, and the word to confirm it. */
export function CancelBookings({ preview, answer }: CancelBookingsProps) {
  return preview.tooMany === null ? <Preview preview={preview} answer={answer} /> : <TooMany max={preview.tooMany} />;
}

function Preview({ preview: view, answer }: { preview: OpenPreview; answer: CancelBookingsProps["answer"] }) {
  const { t, locale } = useText();
  const reason = useReason();
  const { rows, preview, mayRefund, counted } = view;
  const [choice, chooseRule] = useAddressed("choice", view.choice);
  const ahead = rows.filter(({ expected }) => expected !== null).length;
  const skipped = rows.length - ahead;
  const amount = ({ expected, due }: PreviewedCancel) => {
    if (!expected || !due) return "";
    const { currency } = expected;
    const parts = [
      ...(expected.amount > 0 ? [formatMoney({ amount: expected.amount, currency }, locale)] : []),
      ...(due.deposit > 0
        ? [t("booking-admin-bulk.deposit", { amount: formatMoney({ amount: due.deposit, currency }, locale) })]
        : []),
      ...(due.credit > due.deposit
        ? [
            t("booking-admin-bulk.credit", {
              amount: formatMoney({ amount: due.credit - due.deposit, currency }, locale),
            }),
          ]
        : []),
      ...(due.waits > 0
        ? [t("booking-admin-bulk.waits", { amount: formatMoney({ amount: due.waits, currency }, locale) })]
        : []),
    ];
    return parts.length === 0 ? t("booking-admin-bulk.nothing") : parts.join(", ");
  };
  const what = ({ refused }: PreviewedCancel) =>
    refused ? <Stays why={reason(refused)} /> : <Badge tone="failed">{t("booking-admin-bulk.cancel.will")}</Badge>;
  return (
    <div className="max-w-[60rem]">
      <BulkHead title={t("booking-admin-bulk.cancel.title", { count: rows.length })} actions={<CountAgain />} />
      <p className="mb-3 text-text-2">
        {t("payments-cancel.preview")} <Age key={counted} since={counted} />
      </p>
      {answer?.formError && <Stale key={answer.at} />}
      <div className="grid gap-3">
        {mayRefund && (
          <Panel>
            <RadioChoices
              name="choice"
              legend={t("booking-admin.cancel.choice")}
              value={choice}
              onValue={chooseRule}
              options={CANCEL_CHOICES.map((one) => ({ value: one, label: t(`booking-admin.cancel.${one}`) }))}
            />
          </Panel>
        )}
        <PreviewFigures preview={preview} />
        {preview.byHand.length > 0 && <ByHand byHand={preview.byHand} />}
        <BulkRows
          title={
            skipped === 0
              ? t("booking-admin-bulk.rows")
              : t("booking-admin-bulk.cancel.skipped", { count: skipped, all: rows.length })
          }
          rows={rows.toSorted((a, b) => Number(a.refused === null) - Number(b.refused === null))}
          today={counted.slice(0, 10)}
          money={{ head: t("booking-admin-bulk.cancel.back"), cell: amount }}
          what={what}
        />
        {ahead > 0 && (
          <ConfirmForm key={answer?.at} preview={view} ahead={ahead} isWrong={answer?.fieldErrors !== undefined} />
        )}
      </div>
    </div>
  );
}

function ConfirmForm({ preview: view, ahead, isWrong }: { preview: OpenPreview; ahead: number; isWrong: boolean }) {
  const { t, locale } = useText();
  const navigation = useNavigation();
  const { preview, word, fingerprint, formKey } = view;
  const money = inAll(byCurrency([...preview.back.map((one) => one.money), ...preview.deposits]), locale);
  const effect =
    preview.back.length + preview.deposits.length === 0
      ? "booking-admin-bulk.cancel.do"
      : "booking-admin-bulk.cancel.doMoney";
  return (
    <Form
      method="post"
      noValidate
      preventScrollReset
      className="grid gap-2 rounded-panel border border-low bg-low-tint px-3.5 py-3"
    >
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="fingerprint" value={fingerprint} />
      <input type="hidden" name="count" value={ahead} />
      <ConfirmWord
        label={t("booking-admin-bulk.cancel.word", { word })}
        {...(isWrong ? { error: t("payments-cancel.error.word") } : {})}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <AdminLink to={localizedPath("/admin/bookings", locale)}>{t("booking-admin-bulk.cancel.keep")}</AdminLink>
        <AdminButton
          type="submit"
          kind="dangerFill"
          busy={navigation.formMethod === "POST"}
          disabled={navigation.state === "loading"}
          icon={<CircleAlert aria-hidden size={15} />}
          className="h-auto! min-h-(--ctl) max-w-full py-1.5 whitespace-normal!"
        >
          {t(effect, { count: ahead, money })}
        </AdminButton>
      </div>
    </Form>
  );
}
