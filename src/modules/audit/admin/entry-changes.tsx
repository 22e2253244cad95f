import { useText } from "#src/locales/use-text.ts";
import { fieldWords, sayValue } from "#src/modules/audit/rules/audit-log.ts";
import type { Change } from "#src/modules/audit/schema.ts";

/** An entry's changes by field: before and after. */
export function EntryChanges({ changes }: { changes: readonly Change[] }) {
  return (
    <ul className="grid gap-0.5">
      {changes.map(({ field, old, now }) => (
        <li key={field} className="break-words">
          <span className="text-text-3">{fieldWords(field)}</span> <Value value={old} old /> <span aria-hidden>→</span>{" "}
          <Value value={now} />
        </li>
      ))}
    </ul>
  );
}

function Value({ value, old = false }: { value: unknown; old?: boolean }) {
  const { t } = useText();
  const text = typeof value === "boolean" ? t(value ? "audit.yes" : "audit.no") : sayValue(value);
  if (text === null) return <span className="text-text-3">{t("audit.nothing")}</span>;
  return old ? (
    <del className="text-text-2 decoration-text-3">{text}</del>
  ) : (
    <ins className="font-semibold no-underline">{text}</ins>
  );
}
