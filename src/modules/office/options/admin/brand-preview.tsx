import type { CSSProperties } from "react";
import { useText } from "#src/locales/use-text.ts";
import type { Texts } from "#src/modules/office/options/rules/option-form.ts";
import { brandProperties } from "#src/ui/brand-colours.ts";
import { Bunting } from "#src/ui/papel-picado.tsx";

/** Ground, ink, softer ink and the palest flag of the site's two themes (app.css): the admin's own differ. */
const THEMES = {
  light: { ground: "#fff8f2", ink: "#1d1016", soft: "#5a444c", link: "var(--c-brand-text-light)", pale: "#f1d9c6" },
  dark: { ground: "#140c12", ink: "#fff3ea", soft: "#d8c1c4", link: "var(--c-brand-text-dark)", pale: "#fff8f2" },
} as const;

/** The site in the colors that are typed, in both themes, as guests will see it. */
export function BrandPreview({ texts }: { texts: Texts }) {
  const { t } = useText();
  const properties = brandProperties({
    primary: texts.primary_color ?? "",
    light: texts.primary_color_light ?? "",
    dark: texts.primary_color_dark ?? "",
    onBrand: texts.button_text_color ?? "",
  });
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {(["light", "dark"] as const).map((theme) => {
        const { ground, ink, soft, link, pale } = THEMES[theme];
        return (
          <figure key={theme} className="grid min-w-0 content-start gap-1">
            <figcaption className="text-text-2">{t(`options.brand.${theme}`)}</figcaption>
            <div
              className="grid gap-1 overflow-hidden rounded-lg border border-line-2 pb-3"
              style={{ ...properties, "--c-flag-pale": pale, backgroundColor: ground, color: ink } as CSSProperties}
            >
              <Bunting width={390} flags={11} scale={0.36} sag={6} />
              <div className="grid justify-items-start gap-0.5 px-3">
                <strong className="text-base">{t("options.brand.crawl")}</strong>
                <span style={{ color: soft }}>{t("options.brand.tonight")}</span>
                <span className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5">
                  <span
                    className="rounded-lg px-4 py-2 font-bold"
                    style={{
                      backgroundColor: "var(--c-brand)",
                      color: "var(--c-on-brand)",
                      boxShadow: "0 3px 0 var(--c-brand-dark)",
                    }}
                  >
                    {t("options.brand.book")}
                  </span>
                  <span className="font-semibold underline" style={{ color: link }}>
                    {t("options.brand.more")}
                  </span>
                </span>
              </div>
            </div>
          </figure>
        );
      })}
    </div>
  );
}
