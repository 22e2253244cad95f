import { randomUUID } from "node:crypto";
import type { Ok } from "#src/kernel/result.ts";
import { discardHomeDraft } from "#src/modules/site/content/discard-home-draft.server.ts";
import { publishHome } from "#src/modules/site/content/publish-home.server.ts";
import { draftOf } from "#src/modules/site/content/rules/home-draft.ts";
import { SECTION_KEYS, type SectionKey } from "#src/modules/site/content/rules/home-fields.ts";
import { restoreHome } from "#src/modules/site/content/restore-home.server.ts";
import { saveHomeDraft } from "#src/modules/site/content/save-home-draft.server.ts";
import { sharePreview } from "#src/modules/site/content/share-preview.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { does, granted, type Row, type StaffStage } from "#tests/audit-matrix/stage.ts";

/** Acts on the home page's texts. */
export function contentRows(stage: StaffStage): Row[] {
  const needs = ["content.change"] as const;
  const page = ["home_page", "cdmx"] as const;
  const versions = async () => {
    const rows = await stage.db().selectFrom("content_drafts").select(["section_key", "version"]).execute();
    const known = Object.fromEntries(rows.map(({ section_key, version }) => [section_key, version]));
    return Object.fromEntries(SECTION_KEYS.map((key) => [key, known[key] ?? 0])) as Record<SectionKey, number>;
  };
  const hero = async () => ({
    key: "hero" as const,
    version: (await versions()).hero,
    draft: draftOf("hero", { title: `Night ${randomUUID()}` }),
  });
  const drafted = async () => granted(await saveHomeDraft(stage.as("admin"), [await hero()]));
  const clear = async () => void (await discardHomeDraft(stage.as("admin"), { versions: await versions() }));
  const publishes = async () => {
    await drafted();
    return { versions: await versions(), note: "" };
  };
  const acts = (act: (ctx: Context) => Promise<Ok | { ok: false; reason: string }>) => does(act, page);

  return [
    {
      act: "draft texts of the home page",
      of: ["site/content/save-home-draft"],
      needs,
      leaves: "home_draft.saved",
      again: "done",
      prepare: async () => {
        await clear();
        const section = await hero();
        return does((ctx) => saveHomeDraft(ctx, [section]), ["home_section", "hero"]);
      },
    },
    {
      act: "publish the home page",
      of: ["site/content/publish-home"],
      needs,
      leaves: "home.published",
      again: "nothing_to_publish",
      prepare: async () => {
        const input = await publishes();
        return acts((ctx) => publishHome(ctx, input));
      },
    },
    {
      act: "throw the home page's draft away",
      of: ["site/content/discard-home-draft"],
      needs,
      leaves: "home_draft.discarded",
      again: "nothing_to_discard",
      prepare: async () => {
        await drafted();
        const input = { versions: await versions() };
        return acts((ctx) => discardHomeDraft(ctx, input));
      },
    },
    {
      act: "restore an earlier home page",
      of: ["site/content/restore-home"],
      needs,
      leaves: "home_draft.restored",
      again: "nothing_to_restore",
      prepare: async () => {
        const { id } = granted(await publishHome(stage.as("admin"), await publishes()));
        await publishHome(stage.as("admin"), await publishes());
        await drafted();
        const input = { id, versions: await versions() };
        return acts((ctx) => restoreHome(ctx, input));
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
