import { randomUUID } from "node:crypto";
import type { Ok } from "#src/kernel/result.ts";
import { discardDraft } from "#src/modules/site/content/discard-draft.server.ts";
import { publishDraft } from "#src/modules/site/content/publish-draft.server.ts";
import { pageToEdit } from "#src/modules/site/content/read-pages.server.ts";
import { restoreVersion } from "#src/modules/site/content/restore-version.server.ts";
import { saveDraft } from "#src/modules/site/content/save-draft.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { does, granted, type Row, type StaffStage } from "#tests/audit-matrix/stage.ts";

/** Acts on the plain pages. */
export function pageRows(stage: StaffStage): Row[] {
  const needs = ["content.change"] as const;
  const page = "terms" as const;
  const opened = async () => granted(await pageToEdit(stage.as("admin"), page));
  const versions = async () => ({ [page]: (await opened()).version });
  const typed = async () => {
    const { draft, version } = await opened();
    return { key: page, version, draft: { ...draft, texts: { ...draft.texts, title: `Terms ${randomUUID()}` } } };
  };
  const drafted = async () => granted(await saveDraft(stage.as("admin"), page, [await typed()]));
  const clear = async () => void (await discardDraft(stage.as("admin"), page, { versions: await versions() }));
  const publishes = async () => {
    await drafted();
    return { versions: await versions(), note: "" };
  };
  const acts = (act: (ctx: Context) => Promise<Ok | { ok: false; reason: string }>) => does(act, ["page", page]);

  return [
    {
      act: "draft a page",
      of: ["site/content/save-draft"],
      needs,
      leaves: "page_draft.saved",
      again: "done",
      prepare: async () => {
        await clear();
        const input = await typed();
        return acts((ctx) => saveDraft(ctx, page, [input]));
      },
    },
    {
      act: "publish a page",
      of: ["site/content/publish-draft"],
      needs,
      leaves: "page.published",
      again: "nothing_to_publish",
      prepare: async () => {
        const input = await publishes();
        return acts((ctx) => publishDraft(ctx, page, input));
      },
    },
    {
      act: "throw a page's draft away",
      of: ["site/content/discard-draft"],
      needs,
      leaves: "page_draft.discarded",
      again: "nothing_to_discard",
      prepare: async () => {
        await drafted();
        const input = { versions: await versions() };
        return acts((ctx) => discardDraft(ctx, page, input));
      },
    },
    {
      act: "restore an earlier text of a page",
      of: ["site/content/restore-version"],
      needs,
      leaves: "page_draft.restored",
      again: "nothing_to_restore",
      prepare: async () => {
        const { id } = granted(await publishDraft(stage.as("admin"), page, await publishes()));
        await publishDraft(stage.as("admin"), page, await publishes());
        await drafted();
        const input = { id, versions: await versions() };
        return acts((ctx) => restoreVersion(ctx, page, input));
      },
    },
  ];
}
