import { useText } from "#src/locales/use-text.ts";
import type { Doer } from "#src/modules/base/audit/schema.ts";

/** The actor: by email address, or by name where that is shorter; a guest, a partner's desk, or the system. */
export function DoerName({ who }: { who: Doer }) {
  const { t } = useText();
  if (who.kind === "system") return <span className="text-text-3">{t("audit.system")}</span>;
  if (who.kind === "desk") return <span>{t("audit.desk")}</span>;
  if (who.kind === "key") return <span>{who.name ?? t("audit.key")}</span>;
  if (who.kind === "guest" && who.email === null) return <span>{t("audit.guest")}</span>;
  if (who.email === null) return <span className="text-text-3">{t("audit.gone")}</span>;
  return <span title={who.name ?? undefined}>{who.email}</span>;
}
