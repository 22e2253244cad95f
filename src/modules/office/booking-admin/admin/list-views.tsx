import { Bookmark, Pencil } from "#src/ui/lucide/icons.ts";
import { useState } from "react";
import { useFetcher } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { useExtent } from "#src/modules/office/booking-admin/admin/use-extent.ts";
import {
  bookingQueryIn,
  type BookingQuery,
  listText,
  viewOf,
} from "#src/modules/office/booking-admin/rules/booking-list.ts";
import type { List } from "#src/ui/admin/list/use-list.ts";
import type { ListAnswer, View } from "#src/modules/office/booking-admin/schema.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { AdminDialog } from "#src/ui/admin/confirm.tsx";
import { AdminField, AdminInput } from "#src/ui/admin/field.tsx";
import { useUndo } from "#src/ui/admin/use-undo.ts";
import { ViewTabs } from "#src/ui/admin/view-tabs.tsx";

type ListViewsProps = { list: List<BookingQuery>; views: readonly View[] };

/** Shared and own views with their booking counts; the current filters can be saved as a view. */
export function ListViews({ list, views }: ListViewsProps) {
  const { t } = useText("booking-admin-list", "admin");
  const { countIn } = useExtent();
  const { path: base, values: query } = list;
  const fetcher = useFetcher<ListAnswer>();
  const answer = fetcher.data;
  // ignore answers from before the dialog was opened
  const [opened, setOpened] = useState<{ before: ListAnswer | undefined } | null>(null);
  const answered = opened && answer !== opened.before ? answer : undefined;
  // close during the render that brings the answer: the list it may bring can belong to another view
  if (answered?.done) setOpened(null);
  useUndo(fetcher, { action: base });
  const read = views.map((view) => bookingQueryIn(view.query));
  const at = read.findIndex((one) => viewOf(one) === viewOf(query));
  const current = views[at];
  // a view keeps no words that were searched for: they alone are none
  const isNew = !read.some((one) => viewOf(one) === viewOf({ ...query, q: "" }));
  const own = current && current.name !== null ? { id: current.id, name: current.name } : null;
  return (
    <>
      <ViewTabs
        label={t("booking-admin-list.views")}
        views={views.map((view, i) => ({
          label: view.name ?? t(`booking-admin-list.view.${view.id as "everything"}`),
          href: list.hrefOf({
            ...read[i],
            ...(view.name === null ? { cols: query.cols, rows: query.rows } : {}),
          }),
          current: i === at,
          count: countIn(view),
        }))}
        action={
          (own || isNew) && (
            <AdminButton
              kind="quiet"
              className="mb-0.5"
              icon={own ? <Pencil aria-hidden size={15} /> : <Bookmark aria-hidden size={15} />}
              onClick={() => setOpened({ before: answer })}
            >
              {own ? t("booking-admin-list.view.edit") : t("booking-admin-list.view.save")}
            </AdminButton>
          )
        }
      />
      {opened && (
        <ViewDialog
          key={own?.id}
          own={own}
          fetcher={fetcher}
          answer={answered}
          base={base}
          query={listText(query)}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

type ViewDialogProps = {
  own: { id: string; name: string } | null;
  fetcher: ReturnType<typeof useFetcher<ListAnswer>>;
  /** The answer to the dialog's form. */
  answer: ListAnswer | undefined;
  base: string;
  query: string;
  onClose: () => void;
};

function ViewDialog({ own, fetcher, answer, base, query, onClose }: ViewDialogProps) {
  const { t } = useText();
  const wrong = answer?.fieldErrors?.[0]?.message ?? answer?.formError;
  return (
    <AdminDialog
      open
      title={own ? t("booking-admin-list.view.edit") : t("booking-admin-list.view.save")}
      onClose={onClose}
      footer={
        <>
          {own && (
            <fetcher.Form method="post" action={base} className="mr-auto">
              <input type="hidden" name="id" value={own.id} />
              <AdminButton type="submit" name="intent" value="delete-view" kind="danger">
                {t("booking-admin-list.view.delete")}
              </AdminButton>
            </fetcher.Form>
          )}
          <AdminButton onClick={onClose}>{t("booking-admin-list.back")}</AdminButton>
          <AdminButton kind="ink" type="submit" form="view-form" busy={fetcher.state !== "idle"}>
            {own ? t("booking-admin-list.view.rename") : t("booking-admin-list.view.keep")}
          </AdminButton>
        </>
      }
    >
      <fetcher.Form id="view-form" method="post" action={base}>
        <input type="hidden" name="intent" value={own ? "rename-view" : "save-view"} />
        <input type="hidden" name="id" value={own?.id ?? ""} />
        <input type="hidden" name="query" value={query} />
        <AdminField
          id="view-name"
          label={t("booking-admin-list.view.name")}
          help={t("booking-admin-list.view.help")}
          error={wrong && t(wrong, answer?.values)}
        >
          {(control) => (
            <AdminInput {...control} name="name" defaultValue={own?.name} maxLength={40} required autoComplete="off" />
          )}
        </AdminField>
      </fetcher.Form>
    </AdminDialog>
  );
}
