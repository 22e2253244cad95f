import { useEffect, useRef } from "react";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { ButtonLink } from "#src/ui/button.tsx";
import { Flag } from "#src/ui/papel-picado.tsx";

/** Replaces the form once the request is sent. Takes the focus, which was lost with the form. */
export function RequestSent({ email }: { email: string }) {
  const { t, locale } = useText();
  const title = useRef<HTMLHeadingElement>(null);
  // the focused button is gone; a screen reader would start over at the top of the page
  useEffect(() => title.current?.focus(), []);
  return (
    <div
      role="status"
      className="grid max-w-[34rem] justify-items-start gap-4 rounded-lg bg-surface p-6 shadow-md md:p-9"
    >
      <Flag motif="toast" className="w-16 text-brand" />
      <h2 ref={title} tabIndex={-1} className="text-h3">
        {t("groups.sent.title")}
      </h2>
      <p className="wrap-anywhere text-text-2">{t("groups.sent.text", { email })}</p>
      <ButtonLink to={localizedPath("/crawls", locale)} kind="secondary" className="mt-2">
        {t("groups.sent.crawls")}
      </ButtonLink>
    </div>
  );
}
