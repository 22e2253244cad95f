import { TriangleAlert } from "#src/ui/lucide/icons.ts";
import { useText } from "#src/locales/use-text.ts";

/** Says which part of a page couldn't be read, in its place: the rest of the page stands. */
export function UnreadPart({ part }: { part: "instagram" | "texts" }) {
  const { t } = useText();
  return (
    <p className="wrap flex items-start gap-2.5 py-6 text-text-2">
      <TriangleAlert aria-hidden size={20} className="mt-0.5 shrink-0" />
      {t(part === "instagram" ? "content-home.unread.instagram" : "content-home.unread.texts")}
    </p>
  );
}
