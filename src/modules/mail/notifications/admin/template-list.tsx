import { dateIn, HOME_ZONE, shortDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import type { Text } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { EmailTabs } from "#src/modules/mail/notifications/admin/email-tabs.tsx";
import { sayKind } from "#src/modules/mail/notifications/admin/email-words.tsx";
import type { ListedTemplate } from "#src/modules/mail/notifications/rules/template-answer.ts";
import type { WordingState } from "#src/modules/mail/notifications/rules/wording.ts";
import { Badge, type Tone } from "#src/ui/admin/badge.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { type Column, DataTable, type PhoneRow } from "#src/ui/admin/table.tsx";

type TemplateListProps = {
  groups: readonly { group: "guests" | "accounts" | "staff"; templates: readonly ListedTemplate[] }[];
  maySchedule: boolean;
};

/** Every kind of email: when it is sent, and whose texts it has. */
export function TemplateList({ groups, maySchedule }: TemplateListProps) {
  const { t, locale } = useText();
  const hrefOf = ({ kind }: ListedTemplate) => localizedPath(`/admin/emails/templates/${kind}`, locale);
  return (
    <>
      <PageHead
        title={t("notifications-templates.title")}
        tab={t("admin.tab", { page: t("notifications-templates.title"), brand: t("common.brand") })}
        meta={t("notifications-templates.meta")}
      />
      <EmailTabs current="texts" mayChange maySchedule={maySchedule} />
      <div className="grid gap-4">
        {groups.map(({ group, templates }) => (
          <Panel key={group} title={t(`notifications-admin.group.${group}`)} padded={false}>
            <DataTable
              label={t(`notifications-admin.group.${group}`)}
              rows={templates}
              rowId={({ kind }) => kind}
              openHref={hrefOf}
              columns={columnsOf(t)}
              phone={phoneRowIn(t)}
              empty={null}
            />
          </Panel>
        ))}
      </div>
    </>
  );
}

const columnsOf = (t: Text): Column<ListedTemplate>[] => [
  {
    id: "kind",
    head: t("notifications-templates.kind"),
    cell: ({ kind }) => <span className="block w-56 truncate">{sayKind(kind, t)}</span>,
  },
  {
    id: "when",
    head: t("notifications-templates.when"),
    cell: ({ kind }) => (
      <span className="block max-w-140 py-1.5 whitespace-normal text-text-2">{t(`email-kinds.sent.${kind}`)}</span>
    ),
  },
  {
    id: "wording",
    head: t("notifications-templates.wording"),
    cell: (template) => <Wording template={template} />,
  },
];

const phoneRowIn =
  (t: Text) =>
  ({ kind, state }: ListedTemplate): PhoneRow => ({
    first: sayKind(kind, t),
    second: t(`email-kinds.sent.${kind}`),
    ...(state === "ronda" ? {} : { end: <StateBadge state={state} /> }),
  });

const TONES: Record<WordingState, Tone> = { ronda: "none", own: "done", en: "waiting", es: "waiting" };

/** Whose texts an email has. */
export function StateBadge({ state }: { state: WordingState }) {
  const { t } = useText();
  return (
    <Badge tone={TONES[state]} plain={state === "ronda"}>
      {t(`notifications-templates.state.${state}`)}
    </Badge>
  );
}

function Wording({ template: { state, at, by } }: { template: ListedTemplate }) {
  const { t } = useText();
  const sayPublished = useSayPublished();
  return (
    <span className="grid w-72 justify-items-start py-1.5 whitespace-normal">
      <StateBadge state={state} />
      {(state === "en" || state === "es") && (
        <span className="text-fine text-text-2">{t(`notifications-templates.then.${state}`)}</span>
      )}
      {at && <span className="text-fine text-text-3">{sayPublished(at, by)}</span>}
    </span>
  );
}

/** When texts were published and by whom, in words. */
export function useSayPublished(): (at: string, by: string | null) => string {
  const { t, locale } = useText();
  return (at, by) => {
    const date = shortDate(dateIn(new Date(at), HOME_ZONE), locale);
    return by
      ? t("notifications-templates.publishedBy", { date, name: by })
      : t("notifications-templates.published", { date });
  };
}
