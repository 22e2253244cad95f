import { useText } from "#src/locales/use-text.ts";
import { SessionToasts } from "#src/modules/site/content/components/session-toasts.tsx";
import { ToastRegion } from "#src/ui/toasts.tsx";

/** Both lists of toasts. */
export function Notices({ email }: { email: string | null | undefined }) {
  const { t } = useText();
  return (
    <>
      <SessionToasts email={email} />
      <ToastRegion label={t("site.messages")} closeLabel={t("site.close")} />
    </>
  );
}
