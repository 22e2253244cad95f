import { useText } from "#src/locales/use-text.ts";
import type { OptionsForm } from "#src/modules/office/options/admin/use-options-form.ts";
import type { BRAND_LOGOS } from "#src/modules/office/options/rules/sections.ts";
import { logoIn, logoText } from "#src/modules/base/settings/rules/app-settings.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { FieldGroup } from "#src/ui/admin/field-group.tsx";
import { PictureUpload } from "#src/ui/admin/picture-upload.tsx";
import { Logo } from "#src/ui/logo.tsx";
import { OwnLogos } from "#src/ui/own-logos.ts";

const WORDS = {
  logo_url: { help: "options.logo.help", upload: "options.logo.upload" },
  logo_dark_url: { help: "options.logo.darkHelp", upload: "options.logo.uploadDark" },
} as const;

type LogoFieldProps = { form: OptionsForm; name: (typeof BRAND_LOGOS)[number] };

/** A logo on its ground, as guests will see it, with its upload and the way back to Ronda's. */
export function LogoField({ form, name }: LogoFieldProps) {
  const { t } = useText();
  const isDark = name === "logo_dark_url";
  const own = logoIn(form.texts[name] ?? "");
  const first = logoIn(form.texts.logo_url ?? "");
  const error = form.errorOf(name);
  return (
    <FieldGroup
      id={name}
      label={t(`options.field.${name}`)}
      help={t(WORDS[name].help)}
      changed={form.changed.includes(name)}
      error={error}
    >
      <div
        className={
          isDark
            ? "grid h-24 place-items-center rounded-lg border border-line-2 bg-[#140c12] text-[#fff3ea]"
            : "grid h-24 place-items-center rounded-lg border border-line-2 bg-[#fff8f2] text-[#1d1016]"
        }
      >
        <OwnLogos value={isDark ? { light: first, dark: own } : { light: own, dark: own }}>
          <Logo label={t("common.brand")} className="h-11" {...(isDark || !own ? { on: "night" } : {})} />
        </OwnLogos>
      </div>
      <div className="mt-2 flex flex-wrap items-start gap-2">
        <PictureUpload
          id={`${name}-upload`}
          to="/admin/general-options/logos"
          label={t(WORDS[name].upload)}
          onKept={(_, picture) => form.set({ [name]: logoText(picture) })}
        />
        {own && (
          <AdminButton kind="quiet" onClick={() => form.set({ [name]: "" })}>
            {t(isDark && form.texts.logo_url ? "options.logo.backLight" : "options.logo.back")}
          </AdminButton>
        )}
      </div>
    </FieldGroup>
  );
}
