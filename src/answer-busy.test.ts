import { expect, test } from "vitest";
import { answerBusy } from "#src/answer-busy.server.ts";

const ORIGIN = "https://ronda.test";
const answerTo = (path: string) => answerBusy(new Request(ORIGIN + path), ORIGIN, 3);

test.each([
  ["/", "en", "Back in a moment", "check whether it arrived"],
  ["/es/crawls?x=<b>", "es", "Volvemos en un momento", "revisa si llegó"],
])("%s is answered by a page in %s", async (path, locale, title, advice) => {
  const answer = await answerTo(path);
  const html = await answer.text();
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "3"]);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("strict-transport-security")).toContain("max-age");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(html).toContain(`<html lang="${locale}">`);
  expect(html).toContain(`<h1>${title}</h1>`);
  expect(html, "a form may have done its work").toContain(advice);
  expect(html).not.toMatch(/charged|cobró/);
  expect(html.length).toBeLessThan(1200);
});

test("a page's data is no page", async () => {
  const answer = await answerTo("/profile.data");
  expect([answer.status, answer.headers.get("retry-after"), await answer.text()]).toEqual([503, "3", "busy"]);
});

test("programs get a problem", async () => {
  const answer = await answerTo("/api/pub-crawls?lang=es");
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "3"]);
  expect(answer.headers.get("content-type")).toBe("application/problem+json");
  expect(await answer.json()).toMatchObject({ code: "unavailable", retry_after: 3 });
});
