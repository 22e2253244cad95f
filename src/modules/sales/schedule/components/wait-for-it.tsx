import { waitingPath } from "#src/modules/sales/schedule/rules/waiting-path.ts";
import { useText } from "#src/locales/use-text.ts";
import { ButtonLink } from "#src/ui/button.tsx";

/** The way to the waiting list of a night that has too few places; `people` is null as long as the number is unknown. */
export function WaitForIt({ departure, people }: { departure: string; people: number | null }) {
  const { t, locale } = useText();
  return (
    <ButtonLink to={waitingPath(departure, locale, people)} kind="secondary" className="mt-4">
      {t("schedule.waitForIt")}
    </ButtonLink>
  );
}
