import { useText } from "#src/locales/use-text.ts";
import { BrandPreview } from "#src/modules/office/options/admin/brand-preview.tsx";
import { ColourField } from "#src/modules/office/options/admin/colour-field.tsx";
import { ContrastNotice } from "#src/modules/office/options/admin/contrast-notice.tsx";
import { LogoField } from "#src/modules/office/options/admin/logo-field.tsx";
import { SectionForm } from "#src/modules/office/options/admin/section-form.tsx";
import { useOptionsForm } from "#src/modules/office/options/admin/use-options-form.ts";
import { contrastChecks } from "#src/modules/office/options/rules/contrast.ts";
import { OptionField } from "#src/modules/office/options/admin/option-field.tsx";
import { BRAND_COLOURS, BRAND_LOGOS } from "#src/modules/office/options/rules/sections.ts";
import type { OpenSection } from "#src/modules/office/options/schema.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";

/** The brand's four colors, with how readable they are and how the site looks in them, and its logos. */
export function BrandSection({ opened }: { opened: OpenSection }) {
  const { t } = useText();
  const form = useOptionsForm(opened);
  const { texts } = form;
  const checks = contrastChecks(texts);
  const failing = checks.filter(({ passes }) => !passes);
  const best = failing.length === 1 ? failing[0]?.offers[0] : undefined;
  const isDefault = BRAND_COLOURS.every((key) => texts[key] === opened.defaults[key]);
  const actions = failing.length > 0 && (
    <>
      <AdminButton
        kind={best ? "plain" : "ink"}
        busy={form.isBusy}
        onClick={() => form.save({ confirmed: true })}
        {...(best ? {} : { "data-save": true })}
      >
        {t("options.brand.saveAnyway")}
      </AdminButton>
      {best && (
        <AdminButton
          kind="ink"
          busy={form.isBusy}
          onClick={() => form.save({ over: { [best.key]: best.colour } })}
          data-save
        >
          {t("options.brand.useAndSave", { colour: best.colour })}
        </AdminButton>
      )}
    </>
  );
  return (
    <SectionForm form={form} {...(actions ? { actions } : {})}>
      <Panel title={t("options.brand.name")} className="mb-4">
        <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-3">
          <OptionField form={form} name="brand_name" help={t("options.brand.nameHelp")} />
          <OptionField form={form} name="founded_year" isNumber help={t("options.brand.foundedHelp")} />
          <OptionField
            form={form}
            name="reference_prefix"
            help={t("options.brand.prefixHelp", { reference: `${texts.reference_prefix ?? ""}-7K2M4P` })}
          />
        </div>
      </Panel>
      <Panel
        title={t("options.brand.title")}
        action={
          isDefault ? undefined : (
            <AdminButton
              kind="quiet"
              small
              onClick={() =>
                form.set(Object.fromEntries(BRAND_COLOURS.map((key) => [key, opened.defaults[key] ?? ""])))
              }
            >
              {t("options.brand.back")}
            </AdminButton>
          )
        }
      >
        <div className="grid gap-4 xl:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
          <div className="grid content-start gap-x-3.5 gap-y-3 sm:grid-cols-2">
            {BRAND_COLOURS.map((key) => (
              <ColourField key={key} form={form} name={key} fallback={opened.defaults[key] ?? "#000000"} />
            ))}
          </div>
          <BrandPreview texts={texts} />
        </div>
        <ContrastNotice checks={checks} onTake={({ key, colour }) => form.set({ [key]: colour })} />
      </Panel>
      <Panel title={t("options.logo.title")} className="mt-4">
        <p className="mb-3 max-w-prose text-text-2">{t("options.logo.text")}</p>
        <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
          {BRAND_LOGOS.map((key) => (
            <LogoField key={key} form={form} name={key} />
          ))}
        </div>
      </Panel>
    </SectionForm>
  );
}
