import { data, isRouteErrorResponse } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { PlainFailure } from "#src/modules/site/content/components/plain-failure.tsx";
import { DoorRefused } from "#src/modules/evening/door/admin/first-use.tsx";
import { ownProfile } from "#src/modules/base/identity/queries.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { DoorScanner } from "#src/modules/evening/till/admin/door-scanner.tsx";
import { staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/ticket-scanner";

export { adminLinks as links } from "#src/routes/admin/components/admin-links.ts";

/** Who uses the scanner, where else they may go, and nothing more: the page stays on the phone, guests come by themselves. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const profile = await ownProfile(ctx);
  return data({
    me: { id: ctx.actor.userId ?? "", name: profile?.first_name ?? "" },
    may: { sell: can(ctx.actor, "sales.door"), review: can(ctx.actor, "bookings.read") },
  });
}

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

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) =>
  isRouteErrorResponse(error) && error.status === 403 ? <DoorRefused /> : <PlainFailure error={error} />;
