import { Form, useNavigation } from "react-router";
import { dateIn, HOME_ZONE, shortDate } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { RefusedNotice } from "#src/modules/base/identity/admin/person-panel.tsx";
import type { StaffAnswer } from "#src/modules/base/identity/admin/staff-answer.ts";
import { citiesSaid, RoleCities } from "#src/modules/base/identity/admin/role-cities.tsx";
import { STAFF_ROLES } from "#src/modules/base/identity/rules/roles.ts";
import type { OpenInvitation, RoleCity } from "#src/modules/base/identity/schema.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { AdminField, AdminInput, AdminSelect, FieldErrorSummary } from "#src/ui/admin/field.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { SidePanel } from "#src/ui/admin/side-panel.tsx";
import { useFieldErrors } from "#src/ui/use-field-errors.ts";

type InvitationsProps = {
  invitations: readonly OpenInvitation[];
  cities: readonly RoleCity[];
  mayChange: boolean;
  refused: StaffAnswer | null;
};

/** Open invitations. */
export function Invitations({ invitations, cities, mayChange, refused }: InvitationsProps) {
  const { t } = useText();
  return (
    <Panel title={t("identity-admin.invitations")} padded={false}>
      {refused && (
        <div className="px-3.5 pb-3">
          <RefusedNotice refused={refused} />
        </div>
      )}
      {invitations.length === 0 ? (
        <p className="px-3.5 pb-3 text-text-2">{t("identity-admin.invitations.none")}</p>
      ) : (
        <ul>
          {invitations.map((one) => (
            <Invitation key={one.id} one={one} cities={cities} mayChange={mayChange} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

type InvitationProps = { one: OpenInvitation; cities: readonly RoleCity[]; mayChange: boolean };

function Invitation({ one, cities, mayChange }: InvitationProps) {
  const limit = citiesSaid(one.cities, cities);
  const { t, locale } = useText();
  const day = (instant: string) => shortDate(dateIn(new Date(instant), HOME_ZONE), locale);
  const { email, by } = one;
  const sent = by
    ? t("identity-admin.invitation.sentBy", { date: day(one.sent), by })
    : t("identity-admin.invitation.sent", { date: day(one.sent) });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-t border-border px-3.5 py-2">
      <div className="mr-auto min-w-0">
        <p className="truncate font-semibold">{email}</p>
        <p className="text-text-2">
          {t(`identity-admin.role.${one.role}`)}
          {limit === null ? "" : ` · ${limit}`}, {sent}
        </p>
      </div>
      <Badge tone={one.over ? "failed" : "waiting"}>
        {one.over
          ? t("identity-admin.invitation.over")
          : t("identity-admin.invitation.until", { date: day(one.expires) })}
      </Badge>
      {mayChange && (
        <div className="flex gap-1.5">
          <InvitationAct
            fields={{ intent: "invite", email, role: one.role, language: locale, cities: one.cities?.join() ?? "" }}
            label={t("identity-admin.invitation.again")}
            name={t("identity-admin.invitation.againTo", { email })}
          />
          <InvitationAct
            fields={{ intent: "revoke", id: one.id, email }}
            label={t("identity-admin.invitation.revoke")}
            name={t("identity-admin.invitation.revokeOf", { email })}
          />
        </div>
      )}
    </li>
  );
}

type InvitationActProps = { fields: Record<string, string>; label: string; name: string };

function InvitationAct({ fields, label, name }: InvitationActProps) {
  return (
    <Form method="post" action="?" preventScrollReset>
      {Object.entries(fields).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <AdminButton type="submit" small aria-label={name}>
        {label}
      </AdminButton>
    </Form>
  );
}

type InvitePanelProps = { cities: readonly RoleCity[]; refused: StaffAnswer | null; closeHref: string };

/** Invites a person by email address. */
export function InvitePanel({ cities, refused, closeHref }: InvitePanelProps) {
  const { t, locale } = useText();
  const { errors, errorOf } = useFieldErrors(refused?.fieldErrors ?? []);
  const busy = useNavigation().formData?.get("intent") === "invite";
  const formValues = refused?.formValues ?? {};
  return (
    <SidePanel
      title={t("identity-admin.inviteTitle")}
      closeHref={closeHref}
      footer={
        <AdminButton type="submit" form="invite" kind="ink" busy={busy}>
          {t("identity-admin.send")}
        </AdminButton>
      }
    >
      <p className="my-3.5 text-text-2">{t("identity-admin.inviteLead")}</p>
      <FieldErrorSummary
        key={refused?.at}
        title={t("identity-admin.errors", { count: errors.length })}
        errors={errors}
      />
      {refused && <RefusedNotice refused={refused} />}
      {/* the action leaves the panel out of the URL: submitting closes it */}
      <Form key={refused?.at} id="invite" method="post" action="?" noValidate className="mt-3 grid gap-3.5">
        <input type="hidden" name="intent" value="invite" />
        <AdminField id="email" label={t("identity-admin.email")} {...errorOf("email")}>
          {(control) => (
            <AdminInput {...control} name="email" type="email" autoComplete="off" defaultValue={formValues["email"]} />
          )}
        </AdminField>
        <AdminField id="role" label={t("identity-admin.roleHead")} {...errorOf("role")}>
          {(control) => (
            <AdminSelect {...control} name="role" defaultValue={formValues["role"] ?? "guide"}>
              {STAFF_ROLES.toReversed().map((role) => (
                <option key={role} value={role}>
                  {t(`identity-admin.role.${role}`)}
                </option>
              ))}
            </AdminSelect>
          )}
        </AdminField>
        <RoleCities cities={cities} chosen={formValues["cities"]?.split(",") ?? []} />
        <AdminField
          id="language"
          label={t("identity-admin.language")}
          help={t("identity-admin.language.help")}
          {...errorOf("language")}
        >
          {(control) => (
            <AdminSelect {...control} name="language" defaultValue={formValues["language"] ?? locale}>
              <option value="es">{t("identity-admin.language.es")}</option>
              <option value="en">{t("identity-admin.language.en")}</option>
            </AdminSelect>
          )}
        </AdminField>
        <dl className="grid gap-1.5 border-t border-border pt-3.5 text-text-2">
          {STAFF_ROLES.toReversed().map((role) => (
            <div key={role} className="grid grid-cols-[7rem_minmax(0,1fr)]">
              <dt className="font-semibold">{t(`identity-admin.role.${role}`)}</dt>
              <dd>{t(`identity-admin.may.${role}`)}</dd>
            </div>
          ))}
        </dl>
      </Form>
    </SidePanel>
  );
}
