import { Outlet } from "react-router";
import { navigationCounts } from "#src/modules/office/reports/rules/attention.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { AdminShell } from "#src/routes/admin/components/shell.tsx";
import { signedIn } from "#src/platform/context.server.ts";
import { waitsOf } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/layout";

export { adminLinks as links } from "#src/routes/admin/components/admin-links.ts";

/** The signed-in user, the numbers of open tasks, and whether guests can book. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = await signedIn(context);
  const { actor, now } = ctx;
  const [{ counts }, { isOpen }] = await Promise.all([waitsOf(context, ctx), appSettings(ctx)]);
  const waiting = navigationCounts(counts);
  return {
    me: { email: actor.email ?? "", role: actor.role, cities: actor.cities },
    now: now.toISOString(),
    waiting,
    isOpen,
  };
}

/** Menu, search and toasts around every admin page. */
export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  return (
    <AdminShell {...loaderData}>
      <Outlet />
    </AdminShell>
  );
}
