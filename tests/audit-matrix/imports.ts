import { randomUUID } from "node:crypto";
import { makeImport } from "#src/modules/office/importing/make-import.server.ts";
import { dropDraft, mapColumns } from "#src/modules/office/importing/map-columns.server.ts";
import { importPage } from "#src/modules/office/importing/queries.server.ts";
import { sendConfirmations } from "#src/modules/office/importing/send-confirmations.server.ts";
import { startImport } from "#src/modules/office/importing/start-import.server.ts";
import { undoImport } from "#src/modules/office/importing/undo-import.server.ts";
import { does, granted, type Row, type StaffStage } from "#tests/audit-matrix/stage.ts";

/** What is brought from another system, and undone. */
export function importRows(stage: StaffStage): Row[] {
  const needs = ["imports.change"] as const;
  const file = (key: string, kind: "bookings" | "customers", text: string) => ({
    key,
    kind,
    source: `System ${key.slice(0, 8)}`,
    file: new File([text], "import.csv"),
  });
  const customers = () => `Name,Email\nAna Ruiz,${randomUUID()}@guest.test`;
  const draft = async (kind: "bookings" | "customers", text: string) =>
    granted(await startImport(stage.as("admin"), file(randomUUID(), kind, text))).id;
  const viewOf = async (id: string) => {
    const { view } = granted(await importPage(stage.as("admin"), id, 0));
    if (view.state !== "draft") throw new Error("no draft");
    return view;
  };
  const importedFile = async (kind: "bookings" | "customers", text: string) => {
    const id = await draft(kind, text);
    granted(await makeImport(stage.as("admin"), id, { seen: (await viewOf(id)).plan!.seen }));
    return id;
  };
  const bookings = async () => {
    const departure = await stage.newDeparture();
    const { date } = await stage
      .db()
      .selectFrom("scheduled_crawls")
      .select("date")
      .where("id", "=", departure)
      .executeTakeFirstOrThrow();
    const crawl = await stage
      .db()
      .selectFrom("night_facts")
      .select("slug")
      .where("id", "=", departure)
      .executeTakeFirstOrThrow();
    return `Reference,Date,Crawl,People,Name,Email,Total\n${randomUUID()},${date},${crawl.slug},2,Ana Ruiz,ana@guest.test,800`;
  };
  return [
    {
      act: "upload a file to import",
      of: ["office/importing/start-import"],
      needs,
      leaves: "import.uploaded",
      again: "done",
      prepare: async () => {
        const key = randomUUID();
        const text = customers();
        return does((ctx) => startImport(ctx, file(key, "customers", text)), ["import", key]);
      },
    },
    {
      act: "say what a file's columns are",
      of: ["office/importing/map-columns"],
      needs,
      leaves: "import.mapped",
      again: "done",
      prepare: async () => {
        const id = await draft("customers", customers());
        const { mapping } = await viewOf(id);
        const other = { ...mapping, language: mapping.language === "es" ? ("en" as const) : ("es" as const) };
        return does((ctx) => mapColumns(ctx, id, other), ["import", id]);
      },
    },
    {
      act: "discard a file to import",
      of: ["office/importing/map-columns"],
      needs,
      leaves: "import.dropped",
      again: "import_not_found",
      prepare: async () => {
        const id = await draft("customers", customers());
        return does((ctx) => dropDraft(ctx, id), ["import", id]);
      },
    },
    {
      act: "import customers",
      of: ["office/importing/make-import"],
      needs,
      leaves: "import.made",
      again: "done",
      prepare: async () => {
        const id = await draft("customers", customers());
        const { plan } = await viewOf(id);
        return does((ctx) => makeImport(ctx, id, { seen: plan!.seen }), ["import", id]);
      },
    },
    {
      act: "import bookings",
      of: ["office/importing/make-import"],
      needs,
      leaves: "import.made",
      along: ["booking.imported"],
      again: "done",
      prepare: async () => {
        const id = await draft("bookings", await bookings());
        const { plan } = await viewOf(id);
        return does((ctx) => makeImport(ctx, id, { seen: plan!.seen }), ["import", id]);
      },
    },
    {
      act: "send the confirmations of an import",
      of: ["office/importing/send-confirmations"],
      needs,
      leaves: "import.confirmations_sent",
      again: "done",
      prepare: async () => {
        const id = await importedFile("bookings", await bookings());
        return does((ctx) => sendConfirmations(ctx, id, { count: 1 }), ["import", id]);
      },
    },
    {
      act: "undo an import",
      of: ["office/importing/undo-import"],
      needs,
      leaves: "import.undone",
      along: ["booking.import_undone"],
      again: "done",
      prepare: async () => {
        const id = await importedFile("bookings", await bookings());
        return does((ctx) => undoImport(ctx, id), ["import", id]);
      },
    },
  ];
}
