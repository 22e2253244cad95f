// A table belongs to one module, which names it in its owns.json: it is written only there. What others need of it is a view, which
// its owner names there too: modules after it read that freely. What another module reads of a table itself stands in
// foreign-tables.json by module and table, with how often. Those numbers may only fall: prints whatever isn't listed, is more than
// listed, or is listed as more than there is. No module reads a table of one that stands after it: it asks (questions.ts). What must
// write tables of several owners at once, or read one of a later module, is named in one-statement there, with its file, what it
// writes and reads, and why. `--figures` prints the sums, `--list` a list as it is now.
import { existsSync, globSync, readFileSync } from "node:fs";

const LISTED = "src/modules/foreign-tables.json";
const read = (file) => JSON.parse(readFileSync(file, "utf8"));

const owners = new Map();
const errors = [];
const views = new Set();
for (const file of globSync("src/{platform,modules/*/*}/owns.json").toSorted()) {
  const owned = read(file);
  for (const name of owned.views ?? []) views.add(name);
  for (const table of [...owned.tables, ...(owned.views ?? [])]) {
    if (owners.has(table)) errors.push(`${table} is owned twice: by ${owners.get(table)} and ${placeOf(file)}`);
    owners.set(table, placeOf(file));
  }
}
const [schema, schemaOfViews] = readSchema();
const namesIn = (text) => [...text.matchAll(/^ {2}(\w+): \{$/gm)].map(([, name]) => name);
const tables = namesIn(schema + schemaOfViews);
errors.push(...tables.filter((table) => !owners.has(table)).map((table) => `${table} has no owner`));
errors.push(...[...owners.keys()].filter((table) => !tables.includes(table)).map((table) => `${table} is no table`));
errors.push(
  ...namesIn(schema)
    .filter((name) => views.has(name))
    .map((name) => `${name} is a table, not a view`),
);
errors.push(
  ...namesIn(schemaOfViews)
    .filter((name) => !views.has(name))
    .map((name) => `${name} is a view, not a table`),
);

const NAMES = tables.toSorted((a, b) => b.length - a.length).join("|");
const WRITES = [
  `(?:insertInto|updateTable|deleteFrom|mergeInto)\\(\\s*"(${NAMES})\\b`,
  `(?:insert into|update(?: only)?|delete from|merge into)\\s+(?:public\\.)?(${NAMES})\\b`,
];
const READS = [
  `(?:selectFrom|innerJoin|leftJoin|rightJoin|crossJoin|innerJoinLateral|using|from)\\(\\s*\\[?"(${NAMES})\\b`,
  `(?<!delete )\\b(?:from|join|using)\\s+(?:public\\.)?(${NAMES})\\b`,
];

const order = existsSync("src/modules/areas.json")
  ? Object.entries(read("src/modules/areas.json")).flatMap(([area, names]) => names.map((name) => `${area}/${name}`))
  : [];
const listed = existsSync(LISTED) ? read(LISTED) : { writes: {}, reads: {} };
// what is left of a file's writes and upward reads that one statement needs
const allowed = new Map();
for (const { file, ...kinds } of listed["one-statement"] ?? [])
  for (const kind of ["writes", "reads"])
    for (const [table, count] of Object.entries(kinds[kind] ?? {})) allowed.set(`${file} ${kind} ${table}`, count);
const found = { writes: {}, reads: {} };
const figures = { own: 0, views: 0, reads: 0, writes: 0, "one-statement": 0, upward: 0 };
for (const file of globSync("src/modules/*/*/**/*.server.ts").toSorted()) {
  const module = placeOf(file);
  const text = readFileSync(file, "utf8")
    .replaceAll(/\/\*[^]*?\*\//g, "")
    .replaceAll(/(?<!:)\/\/.*$/gm, "");
  for (const [kind, patterns] of Object.entries({ writes: WRITES, reads: READS }))
    for (const pattern of patterns)
      for (const [, table] of text.matchAll(new RegExp(pattern, "g"))) {
        const owner = owners.get(table);
        if (owner === module || owner === "platform") {
          figures.own += 1;
          continue;
        }
        const isUpward = order.indexOf(owner) > order.indexOf(module);
        if (views.has(table) && kind === "reads" && !isUpward) {
          figures.views += 1;
          continue;
        }
        const named = `${file} ${kind} ${table}`;
        const left = kind === "writes" || isUpward ? (allowed.get(named) ?? 0) : 0;
        if (left > 0) {
          allowed.set(named, left - 1);
          figures["one-statement"] += 1;
          continue;
        }
        if (kind === "reads" && isUpward) {
          figures.upward += 1;
          errors.push(`${named} of ${owner}, which stands after it: ask it (questions.ts, src/wiring.ts)`);
          continue;
        }
        figures[kind] += 1;
        found[kind][module] ??= {};
        found[kind][module][table] = (found[kind][module][table] ?? 0) + 1;
      }
}

for (const [named, left] of allowed) if (left > 0) errors.push(`${named} ${left} times less than one-statement says`);

/** What db/tables.ts says of tables, and of views. */
function readSchema() {
  const text = existsSync("db/tables.ts") ? readFileSync("db/tables.ts", "utf8") : "";
  const [, viewsText = ""] = /^export type Views = \{$([^]*?)^\};$/m.exec(text) ?? [];
  return [text.replace(viewsText, ""), viewsText];
}

/** The module that a file belongs to, as `area/module`; `platform` for the platform's. */
function placeOf(file) {
  const parts = file.replaceAll("\\", "/").split("/");
  return parts[1] === "platform" ? "platform" : parts.slice(2, 4).join("/");
}

if (process.argv.includes("--figures")) console.log(figures);
else if (process.argv.includes("--list"))
  console.log(JSON.stringify({ ...found, "one-statement": listed["one-statement"] }, null, 2));
else {
  for (const kind of ["writes", "reads"])
    for (const module of new Set([...Object.keys(found[kind]), ...Object.keys(listed[kind])]))
      for (const table of new Set([
        ...Object.keys(found[kind][module] ?? {}),
        ...Object.keys(listed[kind][module] ?? {}),
      ])) {
        const [now, most] = [found, listed].map((one) => one[kind][module]?.[table] ?? 0);
        if (now > most)
          errors.push(
            `${module} ${kind} ${table} of ${owners.get(table)} ${now} times, listed are ${most}: ask its owner's queries, a use case or a view`,
          );
        if (now < most) errors.push(`${module} ${kind} ${table} ${now} times: lower the ${most} in ${LISTED}`);
      }
  if (errors.length > 0) console.error(`Tables and their owners:\n  ${errors.join("\n  ")}`);
  process.exitCode = errors.length > 0 ? 1 : 0;
}
