import { useText } from "#src/locales/use-text.ts";
import type { Change } from "#src/modules/site/content/rules/home-draft.ts";
import { sayChange } from "#src/modules/site/content/rules/say-change.ts";

type ChangeListProps = { changes: readonly Change[]; most?: number };

/** Changes in words: what it was, and what it is. */
export function ChangeList({ changes, most = Infinity }: ChangeListProps) {
  const { t } = useText();
  const rest = changes.length - most;
  return (
    <ul className="grid gap-2">
      {changes.slice(0, most).map((change, index) => {
        const { what, old, now } = sayChange(change, t);
        return (
          <li key={index} className="min-w-0">
            <p className="font-medium">{what}</p>
            {old !== null && (
              <p className="break-words text-text-2">
                <del className="text-text-3">{old || t("content-admin.change.none")}</del> <span aria-hidden>→</span>{" "}
                <ins className="no-underline">{now || t("content-admin.change.emptied")}</ins>
              </p>
            )}
          </li>
        );
      })}
      {rest > 0 && <li className="text-text-3">{t("content-admin.change.more", { count: rest })}</li>}
    </ul>
  );
}
