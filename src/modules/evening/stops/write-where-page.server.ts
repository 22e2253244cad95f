import { createHash } from "node:crypto";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { timeIn } from "#src/kernel/local-time.ts";
import { inLocale } from "#src/kernel/localized.ts";
import { meetingPoint } from "#src/modules/site/catalog/rules/meeting-point.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { textsFor } from "#src/modules/base/settings/read-texts.server.ts";
import {
  NoWhereDocument,
  WhereDocument,
  type WhereFrame,
  type WherePage,
} from "#src/modules/evening/stops/components/where-document.tsx";
import { WHERE_LOOK } from "#src/modules/evening/stops/components/where-look.ts";
import { whereScript } from "#src/modules/evening/stops/components/where-script.ts";
import { whereFor } from "#src/modules/evening/stops/queries.server.ts";
import { ticketLook } from "#src/modules/evening/tickets/components/ticket-look.ts";
import type { Context } from "#src/platform/context.server.ts";
import { scriptHash } from "#src/platform/finish-page.server.ts";
import { documentHeaders } from "#src/platform/headers.server.ts";
import fontUrl from "#src/ui/fonts/truculenta-ticket.woff2?inline";

type WhereQuery = {
  /** Null where the visitor may not see it, or it has no tickets. */
  departureId: string | null;
  links: WherePage["links"];
  theme: "light" | "dark";
};

/**
 * The page that says where a departure's group is, as a document and its headers. A phone may keep its copy until the night is over.
 * The caller must check access.
 */
export async function writeWherePage(ctx: Context, { departureId, links, theme }: WhereQuery) {
  const { locale, now, settings } = ctx;
  const [{ t }, { brand: name, branding }] = await Promise.all([textsFor(ctx, locale), appSettings(ctx)]);
  const where = departureId === null ? null : await whereFor(ctx, departureId);
  const brand = {
    primary: branding.primary_color,
    light: branding.primary_color_light,
    dark: branding.primary_color_dark,
    onBrand: branding.button_text_color,
  };
  const look = ticketLook(brand, fontUrl) + WHERE_LOOK;
  const page = where && pageOf(where, links, locale);
  // what is over never changes again, and a copy of it would help nobody
  const version = where && where.where.state !== "over" ? versionOf({ page, theme, branding, name }) : null;
  const frame: WhereFrame = { t, locale, theme, now, look, script: whereScript, version };
  const element = page ? createElement(WhereDocument, { ...frame, page }) : createElement(NoWhereDocument, frame);
  const time = where && encodeURIComponent(timeIn(now, where.night.time_zone, locale));
  return {
    html: `<!doctype html>${renderToStaticMarkup(element)}`,
    status: page ? 200 : 404,
    headers: {
      ...documentHeaders(version ? [scriptHash(whereScript)] : [], settings.BASE_URL),
      "content-type": "text/html; charset=utf-8",
      // the page's script stores its own copy: no cache in between may
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      ...(version && where
        ? {
            "x-ticket-version": version,
            "x-ticket-until": String(where.night.ends_at.getTime()),
            "x-where-time": time ?? "",
          }
        : {}),
    },
  };
}

function pageOf(
  { night, stops, where }: NonNullable<Awaited<ReturnType<typeof whereFor>>>,
  links: WherePage["links"],
  locale: Context["locale"],
): WherePage {
  const city = inLocale(locale, night.city, night.city_es);
  const meeting = meetingPoint(night, locale);
  return {
    night: {
      title: inLocale(locale, night.title, night.title_es),
      date: night.date,
      start_time: night.start_time,
      time_zone: night.time_zone,
      meeting: meeting?.place ?? city,
      map: meeting?.map ?? null,
    },
    stops,
    where,
    links,
  };
}

/** A hash that differs when two pages differ in content, whenever they were rendered. */
const versionOf = (content: object): string =>
  createHash("sha256").update(JSON.stringify(content)).digest("base64url").slice(0, 12);
