import { useText } from "#src/locales/use-text.ts";
import { Star } from "#src/ui/lucide/icons.ts";

/** The average of a guide's nights, with the number of reviews. */
export function Rating({ average, count }: { average: number; count: number }) {
  const { t } = useText();
  return (
    <span
      className="inline-flex items-center gap-1 whitespace-nowrap tabular-nums"
      title={t("guides-admin.reviews", { count })}
    >
      <Star aria-hidden size={13} className="text-marigold-text" />
      {average.toFixed(1)}
      <span className="text-text-3">({count})</span>
      <span className="sr-only">{t("guides-admin.reviews", { count })}</span>
    </span>
  );
}
