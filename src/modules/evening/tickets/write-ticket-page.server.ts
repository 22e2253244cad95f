import { createHash } from "node:crypto";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { drawLogo } from "#src/modules/site/media/draw-logo.server.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { textsFor } from "#src/modules/base/settings/read-texts.server.ts";
import {
  type DocumentFrame,
  MissingDocument,
  TicketDocument,
  type TicketPage,
} from "#src/modules/evening/tickets/components/ticket-document.tsx";
import { ticketLook } from "#src/modules/evening/tickets/components/ticket-look.ts";
import { ticketScript } from "#src/modules/evening/tickets/components/ticket-script.ts";
import { keepUntil } from "#src/modules/evening/tickets/rules/ticket-page.ts";
import type { Context } from "#src/platform/context.server.ts";
import { scriptHash } from "#src/platform/finish-page.server.ts";
import { documentHeaders } from "#src/platform/headers.server.ts";
import fontUrl from "#src/ui/fonts/truculenta-ticket.woff2?inline";

/** A ticket page's response: the document and its headers. */
export type TicketAnswer = { html: string; status: 200 | 404; headers: Record<string, string> };

/**
 * The ticket page of a booking as a document of its own, in the request's language; for null (no such booking, or none that
 * this visitor may see) one and the same response. The caller must check access.
 */
export async function writeTicketPage(
  ctx: Context,
  page: TicketPage | null,
  theme: "light" | "dark",
): Promise<TicketAnswer> {
  const { locale, now, settings } = ctx;
  const [{ t }, { brand: name, branding }, own] = await Promise.all([
    textsFor(ctx, locale),
    appSettings(ctx),
    drawLogo(ctx),
  ]);
  const logo = own && { ...own, url: `data:image/png;base64,${own.png.toString("base64")}` };
  const until = page && keepUntil(new Date(page.booking.departure.ends_at));
  const version =
    page && until! > now ? versionOf({ page, theme, branding, name, logo: logo?.url, links: linkedTo(page) }) : null;
  const brand = {
    primary: branding.primary_color,
    light: branding.primary_color_light,
    dark: branding.primary_color_dark,
    onBrand: branding.button_text_color,
  };
  const frame: DocumentFrame = {
    t,
    locale,
    theme,
    now,
    logo,
    look: ticketLook(brand, fontUrl),
    script: ticketScript,
    version,
  };
  const element = page ? createElement(TicketDocument, { ...frame, ...page }) : createElement(MissingDocument, frame);
  const html = `<!doctype html>${renderToStaticMarkup(element)}`;
  return {
    html,
    status: page ? 200 : 404,
    headers: {
      ...documentHeaders(version ? [scriptHash(ticketScript)] : [], settings.BASE_URL),
      "content-type": "text/html; charset=utf-8",
      // the page's script stores its own copy: no cache in between may
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      ...(version && until ? { "x-ticket-version": version, "x-ticket-until": String(until.getTime()) } : {}),
    },
  };
}

/** A hash that differs when two pages differ in content, whenever they were rendered. */
const versionOf = (flash: object): string =>
  createHash("sha256").update(JSON.stringify(flash)).digest("base64url").slice(0, 12);

// functions don't serialize: a sample link shows which wallets are configured
const linkedTo = ({ links }: TicketPage) => [links.apple?.("") ?? null, links.google?.("") ?? null];
