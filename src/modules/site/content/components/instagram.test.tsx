import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { PageTexts } from "#src/locales/use-text.ts";
import { Instagram } from "#src/modules/site/content/components/instagram.tsx";
import { InstagramSkeleton } from "#src/modules/site/content/components/skeletons.tsx";
import type { InstagramPost } from "#src/modules/site/content/schema.ts";

const texts = await i18nFor("en");
const page = (posts: InstagramPost[]) =>
  renderToStaticMarkup(
    <PageTexts value={texts}>
      <Instagram posts={posts} />
    </PageTexts>,
  );
const post = (over: Partial<InstagramPost>): InstagramPost => ({
  id: "a",
  link: "https://www.instagram.com/p/C8x/",
  picture: "/pictures/gallery-taco",
  caption: "Tacos",
  ...over,
});

test("before consent posts are our pictures with their captions, and one button asks for all of them", () => {
  const html = page([post({}), post({ id: "b", picture: "/uploads/b", caption: "Dancing" })]);
  expect(html.match(/src="[^"]*"/g)).toHaveLength(2);
  expect(html).toMatch(/\/pictures\/gallery-taco-\d+\.webp.*Tacos.*\/uploads\/b-\d+\.webp.*Dancing/s);
  expect(html).not.toContain("<iframe");
  expect(html).not.toMatch(/src(set)?="[^"]*instagram/i);
  expect(html.match(/<button/g)).toHaveLength(1);
  expect(html).toContain("lg:grid-cols-4");
});

test("a post without a picture has its caption; nothing is offered where nothing can be embedded, and no post is no section", () => {
  const html = page([post({ picture: null, link: "https://www.instagram.com/ronda/" })]);
  expect(html).toContain("Tacos");
  expect(html).not.toMatch(/<img|<button/);
  expect(page([])).toBe("");
});

test("six skeletons stand for the posts while they load (spec section 9)", () => {
  expect(renderToStaticMarkup(<InstagramSkeleton />).match(/bg-surface-3/g)).toHaveLength(6);
});
