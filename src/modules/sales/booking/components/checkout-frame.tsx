import { Lock } from "#src/ui/lucide/icons.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { LanguageProvider } from "#src/modules/site/content/components/language-provider.tsx";
import { LanguageSwitcher } from "#src/modules/site/content/components/language-switcher.tsx";
import { Logo } from "#src/ui/logo.tsx";
import { Stepper } from "#src/ui/stepper.tsx";
import { ToastRegion } from "#src/ui/toasts.tsx";

type CheckoutFrameProps = {
  /** Index of the current step: date, details, pay. */
  step: 0 | 1 | 2;
  /** Name of the crawl with its city; null while nothing is chosen. */
  crawl: string | null;
  /** Where the date is chosen: a path without language. */
  datePath: string;
  /** URL of the details step, once it is completed and still editable. */
  detailsPath?: string | undefined;
  /** The back link, right of the steps. */
  back?: ReactNode;
  children: ReactNode;
};

/** Form and receipt side by side from 1024 px; below that title, receipt and form under each other. */
export const CHECKOUT_GRID =
  "grid items-start gap-x-14 gap-y-5 pt-5 md:pt-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:grid-rows-[auto_1fr]";
/** The classes of the form's part below the title. */
export const CHECKOUT_FORM = "min-w-0 lg:col-start-1 lg:row-start-2";

/** Distraction-free checkout layout: the seller and the current step, no links that lead away. */
export function CheckoutFrame({ step, crawl, datePath, detailsPath, back, children }: CheckoutFrameProps) {
  const { t, locale } = useText();
  const home = localizedPath("/", locale);
  return (
    <>
      <title>{t("booking-checkout.pageTitle")}</title>
      <meta name="robots" content="noindex" />
      <a
        href="#main"
        className="absolute -top-20 left-4 z-50 rounded-md bg-surface px-4 py-3 font-semibold text-text shadow-lg focus:top-3"
      >
        {t("common.skip")}
      </a>
      <header className="border-b border-border bg-surface">
        <div className="wrap flex h-16 items-center gap-3 md:h-19">
          <Link to={home} className="mr-auto flex min-h-11 items-center">
            <Logo label={t("common.brand")} className="h-9.5 md:h-11" />
          </Link>
          <p className="flex items-center gap-2 text-small font-semibold text-text-2">
            <Lock aria-hidden size={18} />
            {t("booking-checkout.secure")}
          </p>
          <LanguageProvider>
            <LanguageSwitcher />
          </LanguageProvider>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="wrap min-h-[70dvh] pt-4 pb-28 md:pt-7 md:pb-20">
        <div className="flex flex-wrap items-center justify-between gap-x-6">
          <Stepper
            label={t("booking-checkout.steps")}
            doneLabel={t("booking-checkout.stepDone")}
            current={step}
            steps={[
              { label: t("booking-checkout.step.date"), to: localizedPath(datePath, locale) },
              { label: t("booking-checkout.step.details"), ...(detailsPath ? { to: detailsPath } : {}) },
              { label: t("booking-checkout.step.pay") },
            ]}
          />
          {back}
        </div>
        {crawl && <p className="mt-3 -mb-3 font-semibold text-text-2 md:mt-5 md:-mb-5">{crawl}</p>}
        {children}
      </main>
      <ToastRegion label={t("site.messages")} closeLabel={t("site.close")} />
    </>
  );
}
