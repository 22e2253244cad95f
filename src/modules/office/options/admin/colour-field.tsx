import { parseHex } from "#src/kernel/colour.ts";
import { useText } from "#src/locales/use-text.ts";
import type { OptionsForm } from "#src/modules/office/options/admin/use-options-form.ts";
import type { SettingKey } from "#src/modules/base/settings/rules/app-settings.ts";
import { AdminField, AdminInput } from "#src/ui/admin/field.tsx";

const HELP = {
  primary_color: "options.brand.primaryHelp",
  button_text_color: "options.brand.textHelp",
  primary_color_light: "options.brand.lightHelp",
  primary_color_dark: "options.brand.darkHelp",
} as const;

type ColourFieldProps = { form: OptionsForm; name: SettingKey; fallback: string };

/** A color: the browser's own picker, and its code to type or paste. */
export function ColourField({ form, name, fallback }: ColourFieldProps) {
  const { t } = useText();
  const text = form.texts[name] ?? "";
  const error = form.errorOf(name);
  const label = t(`options.field.${name}`);
  return (
    <AdminField
      id={name}
      label={label}
      help={t(HELP[name as keyof typeof HELP])}
      changed={form.changed.includes(name)}
      {...(error ? { error } : {})}
    >
      {(control) => (
        <span className="relative block">
          <input
            type="color"
            aria-label={t("options.brand.pick", { name: label })}
            title={t("options.brand.pick", { name: label })}
            value={parseHex(text) ? text.toLowerCase() : fallback}
            onChange={(event) => form.set({ [name]: event.target.value })}
            className="absolute inset-y-0 left-1.5 my-auto size-6 cursor-pointer appearance-none rounded border border-line-2 bg-transparent p-0 max-md:size-7 [&::-moz-color-swatch]:rounded [&::-moz-color-swatch]:border-0 [&::-webkit-color-swatch]:rounded [&::-webkit-color-swatch]:border-0 [&::-webkit-color-swatch-wrapper]:p-0"
          />
          <AdminInput
            {...control}
            name={name}
            value={text}
            onChange={(event) => form.set({ [name]: event.target.value })}
            maxLength={9}
            spellCheck={false}
            autoComplete="off"
            placeholder={fallback}
            className="pl-10 font-mono"
          />
        </span>
      )}
    </AdminField>
  );
}
