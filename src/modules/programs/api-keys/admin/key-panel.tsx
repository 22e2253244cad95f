import { type ReactNode, useEffect, useRef } from "react";
import { Form, Link, useNavigation } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { lastUsed } from "#src/modules/base/identity/rules/last-used.ts";
import { KeyBadges } from "#src/modules/programs/api-keys/admin/key-list.tsx";
import { KeyFields, type NamedCity, wrongIn } from "#src/modules/programs/api-keys/admin/key-fields.tsx";
import { OVERLAPS } from "#src/modules/programs/api-keys/rules/key-state.ts";
import type { AdminKey, KeyFormValues, NewSecret } from "#src/modules/programs/api-keys/schema.ts";
import { ADMIN_LINK, AdminButton } from "#src/ui/admin/button.tsx";
import { CopyButton } from "#src/ui/admin/copy-button.tsx";
import { AdminField, AdminNotice, AdminSelect } from "#src/ui/admin/field.tsx";
import { FieldGroup } from "#src/ui/admin/field-group.tsx";
import { Folded } from "#src/ui/admin/folded.tsx";
import { FormRefusal } from "#src/ui/admin/form-refusal.tsx";
import { Moment } from "#src/ui/admin/moment.tsx";
import { SidePanel } from "#src/ui/admin/side-panel.tsx";
import type { FormAnswer } from "#src/ui/form/answer.ts";
import { TriangleAlert } from "#src/ui/lucide/icons.ts";

type PartnerChoice = { id: string; name: string; is_active: boolean };

export type KeyExtra = {
  fresh: NewSecret;
  /** what was typed into the form of a key */
  typed: KeyFormValues;
};
type Refused = FormAnswer<KeyExtra> | null;

const NEW_KEY: KeyFormValues = {
  name: "",
  partner_id: "",
  kind: "live",
  scopes: ["catalog:read", "availability:read"],
  sites: [],
  cities: [],
  per_minute: "600",
  expires_on: "",
};

/** The text of a new key, the only time that it is shown. Takes the focus, which was lost with the form. */
function FreshSecret({ fresh: { text, test, oldUntil } }: { fresh: NewSecret }) {
  const { t } = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-live="polite" className="grid gap-3">
      <h3 ref={heading} tabIndex={-1} className="font-semibold">
        {t(test ? "api-keys.fresh.test" : "api-keys.fresh.live")}
      </h3>
      <p className="rounded-md bg-surface-2 p-2.5 font-mono text-fine break-all select-all">{text}</p>
      <p>
        <CopyButton text={text}>{t("api-keys.fresh.copy")}</CopyButton>
      </p>
      <AdminNotice icon={<TriangleAlert aria-hidden size={15} />}>{t("api-keys.fresh.once")}</AdminNotice>
      <p className="text-text-2">
        {oldUntil ? (
          <>
            {t("api-keys.fresh.old")} <Moment at={oldUntil} />
          </>
        ) : (
          t("api-keys.fresh.use")
        )}
      </p>
    </section>
  );
}

/** That a partner's key sells nothing until its partner may owe something, and where that is set. */
function NoLimit({ of: { partner, cantSell, state } }: { of: AdminKey }) {
  const { t, locale } = useText();
  if (!partner || !cantSell || state === "revoked") return null;
  return (
    <AdminNotice icon={<TriangleAlert aria-hidden size={15} />}>
      {t("api-keys.noLimit", { partner: partner.name })}{" "}
      <Link className={ADMIN_LINK} to={localizedPath(`/admin/affiliates/${partner.id}#desk_credit_limit`, locale)}>
        {t("api-keys.setLimit")}
      </Link>
    </AdminNotice>
  );
}

type NewKeyPanelProps = {
  partners: readonly PartnerChoice[];
  cities: readonly NamedCity[];
  partnerId: string | null;
  fresh: NewSecret | null;
  /** the key that was made */
  newKey: AdminKey | null;
  refused: Refused;
  closeHref: string;
};

/** Makes a key, then shows it. */
export function NewKeyPanel({ partners, cities, partnerId, fresh, newKey, refused, closeHref }: NewKeyPanelProps) {
  const { t } = useText("errors");
  const busy = useNavigation().formMethod === "POST";
  const values = refused?.typed ?? { ...NEW_KEY, partner_id: partnerId ?? "" };
  const errors = refused?.fieldErrors;
  return (
    <SidePanel title={t("api-keys.new")} closeHref={closeHref}>
      <div className="grid gap-4 pt-3.5">
        {fresh ? (
          <>
            <FreshSecret fresh={fresh} />
            {newKey && <NoLimit of={newKey} />}
          </>
        ) : (
          <>
            <FormRefusal answer={refused ?? undefined} />
            <p className="text-text-2">{t("api-keys.newText")}</p>
            <Form method="post" className="grid gap-4">
              <input type="hidden" name="intent" value="make" />
              <AdminField
                id="partner_id"
                label={t("api-keys.whose")}
                help={t("api-keys.whoseHelp")}
                {...wrongIn(errors, "partner_id", t)}
              >
                {(control) => (
                  <AdminSelect {...control} name="partner_id" defaultValue={values.partner_id}>
                    <option value="">{t("api-keys.house")}</option>
                    {partners
                      .filter(({ is_active: isActive }) => isActive)
                      .map(({ id, name }) => (
                        <option key={id} value={id}>
                          {name}
                        </option>
                      ))}
                  </AdminSelect>
                )}
              </AdminField>
              <FieldGroup
                id="kind"
                label={t("api-keys.kind")}
                help={t("api-keys.kindHelp")}
                error={wrongIn(errors, "kind", t).error}
                changed={false}
              >
                {(["live", "test"] as const).map((kind) => (
                  <label key={kind} className="flex min-h-7 items-center gap-2 pointer-coarse:min-h-11">
                    <input
                      type="radio"
                      name="kind"
                      value={kind}
                      defaultChecked={values.kind === kind}
                      className="size-4 shrink-0 accent-agave"
                    />
                    {t(`api-keys.kind.${kind}`)}
                  </label>
                ))}
              </FieldGroup>
              <KeyFields formValues={values} errors={errors} cities={cities} ofPartner={null} />
              <div>
                <AdminButton kind="ink" type="submit" busy={busy}>
                  {t("api-keys.make")}
                </AdminButton>
              </div>
            </Form>
          </>
        )}
      </div>
    </SidePanel>
  );
}

type KeyPanelProps = {
  of: AdminKey;
  cities: readonly NamedCity[];
  fresh: NewSecret | null;
  refused: Refused;
  /** When the data was loaded (ISO instant). */
  now: string;
  closeHref: string;
};

/** A key: its secrets, what it may do, a new secret for it, its end. */
export function KeyPanel({ of, cities, fresh, refused, now, closeHref }: KeyPanelProps) {
  const { t } = useText();
  const { name, state, test, partner } = of;
  return (
    <SidePanel title={name} closeHref={closeHref}>
      <div className="grid gap-5 pt-3.5">
        <p className="flex flex-wrap items-center gap-2">
          <KeyBadges state={state} test={test} />
          <span className="text-text-2">{partner?.name ?? t("api-keys.house")}</span>
        </p>
        <FormRefusal answer={refused ?? undefined} />
        {fresh && <FreshSecret fresh={fresh} />}
        <NoLimit of={of} />
        <Secrets of={of} now={now} />
        {state === "revoked" && <p className="text-text-2">{t("api-keys.revokedText")}</p>}
        {/* a new secret stands alone: in a long form it would be out of view, and it is shown once */}
        {state !== "revoked" && !fresh && <Acts of={of} cities={cities} refused={refused} />}
      </div>
    </SidePanel>
  );
}

function Secrets({ of: { secrets, state }, now }: { of: AdminKey; now: string }) {
  const { t, locale } = useText();
  return (
    <ul className="grid gap-2">
      {secrets.map(({ prefix, since, until, used }) => (
        <li key={prefix} className="rounded-md bg-surface-2 px-3 py-2">
          <code className="break-all">{prefix}…</code>
          <p className="text-fine text-text-2">
            {t("api-keys.since")} <Moment at={since} /> · {t("api-keys.used")}:{" "}
            {used === null ? t("api-keys.never") : lastUsed(new Date(used), new Date(now), locale)}
          </p>
          {until && state !== "revoked" && (
            <p className="text-fine text-text-2">
              {t("api-keys.worksUntil")} <Moment at={until} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

type ActsProps = Pick<KeyPanelProps, "of" | "cities" | "refused">;

function Acts({ of, cities, refused }: ActsProps) {
  const { t } = useText();
  const busy = useNavigation().formMethod === "POST";
  const typed = refused?.intent === "change" ? refused.typed : undefined;
  const form = (intent: string, className: string, children: ReactNode) => (
    <Form method="post" className={className}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="id" value={of.id} />
      {children}
    </Form>
  );
  return (
    <>
      {form(
        "change",
        "grid gap-4",
        <>
          <input type="hidden" name="version" value={of.version} />
          <KeyFields
            formValues={typed ?? of.formValues}
            errors={refused?.intent === "change" ? refused.fieldErrors : undefined}
            cities={cities}
            ofPartner={of.partner !== null}
          />
          <div>
            <AdminButton kind="ink" type="submit" busy={busy}>
              {t("api-keys.save")}
            </AdminButton>
          </div>
        </>,
      )}
      <Folded summary={t("api-keys.rotate")}>
        {form(
          "rotate",
          "grid gap-3 pt-1",
          <>
            <p className="text-text-2">{t("api-keys.rotateText")}</p>
            <AdminField id="overlap" label={t("api-keys.overlap")}>
              {(control) => (
                <AdminSelect {...control} name="overlap" defaultValue="24">
                  {OVERLAPS.map((hours) => (
                    <option key={hours} value={hours}>
                      {t(`api-keys.overlap.${hours}`)}
                    </option>
                  ))}
                </AdminSelect>
              )}
            </AdminField>
            <div>
              <AdminButton type="submit" busy={busy}>
                {t("api-keys.rotate")}
              </AdminButton>
            </div>
          </>,
        )}
      </Folded>
      <Folded summary={t("api-keys.revoke")} bad>
        {form(
          "revoke",
          "grid gap-2 pt-1",
          <>
            <p className="font-semibold">{t("api-keys.revokeTitle", { name: of.name })}</p>
            <p className="text-text-2">{t("api-keys.revokeText")}</p>
            <div>
              <AdminButton type="submit" kind="danger" busy={busy}>
                {t("api-keys.revoke")}
              </AdminButton>
            </div>
          </>,
        )}
      </Folded>
    </>
  );
}
