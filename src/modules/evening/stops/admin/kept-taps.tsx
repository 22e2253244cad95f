import { CloudOff } from "#src/ui/lucide/icons.ts";
import { timeIn } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import type { KeptTap } from "#src/modules/evening/stops/admin/tap-box.ts";
import type { Taps } from "#src/modules/evening/stops/admin/use-taps.ts";
import { STOPS_REFUSALS } from "#src/modules/evening/stops/rules/refusals.ts";
import type { ShownStop } from "#src/modules/evening/stops/schema.ts";
import { AdminButton, ADMIN_LINK } from "#src/ui/admin/button.tsx";
import { AdminNotice } from "#src/ui/admin/field.tsx";

type KeptTapsProps = { taps: Taps; stops: readonly ShownStop[]; zone: string };

/** What this phone has still to send, and what was refused. Nothing while all is sent at once. */
export function KeptTaps({ taps, stops, zone }: KeptTapsProps) {
  const { t, locale } = useText();
  const { line, isKept, kept: queue, dismiss } = taps;
  const refused = queue.filter((tap) => tap.refused !== null);
  const waiting = queue.filter((tap) => tap.refused === null);
  const tells = waiting.length > 0 && (line !== "ok" || !isKept);
  const say = (tap: KeptTap): string => {
    const time = timeIn(new Date(tap.at), zone, locale);
    if ("booking" in tap) return t(`stops-admin.taps.${tap.kind}`, { time });
    const { kind, stop } = tap;
    const values = {
      time,
      bar: stops.find(({ id }) => id === stop)?.name ?? t("stops-admin.taps.aBar"),
    };
    if (!("of" in tap)) return t(`stops-admin.taps.${tap.kind}`, values);
    return t(`stops-admin.taps.${kind}`, { ...values, here: tap.present.length, of: tap.of.length });
  };
  return (
    // takes no room while it is empty, but stays, or its first word wouldn't be read out
    <div aria-live="polite" className="grid gap-3 empty:absolute">
      {tells && (
        <AdminNotice icon={<CloudOff aria-hidden size={18} />}>
          <p className="font-semibold">{t("stops-admin.taps.waiting", { count: waiting.length })}</p>
          <ul>
            {waiting.map((tap) => (
              <li key={tap.id} className="tabular-nums">
                {say(tap)}
              </li>
            ))}
          </ul>
          <p className="text-text-2">
            {t(isKept ? "stops-admin.taps.kept" : "stops-admin.taps.unkept")}{" "}
            {line === "signed_out" && (
              <>
                {t("stops-admin.taps.signedOut")}{" "}
                <a href={localizedPath("/login", locale)} className={ADMIN_LINK}>
                  {t("stops-admin.taps.signIn")}
                </a>
              </>
            )}
          </p>
        </AdminNotice>
      )}
      {refused.map((tap) => (
        <AdminNotice key={tap.id} tone="failed" icon={<CloudOff aria-hidden size={18} />}>
          <div id={`refused-${tap.id}`}>
            <p className="font-semibold">{say(tap)}</p>
            <p>{t(STOPS_REFUSALS[tap.refused!] ?? STOPS_REFUSALS.failed)}</p>
          </div>
          <AdminButton small aria-describedby={`refused-${tap.id}`} onClick={() => dismiss(tap.id)}>
            {t("stops-admin.taps.dismiss")}
          </AdminButton>
        </AdminNotice>
      ))}
    </div>
  );
}
