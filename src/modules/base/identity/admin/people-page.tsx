import { UserPlus } from "#src/ui/lucide/icons.ts";
import { useSearchParams } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { InvitePanel, Invitations } from "#src/modules/base/identity/admin/invitations.tsx";
import { PersonPanel } from "#src/modules/base/identity/admin/person-panel.tsx";
import { StaffList } from "#src/modules/base/identity/admin/staff-list.tsx";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import type { Route } from "#routes/admin/base/+types/people.ts";

/** Staff, their roles, and open invitations. */
export default function People({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText();
  const [query] = useSearchParams();
  useFlash(actionData);
  const no = actionData && !actionData.done ? actionData : null;
  const { people, invitations, cities, me, mayChange, now } = loaderData;
  const open = people.find(({ id }) => id === query.get("open"));
  const invites = mayChange && (query.get("do") === "invite" || no?.intent === "invite");
  return (
    <>
      <PageHead
        title={t("identity-admin.title")}
        tab={t("admin.tab", { page: t("identity-admin.title"), brand: t("common.brand") })}
        meta={t("identity-admin.meta", { people: people.length, open: invitations.length })}
        actions={
          mayChange && (
            <AdminLink kind="ink" icon={<UserPlus aria-hidden size={15} />} to="?do=invite" preventScrollReset>
              {t("identity-admin.invite")}
            </AdminLink>
          )
        }
      />
      <div className="grid gap-4">
        <StaffList people={people} cities={cities} me={me} opened={open?.id ?? null} now={now} />
        <Invitations
          invitations={invitations}
          cities={cities}
          mayChange={mayChange}
          refused={no?.intent === "revoke" ? no : null}
        />
      </div>
      {open && (
        <PersonPanel
          key={open.id}
          person={open}
          cities={cities}
          mayChange={mayChange}
          refused={no?.id === open.id ? no : null}
          closeHref="?"
          now={now}
        />
      )}
      {invites && !open && <InvitePanel cities={cities} refused={no?.intent === "invite" ? no : null} closeHref="?" />}
    </>
  );
}
