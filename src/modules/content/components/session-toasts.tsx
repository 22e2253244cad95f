import { useEffect, useRef } from "react";
import { useText } from "#src/locales/use-text.ts";
import { stackToast, ToastRegion } from "#src/ui/toasts.tsx";

/** A toast after signing in while the site is open (spec section 8); whoever ends the session says so where it is done. */
export function SessionToasts({ email }: { email: string | null }) {
  const { t } = useText();
  const before = useRef(email);
  // the sign-in form navigates away: detect it by the user who wasn't there
  useEffect(() => {
    const isNew = before.current === null && email !== null;
    before.current = email;
    if (isNew) stackToast({ title: t("site.welcomeBack") });
  }, [email, t]);
  return <ToastRegion label={t("site.notices")} closeLabel={t("site.close")} list="stack" place="top" />;
}
