import type { ReactNode } from "react";
import { dayAndYear } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { lastUsed } from "#src/modules/base/identity/rules/last-used.ts";
import type { KeyState } from "#src/modules/programs/api-keys/rules/key-state.ts";
import type { AdminKey } from "#src/modules/programs/api-keys/schema.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { type Column, DataTable } from "#src/ui/admin/table.tsx";

const TONES = { in_use: "done", expired: "none", revoked: "none", partner_off: "waiting" } as const;

/** What has become of a key, and whether what it does is real. */
export function KeyBadges({ state, test }: { state: KeyState; test: boolean }) {
  const { t } = useText();
  return (
    <span className="inline-flex gap-1.5">
      <Badge tone={TONES[state]}>{t(`api-keys.state.${state}`)}</Badge>
      {test && (
        <Badge tone="waiting" plain>
          {t("api-keys.test")}
        </Badge>
      )}
    </span>
  );
}

const standing = ({ state, test }: AdminKey) => <KeyBadges state={state} test={test} />;
const prefix = ({ secrets }: AdminKey) => <code className="text-fine">{secrets[0]?.prefix}…</code>;
const scopes = (key: AdminKey) => (
  <span className="block w-52 py-1.5 text-fine whitespace-normal">{key.scopes.join(", ")}</span>
);

type KeyListProps = {
  keys: readonly AdminKey[];
  opened: string | null;
  /** When the data was loaded (ISO instant). */
  now: string;
  hrefOf: (key: AdminKey) => string;
  /** What the empty list offers. */
  action: ReactNode;
  /** The way to its other pages. */
  foot: ReactNode;
};

/** The keys of programs. */
export function KeyList({ keys, opened, now, hrefOf, action, foot }: KeyListProps) {
  const { t, locale } = useText();
  const use = ({ used }: AdminKey) =>
    used === null ? t("api-keys.never") : lastUsed(new Date(used), new Date(now), locale);
  const whose = ({ partner }: AdminKey) => partner?.name ?? t("api-keys.house");
  const name = (key: AdminKey) => (
    <span className="grid py-1.5">
      <span className="truncate">{key.name}</span>
      <span className="truncate font-normal text-text-3">{whose(key)}</span>
    </span>
  );
  const phoneUse = (key: AdminKey) => (
    <span className="text-fine text-text-3">
      {key.used === null ? t("api-keys.unused") : t("api-keys.usedWhen", { when: use(key) })}
    </span>
  );
  const columns: Column<AdminKey>[] = [
    { id: "name", head: t("api-keys.name"), cell: name, grows: true },
    { id: "prefix", head: t("api-keys.prefix"), cell: prefix },
    { id: "scopes", head: t("api-keys.scopes"), cell: scopes },
    { id: "used", head: t("api-keys.used"), cell: use },
    { id: "expires", head: t("api-keys.expires"), cell: ({ expiresOn: day }) => (day ? dayAndYear(day, locale) : "–") },
    { id: "state", head: t("api-keys.state"), cell: standing },
  ];
  return (
    <Panel padded={false}>
      <DataTable
        label={t("api-keys.title")}
        columns={columns}
        rows={keys}
        rowId={({ id }) => id}
        opened={opened}
        openHref={hrefOf}
        phone={(key) => ({
          first: key.name,
          second: whose(key),
          end: standing(key),
          endSecond: phoneUse(key),
        })}
        empty={<Empty title={t("api-keys.empty")} text={t("api-keys.emptyText")} action={action} />}
      />
      {foot}
    </Panel>
  );
}
