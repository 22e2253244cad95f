import { randomUUID } from "node:crypto";
import type { Ok } from "#src/kernel/result.ts";
import { discardDraft } from "#src/modules/site/content/discard-draft.server.ts";
import { publishDraft } from "#src/modules/site/content/publish-draft.server.ts";
import { draftOf } from "#src/modules/site/content/rules/home-draft.ts";
import { SECTION_KEYS, type SectionKey } from "#src/modules/site/content/rules/home-fields.ts";
import { restoreVersion } from "#src/modules/site/content/restore-version.server.ts";
import { saveDraft } from "#src/modules/site/content/save-draft.server.ts";
import { sharePreview } from "#src/modules/site/content/share-preview.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { does, granted, type Row, type StaffStage } from "#tests/audit-matrix/stage.ts";

/** Acts on the home page's texts. */
export function contentRows(stage: StaffStage): Row[] {
  const needs = ["content.change"] as const;
  const page = ["home_page", "cdmx"] as const;
  const versions = async () => {
    const rows = await stage.db().selectFrom("content_drafts").select(["section_key", "version"]).execute();
    const byKey = Object.fromEntries(rows.map(({ section_key, version }) => [section_key, version]));
    return Object.fromEntries(SECTION_KEYS.map((key) => [key, byKey[key] ?? 0])) as Record<SectionKey, number>;
  };
  const hero = async () => ({
    key: "hero" as const,
    version: (await versions()).hero,
    draft: draftOf("hero", { title: `Night ${randomUUID()}` }),
  });
  const drafted = async () => granted(await saveDraft(stage.as("admin"), "home", [await hero()]));
  const clear = async () => void (await discardDraft(stage.as("admin"), "home", { versions: await versions() }));
  const publishes = async () => {
    await drafted();
    return { versions: await versions(), note: "" };
  };
  const acts = (act: (ctx: Context) => Promise<Ok | { ok: false; reason: string }>) => does(act, page);

  return [
    {
      act: "draft texts of the home page",
      of: ["site/content/save-draft"],
      needs,
      leaves: "home_draft.saved",
      again: "done",
      prepare: async () => {
        await clear();
        const section = await hero();
        return does((ctx) => saveDraft(ctx, "home", [section]), ["home_section", "hero"]);
      },
    },
    {
      act: "publish the home page",
      of: ["site/content/publish-draft"],
      needs,
      leaves: "home.published",
      again: "nothing_to_publish",
      prepare: async () => {
        const input = await publishes();
        return acts((ctx) => publishDraft(ctx, "home", input));
      },
    },
    {
      act: "throw the home page's draft away",
      of: ["site/content/discard-draft"],
      needs,
      leaves: "home_draft.discarded",
      again: "nothing_to_discard",
      prepare: async () => {
        await drafted();
        const input = { versions: await versions() };
        return acts((ctx) => discardDraft(ctx, "home", input));
      },
    },
    {
      act: "restore an earlier home page",
      of: ["site/content/restore-version"],
      needs,
      leaves: "home_draft.restored",
      again: "nothing_to_restore",
      prepare: async () => {
        const { id } = granted(await publishDraft(stage.as("admin"), "home", await publishes()));
        await publishDraft(stage.as("admin"), "home", await publishes());
        await drafted();
        const input = { id, versions: await versions() };
        return acts((ctx) => restoreVersion(ctx, "home", input));
      },
    },
    {
      act: "share the home page's draft",
      of: ["site/content/share-preview"],
      needs,
      leaves: "home_draft.shared",
      again: "another act",
      prepare: async () => acts((ctx) => sharePreview(ctx)),
    },
  ];
}
