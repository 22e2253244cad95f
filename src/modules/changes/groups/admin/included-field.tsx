import { useText } from "#src/locales/use-text.ts";
import { AdminField, AdminTextArea } from "#src/ui/admin/field.tsx";

type IncludedFieldProps = {
  /** The group's language. */
  language: string;
  value: string;
  about: { error?: string };
};

/** What an offer to a group has in it, in the group's language. */
export function IncludedField({ language, value, about }: IncludedFieldProps) {
  const { t } = useText();
  return (
    <AdminField
      id="included"
      label={t("groups-admin.quote.included")}
      help={t("groups-admin.quote.includedHelp", { language })}
      {...about}
    >
      {(control) => (
        <AdminTextArea
          {...control}
          name="included"
          rows={5}
          lang={language}
          maxLength={4000}
          required
          defaultValue={value}
        />
      )}
    </AdminField>
  );
}
