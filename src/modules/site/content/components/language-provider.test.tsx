import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { LanguageProvider, useLanguage } from "#src/modules/site/content/components/language-provider.tsx";

const Probe = () => <b>{useLanguage().language}</b>;

test("the language outside its provider is a mistake, and says so", () => {
  expect(() => renderToString(<Probe />)).toThrow("useLanguage must be used within a LanguageProvider");
});

test.each([
  ["/faq", "en"],
  ["/es/faq", "es"],
])("at %s the language is %s", (path, language) => {
  const page = renderToString(
    <MemoryRouter initialEntries={[path]}>
      <LanguageProvider>
        <Probe />
      </LanguageProvider>
    </MemoryRouter>,
  );
  expect(page).toBe(`<b>${language}</b>`);
});
