import { useText } from "#src/locales/use-text.ts";
import { Findings } from "#src/modules/operations/admin/findings.tsx";
import { States } from "#src/modules/operations/admin/states.tsx";
import { healthOf } from "#src/modules/operations/queries.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import type { Route } from "./+types/health";

export async function loader({ context }: Route.LoaderArgs) {
  const seen = await healthOf(await staffContext(context));
  if (!seen.ok) throw refused({ missing: "health.read" });
  return { health: seen.health };
}

/** The state of the installation: what is wrong and what to do, then each part in figures. */
export default function Health({ loaderData: { health } }: Route.ComponentProps) {
  const { t } = useText();
  return (
    <>
      <PageHead
        title={t("operations.title")}
        tab={t("admin.tab", { page: t("operations.title"), brand: t("common.brand") })}
        meta={t("operations.meta", { count: health.findings.length })}
      />
      <div className="grid gap-4">
        <Findings findings={health.findings} />
        <States health={health} />
      </div>
    </>
  );
}
