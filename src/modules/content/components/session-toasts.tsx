import { useEffect, useRef } from "react";
import { useText } from "#src/locales/use-text.ts";
import { stackToast, ToastRegion } from "#src/ui/toasts.tsx";

/** Says when somebody has signed in or out while the site was open (spec section 8). */
export function SessionToasts({ email }: { email: string | null }) {
  const { t } = useText();
  const before = useRef(email);
  // signing in and out are forms that lead to another page: only the change of who it is tells of them
  useEffect(() => {
    if (before.current === email) return;
    before.current = email;
    stackToast({ title: t(email === null ? "site.signedOut" : "site.welcomeBack") });
  }, [email, t]);
  return <ToastRegion label={t("site.notices")} closeLabel={t("site.close")} list="stack" place="top" />;
}
