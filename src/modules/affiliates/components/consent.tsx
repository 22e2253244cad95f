import { lazy, Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { useConsent } from "#src/ui/consent.ts";

const Banner = lazy(async () => ({
  default: (await import("#src/modules/affiliates/components/consent-banner.tsx")).ConsentBanner,
}));

/** What the "Cookie settings" button says to the banner. */
export const REOPEN = "consentreopen";

/**
 * Asks about third parties where there are some (`asked`), and brings in the advertising pixel once the visitor has agreed.
 * Costs a page nothing but this until then.
 */
export function Consent({ asked }: { asked: boolean }) {
  const consent = useConsent();
  const { pathname } = useLocation();
  const [reopened, setReopened] = useState(false);
  useEffect(() => {
    const reopen = () => setReopened(true);
    addEventListener(REOPEN, reopen);
    return () => removeEventListener(REOPEN, reopen);
  }, []);
  // a page view is told when it happens: on entering, on every navigation, and when consent comes
  useEffect(() => {
    if (asked && consent === "granted")
      void import("#src/modules/affiliates/components/pixel.ts").then((pixel) => pixel.trackPageView(pathname));
  }, [asked, consent, pathname]);
  if (!reopened && !(asked && consent === "unasked")) return null;
  return (
    <Suspense>
      <Banner reopened={reopened} onDone={() => setReopened(false)} />
    </Suspense>
  );
}
