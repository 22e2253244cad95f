// One word for one thing: the words on the left were replaced by those on the right (glossary in ARCHITECTURE.md). Prints where
// one came back. Migrations keep their names, because databases remember them; so do values stored in rows.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const GONE = [
  [/\b[dD]esk(?=[A-Z])|\b(modules\/[a-z-]+|ui)\/desk\//, "admin"],
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
  [/\bmodules\/(contact|sales)\//, "modules/messages/, modules/booking-admin/"],
  [/\b(auditTrail|TrailFilter|writeTrail)\b/, "audit log"],
  [/\bdb\/worlds\/|\b(smallWorld|loadWorld)\b/, "seeds"],
  [/\bTAKERS\b/, "METHOD_PROVIDERS"],
  [/\b(move|refund|credit|decide)Unplaced\b|-unplaced\./, "unseated"],
  [/\btakeBackEmails\b/, "requeueStuckEmails"],
  [/\b(inSteps|sharedRead|useKept|answerKept)\b/, "constantTime, coalesce, useLocalStorage, answerCached"],
  [/\broutes\/[a-z]+\/views\//, "routes/*/components/"],
];
const ROOTS = ["src", "tests", "db", "bench", "scripts"].filter((folder) => existsSync(folder));
const READ = /\.(ts|tsx|mjs|cjs|css)$/;

const filesUnder = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && READ.test(entry.name))
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name).replaceAll("\\", "/"))
    .filter((file) => !file.startsWith("db/migrations/"));

const found = ROOTS.flatMap(filesUnder).flatMap((file) =>
  readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line, index) =>
      GONE.flatMap(([word, instead]) => {
        const old = word.exec(line)?.[0];
        return old ? [`${file}:${index + 1}: ${old} → ${instead}`] : [];
      }),
    ),
);
if (found.length > 0) console.error(`Words that gave way to another one:\n  ${found.join("\n  ")}`);
process.exitCode = found.length > 0 ? 1 : 0;
