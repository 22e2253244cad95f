import type { useFetcher } from "react-router";
import { amountText } from "#src/kernel/amount.ts";
import { useText } from "#src/locales/use-text.ts";
import { IncludedField } from "#src/modules/changes/groups/admin/included-field.tsx";
import { MOST_QUOTED, type OpenRequest } from "#src/modules/changes/groups/schema.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { AdminField, AdminInput } from "#src/ui/admin/field.tsx";
import { FormRefusal } from "#src/ui/admin/form-refusal.tsx";
import type { FormAnswer } from "#src/ui/form/answer.ts";

type ChangeFormProps = {
  request: OpenRequest;
  /** what the group has accepted, and not paid */
  accepted: OpenRequest["quotes"][number];
  formKey: string;
  act: ReturnType<typeof useFetcher<FormAnswer>>;
};

/** Offers a group other people, another total or other things in place of what it has accepted. */
export function ChangeForm({ request: { id, email, language }, accepted, formKey, act }: ChangeFormProps) {
  const { t } = useText();
  const answer = act.data?.intent === "change" && act.data.id === id ? act.data : undefined;
  const errorOf = (field: string) => {
    const message = answer?.fieldErrors?.find((one) => one.id === field)?.message;
    return message ? { error: t(message) } : {};
  };
  return (
    <act.Form method="post" noValidate className="grid gap-3">
      <input type="hidden" name="intent" value="change" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="key" value={formKey} />
      <FormRefusal answer={answer} of="change" />
      <div className="grid grid-cols-2 gap-3">
        <AdminField id="people" label={t("groups-admin.people")} {...errorOf("people")}>
          {(control) => (
            <AdminInput
              {...control}
              type="number"
              name="people"
              inputMode="numeric"
              min={1}
              max={MOST_QUOTED}
              required
              defaultValue={accepted.people}
            />
          )}
        </AdminField>
        <AdminField id="total" label={t("groups-admin.quote.total")} {...errorOf("total")}>
          {(control) => (
            <AdminInput
              {...control}
              name="total"
              inputMode="decimal"
              autoComplete="off"
              required
              defaultValue={amountText(accepted.total.amount_minor)}
            />
          )}
        </AdminField>
        <AdminField id="valid_until" label={t("groups-admin.quote.validUntil")} {...errorOf("valid_until")}>
          {(control) => (
            <AdminInput {...control} type="date" name="valid_until" required defaultValue={accepted.pay_by} />
          )}
        </AdminField>
      </div>
      <IncludedField language={language} value={accepted.included} about={errorOf("included")} />
      <p className="text-fine text-text-2">{t("groups-admin.change.effect", { email })}</p>
      <AdminButton kind="ink" type="submit" busy={act.state !== "idle"} className="justify-self-start">
        {t("groups-admin.change.send")}
      </AdminButton>
    </act.Form>
  );
}
