import type { ReactNode } from "react";
import { useText } from "#src/locales/use-text.ts";
import { isUntranslated, type Pair } from "#src/kernel/pair.ts";
import { AdminField, AdminInput, AdminTextArea } from "#src/ui/admin/field.tsx";
import { Badge } from "#src/ui/admin/badge.tsx";

/** Style of a field without a Spanish translation. */
export const TO_TRANSLATE = "border-dashed! border-gold-mark! bg-marigold-tint! placeholder:text-marigold-text!";

type Words = { en: string; es: string };
type BilingualProps = {
  /** Id and name of the English control; the Spanish one adds `_es`. */
  name: string;
  label: string;
  value: Pair;
  onChange: (value: Pair) => void;
  errors: Partial<Words>;
  changed: { en: boolean; es: boolean };
  long?: boolean;
  optional?: boolean;
  maxLength: number;
  help?: string;
  /** What stands where a field is empty, if that isn't the other language's text. */
  instead?: Words;
};

type InForm<Field extends string> = {
  draft: Readonly<Record<Field | `${Field}_es`, string>>;
  change: (over: Partial<Record<Field | `${Field}_es`, string>>) => void;
  errorOf: (field: Field | `${Field}_es`) => { error?: string };
  isChanged: (field: Field | `${Field}_es`) => boolean;
};

/** The props of a `Bilingual` for a text of a form's draft, whose Spanish one stands under `<field>_es`. */
export function bothLanguages<Field extends string>(
  field: Field,
  { draft, change, errorOf, isChanged }: InForm<Field>,
): Pick<BilingualProps, "name" | "value" | "onChange" | "errors" | "changed"> {
  const es = `${field}_es` as const;
  const [enError, esError] = [errorOf(field).error, errorOf(es).error];
  return {
    name: field,
    value: { en: draft[field], es: draft[es] },
    onChange: (value) => change({ [field]: value.en, [es]: value.es } as Record<Field | `${Field}_es`, string>),
    errors: { ...(enError ? { en: enError } : {}), ...(esError ? { es: esError } : {}) },
    changed: { en: isChanged(field), es: isChanged(es) },
  };
}

/** A text in both languages, side by side; the empty Spanish field says what guests see instead. */
export function Bilingual(props: BilingualProps) {
  const {
    name,
    label,
    value,
    onChange,
    errors,
    changed,
    long = false,
    optional = false,
    maxLength,
    help,
    instead,
  } = props;
  const { t } = useText();
  const Control = long ? AdminTextArea : AdminInput;
  const missing = !instead && isUntranslated(value);
  return (
    <div className="grid gap-x-3 gap-y-2 md:grid-cols-2">
      <AdminField
        id={name}
        label={label}
        {...(optional ? { optional: t("admin.optional") } : {})}
        {...(errors.en ? { error: errors.en } : {})}
        {...(help ? { help } : {})}
        changed={changed.en}
      >
        {(control) => (
          <Control
            {...control}
            name={name}
            lang="en"
            value={value.en}
            maxLength={maxLength}
            placeholder={instead?.en}
            onChange={(event) => onChange({ ...value, en: event.currentTarget.value })}
            {...(long ? { rows: 4 } : {})}
          />
        )}
      </AdminField>
      <AdminField
        id={`${name}_es`}
        label={<span className="font-medium text-text-2">{t("editing.inSpanish", { label })}</span>}
        {...(errors.es ? { error: errors.es } : {})}
        changed={changed.es}
      >
        {(control) => (
          <Control
            {...control}
            name={`${name}_es`}
            lang="es"
            value={value.es}
            maxLength={maxLength}
            onChange={(event) => onChange({ ...value, es: event.currentTarget.value })}
            placeholder={missing ? t("editing.untranslated") : instead?.es}
            className={missing ? TO_TRANSLATE : undefined}
            {...(long ? { rows: 4 } : {})}
          />
        )}
      </AdminField>
    </div>
  );
}

/** Heads of the two language columns, with the number of missing translations; null when there is nothing to translate. */
export function LanguageHeads({ toTranslate }: { toTranslate: number | null }) {
  const { t } = useText();
  return (
    <div className="grid grid-cols-2 gap-x-3 max-md:hidden">
      <Head code="EN" name={t("editing.english")} />
      <Head code="ES" name={t("editing.spanish")}>
        {toTranslate === 0 && (
          <Badge tone="done" plain>
            {t("editing.complete")}
          </Badge>
        )}
        {toTranslate !== null && toTranslate > 0 && (
          <Badge tone="waiting">{t("editing.toTranslate", { count: toTranslate })}</Badge>
        )}
      </Head>
    </div>
  );
}

function Head({ code, name, children }: { code: string; name: string; children?: ReactNode }) {
  return (
    <p className="flex min-h-8 items-center gap-2 border-b-2 border-line-2 pb-1.5 font-semibold">
      <span aria-hidden className="rounded-[5px] border border-line-2 px-1.5 text-fine text-text-2">
        {code}
      </span>
      <span className="mr-auto">{name}</span>
      {children}
    </p>
  );
}
