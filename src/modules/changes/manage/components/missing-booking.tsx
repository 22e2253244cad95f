import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { ButtonLink } from "#src/ui/button.tsx";
import { Flag } from "#src/ui/papel-picado.tsx";

/** Shown for a booking that doesn't exist or that this visitor may not open, without telling which. */
export function MissingBooking() {
  const { t, locale } = useText();
  return (
    <section className="wrap grid justify-items-start gap-4 py-16">
      <Flag motif="calavera" className="w-18 text-brand" />
      <h1 className="text-h2">{t("payments-confirmation.missing.title")}</h1>
      <p className="text-lead text-text-2">{t("payments-confirmation.missing.text")}</p>
      <ButtonLink to={localizedPath("/", locale)} className="mt-2">
        {t("payments-confirmation.missing.action")}
      </ButtonLink>
    </section>
  );
}
