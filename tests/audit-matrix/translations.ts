import { randomUUID } from "node:crypto";
import { homeToEdit } from "#src/modules/site/content/queries.server.ts";
import { discardDraft } from "#src/modules/site/content/discard-draft.server.ts";
import { publishDraft } from "#src/modules/site/content/publish-draft.server.ts";
import { draftOf } from "#src/modules/site/content/rules/home-draft.ts";
import { saveDraft } from "#src/modules/site/content/save-draft.server.ts";
import { importTexts } from "#src/modules/office/translations/import-texts.server.ts";
import { readTextsFile } from "#src/modules/office/translations/read-file.server.ts";
import { textsSheet } from "#src/modules/office/translations/write-csv.server.ts";
import { does, granted, type Row, type StaffStage } from "#tests/audit-matrix/stage.ts";
import { csvText } from "#tests/sheets.ts";

/** Texts that come back in a file. */
export function translationRows(stage: StaffStage): Row[] {
  const home = async () => granted(await homeToEdit(stage.as("admin")));
  /** A published hero in English alone, exported and translated. */
  const translated = async () => {
    await discardDraft(stage.as("admin"), "home", { versions: (await home()).versions });
    const draft = draftOf("hero", { title: `Night ${randomUUID()}` });
    const { versions } = await home();
    granted(await saveDraft(stage.as("admin"), "home", [{ key: "hero", version: versions.hero, draft }]));
    granted(await publishDraft(stage.as("admin"), "home", { versions: (await home()).versions, note: "" }));
    const { sheet } = granted(await textsSheet(stage.as("admin"), { state: null, source: "home", q: "" }));
    const { rows } = granted(await readTextsFile(new TextEncoder().encode(await csvText(sheet))));
    return rows.filter(({ key }) => key === "home/hero/title").map((row) => ({ ...row, es: `Noche ${randomUUID()}` }));
  };
  return [
    {
      act: "import translated texts",
      of: ["office/translations/import-texts"],
      needs: ["content.change"],
      leaves: "home_draft.saved",
      again: "done",
      prepare: async () => {
        const rows = await translated();
        return does((ctx) => importTexts(ctx, rows), ["home_section", "hero"]);
      },
    },
  ];
}
