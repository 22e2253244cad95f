import { useEffect } from "react";
import { useText } from "#src/locales/use-text.ts";
import { stackToast, ToastRegion } from "#src/ui/toasts.tsx";

/** Who was signed in when a page last looked; undefined before the first. */
let before: string | null | undefined;

/**
 * A toast after signing in, wherever that leads (spec section 8); the code that ends a session shows its own message. `email` is
 * undefined on a page that was rendered for everybody, which says nothing of who is signed in.
 */
export function useWelcome(email: string | null | undefined): void {
  const { t } = useText();
  // the sign-in form navigates away: detect it by the user who wasn't there
  useEffect(() => {
    if (email === undefined) return;
    const isNew = before === null && email !== null;
    before = email;
    if (isNew) stackToast({ title: t("site.welcomeBack") });
  }, [email, t]);
}

/** The site's stack of toasts. */
export function SessionToasts({ email }: { email: string | null | undefined }) {
  const { t } = useText();
  useWelcome(email);
  return <ToastRegion label={t("site.notices")} closeLabel={t("site.close")} list="stack" place="top" />;
}
