// What code and documents refer to exists. Prints dead references: to a rule of docs/rules.md, a decision record, a section of the
// specification, a document that isn't in the repository; and in the documents also to files, folders, scripts, links and headings.
// Every record stands in the index once, under its title, with what replaced it.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const FOLDERS = ["src", "tests", "db", "bench", "scripts", "docs", "ops"].filter((folder) => existsSync(folder));
const READ = /\.(ts|tsx|mjs|cjs|css|md)$/;
/** What names the tree as it is; the change log and decision records name it as it was. */
const OF_TODAY = /^(README|ARCHITECTURE|STYLE|SECURITY)\.md$|^docs\/[a-z]+\.md$/;
const RECORDS = "docs/decisions";
const INDEX = `${RECORDS}/README.md`;
const SECTIONS = new Set("1 2 2.1 2.2 2.3 2.4 2.5 2.6 2.7 3 4 5 6 7 8 9".split(" "));
const ABSENT =
  /\bmechanics\b|\b(payments|trust|mechanics|spec)\.md\b|\blook-and-feel\b|\bthe design (says|names|named|asks)\b/gi;
const NOT_READ = new Set(["node_modules", "build", ".git", ".data", ".react-router"]);

const slashed = (file) => file.replaceAll("\\", "/");
const filesUnder = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => slashed(path.join(entry.parentPath ?? entry.path, entry.name)))
    .filter((file) => !file.includes("/node_modules/"));
const top = readdirSync(".", { withFileTypes: true });
const ofRoot = top.filter((entry) => entry.isFile()).map(({ name }) => name);
const everything = [
  ...ofRoot,
  ...top.filter((entry) => entry.isDirectory() && !NOT_READ.has(entry.name)).flatMap(({ name }) => filesUnder(name)),
];
const sources = everything.filter(
  (file) => READ.test(file) && (ofRoot.includes(file) || FOLDERS.includes(file.split("/")[0])),
);

const read = (file) => (existsSync(file) ? readFileSync(file, "utf8") : "");
const lineOf = (text, at) => text.slice(0, at).split("\n").length;
/** A heading's anchor, as GitHub makes it. */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");
const headingsOf = (text) => new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading)));

const rules = new Set([...read("docs/rules.md").matchAll(/^### ([a-z]+-\d+)$/gm)].map(([, rule]) => rule));
const records = new Map(
  everything
    .filter((file) => /^docs\/decisions\/\d{3}-[a-z0-9-]+\.md$/.test(file))
    .map((file) => [path.basename(file).slice(0, 3), file]),
);
const scripts = new Set(Object.keys(JSON.parse(read("package.json") || "{}").scripts ?? {}));
const folders = new Set(
  everything.flatMap((file) => file.split("/").map((_, i, parts) => parts.slice(0, i).join("/"))),
);

const endsWith = (whole, part) => whole === part || whole.endsWith(`/${part}`);
/** Whether a path as documents write it is one of the tree: from its root, or from any folder on. */
const exists = (named) => {
  const name = named.replace(/^\.\//, "").replace(/\/$/, "");
  const inTree = named.endsWith("/") ? [...folders] : everything;
  return (
    inTree.some((one) => endsWith(one, name)) ||
    (!named.includes(".") && [...folders].some((one) => endsWith(one, name)))
  );
};

/** Everything that `pattern` finds in a text and `isDead` says of: what is dead, and where. */
const deadIn = (text, pattern, isDead) =>
  [...text.matchAll(pattern)].flatMap((match) =>
    isDead(match).map((dead) => ({ line: lineOf(text, match.index), dead })),
  );

/** Dead references of any file. The space in them may be the end of a comment's line. */
function referencesIn(text) {
  const gap = String.raw`(?:\s+(?:\*|\/\/)?\s*)`;
  const ofRules = new RegExp(String.raw`\brules?${gap}((?:[a-z]+-\d+\b(?:,? and |, )?)+)`, "g");
  const ofRecords = new RegExp(
    String.raw`\b(?:docs\/decisions\/|(?:decision|record)s?${gap})((?:\d{3}\b(?:,? and |, )?)+)`,
    "g",
  );
  const ofSections = new RegExp(
    String.raw`\bspec(?:ification)?(?:'s)?${gap}(?:sections?${gap})?((?:\d+(?:\.\d+)?\b(?:,? and |, )?)+)`,
    "g",
  );
  return [
    ...deadIn(text, ofRules, ([, named]) =>
      [...named.matchAll(/[a-z]+-\d+/g)].flatMap(([rule]) =>
        rules.has(rule) ? [] : [`no rule ${rule} in docs/rules.md`],
      ),
    ),
    ...deadIn(text, ofRecords, ([, named]) =>
      [...named.matchAll(/\d{3}/g)].flatMap(([number]) => (records.has(number) ? [] : [`no record ${number}`])),
    ),
    ...deadIn(text, ofSections, ([, named]) =>
      [...named.matchAll(/\d+(\.\d+)?/g)].flatMap(([section]) =>
        SECTIONS.has(section) ? [] : [`no section ${section} in the specification`],
      ),
    ),
    ...deadIn(text, ABSENT, ([named]) => [`“${named}” isn't in the repository: refer to docs/rules.md`]),
  ];
}

const PATH = /`([\w@.[\]-]+(?:\/[\w@.$[\]-]+)*\/?)`/g;
/** Records by their numbers are looked at by themselves. */
const isPath = (text) =>
  !/^docs\/decisions\/\d{3}$/.test(text) &&
  (/^(src|tests|db|docs|bench|ops|scripts|public|pictures)\//.test(text) ||
    /\w\.(tsx?|mjs|cjs|css|md|sql|svg)$/.test(text));

/** Dead references of a document of today. */
function pathsIn(file, text) {
  return [
    ...deadIn(text, PATH, ([, named]) => (isPath(named) && !exists(named) ? [`no file ${named}`] : [])),
    ...deadIn(text, /\bnpm run (?:-[\w-]+ )*([a-z][\w:-]*)/g, ([, name]) =>
      scripts.has(name) ? [] : [`no script ${name}`],
    ),
    ...deadIn(text, /\]\(([^)\s]+)\)/g, ([, target]) => deadLink(file, text, target)),
  ];
}

function deadLink(file, text, target) {
  if (/^[a-z]+:/.test(target)) return [];
  const [to, anchor] = target.split("#");
  const linked = to === "" ? file : slashed(path.join(path.dirname(file), to));
  if (!existsSync(linked)) return [`no file ${linked}`];
  const isThere = !anchor || headingsOf(to === "" ? text : read(linked)).has(anchor);
  return isThere ? [] : [`no heading ${anchor} in ${linked}`];
}

/** What a record's first line, or its line in the index, says of its successors: “Replaced in part by 023 and 059”; empty where it holds. */
const statusIn = (text) => {
  const [, part = "", by = ""] =
    /^Replaced( in part)? by ((?:\d{3}(?:, | and )?)+)/.exec(text.replaceAll(/\[(\d{3})\]\([^)]+\)/g, "$1")) ?? [];
  return by && `Replaced${part} by ${by}`;
};

const titleIn = (text) => (/^# (.+)$/m.exec(text)?.[1] ?? "").replace(/^\d{3}: /, "");

/** What the index of the records says wrong, or doesn't say. */
function indexErrors() {
  const index = read(INDEX);
  const lines = [...index.matchAll(/^- \[(\d{3}): (.+?)\]\(([^)]+)\)(.*)$/gm)].map(
    ([, number, title, file, rest], i, all) => ({
      number,
      title,
      file,
      status: statusIn(rest.trim()),
      line: lineOf(index, index.indexOf(`- [${number}: `)),
      isFirst: all.findIndex(([, other]) => other === number) === i,
    }),
  );
  const wrong = lines.flatMap(({ number, title, file, status, line, isFirst }) => {
    const text = read(`${RECORDS}/${file}`);
    const complaints = [
      records.get(number) === `${RECORDS}/${file}` ? null : `no record ${file}`,
      isFirst ? null : `record ${number} stands here twice`,
      titleIn(text) === title ? null : `record ${number} is called “${titleIn(text)}”`,
      status === statusIn(text.split("\n\n")[1] ?? "")
        ? null
        : `record ${number} says “${statusIn(text.split("\n\n")[1] ?? "") || "holds"}”`,
    ];
    return complaints.filter(Boolean).map((dead) => ({ line, dead }));
  });
  const listed = new Set(lines.map(({ number }) => number));
  const missing = [...records.keys()].filter((number) => !listed.has(number));
  const lineFor = (number) =>
    `- [${number}: ${titleIn(read(records.get(number)))}](${path.basename(records.get(number))})`;
  return [...wrong, ...missing.map((number) => ({ line: 1, dead: `lacks, under its subject: ${lineFor(number)}` }))];
}

const found = [
  ...sources.flatMap((file) => {
    const text = read(file);
    const isOurs = file === "check-docs.mjs" || file.startsWith("db/migrations/");
    const dead = [...(isOurs ? [] : referencesIn(text)), ...(OF_TODAY.test(file) ? pathsIn(file, text) : [])];
    return dead.map(({ line, dead: what }) => `${file}:${line}: ${what}`);
  }),
  ...(records.size > 0 ? indexErrors().map(({ line, dead }) => `${INDEX}:${line}: ${dead}`) : []),
];
if (found.length > 0) console.error(`Dead references:\n  ${found.join("\n  ")}`);
process.exitCode = found.length > 0 ? 1 : 0;
