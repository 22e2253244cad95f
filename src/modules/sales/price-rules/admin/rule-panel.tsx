import { Trash2 } from "#src/ui/lucide/icons.ts";
import { useState } from "react";
import { type useFetcher, useLocation } from "react-router";
import { inLocale } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { RecordHistory } from "#src/modules/base/audit/admin/record-history.tsx";
import type { AuditLogEntry } from "#src/modules/base/audit/schema.ts";
import { RuleForm, type RulePartner } from "#src/modules/sales/price-rules/admin/rule-form.tsx";
import type { ExampleBasis } from "#src/modules/sales/price-rules/rules/example.ts";
import type { Places } from "#src/modules/sales/price-rules/rules/place.ts";
import type { RuleAnswer } from "#src/modules/sales/price-rules/rules/refusals.ts";
import { NEW_RULE } from "#src/modules/sales/price-rules/rules/rule-form.ts";
import type { OpenRule } from "#src/modules/sales/price-rules/schema.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { ConfirmDialog } from "#src/ui/admin/confirm.tsx";
import { RecordPanel } from "#src/ui/admin/list/record-panel.tsx";
import { usePanelForm } from "#src/ui/admin/list/use-panel-form.ts";
import { PanelPart } from "#src/ui/admin/side-panel.tsx";

type Fetcher = ReturnType<typeof useFetcher<RuleAnswer>>;

type RulePanelProps = {
  edit: OpenRule | "new";
  history: readonly AuditLogEntry[];
  places: Places;
  partners: readonly RulePartner[];
  basis: ExampleBasis;
  mayChange: boolean;
  closeHref: string;
  previousHref: string | null;
  nextHref: string | null;
  save: Fetcher;
  act: Fetcher;
};

/** A rule's form, its history, and deleting it. */
export function RulePanel({ edit, history, places, partners, basis, mayChange, save, act, ...links }: RulePanelProps) {
  const { t, locale } = useText();
  const { id, isUnsaved, isBad, form } = usePanelForm(edit, { empty: NEW_RULE, save, act });
  const { isNew, stored } = form;
  const name = inLocale(locale, stored.name, stored.name_es);
  return (
    <RecordPanel
      title={isNew ? t("price-rules.new") : name}
      links={links}
      id={id}
      isUnsaved={isUnsaved}
      failure={isBad ? t("price-rules.failedKept") : null}
      saveLabel={mayChange ? t(isNew ? "price-rules.create" : "price-rules.save") : null}
      save={save}
      beside={!isNew && <DeleteRule id={id} name={name} act={act} />}
      below={
        !isNew && (
          <PanelPart title={t("audit.history")}>
            <RecordHistory entries={history} />
          </PanelPart>
        )
      }
    >
      <RuleForm {...form} places={places} partners={partners} basis={basis} mayChange={mayChange} />
    </RecordPanel>
  );
}

function DeleteRule({ id, name, act }: { id: string; name: string; act: Fetcher }) {
  const { t } = useText();
  const { pathname } = useLocation();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <AdminButton
        kind="danger"
        icon={<Trash2 aria-hidden size={15} />}
        className="ml-auto"
        onClick={() => setAsking(true)}
      >
        {t("price-rules.delete")}
      </AdminButton>
      <ConfirmDialog
        open={isAsking}
        title={t("price-rules.delete.title", { name })}
        confirmLabel={t("price-rules.delete.confirm")}
        cancelLabel={t("admin.cancel")}
        dangerous
        busy={act.state !== "idle"}
        onConfirm={() => void act.submit({ intent: "delete", id }, { method: "post", action: pathname })}
        onClose={() => setAsking(false)}
      >
        <p>{t("price-rules.delete.effect")}</p>
      </ConfirmDialog>
    </>
  );
}
