import { commissionOf } from "#src/modules/partners/commission/rules/commission.ts";
import { Plus, X } from "#src/ui/lucide/icons.ts";
import { type ReactNode, useState } from "react";
import { Form, useNavigation } from "react-router";
import { numberFormat } from "#src/kernel/formatters.ts";
import { dateInSentence, dayAndYear } from "#src/kernel/local-time.ts";
import { languageTag } from "#src/kernel/localized.ts";
import { formatPesos } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { sayMonth, sayRate } from "#src/modules/partners/commission/admin/say-terms.ts";
import type { FormAnswer } from "#src/ui/form/answer.ts";
import {
  meaningOf,
  percentOf,
  MOST_EXCEPTIONS,
  MOST_TIERS,
  TERMS_FIELDS,
  type TermsFields,
  type TermsExtra,
  type TermsFormValues,
  withoutEmpty,
} from "#src/modules/partners/commission/rules/terms.ts";
import { AddTerms } from "#src/modules/partners/commission/schema.ts";
import { AdminButton, IconAdminButton } from "#src/ui/admin/button.tsx";
import { AdminChoice } from "#src/ui/admin/choice.tsx";
import { FieldGroup } from "#src/ui/admin/field-group.tsx";
import { AdminField, AdminInput, AdminSelect, FieldErrorSummary } from "#src/ui/admin/field.tsx";
import { useFieldErrors } from "#src/ui/use-field-errors.ts";

/** A party of 4 that paid 1,600 pesos, of whom 3 came. */
const EXAMPLE = { people: 4, came: 3, sale: 160_000 } as const;

type TermsFormProps = {
  partnerId: string;
  /** The newest version, which the new terms come after; 0 before the first. */
  version: number;
  /** What the form begins with. */
  values: TermsFormValues;
  crawls: readonly { id: string; title: string }[];
  today: string;
  answer: FormAnswer<TermsExtra> | null;
};

/** New terms of a partner, with an explanation that follows what is typed. */
export function TermsForm({ partnerId, version, values: initial, crawls, today, answer }: TermsFormProps) {
  const { t } = useText();
  const saving = useNavigation().formData?.get("intent") === "terms";
  const own = answer?.intent === "terms" ? answer : null;
  const [values, setValues] = useState(own?.typedTerms ?? initial);
  const { errors, errorOf } = useFieldErrors(
    (own?.fieldErrors ?? []).map((one) => ({ ...one, id: `terms-${one.id}` })),
  );
  const set = (changed: Partial<TermsFormValues>) => setValues((now) => ({ ...now, ...changed }));
  const isFixed = values.kind === "fixed";
  const unit = isFixed ? "MXN" : "%";
  const errorIn = (id: (typeof TERMS_FIELDS)[number]) => errorOf(`terms-${id}`);
  return (
    <Form method="post" noValidate className="grid gap-4">
      <input type="hidden" name="intent" value="terms" />
      <input type="hidden" name="id" value={partnerId} />
      <input type="hidden" name="seen" value={version} />
      <FieldErrorSummary key={own?.at} title={t("admin.errors", { count: errors.length })} errors={errors} />
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-1">
        <AdminChoice
          id="terms-kind"
          name="kind"
          label={t("affiliates-admin.terms.kind")}
          value={values.kind}
          options={[
            { value: "percentage", label: t("affiliates-admin.terms.percentage") },
            { value: "fixed", label: t("affiliates-admin.terms.fixed") },
          ]}
          onChange={(kind) => set({ kind })}
          {...errorIn("kind")}
        />
        <AdminField
          id="terms-value"
          label={t(isFixed ? "affiliates-admin.terms.valueFixed" : "affiliates-admin.terms.value")}
          {...errorIn("value")}
        >
          {(aria) => (
            <AdminInput
              {...aria}
              name="value"
              inputMode="decimal"
              unit={unit}
              value={values.value}
              onChange={(event) => set({ value: event.currentTarget.value })}
              autoComplete="off"
              maxLength={10}
            />
          )}
        </AdminField>
        <AdminChoice
          id="terms-basis"
          name="basis"
          label={t("affiliates-admin.terms.basis")}
          value={values.basis}
          options={[
            { value: "came", label: t("affiliates-admin.terms.came") },
            { value: "confirmed", label: t("affiliates-admin.terms.confirmed") },
          ]}
          onChange={(basis) => set({ basis })}
          {...errorIn("basis")}
        />
        <AdminField
          id="terms-valid_from"
          label={t("affiliates-admin.terms.valid_from")}
          help={t("affiliates-admin.terms.fromHelp")}
          {...errorIn("valid_from")}
        >
          {(aria) => (
            <AdminInput
              {...aria}
              type="date"
              name="valid_from"
              value={values.valid_from}
              onChange={(event) => set({ valid_from: event.currentTarget.value })}
            />
          )}
        </AdminField>
      </div>
      <Tiers values={values} set={set} unit={unit} error={errorIn("tiers").error} />
      <Exceptions values={values} set={set} crawls={crawls} error={errorIn("exceptions").error} />
      <Preview values={values} crawls={crawls} today={today} hasEarlier={version > 0} />
      <p className="flex justify-end">
        <AdminButton kind="ink" type="submit" busy={saving}>
          {t("affiliates-admin.terms.save")}
        </AdminButton>
      </p>
    </Form>
  );
}

type RowsProps = {
  values: TermsFormValues;
  set: (changed: Partial<TermsFormValues>) => void;
  error: string | undefined;
};

const EMPTY_TIER = { from_people: "", value: "" };
const EMPTY_EXCEPTION = { crawl_id: "", kind: "percentage", value: "" };

function Tiers({ values: { tiers }, set, unit, error }: RowsProps & { unit: string }) {
  const { t } = useText();
  const change = (at: number, changed: Partial<(typeof tiers)[number]>) =>
    set({ tiers: tiers.map((tier, index) => (index === at ? { ...tier, ...changed } : tier)) });
  return (
    <FieldGroup
      id="terms-tiers"
      label={t("affiliates-admin.terms.tiers")}
      help={t("affiliates-admin.terms.tiersHelp")}
      error={error}
      changed={false}
    >
      <Rows count={tiers.length} onRemove={(at) => set({ tiers: tiers.filter((_, index) => index !== at) })}>
        {(at) => (
          <>
            <span>{t("affiliates-admin.terms.tierFrom")}</span>
            <AdminInput
              name="tier_people"
              aria-label={t("affiliates-admin.terms.tierPeople", { n: at + 1 })}
              inputMode="numeric"
              value={tiers[at]!.from_people}
              onChange={(event) => change(at, { from_people: event.currentTarget.value })}
              className="w-16!"
              maxLength={6}
            />
            <span>{t("affiliates-admin.terms.tierThen")}</span>
            <span className="w-26">
              <AdminInput
                name="tier_value"
                aria-label={t("affiliates-admin.terms.tierValue", { n: at + 1 })}
                inputMode="decimal"
                unit={unit}
                value={tiers[at]!.value}
                onChange={(event) => change(at, { value: event.currentTarget.value })}
                maxLength={10}
              />
            </span>
          </>
        )}
      </Rows>
      <AddRow
        label={t("affiliates-admin.terms.addTier")}
        isFull={tiers.length >= MOST_TIERS}
        onAdd={() => set({ tiers: [...tiers, EMPTY_TIER] })}
      />
    </FieldGroup>
  );
}

function Exceptions({ values: { exceptions }, set, crawls, error }: RowsProps & Pick<TermsFormProps, "crawls">) {
  const { t } = useText();
  const change = (at: number, changed: Partial<(typeof exceptions)[number]>) =>
    set({ exceptions: exceptions.map((one, index) => (index === at ? { ...one, ...changed } : one)) });
  return (
    <FieldGroup
      id="terms-exceptions"
      label={t("affiliates-admin.terms.exceptions")}
      help={t("affiliates-admin.terms.exceptionsHelp")}
      error={error}
      changed={false}
    >
      <Rows
        count={exceptions.length}
        onRemove={(at) => set({ exceptions: exceptions.filter((_, index) => index !== at) })}
      >
        {(at) => (
          <>
            <AdminSelect
              name="exception_crawl"
              aria-label={t("affiliates-admin.terms.exceptionCrawl", { n: at + 1 })}
              value={exceptions[at]!.crawl_id}
              onChange={(event) => change(at, { crawl_id: event.currentTarget.value })}
              className="min-w-40 flex-[1_1_12rem]"
            >
              <option value="">{t("affiliates-admin.terms.choose")}</option>
              {crawls.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </AdminSelect>
            <AdminInput
              name="exception_value"
              aria-label={t("affiliates-admin.terms.exceptionValue", { n: at + 1 })}
              inputMode="decimal"
              value={exceptions[at]!.value}
              onChange={(event) => change(at, { value: event.currentTarget.value })}
              className="w-16!"
              maxLength={10}
            />
            <AdminSelect
              name="exception_kind"
              aria-label={t("affiliates-admin.terms.exceptionKind", { n: at + 1 })}
              value={exceptions[at]!.kind}
              onChange={(event) => change(at, { kind: event.currentTarget.value })}
              className="w-40"
            >
              <option value="percentage">{t("affiliates-admin.terms.percentUnit")}</option>
              <option value="fixed">{t("affiliates-admin.terms.fixedUnit")}</option>
            </AdminSelect>
          </>
        )}
      </Rows>
      <AddRow
        label={t("affiliates-admin.terms.addException")}
        isFull={exceptions.length >= MOST_EXCEPTIONS}
        onAdd={() => set({ exceptions: [...exceptions, EMPTY_EXCEPTION] })}
      />
    </FieldGroup>
  );
}

type ManyProps = { count: number; onRemove: (at: number) => void; children: (at: number) => ReactNode };

function Rows({ count, onRemove, children }: ManyProps) {
  const { t } = useText();
  return (
    <>
      {Array.from({ length: count }, (_, at) => (
        <div key={at} className="flex flex-wrap items-center gap-2">
          {children(at)}
          <IconAdminButton label={t("affiliates-admin.terms.removeRow", { n: at + 1 })} onClick={() => onRemove(at)}>
            <X aria-hidden size={15} />
          </IconAdminButton>
        </div>
      ))}
    </>
  );
}

function AddRow({ label, isFull, onAdd }: { label: string; isFull: boolean; onAdd: () => void }) {
  if (isFull) return null;
  return (
    <p>
      <AdminButton small icon={<Plus aria-hidden size={14} />} onClick={onAdd}>
        {label}
      </AdminButton>
    </p>
  );
}

type PreviewProps = Pick<TermsFormProps, "crawls" | "today"> & {
  values: TermsFormValues;
  hasEarlier: boolean;
};

/** What the terms mean, by an example, and for the nights around their first day. */
function Preview({ values, crawls, today, hasEarlier }: PreviewProps) {
  const { t, locale } = useText();
  const read = AddTerms.safeParse(withoutEmpty(values));
  const terms = read.success ? read.data : null;
  const from = terms && dateInSentence(terms.valid_from, locale);
  return (
    <div aria-live="polite" className="grid gap-1 rounded-md bg-surface-2 px-3 py-2.5">
      {terms ? (
        <>
          <p className="font-semibold">
            {t(`affiliates-admin.terms.example.${terms.basis}`, {
              people: EXAMPLE.people,
              came: EXAMPLE.came,
              sale: formatPesos(EXAMPLE.sale, locale),
              amount: formatPesos(earns(terms), locale),
            })}
          </p>
          <TermsRest terms={terms} crawls={crawls} />
          {meaningOf(terms.valid_from, today, hasEarlier).map((meaning) => (
            <p key={meaning} className="text-text-2">
              {t(`affiliates-admin.terms.meaning.${meaning}`, {
                date: from!,
                month: sayMonth(terms.valid_from.slice(0, 7), locale, false),
              })}
            </p>
          ))}
        </>
      ) : (
        <p className="text-text-3">{t("affiliates-admin.terms.noExample")}</p>
      )}
    </div>
  );
}

/** Tiers and exceptions in words. */
function TermsRest({ terms, crawls }: { terms: TermsFields } & Pick<TermsFormProps, "crawls">) {
  const { t, locale } = useText();
  return (
    <>
      {terms.tiers.map(({ from_people, value }) => (
        <p key={from_people} className="text-text-2">
          {t("affiliates-admin.terms.tier", {
            people: numberFormat(languageTag(locale), {}).format(from_people),
            rate: sayRate({ kind: terms.kind, value }, t, locale),
          })}
        </p>
      ))}
      {terms.exceptions.map((one) => (
        <p key={one.crawl_id} className="text-text-2">
          {t("affiliates-admin.terms.exception", {
            crawl: crawls.find(({ id }) => id === one.crawl_id)?.title ?? t("affiliates-admin.terms.crawlGone"),
            rate: sayRate(one, t, locale),
          })}
        </p>
      ))}
    </>
  );
}

type KeptVersion = TermsFields & { id: string; version: number; added: string; by: string | null };

/** All versions, newest first, with the one that counts now marked. */
export function TermsHistory({
  terms,
  current,
  crawls,
}: { terms: readonly KeptVersion[]; current: string | null } & Pick<TermsFormProps, "crawls">) {
  const { t, locale } = useText();
  return (
    <ol aria-label={t("affiliates-admin.terms.history")} className="grid gap-2.5">
      {terms.map((one) => (
        <li
          key={one.id}
          className={`grid gap-0.5 border-l-2 pl-2.5 ${one.id === current ? "border-agave" : "border-line-2"}`}
        >
          <p>
            <span className="font-semibold">
              {one.kind === "percentage"
                ? t(`affiliates-admin.terms.said.${one.basis}.percentage`, { rate: percentOf(one.value) })
                : t(`affiliates-admin.terms.said.${one.basis}.fixed`, { rate: formatPesos(one.value, locale) })}
            </span>{" "}
            {one.id === current && <span className="text-agave-text">{t("affiliates-admin.terms.now")}</span>}
          </p>
          <TermsRest terms={one} crawls={crawls} />
          <p className="text-fine text-text-3">
            {t(one.by === null ? "affiliates-admin.terms.added" : "affiliates-admin.terms.addedBy", {
              from: dayAndYear(one.valid_from, locale),
              version: one.version,
              date: dayAndYear(one.added, locale),
              by: one.by ?? "",
            })}
          </p>
        </li>
      ))}
    </ol>
  );
}

/** What terms give for the example, reckoned as bookings are. */
const earns = (terms: TermsFields): number =>
  commissionOf(
    { ...terms, id: "", version: 1 },
    {
      ...EXAMPLE,
      status: "confirmed",
      crawl_id: "",
      service_date: terms.valid_from,
      disputed: false,
      verdict: null,
    },
    null,
  ).amount;
