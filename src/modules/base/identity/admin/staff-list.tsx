import { lastUsed } from "#src/modules/base/identity/rules/last-used.ts";
import { citiesSaid } from "#src/modules/base/identity/admin/role-cities.tsx";
import type { RoleCity, StaffMember } from "#src/modules/base/identity/schema.ts";
import { useText } from "#src/locales/use-text.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { type Column, DataTable } from "#src/ui/admin/table.tsx";

type StaffListProps = {
  people: readonly StaffMember[];
  cities: readonly RoleCity[];
  /** Id of the signed-in user. */
  me: string | null;
  opened: string | null;
  /** When the data was loaded (ISO instant). */
  now: string;
};

const address = ({ email }: StaffMember) => <span className="text-text-2">{email}</span>;
const factor = (person: StaffMember) => <Factor person={person} />;
const factorAlone = (person: StaffMember) => <Factor person={person} alone />;

/** All staff: role, second factor, and when they were last here. */
export function StaffList({ people, cities, me, opened, now }: StaffListProps) {
  const { t, locale } = useText();
  const lastSeen = ({ seen: at }: StaffMember) =>
    at === null ? t("identity-admin.seen.never") : lastUsed(new Date(at), new Date(now), locale);
  const name = (person: StaffMember) => (
    <>
      {person.name} {person.id === me && <span className="font-normal text-text-3">({t("identity-admin.me")})</span>}
    </>
  );
  const roleName = (person: StaffMember) =>
    t(person.bySetting ? "identity-admin.bySetting" : `identity-admin.role.${person.role}`);
  const role = (person: StaffMember) =>
    [roleName(person), citiesSaid(person.cities, cities)].filter(Boolean).join(" · ");
  const columns: Column<StaffMember>[] = [
    { id: "name", head: t("identity-admin.name"), cell: name },
    { id: "email", head: t("identity-admin.email"), cell: address },
    { id: "role", head: t("identity-admin.roleHead"), cell: role },
    { id: "factor", head: t("identity-admin.factor"), cell: factor },
    { id: "seen", head: t("identity-admin.seen"), cell: lastSeen },
    {
      id: "sessions",
      head: t("identity-admin.sessions"),
      cell: ({ sessions }) => t("identity-admin.sessions.count", { count: sessions }),
    },
  ];
  return (
    <Panel
      title={t("identity-admin.list")}
      padded={false}
      footer={people.some(({ bySetting }) => bySetting) && t("identity-admin.bySettingHelp")}
    >
      <DataTable
        label={t("identity-admin.list")}
        columns={columns}
        rows={people}
        rowId={({ id }) => id}
        opened={opened}
        openHref={({ id }) => `?open=${id}`}
        phone={(person) => ({
          first: name(person),
          second: [citiesSaid(person.cities, cities), person.email].filter(Boolean).join(" · "),
          end: roleName(person),
          endSecond: factorAlone(person),
        })}
        empty={null}
      />
    </Panel>
  );
}

/** Whether a person signs in with a second factor. `alone`: without a head that says what it is about. */
export function Factor({ person: { secondFactor }, alone = false }: { person: StaffMember; alone?: boolean }) {
  const { t } = useText();
  return secondFactor ? (
    <Badge tone="done">{t(alone ? "identity-admin.factor" : "identity-admin.factor.on")}</Badge>
  ) : (
    <Badge tone="waiting">{t(alone ? "identity-admin.factor.none" : "identity-admin.factor.off")}</Badge>
  );
}
