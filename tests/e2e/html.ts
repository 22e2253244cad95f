import type { APIResponse } from "@playwright/test";

// What a page says before any script runs, read from the answer itself: no browser is needed to see what the server sends.

/** An answer's status, its language, and what stands in its main part: heading, words and addresses of the links. */
export async function readMain(answer: APIResponse) {
  const html = await answer.text();
  const [main = ""] = /<main[\s>][\s\S]*<\/main>/.exec(html) ?? [];
  return {
    status: answer.status(),
    lang: /<html [^>]*lang="(\w+)"/.exec(html)?.[1],
    robots: /<meta name="robots" content="([^"]*)"/.exec(html)?.[1],
    heading: wordsOf(/<h1[\s\S]*?<\/h1>/.exec(main)?.[0] ?? ""),
    words: wordsOf(main),
    links: Array.from(main.matchAll(/<a [^>]*?href="([^"]*)"/g), ([, href]) => href),
  };
}

const wordsOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
