import { CircleAlert, Trash2 } from "#src/ui/lucide/icons.ts";
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
import { FIELDS, NEW_RULE } from "#src/modules/sales/price-rules/rules/rule-form.ts";
import type { OpenRule } from "#src/modules/sales/price-rules/schema.ts";
import { AdminButton, AdminLink } from "#src/ui/admin/button.tsx";
import { ConfirmDialog } from "#src/ui/admin/confirm.tsx";
import { AdminNotice } from "#src/ui/admin/field.tsx";
import { LeaveGuard } from "#src/ui/admin/leave-guard.tsx";
import { PanelPart, SidePanel } from "#src/ui/admin/side-panel.tsx";

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

const FORM = "rule-form";

/** A rule's form, its history, and deleting it. */
export function RulePanel(props: RulePanelProps) {
  const { edit, history, places, partners, basis, mayChange, closeHref, previousHref, nextHref, save, act } = props;
  const { t, locale } = useText();
  const { pathname } = useLocation();
  const isNew = edit === "new";
  const id = isNew ? "new" : edit.id;
  const [stored, setStored] = useState({
    rule: isNew ? NEW_RULE : edit.formValues,
    version: isNew ? 0 : edit.version,
  });
  const [formValues, setFormValues] = useState(stored.rule);
  // ignore answers from before this panel was opened
  const [before] = useState({ save: save.data, act: act.data });
  const saved = save.data !== before.save && save.data?.id === id ? save.data : null;
  const acted = act.data !== before.act && act.data?.id === id ? act.data : null;
  const answer = saved?.done ? null : saved;
  const isOver = saved?.done === true || (acted?.intent === "delete" && acted.done === true);
  const isChanged = FIELDS.some((field) => formValues[field] !== stored.rule[field]);
  const takeTheirs = () => {
    if (!answer?.current) return;
    setStored({ rule: answer.current, version: answer.version! });
    setFormValues(answer.current);
  };
  const name = inLocale(locale, stored.rule.name, stored.rule.name_es);
  return (
    <SidePanel
      title={isNew ? t("price-rules.new") : name}
      closeHref={closeHref}
      previousHref={previousHref}
      nextHref={nextHref}
      footer={
        mayChange && (
          <>
            <AdminButton kind="ink" type="submit" form={FORM} busy={save.state !== "idle"} data-save>
              {isNew ? t("price-rules.create") : t("price-rules.save")}
            </AdminButton>
            <AdminLink kind="quiet" to={closeHref} preventScrollReset>
              {t("admin.cancel")}
            </AdminLink>
            {!isNew && <DeleteRule id={id} name={name} act={act} />}
          </>
        )
      }
    >
      <save.Form id={FORM} method="post" action={pathname} noValidate className="py-3">
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="id" value={id} />
        {answer?.bad && (
          <div className="mb-3">
            <AdminNotice tone="failed" icon={<CircleAlert aria-hidden size={16} />}>
              {t("price-rules.failedKept")}
            </AdminNotice>
          </div>
        )}
        <RuleForm
          stored={stored.rule}
          formValues={formValues}
          onType={(field, value) => setFormValues((now) => ({ ...now, [field]: value }))}
          version={stored.version}
          // once the other user's version was adopted, the conflict is resolved
          answer={answer?.version === stored.version ? null : answer}
          isNew={isNew}
          places={places}
          partners={partners}
          basis={basis}
          mayChange={mayChange}
          onTakeTheirs={takeTheirs}
        />
        <LeaveGuard unsaved={isChanged && !isOver} panel="edit" />
      </save.Form>
      {!isNew && (
        <PanelPart title={t("audit.history")}>
          <RecordHistory entries={history} />
        </PanelPart>
      )}
    </SidePanel>
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
