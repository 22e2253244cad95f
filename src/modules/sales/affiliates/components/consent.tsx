import { lazy, Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { patiently } from "#src/kernel/patiently.ts";
import { UNTOLD_KEY } from "#src/modules/sales/affiliates/rules/consent.ts";
import { REOPEN, useConsent } from "#src/ui/consent.ts";

const Banner = lazy(async () => ({
  default: (await patiently(() => import("#src/modules/sales/affiliates/components/consent-banner.tsx"))).ConsentBanner,
}));

/**
 * Asks for consent if third parties are configured (`isPending`), and loads the advertising pixel once the visitor agrees. Until
 * then it costs a page nothing but this component.
 */
export function Consent({ isPending }: { isPending: boolean }) {
  const consent = useConsent();
  const { pathname } = useLocation();
  const [reopened, setReopened] = useState(false);
  useEffect(() => {
    const reopen = () => setReopened(true);
    addEventListener(REOPEN, reopen);
    return () => removeEventListener(REOPEN, reopen);
  }, []);
  // spec section 7: a missing id only logs a warning
  useEffect(() => {
    if (!isPending) console.warn("[pixel] no id is configured");
  }, [isPending]);
  // a decision that didn't reach the server
  useEffect(() => {
    if (hasUntold())
      void import("#src/modules/sales/affiliates/components/tell-consent.ts").then((consents) => consents.tellUntold());
  }, []);
  // page views are tracked as they happen: on entering, on every navigation, and when consent is given
  useEffect(() => {
    if (isPending && consent === "granted")
      void import("#src/modules/sales/affiliates/components/pixel.ts").then((pixel) => pixel.trackPageView(pathname));
  }, [isPending, consent, pathname]);
  if (!reopened && !(isPending && consent === "unasked")) return null;
  return (
    <Suspense>
      <Banner
        reopened={reopened}
        asksAds={isPending || consent === "granted" || consent === "denied"}
        onDone={() => setReopened(false)}
      />
    </Suspense>
  );
}

function hasUntold(): boolean {
  try {
    return localStorage.getItem(UNTOLD_KEY) !== null;
  } catch {
    return false;
  }
}
