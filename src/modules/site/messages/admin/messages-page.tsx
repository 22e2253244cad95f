import { ListPage } from "#src/ui/admin/list/list-page.tsx";
import { useList } from "#src/ui/admin/list/use-list.ts";
import type { Route } from "#routes/admin/site/+types/messages.ts";
import { useFetcher } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import type { Text } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { MessagePanel } from "#src/modules/site/messages/admin/message-panel.tsx";
import type { MessageAct } from "#src/modules/site/messages/rules/admin.ts";
import { MESSAGE_LIST, MESSAGE_VIEWS, type MessageFilter } from "#src/modules/site/messages/rules/message-list.ts";
import type { ListedMessage, OpenMessage, SavedReply } from "#src/modules/site/messages/schema.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { Moment } from "#src/ui/admin/moment.tsx";
import type { Column, PhoneRow } from "#src/ui/admin/table.tsx";
import { useUndo } from "#src/ui/admin/use-undo.ts";

const PAGE = 50;

type MessagesProps = {
  list: {
    messages: ListedMessage[];
    /** what a search text that finds none may have meant */
    near: string[];
    counts: Record<MessageFilter["view"], number>;
    total: number;
    mayChange: boolean;
  };
  filter: MessageFilter;
  /** The message of the open panel, with its form's key. */
  open: (OpenMessage & { key: string }) | null;
  replies: readonly SavedReply[];
};

/** Messages to us, with the open one beside. */
function Messages({ list: found, filter, open, replies }: MessagesProps) {
  const { t, locale } = useText("messages-replies");
  const list = useList(MESSAGE_LIST, "/admin/messages", filter);
  const act = useFetcher<MessageAct>();
  useUndo(act);
  const { messages, near, counts, total, mayChange } = found;
  const { q, view } = filter;
  const text = q !== "" || view === "done" || view === "suspect" ? "none" : "empty";
  return (
    <ListPage
      list={list}
      title={t("messages-admin.title")}
      meta={t("messages-admin.meta", { count: counts.new })}
      actions={
        <AdminLink to={localizedPath("/admin/messages/replies", locale)}>{t("messages-replies.title")}</AdminLink>
      }
      lead={!mayChange && <p className="mb-3 text-text-2">{t("messages-admin.readOnly")}</p>}
      views={{
        label: t("messages-admin.views"),
        views: MESSAGE_VIEWS.map((one) => [one, t(`messages-admin.view.${one}`), counts[one]]),
      }}
      search={{ label: t("messages-admin.search") }}
      columns={columnsOf(t)}
      rows={messages}
      phone={phoneRow}
      opens="open"
      opened={open?.id ?? null}
      near={near}
      nearHref={(spelling) => list.hrefOf({ view: view === "suspect" ? "suspect" : "all", q: spelling })}
      empty={{
        title: t(`messages-admin.${text}.title`),
        text: t(`messages-admin.${text}.text`),
        action: <AdminLink to={list.hrefOf({ view: "all", q: "" })}>{t("messages-admin.empty.all")}</AdminLink>,
      }}
      pages={{ size: PAGE, total }}
      panel={
        open && (
          <MessagePanel
            key={open.id}
            message={open}
            mayChange={mayChange}
            {...list.panelLinks("open", messages, open.id)}
            act={act}
            replies={replies}
          />
        )
      }
    />
  );
}

const columnsOf = (t: Text): Column<ListedMessage>[] => [
  { id: "from", head: t("messages-admin.from"), cell: (message) => <Sender message={message} /> },
  {
    id: "about",
    head: t("messages-admin.about"),
    cell: ({ subject, start, language }) => (
      <span lang={language} className="grid max-w-[44ch] py-1.5">
        <span className="truncate">{subject}</span>
        <span className="truncate text-fine text-text-3">{start}</span>
      </span>
    ),
  },
  { id: "status", head: t("messages-admin.status"), cell: (message) => <Status message={message} /> },
  { id: "when", head: t("messages-admin.when"), numeric: true, cell: ({ at }) => <Moment at={at} /> },
];

const phoneRow = (message: ListedMessage): PhoneRow => ({
  first: message.name,
  second: <span lang={message.language}>{message.subject}</span>,
  end: <Status message={message} />,
  endSecond: (
    <span className="text-fine text-text-3">
      <Moment at={message.at} />
    </span>
  ),
});

const Sender = ({ message: { name, email } }: { message: ListedMessage }) => (
  <span className="grid max-w-52 py-1.5">
    <span className="truncate">{name}</span>
    <span className="truncate text-fine font-normal text-text-3">{email}</span>
  </span>
);

function Status({ message: { status, answers } }: { message: ListedMessage }) {
  const { t } = useText();
  if (status === "new" && answers === 0) return <Badge tone="waiting">{t("messages-admin.status.new")}</Badge>;
  if (status === "new") return <Badge tone="judge">{t("messages-admin.status.answered")}</Badge>;
  return <Badge tone="done">{t("messages-admin.status.done")}</Badge>;
}

export default function MessagesPage({ loaderData }: Route.ComponentProps) {
  return <Messages {...loaderData} />;
}
