import { Outlet } from "react-router";
import { attentionCounts } from "#src/modules/reports/queries.server.ts";
import { navigationCounts } from "#src/modules/reports/rules/attention.ts";
import { AdminShell } from "#src/routes/admin/components/shell.tsx";
import { signedIn } from "#src/routes/admin/shared.server.ts";
import { adminFonts } from "#src/ui/admin/fonts.ts";
import cssUrl from "#src/admin.css?url";
import type { Route } from "./+types/layout";

export const links: Route.LinksFunction = () => [
  ...adminFonts.map((href) => ({
    rel: "preload",
    as: "font",
    type: "font/woff2",
    crossOrigin: "anonymous" as const,
    href,
  })),
  { rel: "stylesheet", href: cssUrl },
];

/** The signed-in user, and the numbers of open tasks. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = await signedIn(context);
  const { actor, now } = ctx;
  const waiting = navigationCounts(await attentionCounts(ctx));
  return { me: { email: actor.email ?? "", role: actor.role }, now: now.toISOString(), waiting };
}

/** Menu, search and toasts around every admin page. */
export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  return (
    <AdminShell {...loaderData}>
      <Outlet />
    </AdminShell>
  );
}
