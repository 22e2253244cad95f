import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import type { Act } from "#src/modules/money/reconciliation/rules/admin.ts";
import { AdminButton, adminButtonClass } from "#src/ui/admin/button.tsx";
import { AdminField, AdminTextArea } from "#src/ui/admin/field.tsx";
import { Notice } from "#src/ui/notice.tsx";

/** The server's answer to a refused action. */
export type Refused = { act: Act; id: string; note: string; text: MessageId; at: number };

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
  const mine = refused?.act === act && refused.id === id ? refused : null;
  const busy = formData?.get("act") === act && formData.get("id") === id;
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
        <input type="hidden" name="act" value={act} />
        <input type="hidden" name="id" value={id} />
        {mine && (
          <Notice key={mine.at} tone="bad" live>
            {t(mine.text)}
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
