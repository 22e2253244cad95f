import { ChevronRight } from "#src/ui/lucide/icons.ts";
import { clockTime, shortDate } from "#src/kernel/local-time.ts";
import { formatPesos } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import type { DeskNight } from "#src/modules/partners/desk/schema.ts";
import { classNames } from "#src/ui/class-names.ts";

/** Tonight and the next nights with their places, each a large button. */
export function NightList({ nights, onNight }: { nights: readonly DeskNight[]; onNight: (night: DeskNight) => void }) {
  const { t } = useText();
  if (nights.length === 0) return <p className="text-lg text-text-2">{t("desk.nights.none")}</p>;
  return (
    <ul className="grid grid-cols-1 gap-2.5">
      {nights.map((night) => (
        <li key={night.id}>
          <Night night={night} onNight={onNight} />
        </li>
      ))}
    </ul>
  );
}

function Night({ night, onNight }: { night: DeskNight; onNight: (night: DeskNight) => void }) {
  const { t, locale } = useText();
  const { isOpen, isToday, free, price } = night;
  return (
    <button
      type="button"
      disabled={!isOpen}
      onClick={() => onNight(night)}
      className={classNames(
        "flex min-h-20 w-full items-center gap-4 rounded-lg px-4 py-3 text-left inset-ring-2",
        isOpen ? "bg-surface inset-ring-border-strong hover:bg-text/8" : "bg-surface-2 text-text-3 inset-ring-border",
        isToday && isOpen && "inset-ring-brand",
      )}
    >
      <span className="min-w-0 grow">
        <span className="block text-small font-semibold text-text-2">
          {isToday ? t("desk.nights.tonight") : shortDate(night.date, locale)}, {clockTime(night.start, locale)}
        </span>
        <strong className="block text-lg leading-tight wrap-anywhere">{night.crawl}</strong>
        <span className="text-small text-text-2">{t("desk.nights.each", { price: formatPesos(price, locale) })}</span>
      </span>
      <span className="shrink-0 text-right text-lg font-bold tabular-nums">
        {!isOpen ? t("desk.nights.full") : free === null ? t("desk.nights.available") : t("desk.nights.free", { free })}
      </span>
      {isOpen && <ChevronRight aria-hidden size={22} className="shrink-0" />}
    </button>
  );
}
