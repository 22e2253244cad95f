import { useText } from "#src/locales/use-text.ts";
import { KeyList } from "#src/modules/programs/api-keys/admin/key-list.tsx";
import { KeyPanel, NewKeyPanel } from "#src/modules/programs/api-keys/admin/key-panel.tsx";
import { KEY_LIST } from "#src/modules/programs/api-keys/rules/key-list.ts";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { ListHead, ListPages } from "#src/ui/admin/list/list-page.tsx";
import { useList } from "#src/ui/admin/list/use-list.ts";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import { Plus } from "#src/ui/lucide/icons.ts";
import type { Route } from "#routes/admin/programs/+types/api-keys.ts";

/** The keys by which programs of partners, and the house's own, use the API. */
export default function ApiKeys({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText();
  useFlash(actionData);
  const { keys, query, isMore, partners, cities, now } = loaderData;
  const list = useList(KEY_LIST, "/admin/api-keys", query);
  const { partner, page } = query;
  const no = actionData && !actionData.done ? actionData : null;
  const fresh = actionData?.fresh ?? null;
  const open = keys.find(({ id }) => id === query.open);
  const isNew = query.new !== null && !open;
  const make = (
    <AdminLink kind="ink" to={list.hrefOf({ new: "1", page: 1 })} icon={<Plus aria-hidden size={15} />}>
      {t("api-keys.new")}
    </AdminLink>
  );
  return (
    <>
      <ListHead
        list={list}
        title={t("api-keys.title")}
        meta={
          page > 1 || isMore
            ? t("admin.pageNumber", { page })
            : keys.length > 0 && t("api-keys.meta", { count: keys.length })
        }
        actions={
          <>
            {partner && <AdminLink to={list.path}>{t("api-keys.all")}</AdminLink>}
            {keys.length > 0 && make}
          </>
        }
      />
      <p className="mb-3 max-w-prose text-text-2">
        {t("api-keys.lead")}{" "}
        <a className="font-semibold text-agave-text" href="/api/docs">
          {t("api-keys.docs")}
        </a>
      </p>
      <KeyList
        keys={keys}
        opened={open?.id ?? null}
        now={now}
        hrefOf={({ id }) => list.hrefOf({ open: id })}
        action={make}
        foot={<ListPages list={list} isMore={isMore} />}
      />
      {open && (
        <KeyPanel
          key={`${open.id} ${open.version}`}
          of={open}
          cities={cities}
          fresh={fresh?.id === open.id ? fresh : null}
          refused={no?.id === open.id ? no : null}
          now={now}
          closeHref={list.hrefOf()}
        />
      )}
      {isNew && (
        <NewKeyPanel
          partners={partners}
          cities={cities}
          partnerId={partner}
          fresh={fresh}
          newKey={keys.find(({ id }) => id === fresh?.id) ?? null}
          refused={no?.id === "" ? no : null}
          closeHref={list.hrefOf({ page: 1 })}
        />
      )}
    </>
  );
}
