import { useText } from "#src/locales/use-text.ts";
import type { PartnerChoice } from "#src/modules/office/booking-admin/schema.ts";

/** Partners as the options of a select; those switched off say so. */
export function PartnerOptions({ partners }: { partners: readonly PartnerChoice[] }) {
  const { t } = useText();
  return partners.map(({ id, name, is_active: isActive }) => (
    <option key={id} value={id}>
      {isActive ? name : t("booking-admin.partner.off", { name })}
    </option>
  ));
}
