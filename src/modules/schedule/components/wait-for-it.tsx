import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { ButtonLink } from "#src/ui/button.tsx";

/** The way to the waiting list of a night that is sold out. */
export function WaitForIt({ departure }: { departure: string }) {
  const { t, locale } = useText();
  return (
    <ButtonLink to={localizedPath(`/waiting-list?departure=${departure}`, locale)} kind="secondary" className="mt-4">
      {t("schedule.waitForIt")}
    </ButtonLink>
  );
}
