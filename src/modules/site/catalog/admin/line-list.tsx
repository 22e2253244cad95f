import { Plus } from "#src/ui/lucide/icons.ts";
import { useText } from "#src/locales/use-text.ts";
import { TO_TRANSLATE } from "#src/ui/admin/bilingual.tsx";
import { SortableRows } from "#src/ui/admin/sortable-rows.tsx";
import { isUntranslated, type Pair } from "#src/kernel/pair.ts";
import type { CrawlList } from "#src/modules/site/catalog/rules/draft.ts";
import { classNames } from "#src/ui/class-names.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { AdminInput } from "#src/ui/admin/field.tsx";
import { FieldGroup } from "#src/ui/admin/field-group.tsx";

type LineListProps = {
  name: CrawlList;
  label: string;
  lines: readonly Pair[];
  onChange: (lines: Pair[]) => void;
  error: string | undefined;
  changed: boolean;
  disabled: boolean;
};

/** A list of short bilingual texts: add, remove and reorder lines; both languages move together. */
export function LineList({ name, label, lines, onChange, error, changed, disabled }: LineListProps) {
  const { t } = useText();
  const addId = `${name}-add`;
  const nameOf = (index: number) => t("catalog-admin.line", { list: label, number: index + 1 });
  const add = () => {
    onChange([...lines, { en: "", es: "" }]);
    // rendered by the next frame
    requestAnimationFrame(() => document.getElementById(`${name}-${lines.length}`)?.focus());
  };
  return (
    <FieldGroup id={name} label={label} error={error} changed={changed}>
      <SortableRows
        id={name}
        nameOf={nameOf}
        rows={lines}
        onChange={onChange}
        removal={{ focusOn: (index) => `${name}-${index}`, whenEmpty: addId }}
        disabled={disabled}
      >
        {(line, index, change) => (
          <span className="grid min-w-0 grow gap-x-3 gap-y-1 md:grid-cols-2">
            <AdminInput
              id={`${name}-${index}`}
              name={name}
              lang="en"
              aria-label={nameOf(index)}
              aria-invalid={(error && line.en.trim() === "") || undefined}
              value={line.en}
              maxLength={200}
              onChange={(event) => change({ ...line, en: event.currentTarget.value })}
              onKeyDown={(event) => {
                if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
                event.preventDefault();
                if (index === lines.length - 1) add();
                else document.getElementById(`${name}-${index + 1}`)?.focus();
              }}
            />
            <AdminInput
              name={`${name}_es`}
              lang="es"
              aria-label={t("editing.inSpanish", { label: nameOf(index) })}
              value={line.es}
              maxLength={200}
              onChange={(event) => change({ ...line, es: event.currentTarget.value })}
              placeholder={isUntranslated(line) ? t("editing.missing", { line: line.en }) : undefined}
              className={classNames(isUntranslated(line) && TO_TRANSLATE)}
            />
          </span>
        )}
      </SortableRows>
      {!disabled && (
        <AdminButton
          id={addId}
          kind="quiet"
          small
          icon={<Plus aria-hidden size={14} />}
          onClick={add}
          className="justify-self-start"
        >
          {t("catalog-admin.addLine", { list: label })}
        </AdminButton>
      )}
    </FieldGroup>
  );
}
