import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { ButtonLink } from "#src/ui/button.tsx";
import { Flag } from "#src/ui/papel-picado.tsx";

/** The page that is none: 404 in cut paper, and the way home. */
export function MissingPage() {
  const { t, locale } = useText();
  return (
    <main
      id="main"
      tabIndex={-1}
      className="night overflow-hidden pb-24 max-md:pb-20 text-center [--c-bg:var(--n-sky-2)]"
    >
      <title>{t("notFound.title")}</title>
      <div className="wrap grid justify-items-center gap-5 pt-20">
        <div aria-hidden className="flex items-start gap-4">
          <Flag motif="calavera" className="w-20 text-brand md:w-28" />
          <Flag motif="corazon" className="w-20 text-marigold md:w-28" />
          {/* the last one has come loose */}
          <Flag motif="calavera" className="w-20 translate-y-5 rotate-14 text-brand-light md:w-28" />
        </div>
        <h1 className="mt-4 text-h1">{t("notFound.title")}</h1>
        <p className="max-w-[33rem] text-lead text-text-2">
          {t("notFound.text")} {t("notFound.reason")}
        </p>
        <div className="flex flex-wrap justify-center gap-3">
          <ButtonLink to={localizedPath("/", locale)}>{t("notFound.home")}</ButtonLink>
          <ButtonLink to={localizedPath("/#booking", locale)} kind="secondary">
            {t("notFound.crawls")}
          </ButtonLink>
        </div>
      </div>
    </main>
  );
}
