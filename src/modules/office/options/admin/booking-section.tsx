import { Info } from "#src/ui/lucide/icons.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { OptionField } from "#src/modules/office/options/admin/option-field.tsx";
import { SectionForm } from "#src/modules/office/options/admin/section-form.tsx";
import { useOptionsForm } from "#src/modules/office/options/admin/use-options-form.ts";
import type { OpenSection } from "#src/modules/office/options/schema.ts";
import type { SettingKey } from "#src/modules/base/settings/rules/app-settings.ts";
import { AdminNotice } from "#src/ui/admin/field.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";

type Unit =
  | "people"
  | "days"
  | "hours"
  | "minutes"
  | "times"
  | "percent"
  | "places"
  | "bookings"
  | "networks"
  | "centavos";

const GROUPS: readonly {
  name: "rules" | "door" | "holds" | "caps" | "alarm";
  fields: readonly (readonly [SettingKey, Unit])[];
}[] = [
  {
    name: "rules",
    fields: [
      ["max_people", "people"],
      ["link_days", "days"],
    ],
  },
  {
    name: "door",
    fields: [
      ["cash_rounding", "centavos"],
      ["offline_places", "places"],
    ],
  },
  {
    name: "holds",
    fields: [
      ["hold_minutes", "minutes"],
      ["hold_limit_minutes", "minutes"],
      ["hold_renewals", "times"],
      ["short_hold_minutes", "minutes"],
      ["waiting_offer_minutes", "minutes"],
      ["table_places", "places"],
      ["table_hours", "hours"],
    ],
  },
  {
    name: "caps",
    fields: [
      ["unpaid_per_network", "places"],
      ["unpaid_per_network_proven", "places"],
      ["unpaid_per_home", "places"],
      ["unpaid_night_share", "percent"],
      ["unpaid_per_browser", "places"],
      ["unpaid_per_email", "places"],
      ["unpaid_per_phone", "places"],
      ["unpaid_per_domain", "places"],
      ["unpaid_per_reseller", "places"],
      ["unpaid_per_reseller_night", "places"],
      ["unpaid_coupon_uses", "bookings"],
      ["unpaid_coupon_uses_per_network", "bookings"],
    ],
  },
  {
    name: "alarm",
    fields: [
      ["unpaid_alarm_places", "places"],
      ["unpaid_alarm_ratio", "times"],
      ["unpaid_alarm_share", "percent"],
      ["unpaid_alarm_networks", "networks"],
    ],
  },
];

/** The rules of booking: how long places are kept, how many, for whom. */
export function BookingSection({ opened }: { opened: OpenSection }) {
  const { t } = useText();
  const form = useOptionsForm(opened);
  const tripled = String(Number(form.texts.unpaid_per_network) * 3 || "");
  return (
    <SectionForm form={form}>
      <div className="grid gap-4">
        <AdminNotice icon={<Info aria-hidden size={16} />}>{t("options.booking.later")}</AdminNotice>
        {GROUPS.map(({ name, fields }) => (
          <Panel key={name} title={t(`options.booking.${name}`)}>
            <p className="mb-3 max-w-[70ch] text-text-2">{t(`options.booking.${name}Text`)}</p>
            <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-2 xl:grid-cols-3">
              {fields.map(([key, unit]) => (
                <OptionField
                  key={key}
                  form={form}
                  name={key}
                  unit={unit === "percent" ? "%" : t(`options.unit.${unit}`)}
                  help={t(`options.help.${key}` as MessageId)}
                  {...(key === "unpaid_per_network_proven" ? { isOptional: true, placeholder: tripled } : {})}
                />
              ))}
            </div>
          </Panel>
        ))}
        <Panel title={t("options.booking.refund")}>
          <p className="max-w-[70ch] text-text-2">{t("options.booking.refundText", { hours: 24 })}</p>
        </Panel>
      </div>
    </SectionForm>
  );
}
