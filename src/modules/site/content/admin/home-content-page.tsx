import type { Route } from "#routes/admin/site/+types/home-content.ts";
import { Languages, Share2, TriangleAlert } from "#src/ui/lucide/icons.ts";
import { useMemo, useState } from "react";
import { useLocation } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { DraftEditor } from "#src/modules/site/content/admin/draft-editor.tsx";
import { HomeSections } from "#src/modules/site/content/admin/home-sections.tsx";
import { SectionForm } from "#src/modules/site/content/admin/section-form.tsx";
import { ShareDialog } from "#src/modules/site/content/admin/share-dialog.tsx";
import { useDraftActs } from "#src/modules/site/content/admin/use-draft-acts.ts";
import { useDrafts } from "#src/modules/site/content/admin/use-drafts.ts";
import {
  changesIn,
  changesOf,
  contentOf,
  countUntranslated,
  type HomeDraft,
  unseenItems,
} from "#src/modules/site/content/rules/home-draft.ts";
import type { DraftAnswer } from "#src/modules/site/content/rules/draft-answer.ts";
import { SECTION_KEYS, type SectionKey } from "#src/modules/site/content/rules/home-fields.ts";
import { SECTION_WORDS } from "#src/modules/site/content/rules/home-words.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { AdminNotice } from "#src/ui/admin/field.tsx";

/** Where each section stands in the page. */
const PLACES: Readonly<Record<SectionKey, string>> = {
  hero: "#main > section:first-of-type",
  infoBar: "#main > section:nth-of-type(2)",
  events: "[data-later=special]",
  expect: "[data-later=expect]",
  features: "[data-later=features]",
  route: "[data-later=route]",
  testimonials: "[data-later=guests]",
  footer: "footer",
  layout: "",
};

/** The home page's texts: sections, both languages, the live page, drafts and versions. */
export default function HomeContentPage({ loaderData: { home, versions, section: opened } }: Route.ComponentProps) {
  const { t } = useText("content-admin");
  const { pathname, search } = useLocation();
  const edit = useDrafts(home);
  const acts = useDraftActs("home", edit);
  // the link that was seen, so that it isn't shown again
  const [shownAnswer, setShownAnswer] = useState<DraftAnswer | null>(null);
  const link = acts.answer === shownAnswer ? null : acts.answer;
  // read without the server: the loader is not asked again for another section
  const query = new URLSearchParams(search).get("section");
  const section = SECTION_KEYS.find((key) => key === query) ?? opened;
  const { draft } = edit;
  const changes = changesOf(home.published, draft);
  const sections = useMemo(
    () => SECTION_KEYS.map((key) => ({ section_key: key, content: contentOf(key, draft[key]) })),
    [draft],
  );
  const hrefOf = (key: SectionKey) => `${pathname}?section=${key}`;
  return (
    <>
      <DraftEditor
        title={t("admin.page.home")}
        read={home}
        edit={edit}
        acts={acts}
        changes={changes}
        href={hrefOf(section)}
        sections={
          <HomeSections
            section={section}
            hrefOf={hrefOf}
            marksOf={(key) => ({
              isChanged: changesIn(key, home.published[key], draft[key]).length > 0,
              toTranslate: countUntranslated(key, draft[key]),
              isBroken: edit.broken.includes(key) || edit.met.some((one) => one.key === key),
            })}
          />
        }
        heading={t(SECTION_WORDS[section])}
        hasLanguages={section !== "layout"}
        preview={{ path: "/preview/home", sections, shown: PLACES[section] }}
        after={
          <AdminButton icon={<Share2 aria-hidden size={15} />} busy={acts.isSharing} onClick={acts.share}>
            {t("content-admin.share")}
          </AdminButton>
        }
        versions={versions}
        versionsHelp={t("content-admin.versions.help")}
        publishText={t("content-admin.publish.text")}
        missing={<Missing draft={draft} />}
      >
        {(language) => (
          <SectionForm
            key={section}
            section={section}
            draft={draft[section]}
            published={home.published[section]}
            own={home.own}
            errors={edit.errorsOf(section)}
            met={edit.met.find(({ key }) => key === section)}
            onChange={(over) => edit.change(section, over)}
            onKeepMine={() => edit.keepMine(section)}
            onTakeTheirs={() => edit.takeTheirs(section)}
            language={language}
          />
        )}
      </DraftEditor>
      <ShareDialog
        link={link?.url ? { url: link.url, until: link.until ?? "" } : null}
        onClose={() => setShownAnswer(acts.answer ?? null)}
      />
    </>
  );
}

/** What guests won't see, or not in Spanish. */
function Missing({ draft }: { draft: HomeDraft }) {
  const { t } = useText();
  const untranslated = SECTION_KEYS.reduce((sum, key) => sum + countUntranslated(key, draft[key]), 0);
  const unseen = SECTION_KEYS.filter((key) => unseenItems(key, draft[key]).length > 0);
  return (
    <>
      {unseen.length > 0 && (
        <AdminNotice icon={<TriangleAlert aria-hidden size={16} />}>
          {t("content-admin.publish.unseen", { sections: unseen.map((key) => t(SECTION_WORDS[key])).join(", ") })}
        </AdminNotice>
      )}
      {untranslated > 0 && (
        <AdminNotice icon={<Languages aria-hidden size={16} />}>
          {t("content-admin.publish.untranslated", { count: untranslated })}
        </AdminNotice>
      )}
    </>
  );
}
