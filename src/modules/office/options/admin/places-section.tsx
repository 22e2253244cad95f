import { useText } from "#src/locales/use-text.ts";
import { OptionField, OptionSwitch } from "#src/modules/office/options/admin/option-field.tsx";
import { SectionForm } from "#src/modules/office/options/admin/section-form.tsx";
import { useOptionsForm } from "#src/modules/office/options/admin/use-options-form.ts";
import type { OpenSection } from "#src/modules/office/options/schema.ts";
import { isLimited, seatsLabel } from "#src/modules/sales/schedule/rules/availability.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";

/** Nights to show the labels of: many, some, few and no places left of forty. */
const TOTAL = 40;
const LEFT = [36, 18, 6, 1];

/** What guests see of how many places are left. */
export function PlacesSection({ opened }: { opened: OpenSection }) {
  const { t } = useText();
  const form = useOptionsForm(opened);
  const { texts } = form;
  const isHidden = texts.hide_all_spots_info === "true";
  return (
    <SectionForm form={form}>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Panel title={t("options.places.title")}>
          <div className="grid gap-1">
            <OptionSwitch form={form} name="hide_all_spots_info" help={t("options.places.allHelp")} />
            <OptionSwitch form={form} name="hide_total_spots_globally" help={t("options.places.totalHelp")} />
            <OptionSwitch form={form} name="show_limited_availability" />
            <OptionField
              form={form}
              name="limited_availability_threshold"
              unit="%"
              help={t("options.places.thresholdHelp")}
              className="max-w-56"
            />
          </div>
        </Panel>
        <Panel title={t("options.places.preview")} footer={t("options.places.previewHelp", { total: TOTAL })}>
          <ul className="grid gap-2">
            {LEFT.map((left) => (
              <li
                key={left}
                className="grid grid-cols-[5.5rem_6.5rem_minmax(0,1fr)] items-center gap-x-2 max-xl:grid-cols-[5.5rem_minmax(0,1fr)]"
              >
                <span className="text-text-3">{t("options.places.left", { left })}</span>
                <PlacesLabel
                  left={left}
                  isHidden={isHidden}
                  isTotalHidden={texts.hide_total_spots_globally === "true"}
                />
                {!isHidden &&
                  isLimited(left, TOTAL, {
                    showLimited: texts.show_limited_availability === "true",
                    limitedThreshold: Number(texts.limited_availability_threshold) || 0,
                  }) && (
                    <span className="max-xl:col-start-2">
                      <Badge tone="waiting">{t("options.places.limited")}</Badge>
                    </span>
                  )}
              </li>
            ))}
          </ul>
        </Panel>
      </div>
    </SectionForm>
  );
}

type PlacesLabelProps = { left: number; isHidden: boolean; isTotalHidden: boolean };

function PlacesLabel({ left, isHidden, isTotalHidden }: PlacesLabelProps) {
  const { t } = useText();
  const label = seatsLabel({
    available_spots: isHidden ? null : left,
    total_spots: isHidden || isTotalHidden ? null : TOTAL,
  });
  if (label.kind === "hidden") return <span className="text-text-3">{t("options.places.nothing")}</span>;
  return <strong>{label.kind === "of" ? t("schedule.seatsOf", label) : t("schedule.seatsLeft", label)}</strong>;
}
