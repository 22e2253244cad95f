import fs from "node:fs";
import { expect, test } from "vitest";

/** Texts that the specification prints with a straight apostrophe (section 8), which is binding to the letter. */
const BY_THE_LETTER: Readonly<Record<string, string>> = { "notFound.text": "Oops! This page doesn't exist." };

const textsOf = (language: string) =>
  fs
    .globSync("**/*.json", { cwd: `src/locales/${language}` })
    .flatMap((file) =>
      Object.entries(JSON.parse(fs.readFileSync(`src/locales/${language}/${file}`, "utf8")) as Record<string, string>),
    );

test.each(["en", "es"])(
  "texts in %s have curly apostrophes and quotation marks, and one sign for three dots",
  (language) => {
    const straight = textsOf(language).filter(([, text]) => /["']|\.\.\./.test(text));
    expect(straight).toEqual(language === "en" ? Object.entries(BY_THE_LETTER) : []);
  },
);
