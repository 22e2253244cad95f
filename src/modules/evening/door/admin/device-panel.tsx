import { useState } from "react";
import { Form, useNavigation, useSubmit } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { DeviceState } from "#src/modules/evening/door/admin/device-list.tsx";
import type { DoorDevice } from "#src/modules/evening/door/schema.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { ConfirmDialog } from "#src/ui/admin/confirm.tsx";
import { AdminField, AdminInput, AdminNotice } from "#src/ui/admin/field.tsx";
import { SidePanel } from "#src/ui/admin/side-panel.tsx";
import type { FormAnswer } from "#src/ui/form/answer.ts";

export type DeviceExtra = {
  /** the name that was typed */
  name: string;
};

type DevicePanelProps = { device: DoorDevice; refused: FormAnswer<DeviceExtra> | null; closeHref: string };

/** A phone: its name, and how to revoke it. */
export function DevicePanel({ device, refused, closeHref }: DevicePanelProps) {
  const { t } = useText();
  const busy = useNavigation().formMethod === "POST";
  const wrong = refused?.fieldErrors?.[0];
  const error = wrong ? { error: t(wrong.message) } : {};
  return (
    <SidePanel title={device.name} closeHref={closeHref}>
      <div className="grid gap-5 pt-3.5">
        <p className="flex flex-wrap items-center gap-2">
          <DeviceState device={device} />
          <span className="text-text-2">{device.owner}</span>
        </p>
        {device.places > 0 && <Release device={device} busy={busy} />}
        {refused?.formError && <AdminNotice tone="failed">{t(refused.formError)}</AdminNotice>}
        <Form method="post" className="grid gap-3">
          <input type="hidden" name="intent" value="rename" />
          <input type="hidden" name="id" value={device.id} />
          <AdminField id="name" label={t("door-admin.name")} help={t("door-admin.nameHelp")} {...error}>
            {(control) => (
              <AdminInput
                {...control}
                name="name"
                maxLength={40}
                defaultValue={refused?.name ?? device.name}
                required
              />
            )}
          </AdminField>
          <div>
            <AdminButton type="submit" busy={busy}>
              {t("door-admin.rename")}
            </AdminButton>
          </div>
        </Form>
        {device.revoked === null && (
          <Form method="post" className="grid gap-2 border-t border-border pt-4">
            <input type="hidden" name="intent" value="revoke" />
            <input type="hidden" name="id" value={device.id} />
            <p className="text-text-2">{t("door-admin.revokeText")}</p>
            <div>
              <AdminButton type="submit" kind="danger" busy={busy}>
                {t("door-admin.revoke")}
              </AdminButton>
            </div>
          </Form>
        )}
      </div>
    </SidePanel>
  );
}

/** Puts the places that a lost phone may hold back on sale, after explaining what that does. */
function Release({ device: { id, name, places: n, revoked }, busy }: { device: DoorDevice; busy: boolean }) {
  const { t } = useText();
  const submit = useSubmit();
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="grid gap-2">
      <p className="text-text-2">{t("door-admin.holdsText", { n })}</p>
      <div>
        <AdminButton busy={busy} onClick={() => setAsking(true)}>
          {t("door-admin.release", { n })}
        </AdminButton>
      </div>
      <ConfirmDialog
        open={isAsking}
        title={t("door-admin.releaseTitle", { n, name })}
        confirmLabel={t("door-admin.release", { n })}
        cancelLabel={t("door-admin.releaseKeep")}
        dangerous
        busy={busy}
        onConfirm={() => {
          setAsking(false);
          void submit({ intent: "release", id }, { method: "post" });
        }}
        onClose={() => setAsking(false)}
      >
        <p>{t("door-admin.releaseText", { n })}</p>
        <p className="mt-2">{t("door-admin.releaseSold", { revoked: revoked === null ? "no" : "yes" })}</p>
      </ConfirmDialog>
    </div>
  );
}
