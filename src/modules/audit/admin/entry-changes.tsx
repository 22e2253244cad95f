import { useText } from "#src/locales/use-text.ts";
import { sayField, sayValue } from "#src/modules/audit/rules/say-entry.ts";
import type { AuditLogEntry } from "#src/modules/audit/schema.ts";

/** An entry's changes by field: before and after. */
export function EntryChanges({ changes, currency }: Pick<AuditLogEntry, "changes" | "currency">) {
  const { t, locale } = useText();
  const said = (field: string, value: unknown) => sayValue(field, value, { t, locale, currency });
  return (
    <ul className="grid gap-0.5">
      {changes.map(({ field, old, now }) => (
        <li key={field} className="break-words">
          <span className="text-text-3">{sayField(field, t)}</span> <Value text={said(field, old)} old />{" "}
          <span aria-hidden>→</span> <Value text={said(field, now)} />
        </li>
      ))}
    </ul>
  );
}

function Value({ text, old = false }: { text: string | null; old?: boolean }) {
  const { t } = useText();
  if (text === null) return <span className="text-text-3">{t("audit.nothing")}</span>;
  return old ? (
    <del className="text-text-2 decoration-text-3">{text}</del>
  ) : (
    <ins className="font-semibold no-underline">{text}</ins>
  );
}
