import { useText } from "#src/locales/use-text.ts";
import { classNames } from "#src/ui/class-names.ts";

/** Says what the calendar's colors and figures mean. */
export function Legend({ currency }: { currency: string }) {
  const { t } = useText();
  const levels = [
    ["bg-high", t("schedule.available")],
    ["bg-mid", t("schedule.filling")],
    ["bg-low", t("schedule.last")],
  ] as const;
  return (
    <div className="mt-4 grid gap-1.5 px-1.5 text-[0.875rem] text-text-2">
      <p>{t("schedule.legend")}</p>
      <ul className="flex flex-wrap gap-x-4.5 gap-y-1.5">
        {levels.map(([colour, text]) => (
          <li key={text} className="flex items-center gap-2">
            <span aria-hidden className={classNames("h-1.5 w-4.5 rounded-full", colour)} />
            {text}
          </li>
        ))}
        <li className="flex items-center gap-2">
          <span aria-hidden className="hatch size-4.5 rounded-sm [--c-border:var(--c-border-strong)]" />
          {t("schedule.full")}
        </li>
      </ul>
      <p>{t("schedule.prices", { currency })}</p>
    </div>
  );
}
