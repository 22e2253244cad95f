import { useText } from "#src/locales/use-text.ts";
import { OptionField } from "#src/modules/office/options/admin/option-field.tsx";
import { SectionForm } from "#src/modules/office/options/admin/section-form.tsx";
import { useOptionsForm } from "#src/modules/office/options/admin/use-options-form.ts";
import type { OpenSection } from "#src/modules/office/options/schema.ts";
import { Panel } from "#src/ui/admin/panel.tsx";

/** How a night is staffed. */
export function NightSection({ opened }: { opened: OpenSection }) {
  const { t } = useText();
  const form = useOptionsForm(opened);
  return (
    <SectionForm form={form}>
      <Panel title={t("options.night.guides")}>
        <OptionField
          form={form}
          name="guests_per_guide"
          unit={t("options.unit.people")}
          help={t("options.help.guests_per_guide")}
          className="max-w-96"
        />
      </Panel>
    </SectionForm>
  );
}
