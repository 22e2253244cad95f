import { expect, test } from "vitest";
import { instagramEmbed, postLink } from "#src/modules/site/content/rules/instagram.ts";

test.each([
  ["https://www.instagram.com/p/C8x_-9Az/", "https://www.instagram.com/p/C8x_-9Az/embed"],
  ["https://www.instagram.com/p/C8x?img_index=2", "https://www.instagram.com/p/C8x/embed"],
  ["https://www.instagram.com/ronda/", null],
  ["https://www.instagram.com/p/", null],
  ["https://www.instagram.com/p/a b", null],
  ["#", null],
])("%s embeds %s", (link, embed) => expect(instagramEmbed(link)).toBe(embed));

test.each([
  ["https://www.instagram.com/p/C8x_-9Az/", "C8x_-9Az"],
  ["https://www.instagram.com/p/C8x_-9Az/?igsh=MWQ1ZGUx&img_index=1", "C8x_-9Az"],
  ["instagram.com/p/C8x_-9Az", "C8x_-9Az"],
  ["http://m.instagram.com/p/C8x/", "C8x"],
  ["https://www.instagram.com/ronda.mx/p/C8x/", "C8x"],
  ["https://www.instagram.com/reel/C8x/", "C8x"],
  ["https://www.instagram.com/reels/C8x/", "C8x"],
  ["https://WWW.INSTAGRAM.COM/tv/C8x/#comments", "C8x"],
])("%s is the post %s, and can be embedded", (pasted, id) => {
  const link = `https://www.instagram.com/p/${id}/`;
  expect(postLink(pasted)).toBe(link);
  expect(instagramEmbed(link)).toBe(`https://www.instagram.com/p/${id}/embed`);
  expect(postLink(link)).toBe(link);
});

test.each([
  "",
  "C8x",
  "#",
  "https://www.instagram.com/",
  "https://www.instagram.com/ronda/",
  "https://www.instagram.com/p/",
  "https://www.instagram.com/p/C8x/comments/",
  "https://www.instagram.com/p/C8%20x/",
  "https://www.instagram.com/share/p/BAxyz/",
  "https://www.instagram.com/stories/ronda/123/",
  "https://instagram.com.example.test/p/C8x/",
  "https://example.test/www.instagram.com/p/C8x/",
  "https://www.instagram.com:8443/p/C8x/",
  "https://www.instagram.com@example.test/p/C8x/",
  "javascript:alert(1)//www.instagram.com/p/C8x/",
  "ftp://www.instagram.com/p/C8x/",
  "https://www.instagram.com/p/<img onerror=alert(1)>/",
])("%s is no post", (pasted) => expect(postLink(pasted)).toBeNull());
