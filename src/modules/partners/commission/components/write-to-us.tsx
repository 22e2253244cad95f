import { Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { LINK } from "#src/ui/button.tsx";
import { classNames } from "#src/ui/class-names.ts";

/** Leads a partner to the contact page with the subject filled in. */
export function WriteToUs({ about = "partner" }: { about?: "partner" | "partner-site" }) {
  const { t, locale } = useText();
  return (
    <Link
      to={localizedPath(`/contact?subject=${about}`, locale)}
      className={classNames(LINK, "inline-flex min-h-11 items-center justify-self-start")}
    >
      {t("commission-page.closed.contact")}
    </Link>
  );
}
