import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { PageHead } from "#src/ui/page-head.tsx";
import { ButtonLink } from "#src/ui/button.tsx";
import { MissingFlags } from "#src/ui/missing-flags.tsx";

/** The 404 page, with links to go on. */
export function MissingPage() {
  const { t, locale } = useText();
  const text = `${t("notFound.text")} ${t("notFound.reason")}`;
  return (
    <main
      id="main"
      tabIndex={-1}
      className="night flex min-h-[42rem] flex-col overflow-hidden pb-24 text-center [--c-bg:var(--n-sky-2)] max-md:min-h-[44rem] max-md:pb-20"
    >
      <PageHead title={t("notFound.title")} description={text} index={false} />
      <div className="pt-6 md:pt-4">
        <MissingFlags />
      </div>
      <div className="wrap mt-6 md:mt-4">
        <h1 className="mb-4 text-h1">{t("notFound.title")}</h1>
        <p className="mx-auto mb-7 max-w-[33rem] text-lead text-text-2">{text}</p>
        <div className="flex flex-wrap justify-center gap-3.5">
          <ButtonLink to={localizedPath("/", locale)} className="max-md:w-full">
            {t("notFound.home")}
          </ButtonLink>
          <ButtonLink to={localizedPath("/crawls", locale)} kind="secondary" className="max-md:w-full">
            {t("notFound.crawls")}
          </ButtonLink>
        </div>
      </div>
    </main>
  );
}
