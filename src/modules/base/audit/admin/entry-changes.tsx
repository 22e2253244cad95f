import { Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { sayField, sayValue } from "#src/modules/base/audit/rules/say-entry.ts";
import type { AuditLogEntry } from "#src/modules/base/audit/schema.ts";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";

/** An entry's changes by field: before and after. */
export function EntryChanges({ changes, currency }: Pick<AuditLogEntry, "changes" | "currency">) {
  const { t, locale } = useText();
  const say = (field: string, value: unknown) => sayValue(field, value, { t, locale, currency });
  return (
    <ul className="grid gap-0.5">
      {changes.map(({ field, old, now }) => (
        <li key={field} className="wrap-anywhere">
          <span className="text-text-3">{sayField(field, t)}</span>{" "}
          <Value text={say(field, old)} night={nightOf(field, old)} old /> <span aria-hidden>→</span>{" "}
          <Value text={say(field, now)} night={nightOf(field, now)} />
        </li>
      ))}
    </ul>
  );
}

/** The departure that a value names, which has a page of its own. */
const nightOf = (field: string, value: unknown): string | null =>
  field === "departure" && typeof value === "object" && value !== null && "id" in value ? String(value.id) : null;

function Value({ text, night, old = false }: { text: string | null; night: string | null; old?: boolean }) {
  const { t, locale } = useText();
  if (text === null) return <span className="text-text-3">{t("audit.nothing")}</span>;
  if (night !== null)
    return (
      <Link to={localizedPath(`/admin/nights/${night}`, locale)} className={ADMIN_LINK}>
        {old ? <del>{text}</del> : text}
      </Link>
    );
  return old ? (
    <del className="text-text-2 decoration-text-3">{text}</del>
  ) : (
    <ins className="font-semibold no-underline">{text}</ins>
  );
}
