import { FlaskConical } from "#src/ui/lucide/icons.ts";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { LINK } from "#src/ui/button.tsx";

/** The frame of the sandbox's pages: makes clear that no money moves. */
export function HostedFrame({ children }: { children: ReactNode }) {
  const { t, locale } = useText();
  const { pathname } = useLocation();
  const other = locale === "en" ? "es" : "en";
  return (
    <>
      <header>
        <TestBanner />
        <div className="wrap flex max-w-[64rem] items-center justify-between gap-4 py-3">
          <p className="flex items-center gap-2 font-semibold text-text-2">
            <FlaskConical aria-hidden size={20} />
            {t("sandbox.name")}
          </p>
          {/* a plain link, so that the page reloads in the other language */}
          <a
            href={localizedPath(pathname, other)}
            lang={other}
            hrefLang={other}
            className={`${LINK} inline-flex min-h-11 items-center`}
          >
            {t("sandbox.otherLanguage")}
          </a>
        </div>
      </header>
      <main id="main" className="wrap max-w-[64rem] pb-16">
        {children}
      </main>
    </>
  );
}

/** Both languages at once, so that everyone understands it. */
function TestBanner() {
  const { t } = useText();
  return (
    <div role="note" className="bg-marigold px-4 py-3 text-center text-on-marigold">
      <p lang="en" className="display text-h3">
        {t("sandbox.banner.en")}
      </p>
      <p lang="es" className="display text-h3">
        {t("sandbox.banner.es")}
      </p>
    </div>
  );
}
