import { useEffect, useRef } from "react";
import { dateInSentence } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { ButtonLink } from "#src/ui/button.tsx";
import { Flag } from "#src/ui/papel-picado.tsx";

const STATE = "grid max-w-[36rem] justify-items-start gap-4";

/** They are on the list: said where reading begins. */
export function Joined({ email }: { email: string }) {
  const { t, locale } = useText();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <section className={STATE}>
      <Flag motif="toast" className="w-18 text-brand" />
      <h1 ref={title} tabIndex={-1} className="text-h1">
        {t("waiting.joined.title")}
      </h1>
      <p className="text-lead wrap-anywhere text-text-2">{t("waiting.joined.text", { email })}</p>
      <Calendar locale={locale} />
    </section>
  );
}

/** No night was chosen, or it isn't known. */
export function NothingChosen() {
  const { t, locale } = useText();
  return (
    <section className={STATE}>
      <Flag motif="toast" className="w-18 text-brand" />
      <h1 className="text-h1">{t("waiting.nothing.title")}</h1>
      <p className="text-lead text-text-2">{t("waiting.nothing.text")}</p>
      <Calendar locale={locale} />
    </section>
  );
}

type NightFreeProps = { departure: string; people: number; found: { title: string; city: string; date: string } };

/** Nothing to wait for: the night has places. */
export function NightFree({ departure, people, found }: NightFreeProps) {
  const { t, locale } = useText();
  return (
    <section className={STATE}>
      <Flag motif="toast" className="w-18 text-brand" />
      <h1 className="text-h1">{t("waiting.free.title")}</h1>
      <p className="text-lead text-text-2">{t("waiting.free.text", { date: dateInSentence(found.date, locale) })}</p>
      <ButtonLink to={localizedPath(`/checkout?departure=${departure}&people=${people}`, locale)}>
        {t("waiting.free.action")}
      </ButtonLink>
    </section>
  );
}

function Calendar({ locale }: { locale: "en" | "es" }) {
  const { t } = useText();
  return (
    <ButtonLink to={`${localizedPath("/", locale)}#booking`} kind="secondary" className="mt-2">
      {t("waiting.calendar")}
    </ButtonLink>
  );
}
