import { useText } from "#src/locales/use-text.ts";
import { openCookieSettings, useConsent } from "#src/ui/consent.ts";

/** A footer entry that opens the cookie settings. Shown only if consent is asked for, or there is one to take back. */
export function CookieSettings({ isPending }: { isPending: boolean }) {
  const { t } = useText();
  const consent = useConsent();
  const posts = useConsent("instagram");
  if (!isPending && consent !== "granted" && consent !== "denied" && posts !== "granted") return null;
  return (
    <li>
      <button
        type="button"
        onClick={openCookieSettings}
        className="inline-flex min-h-11 cursor-pointer items-center underline-offset-4 hover:underline"
      >
        {t("site.cookieSettings")}
      </button>
    </li>
  );
}
