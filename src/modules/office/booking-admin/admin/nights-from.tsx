import { shortDate } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { AdminField, AdminInput } from "#src/ui/admin/field.tsx";

type NightsFromProps = {
  /** The day from which on nights are listed; empty for the next ones. */
  from: string;
  /** The day from which on there are more than are listed. */
  later: string | null;
  onFrom: (day: string) => void;
};

/** Which nights a choice of them lists: those from a day on. Says from when on there are more. */
export function NightsFrom({ from, later, onFrom }: NightsFromProps) {
  const { t, locale } = useText();
  return (
    <AdminField
      id="nights-from"
      label={t("booking-admin.nights.from")}
      optional={t("booking-admin.optional")}
      {...(later ? { help: t("booking-admin.nights.later", { date: shortDate(later, locale) }) } : {})}
    >
      {(control) => (
        <AdminInput
          {...control}
          type="date"
          defaultValue={from}
          // a day that is being typed is empty until it is one
          onChange={({ target: { value, validity } }) => !validity.badInput && onFrom(value)}
        />
      )}
    </AdminField>
  );
}
