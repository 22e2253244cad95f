import fs from "node:fs";
import { expect, test } from "vitest";

// What appears or goes when a page comes alive moves what lies below it, and a press on a button that moves meanwhile is lost. What
// only those without scripts need is told apart before the first paint (`scripted`, `unscripted`), what needs a script keeps its room.

/** Where it moves nothing that is pressed. */
const MAY: Readonly<Record<string, string>> = {
  "src/modules/base/identity/components/profile-section.tsx": "a toast says it instead",
  "src/modules/evening/tickets/components/ticket-sheet.tsx":
    "where no script arrives, as at a door without a line, all tickets have to be there",
  "src/ui/password-input.tsx": "lies over the field",
};

test("nothing takes or gives room when a page comes alive", () => {
  const files = fs.globSync("src/{routes/{public,account},modules/*/*/components,ui}/**/*.tsx");
  expect(files.length).toBeGreaterThan(100);
  const moving = files.filter((file) =>
    /hydrated:(hidden|block|flex|grid|inline|contents|mt-|mb-|py-|h-)/.test(fs.readFileSync(file, "utf8")),
  );
  expect(moving.toSorted()).toEqual(Object.keys(MAY).toSorted());
});
