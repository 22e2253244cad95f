import type { ReactNode } from "react";
import { useText } from "#src/locales/use-text.ts";
import type { OptionsForm } from "#src/modules/office/options/admin/use-options-form.ts";
import type { SettingKey } from "#src/modules/base/settings/rules/app-settings.ts";
import { AdminField, AdminInput } from "#src/ui/admin/field.tsx";
import { AdminSwitch } from "#src/ui/admin/switch.tsx";

type FieldProps = { form: OptionsForm; name: SettingKey; help?: ReactNode };

type OptionFieldProps = FieldProps & {
  type?: "text" | "email" | "tel" | "time" | "url";
  /** Whole numbers, as one with a unit is. */
  isNumber?: boolean;
  unit?: string;
  placeholder?: string | undefined;
  isOptional?: boolean;
  className?: string;
};

/** A setting's one-line field. */
export function OptionField(props: OptionFieldProps) {
  const { form, name, help, type = "text", unit, isNumber = unit !== undefined, placeholder, className } = props;
  const { isOptional = false } = props;
  const { t } = useText();
  const error = form.errorOf(name);
  return (
    <AdminField
      id={name}
      label={t(`options.field.${name}`)}
      changed={form.changed.includes(name)}
      {...(isOptional ? { optional: t("admin.optional") } : {})}
      {...(help ? { help } : {})}
      {...(error ? { error } : {})}
      {...(className ? { className } : {})}
    >
      {(control) => (
        <AdminInput
          {...control}
          type={type}
          name={name}
          value={form.texts[name] ?? ""}
          onChange={(event) => form.set({ [name]: event.target.value })}
          autoComplete="off"
          {...(isNumber ? { inputMode: "numeric" as const } : {})}
          {...(placeholder ? { placeholder } : {})}
          {...(unit ? { unit } : {})}
        />
      )}
    </AdminField>
  );
}

/** A setting that is on or off. */
export function OptionSwitch({ form, name, help }: FieldProps) {
  const { t } = useText();
  return (
    <label htmlFor={name} className="flex min-h-(--ctl) items-start gap-2.5 py-1">
      <AdminSwitch
        id={name}
        name={name}
        checked={form.texts[name] === "true"}
        onChange={(event) => form.set({ [name]: String(event.target.checked) })}
      />
      <span className="grid">
        <span className="font-medium">{t(`options.field.${name}`)}</span>
        {help && <span className="text-fine text-text-3">{help}</span>}
      </span>
    </label>
  );
}
