import { Form, useNavigation } from "react-router";
import { timeIn } from "#src/kernel/local-time.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { DeskBadge } from "#src/modules/partners/desk/admin/desk-list.tsx";
import type { AdminDesk } from "#src/modules/partners/desk/schema.ts";
import { Qr } from "#src/modules/evening/till/admin/qr.tsx";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { CopyButton } from "#src/ui/admin/copy-button.tsx";
import { AdminField, AdminInput, AdminSelect } from "#src/ui/admin/field.tsx";
import { Folded } from "#src/ui/admin/folded.tsx";
import { FormRefusal } from "#src/ui/admin/form-refusal.tsx";
import { SendButtons } from "#src/ui/admin/send-buttons.tsx";
import type { FormAnswer } from "#src/ui/form/answer.ts";
import { SidePanel } from "#src/ui/admin/side-panel.tsx";

type PartnerChoice = { id: string; name: string; is_active: boolean };

/** An address that binds a device: shown once, because only its hash is kept. */
export type Offered = { id: string; name: string; url: string; qrSvg: string; until: string; zone: string };

export type DeskExtra = {
  offered: Offered;
  /** the name that was typed */
  name: string;
};
type Refused = FormAnswer<DeskExtra> | null;

const about = (refused: Refused, field: "name" | "partner_id", say: (id: MessageId) => string) => {
  const wrong = refused?.fieldErrors?.find(({ id }) => id === field);
  return wrong ? { error: say(wrong.message) } : {};
};

function NameField({ name, refused }: { name: string; refused: Refused }) {
  const { t } = useText("errors", "desk");
  return (
    <AdminField id="name" label={t("desk-admin.name")} help={t("desk-admin.nameHelp")} {...about(refused, "name", t)}>
      {(control) => (
        <AdminInput {...control} name="name" maxLength={40} defaultValue={refused?.name || name} required />
      )}
    </AdminField>
  );
}

type BindPanelProps = {
  partners: readonly PartnerChoice[];
  partnerId: string | null;
  offered: Offered | null;
  refused: Refused;
  closeHref: string;
};

/** Makes the address that binds a device, then shows it. */
export function BindPanel({ partners, partnerId, offered, refused, closeHref }: BindPanelProps) {
  const { t } = useText();
  const busy = useNavigation().formMethod === "POST";
  return (
    <SidePanel title={t("desk-admin.bind")} closeHref={closeHref}>
      <div className="grid gap-4 pt-3.5">
        {offered ? (
          <OfferedAddress offered={offered} />
        ) : (
          <>
            <FormRefusal answer={refused ?? undefined} />
            <p className="text-text-2">{t("desk-admin.bindText")}</p>
            <Form method="post" className="grid gap-3">
              <input type="hidden" name="intent" value="bind" />
              <AdminField id="partner_id" label={t("desk-admin.partner")} {...about(refused, "partner_id", t)}>
                {(control) => (
                  <AdminSelect {...control} name="partner_id" defaultValue={partnerId ?? ""} required>
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
              <NameField name={t("desk-admin.defaultName")} refused={refused} />
              <div>
                <AdminButton kind="ink" type="submit" busy={busy}>
                  {t("desk-admin.makeAddress")}
                </AdminButton>
              </div>
            </Form>
          </>
        )}
      </div>
    </SidePanel>
  );
}

function OfferedAddress({ offered: { url, qrSvg, until, zone } }: { offered: Offered }) {
  const { t, locale } = useText();
  const time = timeIn(new Date(until), zone, locale);
  return (
    <section aria-live="polite" className="grid gap-3">
      <h3 className="font-semibold">{t("desk-admin.offered.title")}</h3>
      <Qr svg={qrSvg} label={t("desk-admin.offered.code")} className="mx-auto max-w-64" />
      <p className="rounded-md bg-surface-2 p-2.5 font-mono text-fine break-all select-all">{url}</p>
      <p className="flex flex-wrap gap-2">
        <CopyButton text={url}>{t("desk-admin.offered.copy")}</CopyButton>
        <SendButtons
          subject={t("desk-admin.offered.subject", { brand: t("common.brand") })}
          text={t("desk-admin.offered.message", { url, time })}
          email={t("desk-admin.offered.email")}
          share={t("desk-admin.offered.share")}
        />
      </p>
      <p className="text-text-2">{t("desk-admin.offered.text", { time })}</p>
    </section>
  );
}

type DeskPanelProps = {
  desk: AdminDesk;
  mayChange: boolean;
  offered: Offered | null;
  refused: Refused;
  closeHref: string;
};

/** A desk: its name, and what may be done with it. */
export function DeskPanel({ desk, mayChange, offered, refused, closeHref }: DeskPanelProps) {
  const { t } = useText();
  const busy = useNavigation().formMethod === "POST";
  const { id, name, state } = desk;
  const act = (what: string) => (
    <>
      <input type="hidden" name="intent" value={what} />
      <input type="hidden" name="id" value={id} />
    </>
  );
  return (
    <SidePanel title={name} closeHref={closeHref}>
      <div className="grid gap-5 pt-3.5">
        <p className="flex flex-wrap items-center gap-2">
          <DeskBadge state={state} />
          <span className="text-text-2">{desk.partner}</span>
        </p>
        <FormRefusal answer={refused ?? undefined} />
        {offered && <OfferedAddress offered={offered} />}
        {mayChange && state === "locked" && (
          <Form method="post" className="grid gap-2">
            {act("unlock")}
            <p className="text-text-2">{t("desk-admin.unlockText")}</p>
            <div>
              <AdminButton kind="ink" type="submit" busy={busy}>
                {t("desk-admin.unlock")}
              </AdminButton>
            </div>
          </Form>
        )}
        {mayChange && (state === "expired" || state === "unbound") && (
          <Form method="post" className="grid gap-2">
            {act("renew")}
            <p className="text-text-2">{t("desk-admin.bindText")}</p>
            <div>
              <AdminButton type="submit" busy={busy}>
                {t("desk-admin.newAddress")}
              </AdminButton>
            </div>
          </Form>
        )}
        {mayChange && (
          <Form method="post" className="grid gap-3">
            {act("rename")}
            <NameField name={name} refused={refused} />
            <div>
              <AdminButton type="submit" busy={busy}>
                {t("desk-admin.rename")}
              </AdminButton>
            </div>
          </Form>
        )}
        {mayChange && state !== "revoked" && (
          <Folded summary={t("desk-admin.revoke")} bad>
            <Form method="post" className="grid gap-2 pt-1">
              {act("revoke")}
              <p className="font-semibold">{t("desk-admin.revokeTitle", { name })}</p>
              <p className="text-text-2">{t("desk-admin.revokeText")}</p>
              <div>
                <AdminButton type="submit" kind="danger" busy={busy}>
                  {t("desk-admin.revoke")}
                </AdminButton>
              </div>
            </Form>
          </Folded>
        )}
      </div>
    </SidePanel>
  );
}
