/*
 * Copies icons from Lucide to src/ui/lucide/: those already there, and those named on the command line
 * (npm run lucide -- MapPin Star). Run by hand; the output is checked in. Why they are copied: docs/decisions/054. Those that no
 * page of guests shows are in a file of their own, which guests' pages then don't load; icons.ts names them all.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

const LUCIDE = "lucide-react@1.75.0";
const TARGET = "src/ui/lucide/icons.ts";
const STAFF = "src/ui/lucide/staff-icons.ts";

type Icon = { node: [tag: string, attributes: Record<string, string>][] };
type Icons = Record<string, () => Promise<{ __iconData: Icon }>>;

// Columns3 is columns-3 there
const kebab = (name: string) => name.replaceAll(/(?<=.)([A-Z]|\d+)/g, "-$1").toLowerCase();
const shapesOf = ({ node }: Icon) =>
  node.map(([tag, attributes]) => [
    tag,
    Object.fromEntries(Object.entries(attributes).filter(([name]) => name !== "key")),
  ]);

const present = [TARGET, STAFF].flatMap((file) => [...readFileSync(file, "utf8").matchAll(/^export const (\w+)/gm)]);
const args = process.argv.slice(2);
const names = new Set([...present.map(([, name]) => name!), ...args]);
const HEAD = [
  "// Written by scripts/copy-lucide.ts. The icons are Lucide's: see LICENSE beside this file.",
  'import { lucideIcon } from "#src/ui/lucide/icon.ts";',
  "",
];
const guestsLines = [...HEAD, `export * from "#${STAFF}";`, ""];
const staffLines = [...HEAD];

// what is asked for by name is about to be shown somewhere: until staff alone are seen to, it is guests'
const IMPORTS = /import \{([^}]*)\} from "#src\/ui\/lucide\/icons\.ts"/g;
const importedIn = (file: string) =>
  [...readFileSync(file, "utf8").matchAll(IMPORTS)].flatMap(([, list]) => list!.match(/\b[A-Z]\w*/g) ?? []);
const sources = globSync("src/**/*.{ts,tsx}");
const isAdmin = (file: string) => file.includes("/admin/");
const ofStaff = new Set(sources.filter(isAdmin).flatMap(importedIn));
const ofGuests = new Set(sources.filter((file) => !isAdmin(file)).flatMap(importedIn));
const isGuests = (name: string) => ofGuests.has(name) || !ofStaff.has(name);
const folder = mkdtempSync(path.join(os.tmpdir(), "lucide-"));
try {
  execFileSync("npm", ["install", "--no-save", "--ignore-scripts", "--prefix", folder, LUCIDE], { stdio: "inherit" });
  const lucide = path.join(folder, "node_modules/lucide-react");
  const index = pathToFileURL(path.join(lucide, "dynamicIconImports.mjs")).href;
  const { default: icons } = (await import(index)) as { default: Icons };
  for (const name of [...names].toSorted()) {
    const load = icons[kebab(name)];
    if (!load) throw new Error(`Lucide has no icon ${name}`);
    // oxlint-disable-next-line no-underscore-dangle -- Lucide's name
    const shapes = shapesOf((await load()).__iconData);
    const lines = isGuests(name) ? guestsLines : staffLines;
    lines.push(`export const ${name} = /* @__PURE__ */ lucideIcon(${JSON.stringify(shapes)});`);
  }
  copyFileSync(path.join(lucide, "LICENSE"), path.join(path.dirname(TARGET), "LICENSE"));
} finally {
  rmSync(folder, { recursive: true });
}
writeFileSync(TARGET, `${guestsLines.join("\n")}\n`);
writeFileSync(STAFF, `${staffLines.join("\n")}\n`);
execFileSync("oxfmt", [TARGET, STAFF], { stdio: "inherit" });
