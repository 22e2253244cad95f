// One word for one thing: the words on the left were replaced by those on the right (glossary in ARCHITECTURE.md). Prints where
// one came back. Values stored in rows keep theirs. Also prints variables and types named by a bare participle, which doesn't say what they hold.
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "vite";

const GONE = [
  [/\bfacts\.ts\b|\.announce\(/, "events.ts, publish"],
  [/\b(hearChanges|hearUpdate)\b/, "listen…"],
  [/\b(FormFault|formFaults|useFaults|faultsOf)\b/, "fieldErrors"],
  [/\b(FormTrouble|troubleOf)\b/, "formError"],
  [/\b(typedOf|typedIn|keepTyped)\b/, "formValues"],
  [/\buseSaid\b|"[a-z-]+\.said\.[a-zA-Z]+"/, "flash"],
  [/\b(mailServer|sendLetter|PlainLetter|onlyMail|mailBookings)\b|\bplatform\/mail\.server\b/, "email"],
  [/\btell(Guest|Staff|Confirmed|Cancelled|Refunded)\b|\/tell-[a-z]+\.server\b/, "notify"],
  [/\b(postMoves|proveLedger)\b/, "postEntries, checkLedger"],
  [/\b(callOff|calledOff)[A-Z]?|\b(rehearse|Rehearsal|Rehearsed)\b/, "cancel, preview"],
  [/\bmodules\/contact\//, "modules/site/messages/"],
  [/\b(auditTrail|TrailFilter|writeTrail)\b/, "audit log"],
  [/\bdb\/worlds\/|\b(smallWorld|loadWorld)\b/, "seeds"],
  [/\bTAKERS\b/, "METHOD_PROVIDERS"],
  [/\b(move|refund|credit|decide)Unplaced\b|-unplaced\./, "unseated"],
  [/\btakeBackEmails\b/, "requeueStuckEmails"],
  [/\b(inSteps|sharedRead|useKept|answerKept)\b/, "constantTime, coalesce, useLocalStorage, answerCached"],
  [/\broutes\/[a-z]+\/views\//, "routes/*/components/"],
];
// Not names of variables, parameters, functions or types: a noun says what the value is. Properties may keep the name of a column or field.
const NO_NAMES = "asked|seen|told|kept|shown|said|given|known|wanted|taken|made";
const IS_NO_NAME = new RegExp(`^(?:${NO_NAMES})$`);
const HAS_NO_NAME = new RegExp(String.raw`\b(?:${NO_NAMES})\b`, "i");
// Texts that people read: one spelling and one word for one thing in each language (docs/decisions/082-one-spelling.md).
const GONE_FROM_TEXTS = {
  en: [
    [/\be-mails?\b/i, "email"],
    [/\bcancel(ed|ing)\b/i, "cancelled, cancelling (as the specification prints it)"],
    [/\b\w*(colour|behaviour|favour|neighbour|organis|recognis|programme)\w*/i, "the US spelling"],
    [/\b(afterwards|towards)\b/i, "afterward, toward"],
    [/\bfloat\b/i, "starting cash"],
    [/\blaps(e|ed|ing)\b|\bhold expired\b/i, "expired (of a booking that wasn’t paid in time)"],
    [/\bopens? no door|\bthe round\b/i, "not valid for entry, the night"],
  ],
  es: [
    [/\b(pub )?(?<!\/)crawls?\b/i, "recorrido"],
    [/\binvitad[oa]s?\b/i, "persona, cliente"],
    [/\bbeb(er|es?|as?|emos|en)\b/i, "tomar"],
    [/\bapellido\b/i, "apellidos"],
    [/\b(underground|subterránea)\b/i, "clandestina"],
    [/\bsuspend/i, "cancelar"],
    [/\bapartado vencido\b|\bcaduc(a|ó|ad[oa])/i, "vencida"],
    [/\bpor donde pag|\ba (tu|su) misma forma de pago/i, "a la misma forma de pago"],
    [/\be-mails?\b/i, "correo"],
  ],
};
const ROOTS = ["src", "tests", "db", "bench", "scripts"].filter((folder) => existsSync(folder));
const READ = /\.(ts|tsx|mjs|cjs|css)$/;

const filesUnder = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && READ.test(entry.name))
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name).replaceAll("\\", "/"))
    .filter((file) => !file.includes("/node_modules/"));

/** The names that a pattern declares: `a`, `{ b, c: d }`, `[e, ...f]`, `g = 1`. */
function namesIn(pattern) {
  if (!pattern) return [];
  if (pattern.type === "Identifier") return [pattern];
  if (pattern.type === "ObjectPattern") return pattern.properties.flatMap((one) => namesIn(one.value ?? one.argument));
  if (pattern.type === "ArrayPattern") return pattern.elements.flatMap(namesIn);
  return namesIn(pattern.left ?? pattern.argument ?? pattern.parameter);
}

const TYPES = new Set(["TSTypeAliasDeclaration", "TSInterfaceDeclaration"]);

/** The variables, parameters, functions and types that a part of a program declares. */
function declaredIn(node) {
  if (Array.isArray(node)) return node.flatMap(declaredIn);
  if (typeof node?.type !== "string") return [];
  const own = [
    ...(node.type === "VariableDeclarator" || node.type === "FunctionDeclaration" ? namesIn(node.id) : []),
    ...(Array.isArray(node.params) ? node.params.flatMap(namesIn) : []),
    ...(TYPES.has(node.type) ? [{ ...node.id, isType: true }] : []),
  ];
  return [...own, ...Object.values(node).flatMap((part) => (typeof part === "object" ? declaredIn(part) : []))];
}

/** Variables and types of a file that are named by a bare participle, with their lines. */
function participlesIn(file, text) {
  if (!/\.(ts|tsx|mjs)$/.test(file) || !HAS_NO_NAME.test(text)) return [];
  return declaredIn(parseSync(file, text).program)
    .filter(({ name, isType }) => IS_NO_NAME.test(isType ? name.toLowerCase() : name))
    .map(({ name, start }) => `${file}:${text.slice(0, start).split("\n").length}: ${name} → a noun`);
}

// this file holds the words that are gone
const FILES = [...ROOTS.flatMap(filesUnder), ...globSync("*.mjs").filter((file) => file !== "check-words.mjs")];
const found = FILES.flatMap((file) => {
  const text = readFileSync(file, "utf8");
  const words = text.split("\n").flatMap((line, index) =>
    GONE.flatMap(([word, instead]) => {
      const old = word.exec(line)?.[0];
      return old ? [`${file}:${index + 1}: ${old} → ${instead}`] : [];
    }),
  );
  return [...words, ...participlesIn(file, text)];
});
for (const [language, gone] of Object.entries(GONE_FROM_TEXTS)) {
  if (!existsSync(`src/locales/${language}`)) continue; // the laws' own tests have no texts
  for (const area of globSync("**/*.json", { cwd: `src/locales/${language}` })) {
    const texts = JSON.parse(readFileSync(`src/locales/${language}/${area}`, "utf8"));
    for (const [id, text] of Object.entries(texts))
      for (const [word, instead] of gone) {
        const old = word.exec(text.replaceAll(/\{\w+\}/g, ""))?.[0];
        if (old) found.push(`${language} ${id}: ${old} → ${instead}`);
      }
  }
}
if (found.length > 0) console.error(`Words that gave way to another one:\n  ${found.join("\n  ")}`);
process.exitCode = found.length > 0 ? 1 : 0;
