import { type useFetcher, useLocation } from "react-router";
import { CURRENCIES } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { AdminButton, AdminLink } from "#src/ui/admin/button.tsx";
import {
  AdminField,
  AdminInput,
  AdminNotice,
  AdminSelect,
  AdminTextArea,
  FieldErrorSummary,
} from "#src/ui/admin/field.tsx";
import { SidePanel } from "#src/ui/admin/side-panel.tsx";
import type { FormAnswer } from "#src/ui/form/answer.ts";

type IssuePanelProps = {
  issue: { key: string; day: string };
  closeHref: string;
  act: ReturnType<typeof useFetcher<FormAnswer>>;
};

const FORM = "issue-gift-card";

/** A card that nobody pays for: how much, why, and for whom. */
export function IssuePanel({ issue, closeHref, act }: IssuePanelProps) {
  const { t, locale } = useText();
  const { pathname } = useLocation();
  const answer = act.data?.intent === "issue" && !act.data.done ? act.data : undefined;
  const errors = (answer?.fieldErrors ?? []).map(({ id, message, values }) => ({
    id: `card-${id}`,
    message: t(message, values),
  }));
  const errorOf = (name: string) => {
    const error = errors.find(({ id }) => id === `card-${name}`);
    return { id: `card-${name}`, ...(error ? { error: error.message } : {}) };
  };
  return (
    <SidePanel
      title={t("gift-cards-admin.issue")}
      closeHref={closeHref}
      footer={
        <>
          <AdminButton kind="ink" type="submit" form={FORM} busy={act.state !== "idle"}>
            {t("gift-cards-admin.issueNow")}
          </AdminButton>
          <AdminLink kind="quiet" to={closeHref} preventScrollReset>
            {t("admin.cancel")}
          </AdminLink>
        </>
      }
    >
      <act.Form id={FORM} method="post" action={pathname} noValidate className="grid gap-3.5 py-3">
        <p className="text-text-2">{t("gift-cards-admin.issueText")}</p>
        <input type="hidden" name="intent" value="issue" />
        <input type="hidden" name="key" value={issue.key} />
        {answer?.formError && <AdminNotice tone="failed">{t(answer.formError, answer.values)}</AdminNotice>}
        <FieldErrorSummary key={answer?.at} title={t("admin.errors", { count: errors.length })} errors={errors} />
        <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-3.5">
          <AdminField label={t("gift-cards-admin.column.amount")} {...errorOf("own")}>
            {(aria) => <AdminInput {...aria} name="own" inputMode="decimal" maxLength={12} />}
          </AdminField>
          <AdminField label={t("gift-cards-admin.column.currency")} {...errorOf("currency")}>
            {(aria) => (
              <AdminSelect {...aria} name="currency">
                {CURRENCIES.map((currency) => (
                  <option key={currency}>{currency}</option>
                ))}
              </AdminSelect>
            )}
          </AdminField>
        </div>
        <AdminField
          label={t("gift-cards-admin.column.gesture")}
          help={t("gift-cards-admin.gestureHelp")}
          {...errorOf("gesture")}
        >
          {(aria) => <AdminInput {...aria} name="gesture" maxLength={200} />}
        </AdminField>
        <AdminField label={t("gift-cards-admin.column.receiver")} {...errorOf("receiver_name")}>
          {(aria) => <AdminInput {...aria} name="receiver_name" maxLength={80} />}
        </AdminField>
        <AdminField label={t("gift-cards-admin.column.receiverEmail")} {...errorOf("receiver_email")}>
          {(aria) => <AdminInput {...aria} type="email" name="receiver_email" maxLength={254} />}
        </AdminField>
        <div className="grid grid-cols-2 gap-3.5">
          <AdminField label={t("gift-cards.sendOn")} {...errorOf("send_on")}>
            {(aria) => <AdminInput {...aria} type="date" name="send_on" min={issue.day} defaultValue={issue.day} />}
          </AdminField>
          <AdminField label={t("gift-cards-admin.language")} {...errorOf("language")}>
            {(aria) => (
              <AdminSelect {...aria} name="language" defaultValue={locale}>
                <option value="es">{t("gift-cards-admin.language.es")}</option>
                <option value="en">{t("gift-cards-admin.language.en")}</option>
              </AdminSelect>
            )}
          </AdminField>
        </div>
        <AdminField label={t("gift-cards.message")} optional={t("admin.optional")} {...errorOf("message")}>
          {(aria) => <AdminTextArea {...aria} name="message" maxLength={400} />}
        </AdminField>
      </act.Form>
    </SidePanel>
  );
}
