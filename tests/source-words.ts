import fs from "node:fs";
import path from "node:path";
import { POSTED } from "#src/exports.ts";
import routes from "#src/routes.ts";

// What the pages read of a request, found in their source: a page that is added is tried without anybody listing it.

type Entry = { path?: string | undefined; file: string; children?: Entry[] | undefined };

/** A page as the route table names it: its address in English with parameters, and its file. */
export type Page = { pattern: string; file: string };

const pagesOf = (entries: readonly Entry[], parent = ""): Page[] =>
  entries.flatMap(({ path: own, file, children }) => {
    const here = own ? `${parent}/${own}` : parent;
    return children ? pagesOf(children, here) : [{ pattern: here || "/", file: `src/${file}` }];
  });

/** Every page once, in English. */
export const PAGE_FILES: readonly Page[] = pagesOf(routes).filter(({ pattern }) => !/^\/es(\/|$)/.test(pattern));

const textOf = (file: string): string => fs.readFileSync(file, "utf8");
const IMPORT = /from "((?:#src|\.\.?)\/[^"]+\.tsx?)"/g;
const importsOf = (file: string): string[] =>
  [...textOf(file).matchAll(IMPORT)]
    .map(([, from = ""]) => from.replace(/^#src\//, "src/"))
    .map((from) => (from.startsWith("src/") ? from : path.join(path.dirname(file), from)));

/** The text of a page's file and of those that say what it reads: parts that routes share, schemas and rules. */
function sourceOf(page: Page): string {
  const files = new Set([page.file]);
  const add = (file: string) => {
    for (const imported of importsOf(file)) {
      if (files.has(imported) || !/schema\.ts$|\/rules\/|^src\/routes\/.*\.ts$/.test(imported)) continue;
      files.add(imported);
      if (imported.startsWith("src/routes/")) add(imported);
    }
  };
  add(page.file);
  return [...files].map(textOf).join("\n");
}

const SENT = /(?:name="(?:intent|act)" value=|\b(?:intent|act): |literal\()"([\w-]+)"/g;
const everywhere = fs
  .readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((file) => /^(routes|modules)\/.*\.tsx?$/.test(file) && !file.includes(".test."));
/** Every word that a button of the product sends to say what is to be done. */
const SENT_WORDS = new Set(
  everywhere.flatMap((file) => [...textOf(`src/${file}`).matchAll(SENT)].map(([, word]) => word!)),
);

const READ = /(?:get|getAll|has)\("([\w-]+)"\)|\["([\w-]+)"\]|(?:^|[{,]) *(\w+): (?:z\.|[a-z]\w*[,(.])/gm;

const ACT = /^ +"?([\w-]+)"?: (?:act|acting|[a-z]\w*Act)\b/gm;

/** What a page may be asked to do, and the names of the fields that it may read: too many rather than too few. */
export function wordsOf(page: Page): { acts: string[]; fields: string[] } {
  const text = sourceOf(page);
  const words = new Set([...text.matchAll(/"([\w-]+)"/g)].map(([, word]) => word!));
  const fields = new Set([...text.matchAll(READ)].map(([, a, b, c]) => (a ?? b ?? c)!));
  const acts = new Set([...text.matchAll(ACT)].map(([, act]) => act!));
  for (const word of SENT_WORDS) if (words.has(word)) acts.add(word);
  return { acts: [...acts], fields: [...fields] };
}

const EXPORT = "src/routes/admin/export.ts";

/** Whether a page has an action. Of the files for staff, which share one, only some do anything with a form. */
export const takesForms = ({ file, pattern }: Page): boolean =>
  /^export (async function action|(const|function) action|\{[^}]*\baction\b)/m.test(textOf(file)) &&
  (file !== EXPORT || POSTED.some((one) => one === pattern));
