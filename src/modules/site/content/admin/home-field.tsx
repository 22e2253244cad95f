import { useText } from "#src/locales/use-text.ts";
import { PictureField } from "#src/modules/site/content/admin/picture-field.tsx";
import { type ItemDraft, isUntranslated } from "#src/modules/site/content/rules/home-draft.ts";
import type { HomeFieldError } from "#src/modules/site/content/rules/home-errors.ts";
import {
  hasSpanish,
  type PlainField,
  type SectionField,
  type TextField,
} from "#src/modules/site/content/rules/fields.ts";
import { fieldWord, UNTRANSLATED_WORDS } from "#src/modules/site/content/rules/home-words.ts";
import { TO_TRANSLATE } from "#src/ui/admin/bilingual.tsx";
import { AdminField, AdminInput, AdminTextArea } from "#src/ui/admin/field.tsx";
import { classNames } from "#src/ui/class-names.ts";

export type FieldsProps = {
  /** Prefix of the fields' element ids. */
  id: string;
  fields: readonly SectionField[];
  values: ItemDraft;
  /** The published values; null where they aren't comparable: items move. */
  published: ItemDraft | null;
  /** Ronda's own texts by field, in both languages. */
  own: (name: string) => { en: string; es: string };
  errorOf: (name: string) => HomeFieldError | undefined;
  /** Takes what changed alone: an upload ends after more was typed. */
  onChange: (over: ItemDraft) => void;
  /** The language that a phone shows. */
  language: "en" | "es";
};

/** Fields of a section or of one of its items, both languages side by side; on a phone one at a time. */
export function HomeFields({ fields, ...rest }: FieldsProps) {
  return (
    <div className="grid min-w-0 gap-3.5">
      {fields.map((field) =>
        field.kind === "text" ? (
          <BilingualField key={field.name} field={field} {...rest} />
        ) : (
          <PlainControl key={field.name} field={field} {...rest} />
        ),
      )}
    </div>
  );
}

/** As high as an input until it has more to show. */
const ONE_LINE = "min-h-(--ctl) resize-none py-[calc((var(--ctl)-1.25rem)/2-1px)]!";

type OneProps<Field> = Omit<FieldsProps, "fields"> & { field: Field };

const useErrors = ({ errorOf }: Pick<FieldsProps, "errorOf">) => {
  const { t } = useText();
  return (name: string) => {
    const error = errorOf(name);
    return error && { error: t(error.message, error.values) };
  };
};

function BilingualField(props: OneProps<TextField>) {
  const { id, field, values, published, own, onChange, language } = props;
  const { t } = useText();
  const errorOf = useErrors(props);
  const { name, long, most, untranslated } = field;
  const label = t(fieldWord(name));
  const es = `${name}_es`;
  const missing = isUntranslated(field, values);
  const ours = own(name);
  // grows with its text; a short one has no lines of its own
  const typed = (text: string) => (long ? text : text.replaceAll(/\s*\n\s*/g, " "));
  const isChanged = (which: string) => published !== null && (published[which] ?? "") !== (values[which] ?? "").trim();
  const consequence = t(UNTRANSLATED_WORDS[untranslated], { text: ours.es });
  return (
    <div className="grid gap-x-3 gap-y-2 md:grid-cols-2">
      <AdminField
        id={`${id}${name}`}
        label={label}
        changed={isChanged(name)}
        className={classNames(language === "es" && "max-md:hidden")}
        {...(name === "date" ? { help: t("content-admin.help.date") } : {})}
        {...errorOf(name)}
      >
        {(control) => (
          <AdminTextArea
            {...control}
            lang="en"
            value={values[name] ?? ""}
            maxLength={most + 50}
            placeholder={ours.en}
            className={ONE_LINE}
            rows={long ? 3 : 1}
            onChange={(event) => onChange({ [name]: typed(event.currentTarget.value) })}
          />
        )}
      </AdminField>
      {hasSpanish(field) ? (
        <AdminField
          id={`${id}${es}`}
          label={<SpanishLabel label={label} />}
          changed={isChanged(es)}
          className={classNames(language === "en" && "max-md:hidden")}
          {...(missing ? { help: consequence } : {})}
          {...errorOf(es)}
        >
          {(control) => (
            <AdminTextArea
              {...control}
              lang="es"
              value={values[es] ?? ""}
              maxLength={most + 50}
              placeholder={missing ? t("content-admin.notTranslated") : ours.es}
              className={classNames(ONE_LINE, missing && TO_TRANSLATE)}
              rows={long ? 3 : 1}
              onChange={(event) => onChange({ [es]: typed(event.currentTarget.value) })}
            />
          )}
        </AdminField>
      ) : (
        <div className={classNames("grid min-w-0 content-start gap-1", language === "en" && "max-md:hidden")}>
          <p className="font-semibold">
            <SpanishLabel label={label} />
          </p>
          <p lang="es" className="rounded-md border border-dashed border-line-2 bg-surface-2 px-2.5 py-1.5 text-text-2">
            {ours.es}
          </p>
        </div>
      )}
    </div>
  );
}

function SpanishLabel({ label }: { label: string }) {
  const { t } = useText();
  return <span className="font-medium text-text-2">{t("editing.inSpanish", { label })}</span>;
}

function PlainControl(props: OneProps<PlainField>) {
  const { id, field, values, published, onChange } = props;
  const { t } = useText();
  const errorOf = useErrors(props);
  const { name, kind, most } = field;
  const value = values[name] ?? "";
  const set = (now: string) => onChange({ [name]: now });
  const isChanged = published !== null && (published[name] ?? "") !== value.trim();
  const label = t(fieldWord(name));
  const error = errorOf(name);
  if (kind === "picture") {
    const none = t("content-admin.noPicture");
    return <PictureField {...{ id: `${id}${name}`, label, value, set, isChanged, error: error?.error, none }} />;
  }
  const help = HELP[kind];
  return (
    <AdminField
      id={`${id}${name}`}
      label={label}
      changed={isChanged}
      {...(help ? { help: t(help) } : {})}
      {...error}
      className="md:max-w-[calc(50%-0.375rem)]"
    >
      {(control) => (
        <AdminInput
          {...control}
          value={value}
          maxLength={most + 50}
          inputMode={MODES[kind]}
          onChange={(event) => set(event.currentTarget.value)}
        />
      )}
    </AdminField>
  );
}

const HELP = {
  time: "content-admin.help.time",
  link: "content-admin.help.link",
  social: "content-admin.help.social",
  email: undefined,
  phone: undefined,
  plain: undefined,
} as const;
const MODES = { time: "text", link: "url", social: "url", email: "email", phone: "tel", plain: "text" } as const;
