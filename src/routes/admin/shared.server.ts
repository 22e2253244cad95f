import { createContext, data, type RouterContextProvider } from "react-router";
import type { Sheet } from "#src/kernel/sheet.ts";
import { numberFormatOf } from "#src/modules/base/identity/queries.server.ts";
import { type Waits, whatWaits } from "#src/modules/office/reports/queries.server.ts";
import { keepPicture, type PicturePermission } from "#src/modules/site/media/keep-picture.server.ts";
import { PICTURE_STATUS } from "#src/modules/site/media/rules/picture-status.ts";
import { CSV_TYPE, streamedFile } from "#src/platform/stream-file.server.ts";
import { csvOf } from "#src/platform/write-csv.server.ts";
import { missingRight, type RequestContext, signedIn } from "#src/platform/context.server.ts";

/** The context of an admin page, with the signed-in user as its actor. Throws the refusal of a user who may not open the page. */
export async function staffContext(context: Readonly<RouterContextProvider>): Promise<RequestContext> {
  const missing = context.get(missingRight);
  if (missing !== null) throw refused({ missing });
  return signedIn(context);
}

const waits = createContext<Promise<Waits> | null>(null);

/** What waits for a decision, read once for a page and the menu beside it. */
export function waitsOf(context: Readonly<RouterContextProvider>, ctx: RequestContext): Promise<Waits> {
  const answer = context.get(waits) ?? whatWaits(ctx);
  context.set(waits, answer);
  return answer;
}

/** A sheet as a CSV file, with numbers as the reader's spreadsheet writes them (their profile). */
export async function sentSheet(ctx: RequestContext, sheet: Sheet, name: string): Promise<Response> {
  return streamedFile(csvOf(sheet, await numberFormatOf(ctx)), { name, type: CSV_TYPE });
}

/** What to throw when a query or use case returns `forbidden`: the shell names the missing permission. */
export const refused = ({ missing }: { missing: string }) =>
  data({ missing }, { status: 403, headers: { "cache-control": "no-store" } });

/** The loader of an address that only takes uploads: there is no page, also for those who may upload. */
export async function noPage(context: Readonly<RouterContextProvider>): Promise<never> {
  await staffContext(context);
  throw data(null, { status: 404 });
}

/** The refusal of an upload, with the status that `PICTURE_STATUS` names for it. */
const pictureRefused = (reason: string) => Response.json({ reason }, { status: PICTURE_STATUS[reason] ?? 422 });

/** What a script or a form posted, as an object; an empty one where it can't be read. */
export async function posted(request: Request): Promise<Record<string, unknown>> {
  const isJson = request.headers.get("content-type")?.startsWith("application/json");
  if (!isJson) return Object.fromEntries(await request.formData());
  const json: unknown = await request.json().catch(() => null);
  return typeof json === "object" && json !== null && !Array.isArray(json) ? { ...json } : {};
}

/** A response to a script, never cached: the data, or the refusal's reason under `status`. */
export const scriptAnswer = (body: object, status = 200): Response =>
  Response.json(body, { status, headers: { "cache-control": "no-store" } });

type UsedPicture = { src: string; alt: string; alt_es: string };
type PictureResult = { ok: true } | { ok: false; reason: string };

/**
 * Stores the picture of an uploaded form's field `picture`, for what needs the permission `needs`, then lets `use` have its URL.
 * Answers with that URL, the size in pixels and what the library says it shows, or why the picture was refused.
 */
export async function takePicture(
  ctx: RequestContext,
  request: Request,
  {
    needs,
    use = () => Promise.resolve({ ok: true }),
  }: { needs: PicturePermission; use?: (upload: UsedPicture) => Promise<PictureResult> },
): Promise<Response> {
  const picture = (await request.formData()).get("picture");
  if (!(picture instanceof File)) return Response.json({ reason: "picture_type" }, { status: 400 });
  const result = await keepPicture(ctx, new Uint8Array(await picture.arrayBuffer()), needs);
  if (!result.ok) return pictureRefused(result.reason);
  const used = await use(result);
  const { src, width, height, alt, alt_es } = result;
  return used.ok ? Response.json({ src, width, height, alt, alt_es }, { status: 201 }) : pictureRefused(used.reason);
}
