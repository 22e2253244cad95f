import { Plus, TriangleAlert } from "#src/ui/lucide/icons.ts";
import { useText } from "#src/locales/use-text.ts";
import { HomeFields } from "#src/modules/site/content/admin/home-field.tsx";
import {
  emptyItem,
  type ItemDraft,
  type SectionDraft,
  unseenItems,
  wordsOf,
} from "#src/modules/site/content/rules/home-draft.ts";
import type { HomeFieldError } from "#src/modules/site/content/rules/home-errors.ts";
import { type ListField, namesOf } from "#src/modules/site/content/rules/fields.ts";
import type { SectionKey } from "#src/modules/site/content/rules/home-fields.ts";
import { fieldWord, ITEM_WORDS } from "#src/modules/site/content/rules/home-words.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { SortableRows } from "#src/ui/admin/sortable-rows.tsx";
import { stackToast } from "#src/ui/toasts.tsx";

type ItemListProps = {
  section: SectionKey;
  list: ListField;
  draft: SectionDraft;
  errors: readonly HomeFieldError[];
  onChange: (change: (items: readonly ItemDraft[]) => readonly ItemDraft[]) => void;
  language: "en" | "es";
};

const NO_OWN = () => ({ en: "", es: "" });

/** A section's list: items are added, removed (which can be taken back) and ordered. */
export function ItemList({ section, list, draft, errors, onChange, language }: ItemListProps) {
  const { t } = useText();
  const { items } = draft;
  const word = ITEM_WORDS[section]!;
  const nameOf = (index: number) => t(word, { number: index + 1 });
  const unseen = unseenItems(section, draft);
  const firstField = (index: number) => `${section}-${index}-${namesOf(list.fields[0]!)[0]}`;
  const addId = `${section}-add`;
  const add = () => {
    onChange((now) => [...now, emptyItem(list)]);
    // rendered by the next frame
    requestAnimationFrame(() => document.getElementById(firstField(items.length))?.focus());
  };
  const change = (rows: readonly ItemDraft[]) => {
    onChange(() => rows);
    if (rows.length >= items.length) return;
    const at = items.findIndex((item) => !rows.includes(item));
    stackToast(
      { title: t("content-admin.itemRemoved", { name: nameOf(at) }) },
      { undo: { label: t("admin.undo"), act: () => onChange((now) => now.toSpliced(at, 0, items[at]!)) } },
    );
  };
  const tooMany = errors.find(({ path }) => path === list.name);
  return (
    <div className="mt-4 grid gap-3 [&_li>span]:flex-col">
      <SortableRows
        id={section}
        nameOf={nameOf}
        rows={items}
        onChange={change}
        removal={{ focusOn: firstField, whenEmpty: addId }}
      >
        {(item, index) => (
          <fieldset className="min-w-0 grow rounded-lg border border-border px-3 pt-1 pb-3">
            <legend className="px-1 font-semibold text-text-2">
              {nameOf(index)}
              {wordsOf(item) && <span className="ml-1.5 font-normal text-text-3">{wordsOf(item)}</span>}
            </legend>
            {unseen.includes(index) && (
              <p className="mb-2 flex gap-1.5 font-medium text-marigold-text">
                <TriangleAlert aria-hidden size={14} className="mt-0.5 shrink-0" />
                {t("content-admin.unseen", {
                  fields: list.needed
                    .filter((name) => (item[name] ?? "").trim() === "")
                    .map((name) => t(fieldWord(name)))
                    .join(", "),
                })}
              </p>
            )}
            <HomeFields
              id={`${section}-${index}-`}
              fields={list.fields}
              values={item}
              published={null}
              own={NO_OWN}
              errorOf={(name) => errors.find(({ path }) => path === `items.${index}.${name}`)}
              onChange={(over) => onChange((now) => now.map((one, at) => (at === index ? { ...one, ...over } : one)))}
              language={language}
            />
          </fieldset>
        )}
      </SortableRows>
      {tooMany && <p className="font-medium text-low-text">{t(tooMany.message, tooMany.values)}</p>}
      <AdminButton id={addId} icon={<Plus aria-hidden size={15} />} onClick={add} className="justify-self-start">
        {t("content-admin.addItem", { item: t(word, { number: items.length + 1 }) })}
      </AdminButton>
    </div>
  );
}
