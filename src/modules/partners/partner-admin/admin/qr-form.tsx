import { Form, useNavigation } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { sayTarget } from "#src/modules/partners/partner-admin/admin/say-target.ts";
import type { FormAnswer } from "#src/ui/form/answer.ts";
import type { Target } from "#src/modules/sales/affiliates/rules/qr-code.ts";
import type { SaveQrCode } from "#src/modules/sales/affiliates/schema.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { AdminField, AdminInput, AdminSelect, FieldErrorSummary } from "#src/ui/admin/field.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { useFieldErrors } from "#src/ui/use-field-errors.ts";

type QrFormProps = {
  id: string;
  version: number;
  values: SaveQrCode;
  partners: readonly { id: string; name: string }[];
  targets: readonly Target[];
  answer: FormAnswer | null;
  readOnly: boolean;
};

/** A QR code's form: for whom, where it hangs, where it leads, its colours. */
export function QrForm({ id, version, values, partners, targets, answer, readOnly }: QrFormProps) {
  const { t } = useText();
  const saving = useNavigation().formMethod === "POST";
  const { errors, errorOf } = useFieldErrors(answer?.fieldErrors ?? []);
  const isTarget = targets.some(({ path }) => path === values.target);
  const paths = isTarget ? targets.map(({ path }) => path) : [values.target, ...targets.map(({ path }) => path)];
  const line = (name: "campaign" | "placement", help: string) => (
    <AdminField
      id={name}
      label={t(`affiliates-qr.field.${name}`)}
      optional={t("admin.optional")}
      help={help}
      {...errorOf(name)}
    >
      {(control) => <AdminInput {...control} name={name} defaultValue={values[name]} maxLength={60} />}
    </AdminField>
  );
  const colour = (name: "foreground" | "background", help?: string) => (
    <AdminField id={name} label={t(`affiliates-qr.field.${name}`)} {...(help ? { help } : {})} {...errorOf(name)}>
      {(control) => (
        <AdminInput {...control} name={name} type="color" defaultValue={values[name]} className="max-w-24 p-1" />
      )}
    </AdminField>
  );
  return (
    <Form method="post" noValidate>
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="version" value={version} />
      <FieldErrorSummary key={answer?.at} title={t("admin.errors", { count: errors.length })} errors={errors} />
      <fieldset disabled={readOnly} className="min-w-0">
        <legend className="sr-only">{t("affiliates-qr.settings")}</legend>
        <Panel title={t("affiliates-qr.settings")}>
          <div className="grid gap-4 md:grid-cols-2">
            <AdminField id="partner_id" label={t("affiliates-qr.field.partner_id")} {...errorOf("partner_id")}>
              {(control) => (
                <AdminSelect {...control} name="partner_id" defaultValue={values.partner_id ?? ""}>
                  <option value="">{t("affiliates-qr.ours")}</option>
                  {partners.map((partner) => (
                    <option key={partner.id} value={partner.id}>
                      {partner.name}
                    </option>
                  ))}
                </AdminSelect>
              )}
            </AdminField>
            <AdminField id="target" label={t("affiliates-qr.field.target")} {...errorOf("target")}>
              {(control) => (
                <AdminSelect {...control} name="target" defaultValue={values.target}>
                  {paths.map((path) => (
                    <option key={path} value={path}>
                      {sayTarget(path, targets, t)}
                    </option>
                  ))}
                </AdminSelect>
              )}
            </AdminField>
            {line("campaign", t("affiliates-qr.campaignHelp"))}
            {line("placement", t("affiliates-qr.placementHelp"))}
            {colour("foreground", t("affiliates-qr.coloursHelp"))}
            {colour("background")}
          </div>
          {!readOnly && (
            <p className="mt-4 flex justify-end">
              <AdminButton kind="ink" type="submit" busy={saving}>
                {t("admin.save")}
              </AdminButton>
            </p>
          )}
        </Panel>
      </fieldset>
    </Form>
  );
}
