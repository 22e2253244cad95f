import { hasReference, MAX_REFERENCE } from "#src/kernel/pay-method.ts";
import { useText } from "#src/locales/use-text.ts";
import type { useAct } from "#src/modules/office/booking-admin/admin/use-act.ts";
import { AdminField, AdminInput } from "#src/ui/admin/field.tsx";

type ReferenceFieldProps = {
  way: string;
  value: string;
  onValue: (value: string) => void;
  error: ReturnType<ReturnType<typeof useAct>["errorOf"]>;
};

/** The number that a payment by terminal or transfer has elsewhere; nothing for other ways. */
export function ReferenceField({ way, value, onValue, error }: ReferenceFieldProps) {
  const { t } = useText();
  if (!hasReference(way)) return null;
  return (
    <AdminField
      id="take-reference"
      label={t("booking-admin.take.reference", { way })}
      help={t("booking-admin.take.referenceHelp", { way })}
      {...error}
    >
      {(control) => (
        <AdminInput
          {...control}
          autoComplete="off"
          maxLength={MAX_REFERENCE}
          required
          value={value}
          onChange={(event) => onValue(event.target.value)}
        />
      )}
    </AdminField>
  );
}
