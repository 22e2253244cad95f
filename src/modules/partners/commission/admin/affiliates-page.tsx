import { Partners } from "#src/modules/partners/commission/admin/partners.tsx";
import { StatementPanel } from "#src/modules/partners/commission/admin/statement-panel.tsx";
import type { Route } from "#routes/admin/+types/affiliates.ts";

export default function AffiliatesPage({ loaderData }: Route.ComponentProps) {
  const { statement, ...page } = loaderData;
  return <Partners {...page} statement={statement && <StatementPanel {...statement} />} />;
}
