import { Form, useNavigation } from "react-router";
import { dayAndYear } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { lastUsed } from "#src/modules/base/identity/rules/last-used.ts";
import { CONNECTION_LIST } from "#src/modules/programs/connections/rules/connection-list.ts";
import type { Connection } from "#src/modules/programs/connections/schema.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { ListHead, ListPages } from "#src/ui/admin/list/list-page.tsx";
import { useList } from "#src/ui/admin/list/use-list.ts";
import { Panel } from "#src/ui/admin/panel.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import type { Route } from "#routes/admin/programs/+types/connections.ts";

/** The programs that may act for somebody of staff: one's own, and for admins everybody's. */
export default function Connections({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText();
  useFlash(actionData);
  const { connections, isMore, isAll, query, now, address } = loaderData;
  const list = useList(CONNECTION_LIST, "/admin/connections", query);
  return (
    <>
      <ListHead
        list={list}
        title={t("admin.page.connections")}
        meta={t("connections-admin.meta", { count: connections.length })}
      />
      <p className="mb-3 max-w-prose text-text-2">
        {t("connections-admin.lead")} <code className="break-all">{address}</code>
      </p>
      <Panel padded={false}>
        {connections.length > 0 ? (
          <ul aria-label={t("admin.page.connections")} className="divide-y divide-border">
            {connections.map((connection) => (
              <Row key={connection.id} of={connection} isAll={isAll} now={now} />
            ))}
          </ul>
        ) : (
          <Empty title={t("connections-admin.empty")} text={t("connections-admin.emptyText")} />
        )}
        <ListPages list={list} isMore={isMore} />
      </Panel>
    </>
  );
}

function Row({ of, isAll, now }: { of: Connection; isAll: boolean; now: string }) {
  const { t, locale } = useText();
  const busy = useNavigation().formMethod === "POST";
  const { id, program, host, person, scopes, since, until, used } = of;
  const facts = [
    ...(isAll ? [person] : []),
    host ?? t("connections.ownDevice"),
    t("connections-admin.since", { day: dayAndYear(since, locale) }),
    t("connections-admin.until", { day: dayAndYear(until, locale) }),
    used === null
      ? t("connections-admin.never")
      : t("connections-admin.used", { when: lastUsed(new Date(used), new Date(now), locale) }),
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3.5 py-3 wrap-anywhere">
      <div className="grid min-w-0 grow basis-64 gap-0.5">
        <p className="font-semibold">{program}</p>
        <p className="text-fine text-text-2">{facts.join(" · ")}</p>
        <p className="text-fine text-text-2">{scopes.map((scope) => t(`connections.scope.${scope}`)).join(" · ")}</p>
      </div>
      <details>
        <summary className="min-h-9 content-center font-semibold text-low-text pointer-coarse:min-h-11">
          {t("connections-admin.end")}
        </summary>
        <Form method="post" preventScrollReset className="grid gap-2 pt-1">
          <input type="hidden" name="intent" value="end" />
          <input type="hidden" name="id" value={id} />
          <p className="max-w-72 text-text-2">{t("connections-admin.endText", { program, person })}</p>
          <div>
            <AdminButton type="submit" kind="danger" busy={busy}>
              {t("connections-admin.endNow")}
            </AdminButton>
          </div>
        </Form>
      </details>
    </li>
  );
}
