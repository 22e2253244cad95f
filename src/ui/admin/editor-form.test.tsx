import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { PageTexts } from "#src/locales/use-text.ts";
import { EditorForm } from "#src/ui/admin/editor-form.tsx";
import { useEdited } from "#src/ui/admin/use-edited.ts";
import { byFields } from "#src/kernel/edited.ts";
import type { SaveAnswer } from "#src/ui/form/answer.ts";

type Bar = { name: string; street: string };
const BAR = byFields<Bar, keyof Bar>(["name", "street"]);
const STORED = { version: 1, draft: { name: "La Luna", street: "Roma 1" } };
const MINE = { name: "El Sol", street: "Roma 1" };

function Editor({ answer, start }: { answer: SaveAnswer<Bar> | null; start: Bar }) {
  const edit = useEdited(BAR, STORED, answer, { start });
  return (
    <EditorForm
      edit={edit}
      errors={(edit.answer?.fieldErrors ?? []).map(({ id }) => ({ id, message: `${id} is wrong` }))}
      notices={[edit.answer?.bad ? { text: "It failed", tone: "failed", role: "alert" } : null]}
      name={(field) => `The ${field}`}
      value={(field, of) => of[field]}
      apart="Saved apart"
      saving={false}
      bar={{}}
    >
      <output>{JSON.stringify([edit.base.version, edit.draft])}</output>
    </EditorForm>
  );
}

async function render(answer: Partial<SaveAnswer<Bar>> | null, start = MINE) {
  const about = answer && { intent: "save", id: "", at: 1, ...answer };
  const page = (
    <PageTexts value={await i18nFor("en")}>
      <Editor answer={about} start={start} />
    </PageTexts>
  );
  const router = createMemoryRouter([{ path: "/admin", element: page }], { initialEntries: ["/admin"] });
  const html = renderToString(<RouterProvider router={router} />);
  return html.replaceAll(/<!-- -->|<svg.*?<\/svg>/g, "").replaceAll("&quot;", '"');
}
const now = (version: number, draft: Bar) => JSON.stringify([version, draft]);

test("what is typed can be saved or discarded, and an untouched form has nothing to save", async () => {
  expect(await render(null)).toContain("Not saved: The name");
  expect(await render(null, STORED.draft)).not.toContain("data-save");
});

test("what was saved is what the form stands on", async () => {
  const saved = { version: 2, draft: MINE };
  const html = await render({ done: true, saved });
  expect(html).toContain(now(2, MINE));
  expect(html).not.toContain("data-save");
});

test("somebody else's save comes in, and is shown beside mine where both typed", async () => {
  const html = await render({ theirs: { version: 3, draft: { name: "Luna", street: "Roma 2" } } });
  expect(html).toContain(now(3, { name: "El Sol", street: "Roma 2" }));
  expect(html).toMatch(/The name<\/th><td[^>]*>Luna<\/td><td[^>]*>El Sol<\/td>/);
  expect(html).not.toContain("The street</th>");
});

test("where nothing is to be decided it says so", async () => {
  const html = await render({ theirs: { version: 3, draft: { ...STORED.draft, street: "Roma 2" } } });
  expect(html).toContain("Saved apart");
  expect(html).not.toContain("<td");
});

test("a refusal is said in the form, and what was typed stays", async () => {
  const html = await render({ bad: true, fieldErrors: [{ id: "street", message: "errors.name" }] });
  expect(html).toMatch(/role="alert"[^>]*>.*It failed/);
  expect(html).toContain("street is wrong");
  expect(html).toContain(now(1, MINE));
});
