import { Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { EndpointBadge } from "#src/modules/programs/webhooks/admin/endpoint-badge.tsx";
import type { ListedEndpoint } from "#src/modules/programs/webhooks/schema.ts";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { Plus } from "#src/ui/lucide/icons.ts";
import type { Route } from "#routes/admin/programs/+types/webhooks.ts";

/** The addresses of other systems that are told what happens, those that need somebody first. */
export default function Webhooks({ loaderData: { endpoints } }: Route.ComponentProps) {
  const { t, locale } = useText();
  const add = (
    <AdminLink kind="ink" to={localizedPath("/admin/webhooks/new", locale)} icon={<Plus aria-hidden size={15} />}>
      {t("webhooks-admin.add")}
    </AdminLink>
  );
  return (
    <>
      <PageHead
        title={t("admin.page.webhooks")}
        tab={t("admin.tab", { page: t("admin.page.webhooks"), brand: t("common.brand") })}
        meta={endpoints.length > 0 && t("webhooks-admin.meta", { count: endpoints.length })}
        actions={endpoints.length > 0 && add}
      />
      <Panel padded={false}>
        {endpoints.length > 0 ? (
          <ul aria-label={t("webhooks-admin.list")} className="divide-y divide-border">
            {endpoints.map((endpoint) => (
              <Row key={endpoint.id} endpoint={endpoint} />
            ))}
          </ul>
        ) : (
          <Empty title={t("webhooks-admin.empty.title")} text={t("webhooks-admin.empty.text")} action={add} />
        )}
      </Panel>
    </>
  );
}

function Row({ endpoint }: { endpoint: ListedEndpoint }) {
  const { t, locale } = useText();
  const { id, url, description, partner, key, types, state, queued, dead } = endpoint;
  const facts = [
    partner ?? t("webhooks-admin.house"),
    ...(key === null ? [] : [t("webhooks-admin.byProgram", { key })]),
    t("webhooks-admin.typeCount", { count: types }),
    ...(queued > 0 ? [t("webhooks-admin.queuedCount", { count: queued })] : []),
    ...(dead > 0 ? [t("webhooks-admin.deadCount", { count: dead })] : []),
  ];
  return (
    <li className="relative flex items-start gap-3 px-3.5 py-2.5 hover:bg-hover">
      <span className="min-w-0 grow">
        <Link
          to={localizedPath(`/admin/webhooks/${id}`, locale)}
          className="block truncate font-semibold text-text no-underline after:absolute after:inset-0"
        >
          {description || url}
        </Link>
        {description && <span className="block truncate text-text-3">{url}</span>}
        <span className="block text-text-2">{facts.join(" · ")}</span>
      </span>
      <EndpointBadge state={state} />
    </li>
  );
}
