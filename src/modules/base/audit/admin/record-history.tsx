import { later } from "#src/ui/later.tsx";

/** A record's audit log: when, who, and what changed. Below what is worked on, so that its words come with the first touch. */
export const RecordHistory = later(
  "record-history",
  async () => (await import("#src/modules/base/audit/admin/record-entries.tsx")).RecordEntries,
  "touched",
);
