import { useText } from "#src/locales/use-text.ts";
import { Spinner } from "#src/ui/spinner.tsx";

/** Shown in place of a page while its code loads after a client-side navigation. */
export function LoadingPage() {
  const { t } = useText();
  return (
    <main id="main" tabIndex={-1} className="min-h-[70dvh] bg-surface-3 pt-10 md:pt-14">
      <p className="wrap flex items-center gap-3 text-text-2">
        <Spinner />
        {t("common.loading")}
      </p>
    </main>
  );
}
