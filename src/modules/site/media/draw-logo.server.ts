import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import type { OwnLogo } from "#src/modules/base/settings/rules/app-settings.ts";
import type { Context } from "#src/platform/context.server.ts";
import { log } from "#src/platform/log.server.ts";
import { storageOf } from "#src/platform/storage.server.ts";

/** The operator's logo on a plate of paper, as PNG; its size in CSS pixels, of which the file has three for each. */
export type DrawnLogo = { png: Buffer; width: number; height: number };

const [WIDEST, TALLEST, PAD, SHARP] = [132, 34, 3, 3];
const PAPER = "#fffdf9";

/** How long a logo that couldn't be read isn't asked for again. */
const PAUSE_MS = 30_000;

// an operator has one logo at a time, and its name says what is in it
let last: { src: string; until: number; drawn: Promise<DrawnLogo | null> } | undefined;

/** What a file shows of the operator: colors, logo and name. */
export async function brandOn(ctx: Pick<Context, "db" | "settings">) {
  const [{ brand: name, branding }, logo] = await Promise.all([appSettings(ctx), drawLogo(ctx)]);
  return { colour: branding.primary_color, text: branding.button_text_color, logo, name };
}

/**
 * The operator's logo for emails and files, whose ground has the color of the brand: at most 138 by 40 CSS pixels. Null where
 * Ronda's is to be drawn: there is none, or it can't be read, which is logged and stops neither an email nor a file.
 */
export async function drawLogo(ctx: Pick<Context, "db" | "settings">): Promise<DrawnLogo | null> {
  const { light } = (await appSettings(ctx)).logos;
  if (!light) return null;
  if (last?.src === light.src && last.until > performance.now()) return last.drawn;
  const now = { src: light.src, until: Infinity, drawn: draw(ctx, light).catch(unreadable) };
  last = now;
  return now.drawn;

  function unreadable(error: Error) {
    log("warn", "logo.unreadable", { src: now.src, message: error.message });
    now.until = performance.now() + PAUSE_MS;
    return null;
  }
}

async function draw(ctx: Pick<Context, "settings">, { src }: OwnLogo): Promise<DrawnLogo> {
  // loaded for the first logo: no start waits for it
  const { default: sharp } = await import("sharp");
  const file = await storageOf(ctx.settings).read(`${src.replace("/uploads/", "")}-640.webp`);
  if (!file) throw new Error("no such file");
  const inside = { width: WIDEST * SHARP, height: TALLEST * SHARP, fit: "inside" } as const;
  const bytes = await new Response(file.body).arrayBuffer();
  const { data, info } = await sharp(bytes).resize(inside).png().toBuffer({ resolveWithObject: true });
  const [width, height] = [Math.round(info.width / SHARP) + 2 * PAD, Math.round(info.height / SHARP) + 2 * PAD];
  const plate = `<svg xmlns="http://www.w3.org/2000/svg" width="${width * SHARP}" height="${height * SHARP}"><rect width="100%" height="100%" rx="${4 * SHARP}" fill="${PAPER}"/></svg>`;
  const png = await sharp(Buffer.from(plate))
    .composite([{ input: data }])
    .png({ palette: true, effort: 10 })
    .toBuffer();
  return { png, width, height };
}
