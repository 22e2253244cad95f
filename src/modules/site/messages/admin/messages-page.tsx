import type { Route } from "#routes/admin/site/+types/messages.ts";
import { useFetcher } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import type { Text } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { MessagePanel } from "#src/modules/site/messages/admin/message-panel.tsx";
import type { MessageAct } from "#src/modules/site/messages/rules/admin.ts";
import type { ListedMessage, MessageFilter, OpenMessage, SavedReply } from "#src/modules/site/messages/schema.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { SearchField } from "#src/ui/admin/filter-bar.tsx";
import { hiddenParams, listHref } from "#src/ui/admin/list-href.ts";
import { Moment } from "#src/ui/admin/moment.tsx";
import { Nearest } from "#src/ui/admin/nearest.tsx";
import { neighboursOf } from "#src/ui/admin/neighbours.ts";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { PageTurner } from "#src/ui/admin/pager.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { type Column, DataTable, type PhoneRow } from "#src/ui/admin/table.tsx";
import { useUndo } from "#src/ui/admin/use-undo.ts";
import { ViewTabs } from "#src/ui/admin/view-tabs.tsx";

const PAGE = 50;
const VIEWS = ["new", "done", "all", "suspect"] as const;

type MessagesProps = {
  list: {
    messages: ListedMessage[];
    /** what a search text that finds none may have meant */
    near: string[];
    counts: Record<(typeof VIEWS)[number], number>;
    total: number;
    mayChange: boolean;
  };
  filter: MessageFilter;
  /** The message of the open panel, with its form's key. */
  open: (OpenMessage & { key: string }) | null;
  replies: readonly SavedReply[];
};

/** Messages to us, with the open one beside. */
function Messages({ list, filter, open, replies }: MessagesProps) {
  const { t, locale } = useText("messages-replies");
  const path = localizedPath("/admin/messages", locale);
  const view = filter.view === "new" ? undefined : filter.view;
  const hrefOf = (over: Parameters<typeof listHref>[1]) => listHref(path, { ...filter, view, ...over });
  const act = useFetcher<MessageAct>();
  useUndo(act);
  const { messages, counts, total, mayChange } = list;
  return (
    <>
      <PageHead
        title={t("messages-admin.title")}
        tab={t("admin.tab", { page: t("messages-admin.title"), brand: t("common.brand") })}
        meta={t("messages-admin.meta", { count: counts.new })}
        actions={
          <AdminLink to={localizedPath("/admin/messages/replies", locale)}>{t("messages-replies.title")}</AdminLink>
        }
      />
      {!mayChange && <p className="mb-3 text-text-2">{t("messages-admin.readOnly")}</p>}
      <ViewTabs
        label={t("messages-admin.views")}
        views={VIEWS.map((one) => ({
          label: t(`messages-admin.view.${one}`),
          href: hrefOf({ view: one === "new" ? undefined : one, page: 1 }),
          current: one === filter.view,
          count: counts[one],
        }))}
      />
      <div className="mb-2.5 flex flex-wrap items-center gap-2">
        <SearchField
          label={t("messages-admin.search")}
          placeholder={t("messages-admin.search")}
          value={filter.q}
          kept={hiddenParams({ view }, [])}
        />
      </div>
      <Panel padded={false}>
        <MessageTable
          messages={messages}
          near={list.near}
          filter={filter}
          hrefOf={hrefOf}
          opened={open?.id ?? null}
          path={path}
        />
        <PageTurner page={filter.page} size={PAGE} total={total} hrefOf={(page) => hrefOf({ page })} />
      </Panel>
      {open && (
        <MessagePanel
          key={open.id}
          message={open}
          mayChange={mayChange}
          closeHref={hrefOf({})}
          {...neighboursOf(messages, open.id, ({ id }) => hrefOf({ open: id }))}
          act={act}
          replies={replies}
        />
      )}
    </>
  );
}

type MessageTableProps = {
  near: readonly string[];
  messages: ListedMessage[];
  filter: MessageFilter;
  hrefOf: (over: Record<string, string>) => string;
  opened: string | null;
  path: string;
};

function MessageTable({ near, messages, filter, hrefOf, opened, path }: MessageTableProps) {
  const { t } = useText();
  const isFiltered = filter.q !== "" || filter.view === "done" || filter.view === "suspect";
  return (
    <DataTable
      label={t("messages-admin.title")}
      columns={columnsOf(t)}
      rows={messages}
      rowId={({ id }) => id}
      openHref={({ id }) => hrefOf({ open: id })}
      opened={opened}
      phone={phoneRow}
      empty={
        isFiltered ? (
          <Nearest
            search={filter.q}
            near={near}
            hrefOf={(q) => listHref(path, { view: filter.view === "suspect" ? "suspect" : "all", q })}
            otherwise={
              <Empty
                title={t("messages-admin.none.title")}
                text={t("messages-admin.none.text")}
                action={<AdminLink to={`${path}?view=all`}>{t("messages-admin.empty.all")}</AdminLink>}
              />
            }
          />
        ) : (
          <Empty
            title={t("messages-admin.empty.title")}
            text={t("messages-admin.empty.text")}
            action={<AdminLink to={`${path}?view=all`}>{t("messages-admin.empty.all")}</AdminLink>}
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
