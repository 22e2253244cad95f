import { OFFERED } from "#src/modules/programs/connections/rules/connection.ts";

/** Where staff's assistants call. */
export const STAFF_PATH = "/mcp/staff";

/** What tokens are for (RFC 8707): nothing else takes them. */
export const resourceOf = (origin: string): string => `${origin}${STAFF_PATH}`;

/** Where whoever comes without a token learns how to get one (RFC 9728). */
export const METADATA_PATH = `/.well-known/oauth-protected-resource${STAFF_PATH}`;

/** All that staff may let a program do, as OAuth writes it. */
export const EVERY_SCOPE = OFFERED.join(" ");

const documentation = (origin: string): string => `${origin}/api/docs#assistants`;

const json = (content: object): Response =>
  new Response(JSON.stringify(content), {
    headers: {
      "content-type": "application/json",
      "access-control-allow-origin": "*",
      "cache-control": "public, max-age=3600",
      "x-content-type-options": "nosniff",
    },
  });

/** What the resource of staff's assistants is, and who gives tokens for it (RFC 9728). */
export const resourceMetadata = (origin: string): Response =>
  json({
    resource: resourceOf(origin),
    authorization_servers: [origin],
    scopes_supported: OFFERED,
    bearer_methods_supported: ["header"],
    resource_documentation: documentation(origin),
  });

/** Where programs register, ask and get tokens (RFC 8414). */
export const serverMetadata = (origin: string): Response =>
  json({
    issuer: origin,
    authorization_endpoint: `${origin}/oauth/authorize`,
    token_endpoint: `${origin}/oauth/token`,
    revocation_endpoint: `${origin}/oauth/revoke`,
    registration_endpoint: `${origin}/oauth/register`,
    scopes_supported: OFFERED,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    ui_locales_supported: ["en", "es"],
    service_documentation: documentation(origin),
  });
