import { useState } from "react";
import { useSearchParams } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { Breadcrumb } from "#src/modules/site/catalog/admin/breadcrumb.tsx";
import { ReplyList, ReplyPanel } from "#src/modules/site/messages/admin/reply-list.tsx";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import type { Route } from "#routes/admin/site/+types/saved-replies.ts";

/** The texts that staff answer messages with again and again. */
export default function SavedReplies({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("messages-replies");
  const [query] = useSearchParams();
  useFlash(actionData);
  const { replies, mayChange, newId } = loaderData;
  // a form that is open keeps its id, and what is typed, when the list is read again
  const [first] = useState(newId);
  const unused = replies.some(({ id }) => id === first) ? newId : first;
  const no = actionData && !actionData.done ? actionData : null;
  const openId = query.get("open");
  const saved = replies.find(({ id }) => id === openId);
  const isNew = !saved && mayChange && (query.has("new") || no?.id === openId);
  const blank = { id: no?.id ?? unused, name: "", text_en: "", text_es: "" };
  const open = saved ?? (isNew ? blank : null);
  const title = t("messages-replies.title");
  return (
    <>
      <PageHead
        title={title}
        tab={t("admin.tab", { page: title, brand: t("common.brand") })}
        meta={t("messages-replies.meta")}
        back={<Breadcrumb to="/admin/messages" name={t("admin.page.messages")} />}
        actions={
          mayChange && (
            <AdminLink kind="ink" to="?new=1">
              {t("messages-replies.new")}
            </AdminLink>
          )
        }
      />
      <ReplyList replies={replies} opened={saved?.id ?? null} mayChange={mayChange} />
      {open && (
        <ReplyPanel
          key={open.id}
          reply={open}
          isNew={isNew}
          mayChange={mayChange}
          refused={no?.id === open.id ? no : null}
        />
      )}
    </>
  );
}
