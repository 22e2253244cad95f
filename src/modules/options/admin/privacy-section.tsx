import { useText } from "#src/locales/use-text.ts";
import { OptionField } from "#src/modules/options/admin/option-field.tsx";
import { SectionForm } from "#src/modules/options/admin/section-form.tsx";
import { useOptionsForm } from "#src/modules/options/admin/use-options-form.ts";
import type { OpenSection } from "#src/modules/options/schema.ts";
import { Panel } from "#src/ui/admin/panel.tsx";

/** How long each is kept, in days; fixed in the program (the jobs of wiring.ts). */
const KEPT = [
  ["visits", 30],
  ["providerMessages", 30],
  ["bulkActs", 90],
  ["rateCounters", 1],
] as const;

/** Measuring, what is kept for how long, and how long staff stay signed in. */
export function PrivacySection({ opened }: { opened: OpenSection }) {
  const { t } = useText();
  const form = useOptionsForm(opened);
  return (
    <SectionForm form={form}>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Panel title={t("options.privacy.pixel")}>
          <OptionField form={form} name="fb_pixel_id" isNumber isOptional help={t("options.privacy.pixelHelp")} />
        </Panel>
        <Panel title={t("options.privacy.staff")}>
          <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-2">
            <OptionField form={form} name="staff_idle_hours" isNumber unit={t("options.unit.hours")} />
            <OptionField form={form} name="staff_session_hours" isNumber unit={t("options.unit.hours")} />
          </div>
        </Panel>
        <Panel title={t("options.privacy.kept")} className="lg:col-span-2">
          <OptionField
            form={form}
            name="access_log_days"
            isNumber
            unit={t("options.unit.days")}
            help={t("options.privacy.accessHelp")}
            className="max-w-72"
          />
          <h3 className="mt-4 mb-1 font-semibold">{t("options.privacy.fixed")}</h3>
          <ul className="grid gap-1">
            {KEPT.map(([what, days]) => (
              <li key={what} className="flex flex-wrap gap-x-3">
                <span className="w-20 font-semibold tabular-nums">{t("options.privacy.days", { days })}</span>
                <span className="text-text-2">{t(`options.privacy.${what}`)}</span>
              </li>
            ))}
          </ul>
        </Panel>
      </div>
    </SectionForm>
  );
}
