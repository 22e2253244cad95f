/*
 * Copies icons from Lucide to src/ui/lucide/: those already there, and those named on the command line
 * (npm run lucide -- MapPin Star). Run by hand; the output is checked in. Why they are copied: docs/decisions/054.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

const LUCIDE = "lucide-react@1.75.0";
const TARGET = "src/ui/lucide/icons.ts";

type Icon = { node: [tag: string, attributes: Record<string, string>][] };
type Icons = Record<string, () => Promise<{ __iconData: Icon }>>;

// Columns3 is columns-3 there
const kebab = (name: string) => name.replaceAll(/(?<=.)([A-Z]|\d+)/g, "-$1").toLowerCase();
const shapesOf = ({ node }: Icon) =>
  node.map(([tag, attributes]) => [
    tag,
    Object.fromEntries(Object.entries(attributes).filter(([name]) => name !== "key")),
  ]);

const present = existsSync(TARGET) ? readFileSync(TARGET, "utf8").matchAll(/^export const (\w+)/gm) : [];
const names = new Set([...[...present].map(([, name]) => name!), ...process.argv.slice(2)]);
const lines = [
  "// Written by scripts/copy-lucide.ts. The icons are Lucide's: see LICENSE beside this file.",
  'import { lucideIcon } from "#src/ui/lucide/icon.ts";',
  "",
];
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
    lines.push(`export const ${name} = /* @__PURE__ */ lucideIcon(${JSON.stringify(shapes)});`);
  }
  copyFileSync(path.join(lucide, "LICENSE"), path.join(path.dirname(TARGET), "LICENSE"));
} finally {
  rmSync(folder, { recursive: true });
}
writeFileSync(TARGET, `${lines.join("\n")}\n`);
execFileSync("oxfmt", [TARGET], { stdio: "inherit" });
