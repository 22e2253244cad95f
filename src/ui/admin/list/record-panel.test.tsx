import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider, useFetcher } from "react-router";
import { expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { PageTexts } from "#src/locales/use-text.ts";
import type { FormAnswer, TheirSave } from "../../form/answer.ts";
import { ActiveSwitch } from "./active-switch.tsx";
import { RecordPanel } from "./record-panel.tsx";
import { usePanelForm } from "./use-panel-form.ts";

type Values = { name: string };
const STORED = { id: "r1", version: 3, formValues: { name: "Grupos" } };

function Panel({ edit, mayChange }: { edit: typeof STORED | "new"; mayChange: boolean }) {
  const save = useFetcher<FormAnswer<TheirSave<Values>>>();
  const act = useFetcher<FormAnswer<TheirSave<Values>>>();
  const { id, isUnsaved, isBad, form } = usePanelForm<Values>(edit, { empty: { name: "" }, save, act });
  return (
    <RecordPanel
      title="A record"
      links={{ closeHref: "/list", previousHref: null, nextHref: null }}
      id={id}
      isUnsaved={isUnsaved}
      failure={isBad ? "Not saved" : null}
      saveLabel={mayChange ? "Save it" : null}
      save={save}
      beside={!form.isNew && <span>Delete it</span>}
      below="History"
    >
      <input name="name" defaultValue={form.formValues.name} data-version={form.version} />
      <ActiveSwitch id={id} label="Active" isActive mayChange={mayChange} act={act} />
    </RecordPanel>
  );
}

async function page(edit: typeof STORED | "new", mayChange: boolean): Promise<string> {
  const router = createMemoryRouter([{ path: "/list", element: <Panel edit={edit} mayChange={mayChange} /> }], {
    initialEntries: ["/list"],
  });
  return renderToString(
    <PageTexts value={await i18nFor("en")}>
      <RouterProvider router={router} />
    </PageTexts>,
  );
}

test("a record's panel has its values and posts which record is saved", async () => {
  const html = await page(STORED, true);
  expect(html).toMatch(/name="id"[^>]*value="r1"/);
  expect(html).toMatch(/data-version="3"[^>]*value="Grupos"|value="Grupos"[^>]*data-version="3"/);
  for (const text of ["Save it", "Delete it", "History"]) expect(html).toContain(text);
  expect(html).not.toContain("Not saved");
});

test("a new one begins empty, and whoever may only read has no button", async () => {
  const html = await page("new", true);
  expect(html).toMatch(/name="id"[^>]*value="new"/);
  expect(html).not.toContain("Delete it");
  expect(await page(STORED, false)).not.toContain("Save it");
});
