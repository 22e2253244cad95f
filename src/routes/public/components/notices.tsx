import { useNavigation } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { SessionToasts } from "#src/modules/content/components/session-toasts.tsx";
import { isGuarded } from "#src/modules/identity/rules/paths.ts";
import { Spinner } from "#src/ui/spinner.tsx";
import { ToastRegion } from "#src/ui/toasts.tsx";

/** Both lists of toasts, and the loading state of restricted pages. */
export function Notices({ email }: { email: string | null }) {
  const { t } = useText();
  return (
    <>
      <SessionToasts email={email} />
      <ToastRegion label={t("site.messages")} closeLabel={t("site.close")} />
      <Resolving />
    </>
  );
}

/** Shown while the server checks access to a restricted page. Delayed, so that it never just flashes. */
function Resolving() {
  const { t } = useText();
  const { state, location } = useNavigation();
  if (state !== "loading" || !isGuarded(location.pathname)) return null;
  return (
    <div className="pointer-events-none fixed inset-0 z-30 grid animate-[rise_200ms_200ms_both] place-items-center text-4xl text-brand-text">
      <span className="grid rounded-full bg-surface p-4 shadow-lg">
        <Spinner label={t("common.loading")} />
      </span>
    </div>
  );
}
