import { type ComponentProps, type ReactNode, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import type { Text } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import type { PartnerAnswer } from "#src/modules/partners/partner-admin/rules/refusals.ts";
import {
  codeFromName,
  isMoneyField,
  PARTNER_FIELDS,
  type PartnerField,
  type PartnerFormValues,
} from "#src/modules/sales/affiliates/rules/partner-form.ts";
import { bankOf, clabeOf } from "#src/modules/sales/affiliates/rules/payout.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { Conflict } from "#src/ui/admin/conflict.tsx";
import {
  AdminCheck,
  AdminField,
  AdminInput,
  AdminSelect,
  AdminTextArea,
  FieldErrorSummary,
} from "#src/ui/admin/field.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { useFieldErrors } from "#src/ui/use-field-errors.ts";

type PartnerFormProps = {
  /** Under which a new partner is added; with another one the form changes it. */
  id: string;
  version: number;
  values: PartnerFormValues;
  cities: readonly { id: string; name: string }[];
  /** What the form before answered: its errors, what was typed, and on a conflict the other person's values. */
  answer: PartnerAnswer | null;
  readOnly: boolean;
  /** May see and change where the partner is paid, and change the cash that its desk may keep. */
  mayPay: boolean;
  /** The ends of it, for whoever may not. */
  account: { clabe: string | null; rfc: string | null; bank: string | null };
};

/** A partner's form. What was typed stays until it is saved, whoever else saved meanwhile. */
export function PartnerForm({ id, version, values, cities, answer, readOnly, mayPay, account }: PartnerFormProps) {
  const { t } = useText();
  const saving = useNavigation().formData?.get("intent") === "save";
  const own = answer?.intent === "save" ? answer : null;
  const [base, setBase] = useState({ values, version, round: 0 });
  // once the other person's values were taken over, the conflict is solved
  const met = own?.current && own.version !== base.version ? { ...own, current: own.current } : null;
  const { errors, errorOf } = useFieldErrors(own?.fieldErrors ?? []);
  const form = useRef<HTMLFormElement>(null);
  const initial = own?.typed && base.round === 0 ? own.typed : base.values;

  const text = (name: Exclude<PartnerField, "shares_network" | "on_receipts">, more: More = {}) => {
    const { help, optional, wide, ...control } = more;
    return (
      <AdminField
        id={name}
        label={t(`affiliates-admin.field.${name}`)}
        {...(wide ? { className: "md:col-span-2" } : {})}
        {...(optional ? { optional: t("admin.optional") } : {})}
        {...(help ? { help } : {})}
        {...errorOf(name)}
      >
        {(aria) => <AdminInput {...aria} autoComplete="off" {...control} name={name} defaultValue={initial[name]} />}
      </AdminField>
    );
  };
  const check = (name: "shares_network" | "on_receipts") => (
    <div>
      <AdminCheck name={name} defaultChecked={initial[name]}>
        {t(`affiliates-admin.field.${name}`)}
      </AdminCheck>
      <p className="pl-6 text-fine text-text-3">{t(`affiliates-admin.help.${name}`)}</p>
    </div>
  );

  return (
    <Form ref={form} method="post" noValidate key={base.round}>
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="id" value={id} />
      {/* saving after the conflict was shown goes over the other person's version */}
      <input type="hidden" name="version" value={met?.version ?? base.version} />
      <FieldErrorSummary key={own?.at} title={t("admin.errors", { count: errors.length })} errors={errors} />
      {met && (
        <Conflict
          fields={differing(met.current, met.typed ?? base.values, mayPay).map((field) => ({
            label: t(`affiliates-admin.field.${field}`),
            theirs: inWords(met.current, field, cities, t),
            mine: inWords(met.typed ?? base.values, field, cities, t),
          }))}
          onKeepMine={() => form.current?.requestSubmit()}
          onTakeTheirs={() => setBase({ values: met.current, version: met.version!, round: base.round + 1 })}
        />
      )}
      <fieldset disabled={readOnly} className="grid min-w-0 gap-4">
        <legend className="sr-only">{t("affiliates-admin.form")}</legend>
        <Panel>
          <div className="grid gap-4 md:grid-cols-2">
            {text("name", {
              maxLength: 80,
              onBlur: (event) => suggestCode(event.currentTarget, version === 0),
            })}
            {text("code", {
              maxLength: 64,
              className: "font-mono",
              spellCheck: false,
              autoCapitalize: "none",
              help: t("affiliates-admin.help.code"),
            })}
            <AdminField id="city_id" label={t("affiliates-admin.field.city_id")} {...errorOf("city_id")}>
              {(aria) => (
                <AdminSelect {...aria} name="city_id" defaultValue={initial.city_id}>
                  <option value="">{t("affiliates-admin.online")}</option>
                  {cities.map((city) => (
                    <option key={city.id} value={city.id}>
                      {city.name}
                    </option>
                  ))}
                </AdminSelect>
              )}
            </AdminField>
            <AdminField
              id="language"
              label={t("affiliates-admin.field.language")}
              help={t("affiliates-admin.help.language")}
              {...errorOf("language")}
            >
              {(aria) => (
                <AdminSelect {...aria} name="language" defaultValue={initial.language}>
                  {(["es", "en"] as const).map((one) => (
                    <option key={one} value={one}>
                      {t(`affiliates-admin.language.${one}`)}
                    </option>
                  ))}
                </AdminSelect>
              )}
            </AdminField>
            {text("contact_name", { maxLength: 80, optional: true })}
            {text("email", {
              type: "email",
              inputMode: "email",
              maxLength: 254,
              optional: true,
              help: t("affiliates-admin.help.email"),
            })}
            {text("phone", {
              type: "tel",
              inputMode: "tel",
              maxLength: 30,
              optional: true,
              help: t("affiliates-admin.help.phone"),
            })}
            {text("desk_credit_limit", {
              inputMode: "decimal",
              unit: "MXN",
              maxLength: 10,
              readOnly: !mayPay,
              help: t(
                mayPay ? "affiliates-admin.help.desk_credit_limit" : "affiliates-admin.help.desk_credit_limit.fixed",
              ),
            })}
            {check("shares_network")}
            {check("on_receipts")}
            <AdminField
              id="note"
              className="md:col-span-2"
              label={t("affiliates-admin.field.note")}
              optional={t("admin.optional")}
              help={t("affiliates-admin.help.note")}
              {...errorOf("note")}
            >
              {(aria) => <AdminTextArea {...aria} name="note" defaultValue={initial.note} maxLength={1000} />}
            </AdminField>
          </div>
        </Panel>
        <Panel title={t("affiliates-admin.payout")}>
          {mayPay ? (
            <div className="grid gap-4 md:grid-cols-2">
              {text("account_holder", { maxLength: 120, optional: true, wide: true })}
              <Clabe value={initial.clabe} error={errorOf("clabe")} />
              {text("rfc", {
                maxLength: 20,
                optional: true,
                className: "font-mono uppercase",
                spellCheck: false,
                help: t("affiliates-admin.help.rfc"),
              })}
            </div>
          ) : (
            <Hidden account={account} />
          )}
        </Panel>
        {!readOnly && (
          <p className="flex justify-end">
            <AdminButton kind="ink" type="submit" busy={saving} data-save>
              {t(version === 0 ? "affiliates-admin.add" : "admin.save")}
            </AdminButton>
          </p>
        )}
      </fieldset>
    </Form>
  );
}

/** Named one by one: TypeScript takes seconds to spread what is left of all attributes. */
type More = Pick<
  ComponentProps<typeof AdminInput>,
  "autoCapitalize" | "className" | "inputMode" | "maxLength" | "onBlur" | "readOnly" | "spellCheck" | "type" | "unit"
> & { help?: ReactNode; optional?: boolean; wide?: boolean };

/** The CLABE, and while it is typed the bank that its first digits name. */
function Clabe({ value, error }: { value: string; error: { error?: string } }) {
  const { t } = useText();
  const [typed, setTyped] = useState(value);
  const bank = bankOf(clabeOf(typed));
  return (
    <AdminField
      id="clabe"
      label={t("affiliates-admin.field.clabe")}
      optional={t("admin.optional")}
      help={bank ? t("affiliates-admin.bank", { bank }) : t("affiliates-admin.help.clabe")}
      {...error}
    >
      {(aria) => (
        <AdminInput
          {...aria}
          name="clabe"
          defaultValue={value}
          onChange={(event) => setTyped(event.currentTarget.value)}
          inputMode="numeric"
          maxLength={30}
          autoComplete="off"
          className="font-mono"
        />
      )}
    </AdminField>
  );
}

function Hidden({ account: { clabe, rfc, bank } }: Pick<PartnerFormProps, "account">) {
  const { t } = useText();
  const none = t("affiliates-admin.notGiven");
  return (
    <>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        <div>
          <dt className="text-fine text-text-3">{t("affiliates-admin.field.clabe")}</dt>
          <dd>
            <span className={clabe ? "font-mono" : undefined}>{clabe ?? none}</span>
            {bank && <span className="text-text-3"> {bank}</span>}
          </dd>
        </div>
        <div>
          <dt className="text-fine text-text-3">{t("affiliates-admin.field.rfc")}</dt>
          <dd className={rfc ? "font-mono" : undefined}>{rfc ?? none}</dd>
        </div>
      </dl>
      <p className="mt-2 text-fine text-text-3">{t("affiliates-admin.payoutHidden")}</p>
    </>
  );
}

/** A new partner's code follows from its name, until somebody types one. */
function suggestCode({ form, value: name }: HTMLInputElement, isNew: boolean) {
  const code = form?.elements.namedItem("code");
  if (isNew && code instanceof HTMLInputElement && code.value === "") code.value = codeFromName(name);
}

const differing = (theirs: PartnerFormValues, mine: PartnerFormValues, mayPay: boolean): PartnerField[] =>
  PARTNER_FIELDS.filter((field) => theirs[field] !== mine[field] && (mayPay || !isMoneyField(field)));

function inWords(values: PartnerFormValues, field: PartnerField, cities: PartnerFormProps["cities"], t: Text): string {
  const value = values[field];
  if (typeof value === "boolean") return t(value ? "affiliates-admin.yes" : "affiliates-admin.no");
  if (field === "city_id") return cities.find(({ id }) => id === value)?.name ?? t("affiliates-admin.online");
  if (field === "language") return t(value === "en" ? "affiliates-admin.language.en" : "affiliates-admin.language.es");
  return value || "–";
}
