import { useEffect, useRef } from "react";
import { useText } from "#src/locales/use-text.ts";
import { stackToast, ToastRegion } from "#src/ui/toasts.tsx";

/** Toasts after signing in or out while the site is open (spec section 8). */
export function SessionToasts({ email }: { email: string | null }) {
  const { t } = useText();
  const before = useRef(email);
  // sign-in and sign-out forms navigate away: detect them by the change of user
  useEffect(() => {
    if (before.current === email) return;
    before.current = email;
    stackToast({ title: t(email === null ? "site.signedOut" : "site.welcomeBack") });
  }, [email, t]);
  return <ToastRegion label={t("site.notices")} closeLabel={t("site.close")} list="stack" place="top" />;
}
