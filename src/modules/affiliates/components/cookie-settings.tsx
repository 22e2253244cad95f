import { useText } from "#src/locales/use-text.ts";
import { REOPEN } from "#src/modules/affiliates/components/consent.tsx";
import { useConsent } from "#src/ui/consent.ts";

/** A footer entry that reopens the cookie banner. Shown only if consent is asked for, or was answered. */
export function CookieSettings({ asked }: { asked: boolean }) {
  const { t } = useText();
  const consent = useConsent();
  if (!asked && consent !== "granted" && consent !== "denied") return null;
  return (
    <li>
      <button
        type="button"
        onClick={() => dispatchEvent(new Event(REOPEN))}
        className="inline-flex min-h-11 cursor-pointer items-center underline-offset-4 hover:underline"
      >
        {t("site.cookieSettings")}
      </button>
    </li>
  );
}
