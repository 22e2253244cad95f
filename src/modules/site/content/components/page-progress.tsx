import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { usePending } from "#src/ui/pending.ts";
import { Spinner } from "#src/ui/spinner.tsx";

/** How long a page may take before it is said to be loading: anything faster would just flash. */
const PATIENCE_MS = 150;

/** What a page says while it loads (spec section 2.7); any other says "Loading". */
const TEXTS: Readonly<Record<string, MessageId>> = {
  "/cities": "site.loadingCities",
  "/crawls": "site.loadingCrawls",
};

/** Says that the next page is on its way, whichever it is, when its data or its code is late. */
export function PageProgress() {
  const { t } = useText();
  const { pathname } = useLocation();
  const goal = usePending();
  const isLate = useLate(goal !== null);
  const [path = ""] = localizedPath(goal || pathname, "en").split(/[?#]/);
  return (
    <div role="status" className="pointer-events-none fixed inset-x-4 top-20 z-50 grid justify-items-center md:top-23">
      {isLate && (
        <p className="flex animate-[rise_200ms_both] items-center gap-3 rounded-full border border-border bg-surface px-5 py-3 font-semibold text-text shadow-lg">
          <span className="grid text-xl text-brand-text">
            <Spinner />
          </span>
          {t(TEXTS[path] ?? "common.loading")}
        </p>
      )}
    </div>
  );
}

function useLate(isPending: boolean): boolean {
  const [isLate, setLate] = useState(false);
  // time passes outside of React
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isPending]);
  return isLate && isPending;
}
