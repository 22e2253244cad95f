import { LogOut, TriangleAlert, UserMinus } from "#src/ui/lucide/icons.ts";
import { useState } from "react";
import { Form, useNavigation, useSubmit } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { citiesSaid, RoleCities } from "#src/modules/base/identity/admin/role-cities.tsx";
import { Factor } from "#src/modules/base/identity/admin/staff-list.tsx";
import type { StaffAnswer } from "#src/modules/base/identity/admin/staff-answer.ts";
import { lastUsed } from "#src/modules/base/identity/rules/last-used.ts";
import { ROLES } from "#src/modules/base/identity/rules/permissions.ts";
import type { RoleCity, StaffMember } from "#src/modules/base/identity/schema.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { ConfirmDialog } from "#src/ui/admin/confirm.tsx";
import { AdminField, AdminNotice, AdminSelect } from "#src/ui/admin/field.tsx";
import { SidePanel } from "#src/ui/admin/side-panel.tsx";

type PersonPanelProps = {
  person: StaffMember;
  cities: readonly RoleCity[];
  mayChange: boolean;
  refused: StaffAnswer | null;
  closeHref: string;
  now: string;
};

/** One person: role and sessions, and for admins what can be changed about them. */
export function PersonPanel({ person, cities, mayChange, refused, closeHref, now }: PersonPanelProps) {
  const { t, locale } = useText();
  const acts = mayChange && <PersonActs person={person} />;
  return (
    <SidePanel title={person.name} meta={person.email} closeHref={closeHref} footer={acts}>
      <dl className="my-3.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
        <dt className="text-text-3">{t("identity-admin.roleHead")}</dt>
        <dd>
          <span className="font-semibold">{t(`identity-admin.role.${person.role}`)}</span>
          <p className="text-text-2">{t(`identity-admin.may.${person.role}`)}</p>
        </dd>
        <dt className="text-text-3">{t("identity-admin.cities")}</dt>
        <dd>{citiesSaid(person.cities, cities) ?? t("identity-admin.cities.all")}</dd>
        <dt className="text-text-3">{t("identity-admin.factor")}</dt>
        <dd>
          <Factor person={person} />
          {!person.secondFactor && <p className="text-text-2">{t("identity-admin.factor.offHelp")}</p>}
        </dd>
        <dt className="text-text-3">{t("identity-admin.seen")}</dt>
        <dd>{person.seen ? lastUsed(new Date(person.seen), new Date(now), locale) : t("identity-admin.seen.never")}</dd>
        <dt className="text-text-3">{t("identity-admin.sessions")}</dt>
        <dd>{t("identity-admin.sessions.count", { count: person.sessions })}</dd>
      </dl>
      {person.bySetting && <AdminNotice>{t("identity-admin.bySettingHelp")}</AdminNotice>}
      {mayChange && !person.bySetting && (
        <RoleForm key={refused?.at} person={person} cities={cities} refused={refused} />
      )}
    </SidePanel>
  );
}

type RoleFormProps = Pick<PersonPanelProps, "person" | "cities" | "refused">;

function RoleForm({ person, cities, refused }: RoleFormProps) {
  const { t } = useText();
  const busy = useNavigation().formData?.get("intent") === "role";
  const chosen = refused ? (refused.formValues?.["cities"]?.split(",") ?? []) : (person.cities ?? []);
  const [role, setRole] = useState(refused?.formValues?.["role"] ?? person.role);
  return (
    <Form
      method="post"
      action={`?open=${person.id}`}
      preventScrollReset
      className="grid gap-3 border-t border-border pt-3.5"
    >
      <input type="hidden" name="intent" value="role" />
      <input type="hidden" name="id" value={person.id} />
      <input type="hidden" name="was" value={person.role} />
      <input type="hidden" name="was_cities" value={person.cities?.join() ?? ""} />
      {refused?.unsure && <input type="hidden" name="sure" value="yes" />}
      {refused && <RefusedNotice refused={refused} />}
      <AdminField id="role" label={t("identity-admin.newRole")} help={t("identity-admin.counts")}>
        {(control) => (
          <AdminSelect {...control} name="role" value={role} onChange={(event) => setRole(event.target.value)}>
            {ROLES.map((one) => (
              <option key={one} value={one}>
                {t(`identity-admin.role.${one}`)}
              </option>
            ))}
          </AdminSelect>
        )}
      </AdminField>
      <p className="text-text-2">{t(`identity-admin.may.${ROLES.find((one) => one === role) ?? "customer"}`)}</p>
      {role !== "admin" && role !== "customer" && <RoleCities cities={cities} chosen={chosen} />}
      <AdminButton
        type="submit"
        kind={refused?.unsure ? "dangerFill" : "ink"}
        busy={busy}
        className="justify-self-start"
      >
        {t(refused?.unsure ? "identity-admin.selfConfirm" : "identity-admin.save")}
      </AdminButton>
    </Form>
  );
}

/** Why an action was refused, announced again for every response. */
export function RefusedNotice({ refused: { at, formError, current, unsure } }: { refused: StaffAnswer }) {
  const { t } = useText();
  const values = { current: current ? t(`identity-admin.role.${current}`) : "" };
  if (!formError && !unsure) return null;
  return (
    <div key={at} role="alert">
      <AdminNotice tone={unsure ? "judge" : "failed"} icon={<TriangleAlert aria-hidden size={16} />}>
        {unsure && <p className="font-semibold">{t("identity-admin.selfTitle")}</p>}
        <p>{unsure ? t("identity-admin.selfEffect") : formError && t(formError, values)}</p>
      </AdminNotice>
    </div>
  );
}

/** Actions that end something for the person, each behind a confirmation. */
function PersonActs({ person }: { person: StaffMember }) {
  const { t } = useText();
  const submit = useSubmit();
  const [asks, setAsks] = useState<"sign_out" | "role" | null>(null);
  const { id, name, role, sessions, bySetting } = person;
  const send = (fields: Record<string, string>) => {
    setAsks(null);
    void submit({ id, ...fields }, { method: "post", action: `?open=${id}`, preventScrollReset: true });
  };
  return (
    <>
      <AdminButton
        icon={<LogOut aria-hidden size={15} />}
        disabled={sessions === 0}
        onClick={() => setAsks("sign_out")}
      >
        {t("identity-admin.signOut")}
      </AdminButton>
      {!bySetting && (
        <AdminButton
          kind="danger"
          icon={<UserMinus aria-hidden size={15} />}
          className="ml-auto"
          onClick={() => setAsks("role")}
        >
          {t("identity-admin.takeRole")}
        </AdminButton>
      )}
      <ConfirmDialog
        open={asks === "sign_out"}
        title={t("identity-admin.signOutTitle", { name })}
        confirmLabel={t("identity-admin.signOut")}
        cancelLabel={t("identity-admin.keep")}
        onConfirm={() => send({ intent: "sign_out", name })}
        onClose={() => setAsks(null)}
      >
        <p>{t("identity-admin.signOutEffect", { count: sessions })}</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={asks === "role"}
        dangerous
        title={t("identity-admin.takeRoleTitle", { name })}
        confirmLabel={t("identity-admin.takeRole")}
        cancelLabel={t("identity-admin.keep")}
        onConfirm={() => send({ intent: "role", role: "customer", was: role, was_cities: person.cities?.join() ?? "" })}
        onClose={() => setAsks(null)}
      >
        <p>{t("identity-admin.takeRoleEffect", { name, role: t(`identity-admin.role.${role}`) })}</p>
      </ConfirmDialog>
    </>
  );
}
