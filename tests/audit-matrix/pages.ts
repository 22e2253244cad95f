import { randomUUID } from "node:crypto";
import type { Ok } from "#src/kernel/result.ts";
import { discardPageDraft } from "#src/modules/site/content/discard-page-draft.server.ts";
import { publishPage } from "#src/modules/site/content/publish-page.server.ts";
import { pageToEdit } from "#src/modules/site/content/read-pages.server.ts";
import { restorePage } from "#src/modules/site/content/restore-page.server.ts";
import { savePageDraft } from "#src/modules/site/content/save-page-draft.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { does, granted, type Row, type StaffStage } from "#tests/audit-matrix/stage.ts";

/** Acts on the plain pages. */
export function pageRows(stage: StaffStage): Row[] {
  const needs = ["content.change"] as const;
  const page = "terms" as const;
  const opened = async () => granted(await pageToEdit(stage.as("admin"), page));
  const typed = async () => {
    const { draft, version } = await opened();
    return { key: page, version, draft: { ...draft, texts: { ...draft.texts, title: `Terms ${randomUUID()}` } } };
  };
  const drafted = async () => granted(await savePageDraft(stage.as("admin"), await typed()));
  const clear = async () =>
    void (await discardPageDraft(stage.as("admin"), { page, version: (await opened()).version }));
  const publishes = async () => {
    await drafted();
    return { page, version: (await opened()).version, note: "" };
  };
  const acts = (act: (ctx: Context) => Promise<Ok | { ok: false; reason: string }>) => does(act, ["page", page]);

  return [
    {
      act: "draft a page",
      of: ["site/content/save-page-draft"],
      needs,
      leaves: "page_draft.saved",
      again: "done",
      prepare: async () => {
        await clear();
        const input = await typed();
        return acts((ctx) => savePageDraft(ctx, input));
      },
    },
    {
      act: "publish a page",
      of: ["site/content/publish-page"],
      needs,
      leaves: "page.published",
      again: "nothing_to_publish",
      prepare: async () => {
        const input = await publishes();
        return acts((ctx) => publishPage(ctx, input));
      },
    },
    {
      act: "throw a page's draft away",
      of: ["site/content/discard-page-draft"],
      needs,
      leaves: "page_draft.discarded",
      again: "nothing_to_discard",
      prepare: async () => {
        await drafted();
        const input = { page, version: (await opened()).version };
        return acts((ctx) => discardPageDraft(ctx, input));
      },
    },
    {
      act: "restore an earlier text of a page",
      of: ["site/content/restore-page"],
      needs,
      leaves: "page_draft.restored",
      again: "nothing_to_restore",
      prepare: async () => {
        const { id } = granted(await publishPage(stage.as("admin"), await publishes()));
        await publishPage(stage.as("admin"), await publishes());
        await drafted();
        const input = { page, id, version: (await opened()).version };
        return acts((ctx) => restorePage(ctx, input));
      },
    },
  ];
}
