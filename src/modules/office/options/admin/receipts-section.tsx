import { useText } from "#src/locales/use-text.ts";
import { OptionField } from "#src/modules/office/options/admin/option-field.tsx";
import { SectionForm } from "#src/modules/office/options/admin/section-form.tsx";
import { useOptionsForm } from "#src/modules/office/options/admin/use-options-form.ts";
import type { OpenSection } from "#src/modules/office/options/schema.ts";
import { Panel } from "#src/ui/admin/panel.tsx";

/** The seller on receipts, the terms of invoices, and the numbers that come next. */
export function ReceiptsSection({ opened }: { opened: OpenSection }) {
  const { t } = useText();
  const form = useOptionsForm(opened);
  return (
    <SectionForm form={form}>
      <div className="grid gap-4">
        <Panel title={t("options.receipts.title")} footer={t("options.receipts.later")}>
          <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-2">
            <OptionField
              form={form}
              name="operator_name"
              placeholder={t("common.brand")}
              help={t("options.receipts.nameHelp")}
            />
            <OptionField form={form} name="operator_rfc" isOptional help={t("options.receipts.rfcHelp")} />
            <OptionField form={form} name="operator_address" isOptional className="sm:col-span-2" />
          </div>
        </Panel>
        <Panel title={t("options.receipts.invoices")} footer={t("options.receipts.invoicesHelp")}>
          <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-2">
            <OptionField
              form={form}
              name="invoice_ask_days"
              unit={t("options.unit.days")}
              help={t("options.receipts.askHelp")}
            />
            <OptionField
              form={form}
              name="invoice_hours"
              unit={t("options.unit.hours")}
              help={t("options.receipts.hoursHelp")}
            />
            <OptionField
              form={form}
              name="invoice_global_hours"
              unit={t("options.unit.hours")}
              help={t("options.receipts.globalHelp")}
            />
          </div>
        </Panel>
        <Panel title={t("options.receipts.next")} footer={t("options.receipts.nextHelp")}>
          <ul className="flex flex-wrap gap-x-6 gap-y-1 font-mono">
            {(opened.facts.folios ?? []).map((folio) => (
              <li key={folio}>{folio}</li>
            ))}
          </ul>
        </Panel>
      </div>
    </SectionForm>
  );
}
