import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { PageTexts } from "#src/locales/use-text.ts";
import { Proof } from "#src/modules/site/catalog/components/proof.tsx";
import type { NightProof } from "#src/modules/site/catalog/rules/proof.ts";

const NOTHING: NightProof = { rated: null, meeting: null, bars: [], guides: [] };

async function render(over: Partial<NightProof>): Promise<string> {
  const page = renderToStaticMarkup(
    <PageTexts value={await i18nFor("es")}>
      <Proof proof={{ ...NOTHING, ...over }} />
    </PageTexts>,
  );
  return page
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

test("what isn't known is left out", async () => {
  expect(await render({})).toBe("");
  expect(await render({ rated: { rating: 0, count: 0, quote: null } })).toBe("");
});

test("stars and number stand without a line where nobody agreed to show one", async () => {
  const rated = { rating: 4, count: 304, quote: null };
  expect(await render({ rated })).toBe("Calificación: 4.0 de 5 4.0 304 reseñas");
  const quote = { text: "¡Qué noche!", author: "Irma", country: "" };
  expect(await render({ rated: { ...rated, quote } })).toContain("“¡Qué noche!” Irma");
});

test("bars and guides are called by their names", async () => {
  const guides = [{ name: "Mateo", portrait: null }];
  expect(await render({ guides })).toBe("Te guía: Mateo");
  expect(await render({ guides: [...guides, { name: "Abril", portrait: null }] })).toBe("Te guían: Mateo · Abril");
  expect(await render({ bars: ["La Guacamaya", "El Ajolote"] })).toBe("Los 2 bares: La Guacamaya · El Ajolote");
});
