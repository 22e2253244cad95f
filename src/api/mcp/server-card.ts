import { PRODUCT } from "#src/kernel/brand.ts";
import { STAFF_PATH } from "#src/api/oauth/addresses.ts";

/** Grows with what the tools take and answer. */
export const MCP_VERSION = "1.0.0";

const MEDIA_TYPE = "application/mcp-server-card+json";

/** Both are for everybody, from any page. */
const OPEN = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET",
  "access-control-allow-headers": "Content-Type",
  "cache-control": "public, max-age=3600",
  "x-content-type-options": "nosniff",
};

const TITLE = `${PRODUCT}: pub crawls`;
const DESCRIPTION = "Finds, prices and keeps places of guided pub crawls; guests book and pay on the site.";

const json = (content: object, type: string): Response =>
  new Response(JSON.stringify(content), { headers: { ...OPEN, "content-type": type } });

/** `example.com` → `com.example`. */
const reversed = (host: string): string => host.split(".").toReversed().join(".");

/** What this server is and where it answers, before anybody connects (SEP-2127); tools are listed by the server itself. */
export const serverCard = (origin: string): Response =>
  json(
    {
      $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
      name: `${reversed(new URL(origin).hostname)}/booking`,
      version: MCP_VERSION,
      title: TITLE,
      description: DESCRIPTION,
      websiteUrl: `${origin}/api/docs#assistants`,
      // guests' first, without signing in; then staff's (docs/decisions/224)
      remotes: ["/mcp", STAFF_PATH].map((path) => ({ type: "streamable-http", url: `${origin}${path}` })),
    },
    MEDIA_TYPE,
  );

/** The catalogue at the site's well-known address, which leads to the card. */
export const serverCatalogue = (origin: string): Response =>
  json(
    {
      specVersion: "draft",
      entries: [
        {
          identifier: `urn:air:${new URL(origin).hostname}:booking`,
          displayName: TITLE,
          type: MEDIA_TYPE,
          url: `${origin}/mcp/server-card`,
        },
      ],
    },
    "application/json",
  );
