import { useText } from "#src/locales/use-text.ts";
import { DoorScanner } from "#src/modules/evening/till/admin/door-scanner.tsx";
import type { Route } from "#routes/admin/+types/ticket-scanner.ts";

/** The scanner has the whole screen: outside the admin's shell, and a page that works without a connection. */
export default function TicketScanner({ loaderData: { me, may } }: Route.ComponentProps) {
  const { t, locale } = useText();
  return (
    <>
      <title>{t("admin.tab", { page: t("door-scanner.title"), brand: t("common.brand") })}</title>
      <meta name="robots" content="noindex" />
      <meta name="theme-color" content="#0b0609" />
      <meta name="door-user" content={me.id} />
      <link rel="manifest" href={locale === "es" ? "/door-es.webmanifest" : "/door.webmanifest"} />
      <DoorScanner me={me} may={may} />
    </>
  );
}
