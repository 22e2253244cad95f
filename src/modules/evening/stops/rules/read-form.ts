import { z } from "zod";
import { jsonText } from "#src/kernel/json-text.ts";
import { CrawlStop, MOST_STOPS, NightStop } from "#src/modules/evening/stops/schema.ts";

const texts = (form: FormData, name: string): string[] =>
  form.getAll(name).map((value) => (typeof value === "string" ? value : ""));

/** The rows of a form of stops; those without a bar are empty lines, and left out. */
const rowsOf = (form: FormData) =>
  texts(form, "bar").flatMap((bar_id, index) =>
    bar_id === ""
      ? []
      : [{ bar_id, at: texts(form, "at")[index], vouchers: texts(form, "vouchers")[index], row: index }],
  );

/** A posted form of a crawl's stops: as they are now, and as they were when it was opened. */
export const readCrawlStops = (form: FormData) =>
  z
    .object({ stops: z.array(CrawlStop).max(MOST_STOPS), seen: jsonText(z.array(CrawlStop), 20_000) })
    .safeParse({ stops: rowsOf(form), seen: form.get("seen") });

/** A posted form of a night's stops. A skipped one is named by its id, since an empty box isn't sent. */
export function readNightStops(form: FormData) {
  const [ids, skipped] = [texts(form, "id"), texts(form, "skipped")];
  const stops = rowsOf(form).map(({ row, ...stop }) => {
    const id = ids[row] || null;
    return { ...stop, id, skipped: id !== null && skipped.includes(id) };
  });
  return z
    .object({ version: z.coerce.number().int().min(0), stops: z.array(NightStop).max(2 * MOST_STOPS) })
    .safeParse({ version: form.get("version"), stops });
}
