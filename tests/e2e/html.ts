import type { APIResponse } from "@playwright/test";

// What a page contains before any script runs, read from the response itself: no browser needed.

/** A response's status, its language, and the content of its main part: heading, text and link targets. */
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
