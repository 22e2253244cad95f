import type { ReactNode } from "react";
import { useText } from "#src/locales/use-text.ts";
import type { AdminState } from "#src/modules/partners/desk/rules/device.ts";
import type { AdminDesk } from "#src/modules/partners/desk/schema.ts";
import { lastUsed } from "#src/modules/base/identity/rules/last-used.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { Moment } from "#src/ui/admin/moment.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { type Column, DataTable } from "#src/ui/admin/table.tsx";

const TONES = { unbound: "waiting", expired: "none", in_use: "done", locked: "failed", revoked: "none" } as const;

/** What became of a desk, as a word. */
export function DeskBadge({ state }: { state: AdminState }) {
  const { t } = useText();
  return <Badge tone={TONES[state]}>{t(`desk-admin.state.${state}`)}</Badge>;
}

const since = ({ since: at }: AdminDesk) => <Moment at={at} />;
const standing = ({ state }: AdminDesk) => <DeskBadge state={state} />;

type DeskListProps = {
  desks: readonly AdminDesk[];
  opened: string | null;
  /** When the data was loaded (ISO instant). */
  now: string;
  hrefOf: (desk: AdminDesk) => string;
  /** The way to its other pages. */
  foot: ReactNode;
};

/** The phones and tablets at receptions. */
export function DeskList({ desks, opened, now, hrefOf, foot }: DeskListProps) {
  const { t, locale } = useText();
  const lastSeen = ({ seen: at }: AdminDesk) =>
    at === null ? t("desk-admin.never") : lastUsed(new Date(at), new Date(now), locale);
  const columns: Column<AdminDesk>[] = [
    { id: "name", head: t("desk-admin.name"), cell: ({ name }) => name },
    { id: "partner", head: t("desk-admin.partner"), cell: ({ partner }) => partner },
    { id: "seen", head: t("desk-admin.seen"), cell: lastSeen },
    { id: "since", head: t("desk-admin.since"), cell: since },
    { id: "state", head: t("desk-admin.state"), cell: standing },
  ];
  return (
    <Panel title={t("desk-admin.list")} padded={false}>
      <DataTable
        label={t("desk-admin.list")}
        columns={columns}
        rows={desks}
        rowId={({ id }) => id}
        opened={opened}
        openHref={hrefOf}
        phone={(desk) => ({
          first: desk.name,
          second: [desk.partner, lastSeen(desk)].join(" · "),
          end: standing(desk),
        })}
        empty={<Empty title={t("desk-admin.empty")} text={t("desk-admin.emptyText")} />}
      />
      {foot}
    </Panel>
  );
}
