import { Tag } from "#src/ui/lucide/icons.ts";
import { useText } from "#src/locales/use-text.ts";

const CHIP =
  "inline-flex h-5 max-w-28 items-center rounded-full border border-line-2 px-1.5 text-fine font-medium text-text-2";

/** A booking's tags in one line: as many as fit, and how many more there are. */
export function TagChips({ tags, most = 2 }: { tags: readonly string[]; most?: number }) {
  const { t } = useText();
  if (tags.length === 0) return null;
  const rest = tags.slice(most);
  return (
    <span className="inline-flex flex-wrap items-center gap-1 align-middle">
      <Tag aria-hidden size={12} className="text-text-3" />
      <span className="sr-only">{t("booking-admin-list.tags", { tags: tags.join(", ") })}</span>
      {tags.slice(0, most).map((tag) => (
        <span key={tag} aria-hidden className={CHIP} title={tag}>
          <span className="truncate">{tag}</span>
        </span>
      ))}
      {rest.length > 0 && (
        <span aria-hidden className="text-fine font-normal text-text-3" title={rest.join(", ")}>
          +{rest.length}
        </span>
      )}
    </span>
  );
}
