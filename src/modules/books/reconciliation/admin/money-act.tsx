import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import type { Act } from "#src/modules/books/reconciliation/rules/admin.ts";
import { AdminButton, adminButtonClass } from "#src/ui/admin/button.tsx";
import { AdminField, AdminTextArea } from "#src/ui/admin/field.tsx";
import type { FormAnswer } from "#src/ui/form/answer.ts";
import { Notice } from "#src/ui/notice.tsx";

export type MoneyExtra = {
  /** what was typed */
  note: string;
};
/** The answer to a refused action. */
export type Refused = FormAnswer<MoneyExtra>;

type MoneyActProps = {
  act: Act;
  id: string;
  /** The target of the action, for screen readers, which may announce only the button. */
  about: string;
  what: ReactNode;
  /** The label of the note, if one is required. */
  note?: string;
  refused: Refused | null;
};

/** An action behind a description of its effect: opens and submits without JavaScript too. */
export function MoneyAct({ act, id, about, what, note, refused }: MoneyActProps) {
  const { t } = useText("errors");
  const { formData } = useNavigation();
  const mine = refused?.intent === act && refused.id === id ? refused : null;
  const busy = formData?.get("intent") === act && formData.get("id") === id;
  return (
    <details open={mine !== null || undefined} className="group min-w-0 open:w-full">
      <summary className={adminButtonClass({ small: true })}>
        {t(`reconciliation.${act}`)} <span className="sr-only">{about}</span>
      </summary>
      <Form
        method="post"
        preventScrollReset
        noValidate
        className="mt-3 grid max-w-[44rem] gap-4 rounded-md bg-surface-2 p-4 inset-ring inset-ring-border"
      >
        <input type="hidden" name="intent" value={act} />
        <input type="hidden" name="id" value={id} />
        {mine?.formError && (
          <Notice key={mine.at} tone="bad" live>
            {t(mine.formError)}
          </Notice>
        )}
        <p>{what}</p>
        {note && (
          <AdminField id={`${act}-${id}`} label={note}>
            {(control) => (
              <AdminTextArea {...control} name="note" rows={2} maxLength={500} required defaultValue={mine?.note} />
            )}
          </AdminField>
        )}
        <AdminButton type="submit" kind="ink" busy={busy} className="justify-self-start">
          {t("reconciliation.confirm")}
        </AdminButton>
      </Form>
    </details>
  );
}
