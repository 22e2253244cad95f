import { Plus, TriangleAlert } from "#src/ui/lucide/icons.ts";
import { useText } from "#src/locales/use-text.ts";
import { BothField } from "#src/modules/site/content/admin/both-field.tsx";
import { emptyItem, type ItemDraft, type SectionDraft, wordsOf } from "#src/modules/site/content/rules/home-draft.ts";
import type { HomeFieldError } from "#src/modules/site/content/rules/home-errors.ts";
import { emptyBlocks } from "#src/modules/site/content/rules/page-content.ts";
import {
  type BlockKind,
  KINDS_OF,
  PAGE_SHAPES,
  type PageKey,
  PARTS_OF,
} from "#src/modules/site/content/rules/page-fields.ts";
import { asKind, KIND_WORDS } from "#src/modules/site/content/rules/page-words.ts";
import { AdminButton, IconAdminButton } from "#src/ui/admin/button.tsx";
import { AdminSelect } from "#src/ui/admin/field.tsx";
import { SortableRows } from "#src/ui/admin/sortable-rows.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { stackToast } from "#src/ui/toasts.tsx";

type PageBlocksProps = {
  page: PageKey;
  draft: SectionDraft;
  errors: readonly HomeFieldError[];
  onChange: (change: (items: readonly ItemDraft[]) => readonly ItemDraft[]) => void;
  /** Tells which block is being edited. */
  onShow: (index: number) => void;
  language: "en" | "es";
};

const FIELDS = PAGE_SHAPES.terms.list!;
const MOST = { title: 200, text: 4000, time: 20 } as const;

/** What a page says, block by block: each of a kind that can be changed, added below another, ordered, or removed and brought back. */
export function PageBlocks({ page, draft, errors, onChange, onShow, language }: PageBlocksProps) {
  const { t } = useText();
  const { items } = draft;
  const kinds = KINDS_OF[page];
  const kindOf = ({ kind }: ItemDraft): BlockKind => kinds.find((one) => one === kind) ?? kinds[0]!;
  const unseen = emptyBlocks(page, draft);
  const idOf = (index: number) => `${page}-${index}-`;
  const nameOf = (index: number) => {
    const item = items[index];
    const kind = item ? t(KIND_WORDS[kindOf(item)].name) : "";
    return t("content-pages.blockCalled", { kind, number: index + 1 });
  };
  const add = (at: number, kind: BlockKind) => {
    onChange((now) => now.toSpliced(at, 0, { ...emptyItem(FIELDS), kind }));
    const name = `${PARTS_OF[kind][0]}${language === "es" ? "_es" : ""}`;
    // rendered by the next frame
    requestAnimationFrame(() => document.getElementById(`${idOf(at)}${name}`)?.focus());
  };
  const change = (rows: readonly ItemDraft[]) => {
    onChange(() => rows);
    if (rows.length >= items.length) return;
    const at = items.findIndex((item) => !rows.includes(item));
    stackToast(
      { title: t("content-pages.removed", { name: nameOf(at) }) },
      { undo: { label: t("admin.undo"), act: () => onChange((now) => now.toSpliced(at, 0, items[at]!)) } },
    );
  };
  const tooMany = errors.find(({ path }) => path === FIELDS.name);
  return (
    <div className="grid gap-3 [&_li>span]:flex-col">
      <SortableRows
        id={page}
        nameOf={nameOf}
        rows={items}
        onChange={change}
        removal={{ focusOn: (index) => `${idOf(index)}kind`, whenEmpty: `${page}-add-${kinds[0]}` }}
      >
        {(item, index, set) => (
          <Block
            id={idOf(index)}
            item={item}
            kind={kindOf(item)}
            kinds={kinds}
            name={nameOf(index)}
            isUnseen={unseen.includes(index)}
            errorOf={(name) => errors.find(({ path }) => path === `items.${index}.${name}`)}
            language={language}
            onChange={set}
            onShow={() => onShow(index)}
            // under a question comes the next one, under anything else a paragraph
            onAdd={() => add(index + 1, kinds[1]!)}
          />
        )}
      </SortableRows>
      {tooMany && <p className="font-medium text-low-text">{t(tooMany.message, tooMany.values)}</p>}
      <p className="flex flex-wrap gap-2">
        {kinds.map((kind) => (
          <AdminButton
            key={kind}
            id={`${page}-add-${kind}`}
            icon={<Plus aria-hidden size={15} />}
            onClick={() => add(items.length, kind)}
          >
            {t(KIND_WORDS[kind].add)}
          </AdminButton>
        ))}
      </p>
    </div>
  );
}

type BlockProps = {
  id: string;
  item: ItemDraft;
  kind: BlockKind;
  kinds: readonly BlockKind[];
  name: string;
  isUnseen: boolean;
  errorOf: (name: string) => HomeFieldError | undefined;
  language: "en" | "es";
  onChange: (item: ItemDraft) => void;
  onShow: () => void;
  onAdd: () => void;
};

function Block(props: BlockProps) {
  const { id, item, kind, kinds, name, isUnseen, errorOf, language, onChange, onShow, onAdd } = props;
  const { t } = useText();
  return (
    <fieldset
      className={classNames(
        "grid min-w-0 grow gap-2 rounded-lg border px-3 pt-2 pb-3",
        // sections stand out in a long page
        kind === "heading" ? "border-line-2 bg-surface-2" : "border-border",
      )}
    >
      <legend className="sr-only">
        {name} {wordsOf(item).slice(0, 60)}
      </legend>
      <div className="flex flex-wrap items-center gap-2">
        <AdminSelect
          id={`${id}kind`}
          aria-label={t("content-pages.field.kind")}
          value={kind}
          onChange={({ target }) => onChange(asKind(item, kind, target.value as BlockKind))}
          className="w-36"
        >
          {kinds.map((one) => (
            <option key={one} value={one}>
              {t(KIND_WORDS[one].name)}
            </option>
          ))}
        </AdminSelect>
        {isUnseen && (
          <p className="flex gap-1.5 font-medium text-marigold-text">
            <TriangleAlert aria-hidden size={14} className="mt-0.5 shrink-0" />
            {t("content-pages.emptyBlock")}
          </p>
        )}
        <IconAdminButton label={t("content-pages.addBelow", { name })} onClick={onAdd} className="ml-auto">
          <Plus aria-hidden size={15} />
        </IconAdminButton>
      </div>
      {kind === "stop" && (
        <BothField
          onFocus={onShow}
          id={id}
          name="time"
          label={t("content-pages.part.time")}
          values={item}
          published={null}
          errorOf={errorOf}
          onChange={(over) => onChange({ ...item, ...over })}
          language={language}
          long={false}
          most={MOST.time}
        />
      )}
      {PARTS_OF[kind].map((part) => (
        <BothField
          key={part}
          onFocus={onShow}
          id={id}
          name={part}
          label={t(KIND_WORDS[kind][part]!)}
          values={item}
          published={null}
          errorOf={errorOf}
          onChange={(over) => onChange({ ...item, ...over })}
          language={language}
          long={part === "text"}
          most={MOST[part]}
        />
      ))}
    </fieldset>
  );
}
