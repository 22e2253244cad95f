import { clockTime } from "#src/kernel/local-time.ts";
import type { Locale } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import type { PosterWords, PrintedPoster } from "#src/modules/partners/partner-admin/draw-poster.server.ts";
import { qrSvg } from "#src/modules/partners/partner-admin/draw-qr.server.ts";
import { findQrCode } from "#src/modules/sales/affiliates/queries.server.ts";
import { fileName, fileNamed, type Printed, type QrFile } from "#src/modules/partners/partner-admin/rules/qr-file.ts";
import type { QrCode } from "#src/modules/sales/affiliates/schema.ts";
import { findCity, findCrawl, listCities } from "#src/modules/site/catalog/queries.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { brandOn } from "#src/modules/site/media/draw-logo.server.ts";
import { drawnPaper } from "#src/modules/site/media/keep-papers.server.ts";
import { crawlCards } from "#src/modules/sales/schedule/queries.server.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** A file as it is downloaded. */
export type WrittenFile = { content: string | Uint8Array<ArrayBuffer>; name: string; type: string };

/** A file of a code for staff (`poster-a4-both.pdf`). Refusals: forbidden {missing}, not_found. */
export async function staffQrFile(ctx: Context, { id, name }: { id: string; name: string }) {
  if (!can(ctx.actor, "affiliates.read")) return fail("forbidden", { missing: "affiliates.read" });
  const [code, file] = [await findQrCode(ctx, id), fileNamed(name)];
  return code && file ? ok({ file: await writeQrFile(ctx, code, file) }) : fail("not_found");
}

const LANGUAGES: Record<Printed, readonly Locale[]> = { both: ["es", "en"], es: ["es"], en: ["en"] };

/** A code as a picture, poster or table tent. The caller checks who asks. */
export async function writeQrFile(ctx: Context, code: QrCode, file: QrFile): Promise<WrittenFile> {
  const name = `qr-${code.id}-${fileName(file)}`;
  if (file.kind === "svg") return { content: await qrSvg(code), name, type: "image/svg+xml" };
  const { address: says, foreground, background } = code;
  const qr = { address: says, foreground, background };
  if (file.kind === "png") {
    const content = await drawnPaper("qr", { look: qr, size: file.size });
    return { content: new Uint8Array(content), name, type: "image/png" };
  }
  const languages = LANGUAGES[file.printed];
  const [words, { t }, { branding }, own] = await Promise.all([
    Promise.all(languages.map((locale) => wordsIn({ ...ctx, locale }, code))),
    i18nFor(languages[0]!),
    appSettings(ctx),
    brandOn(ctx),
  ]);
  const brand = {
    ...own,
    light: branding.primary_color_light,
    dark: branding.primary_color_dark,
  };
  const address = code.address.replace(/^https?:\/\//, "");
  const fold = t("affiliates-qr.poster.fold");
  const poster: PrintedPoster = { kind: file.kind, paper: file.paper, title: address, brand, qr, address, words, fold };
  const content = await drawnPaper("poster", poster);
  return { content: new Uint8Array(content), name, type: "application/pdf" };
}

/** What is printed in the language of `ctx`: of the crawl or city that the code leads to, else of all cities. */
async function wordsIn(ctx: Context, { target }: QrCode): Promise<PosterWords> {
  const { t } = await i18nFor(ctx.locale);
  const same = { scan: t("affiliates-qr.poster.scan"), type: t("affiliates-qr.poster.type") };
  const [, kind, name = ""] = target.split("/");
  const crawl = kind === "crawls" && name ? await findCrawl(ctx, name) : null;
  if (crawl) {
    const [card] = await crawlCards(ctx, [crawl]);
    const starts =
      card?.offer && t("affiliates-qr.poster.starts", { time: clockTime(card.offer.next.start_time, ctx.locale) });
    return { ...same, headline: crawl.title, lines: [[crawl.city_name, starts].filter(Boolean).join(" · ")] };
  }
  const city = kind === "cities" && name ? await findCity(ctx, name) : null;
  const cities = city ? [city.name] : (await listCities(ctx)).map(({ name: one }) => one);
  const where = new Intl.ListFormat(ctx.locale === "es" ? "es-MX" : "en-US").format(cities.slice(0, MOST_CITIES));
  const lines = cities.length > 0 ? [t("affiliates-qr.poster.crawls", { where })] : [];
  return { ...same, headline: t("affiliates-qr.poster.headline"), lines };
}
const MOST_CITIES = 4;
