import type { Text } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { BothField } from "#src/modules/site/content/admin/both-field.tsx";
import { PageBlocks } from "#src/modules/site/content/admin/page-blocks.tsx";
import type { MetHere } from "#src/modules/site/content/admin/use-drafts.ts";
import { changesIn, type SectionDraft } from "#src/modules/site/content/rules/home-draft.ts";
import type { HomeFieldError } from "#src/modules/site/content/rules/home-errors.ts";
import { fieldWord } from "#src/modules/site/content/rules/home-words.ts";
import { LIVE_NAMES } from "#src/modules/site/content/rules/inline.ts";
import { gapsOf } from "#src/modules/site/content/rules/page-content.ts";
import { PAGE_SHAPES, type PageKey } from "#src/modules/site/content/rules/page-fields.ts";
import { LIVE_WORDS, PAGE_WORDS } from "#src/modules/site/content/rules/page-words.ts";
import { sayChange, sayField } from "#src/modules/site/content/rules/say-change.ts";
import { LanguageHeads } from "#src/ui/admin/bilingual.tsx";
import { Conflict } from "#src/ui/admin/conflict.tsx";

type PageFormProps = {
  page: PageKey;
  draft: SectionDraft;
  published: SectionDraft;
  errors: readonly HomeFieldError[];
  met: MetHere<PageKey> | undefined;
  onChange: (change: (now: SectionDraft) => SectionDraft) => void;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  /** Tells which block is being edited. */
  onShow: (index: number | null) => void;
  language: "en" | "es";
};

/** A page's head and blocks, with how they are written. */
export function PageForm(props: PageFormProps) {
  const { page, draft, published, errors, met, onChange, onKeepMine, onTakeTheirs, onShow, language } = props;
  const { t } = useText("content-pages");
  const gaps = gapsOf(page, draft);
  return (
    <div className="grid gap-3">
      {met && (
        <Conflict
          title={t("content-admin.conflict", {
            name: met.by ?? t("content-admin.somebody"),
            section: t(PAGE_WORDS[page]),
          })}
          fields={sidesOf(page, draft, met, t)}
          onKeepMine={onKeepMine}
          onTakeTheirs={onTakeTheirs}
        />
      )}
      <LanguageHeads toTranslate={gaps.en + gaps.es} />
      <h2 className="heading text-sub">{t("content-pages.head")}</h2>
      <div className="grid gap-3.5">
        {PAGE_SHAPES[page].fields.map(({ name, long = false, most }) => (
          <BothField
            key={name}
            onFocus={() => onShow(null)}
            id={`${page}-`}
            name={name}
            label={t(fieldWord(name, page))}
            values={draft.texts}
            published={published.texts}
            errorOf={(path) => errors.find((error) => error.path === path)}
            onChange={(over) => onChange((now) => ({ ...now, texts: { ...now.texts, ...over } }))}
            language={language}
            long={long}
            most={most}
          />
        ))}
      </div>
      <h2 className="heading mt-2 text-sub">{t("content-pages.blocks")}</h2>
      <details className="rounded-md border border-border bg-surface-2 px-3 py-2">
        <summary className="cursor-pointer font-semibold max-md:py-2.5">{t("content-pages.notation")}</summary>
        <ul className="mt-1.5 grid list-disc gap-1 pl-5 text-text-2">
          <li>{t("content-pages.notation.bold")}</li>
          <li>{t("content-pages.notation.link")}</li>
          <li>
            {t("content-pages.notation.live", {
              names: LIVE_NAMES.map((name) => `{${name}}: ${t(LIVE_WORDS[name])}`).join(", "),
            })}
          </li>
        </ul>
      </details>
      <PageBlocks
        page={page}
        draft={draft}
        errors={errors}
        onChange={(change) => onChange((now) => ({ ...now, items: change(now.items) }))}
        onShow={onShow}
        language={language}
      />
      {(page === "terms" || page === "privacy") && (
        <p className="text-fine text-text-3">{t("content-pages.reachUs")}</p>
      )}
    </div>
  );
}

/** What both changed: their value and the one typed here. Where the order changed too, every block that differs. */
function sidesOf(page: PageKey, draft: SectionDraft, { theirs, both }: MetHere<PageKey>, t: Text) {
  const fields = both
    .filter((name) => name !== "items")
    .map((path) => {
      const [, place, field = ""] = /^items\.(\d+)\.(.+)$/.exec(path) ?? [];
      const valueOf = ({ texts, items }: SectionDraft) =>
        (place === undefined ? texts[path] : items[Number(place)]?.[field]) ?? "";
      const label = place === undefined ? sayField(page, path, null, t) : sayField(page, field, Number(place), t);
      return { label, theirs: valueOf(theirs), mine: valueOf(draft) };
    });
  if (!both.includes("items")) return fields;
  const blocks = changesIn(page, { ...theirs, texts: {} }, { ...draft, texts: {} });
  return [
    ...fields,
    ...blocks.map((change) => {
      const { what, old, now } = sayChange(change, t);
      return { label: what, theirs: old ?? "", mine: now ?? "" };
    }),
  ];
}
