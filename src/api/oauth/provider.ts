import { generateKeyPairSync } from "node:crypto";
import Provider, { type Adapter, type AdapterPayload, errors, interactionPolicy } from "oidc-provider";
import { EVERY_SCOPE, resourceOf } from "#src/api/oauth/addresses.ts";
import {
  consumeRecord,
  dropRecord,
  dropRecords,
  findClient,
  findGrant,
  findRecord,
  giveBackRecord,
  keepRecord,
  mayConnect,
  withdrawGrant,
} from "#src/modules/programs/connections/keep-records.server.ts";
import { DAYS, isClientId, isLoopback } from "#src/modules/programs/connections/rules/connection.ts";
import type { Services } from "#src/platform/context.server.ts";
import { log } from "#src/platform/log.server.ts";

// The authorization server of staff's assistants, by oidc-provider: what OAuth 2.1 needs of it and nothing of OpenID Connect
// (docs/decisions/224). Loaded with the first request: it takes 30 MB.

const MINUTE = 60;

/** The names of what it would keep as cookies; here our server says them, of whoever is signed in. */
export const COOKIES = { session: "session", resume: "resume", interaction: "interaction" };

/** The library on our database. */
export function providerOf(services: Services): Provider {
  const { BASE_URL: origin } = services.settings;
  const resource = resourceOf(origin);
  const { Check, Prompt } = interactionPolicy;
  // whoever lets a program in is asked each time: what they let others do says nothing of this one
  const consent = new Prompt(
    { name: "consent", requestable: true },
    new Check("not_answered", "somebody has to answer", (ctx) => !ctx.oidc.result?.consent),
  );
  const provider = new Provider(origin, {
    adapter: (name) => adapterOf(services, name),
    // it signs nothing that is used: tokens are opaque, and there are no ID tokens
    jwks: { keys: [generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" })] as never },
    enabledJWA: { idTokenSigningAlgValues: ["ES256"] },
    clientDefaults: { id_token_signed_response_alg: "ES256" },
    clientAuthMethods: ["none"],
    responseTypes: ["code"],
    pkce: { required: () => true },
    // nothing of the browser reaches it, and its cookies don't reach the browser
    cookies: { names: COOKIES, keys: ["unused"], short: { signed: false }, long: { signed: false } },
    ttl: {
      AccessToken: 15 * MINUTE,
      AuthorizationCode: MINUTE,
      Interaction: 10 * MINUTE,
      RefreshToken: DAYS * 24 * 60 * MINUTE,
      Grant: DAYS * 24 * 60 * MINUTE,
      Session: 10 * MINUTE,
      IdToken: MINUTE,
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_ctx, _client, oneOf) => {
          if (oneOf !== undefined) return oneOf;
          throw new errors.InvalidTarget("name the resource");
        },
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, indicator) => {
          if (indicator !== resource) throw new errors.InvalidTarget("another resource");
          return { scope: EVERY_SCOPE, audience: resource, accessTokenFormat: "opaque" };
        },
      },
    },
    findAccount: async (ctx, id) => {
      const { scope } = ctx.oidc.params ?? {};
      const scopes = (typeof scope === "string" ? scope : EVERY_SCOPE).split(" ");
      return (await mayConnect(services, id, scopes)) ? { accountId: id, claims: () => ({ sub: id }) } : undefined;
    },
    issueRefreshToken: () => Promise.resolve(true),
    rotateRefreshToken: true,
    expiresWithSession: () => Promise.resolve(false),
    interactions: { policy: [consent], url: (_ctx, { uid }) => `${origin}/oauth/consent/${uid}` },
    routes: { authorization: "/oauth/authorize", token: "/oauth/token", revocation: "/oauth/revoke" },
    renderError: (ctx, out) => {
      ctx.type = "json";
      ctx.body = out;
    },
  });
  provider.proxy = true;
  provider.use(async (ctx, next) => {
    await next();
    // failed here after using it up: the program sends it again, and that must not look like theft
    const { used } = ctx.state as Used;
    if (used !== undefined && ctx.status >= 500) await giveBackRecord(services, used);
  });
  provider.on("server_error", (_ctx, error) => log("error", "oauth.failed", { error: String(error.stack ?? error) }));
  return provider;
}

/** The code or token that a call has used up. */
type Used = { used?: string };

function adapterOf(services: Services, name: string): Adapter {
  const noop = () => Promise.resolve();
  const none = () => Promise.resolve(undefined);
  const unused: Adapter = {
    upsert: noop,
    find: none,
    findByUid: none,
    findByUserCode: none,
    consume: noop,
    destroy: noop,
    revokeByGrantId: noop,
  };
  // whoever is signed in here: the name of the session is their account's id, which only our server says
  if (name === "Session")
    return { ...unused, find: (id) => Promise.resolve({ jti: id, uid: id, accountId: id, kind: name }) };
  if (name === "Client") return { ...unused, find: (id) => clientMetadata(services, id) };
  if (name === "Grant")
    return { ...unused, find: (id) => grantContent(services, id), destroy: (id) => withdrawGrant(services, id) };
  return {
    ...unused,
    upsert: (id, content, seconds = 0) => keepRecord(services, { kind: name, id, content, seconds }),
    find: (id) => findRecord(services, name, id),
    destroy: (id) => dropRecord(services, id),
    revokeByGrantId: (grantId) => dropRecords(services, name, grantId),
    async consume(id) {
      if (await consumeRecord(services, id)) {
        (Provider.ctx!.state as Used).used = id;
        return;
      }
      // the same one at the same moment: of two, one isn't the program's
      const { grantId } = (await findRecord(services, name, id)) ?? {};
      if (typeof grantId === "string") await withdrawGrant(services, grantId);
      throw new errors.InvalidGrant("used already");
    },
  };
}

async function clientMetadata(services: Services, id: string): Promise<AdapterPayload | undefined> {
  // the database refuses some texts that others are
  const client = isClientId(id) ? await findClient(services, id) : undefined;
  return (
    client && {
      client_id: client.id,
      client_name: client.name,
      redirect_uris: client.redirect_uris,
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      // on somebody's device any port will do (RFC 8252, section 7.3)
      application_type: client.redirect_uris.some(isLoopback) ? "native" : "web",
    }
  );
}

async function grantContent(services: Services, id: string): Promise<AdapterPayload | undefined> {
  const grant = await findGrant(services, id);
  const resource = resourceOf(services.settings.BASE_URL);
  return (
    grant && {
      jti: grant.id,
      kind: "Grant",
      accountId: grant.user_id,
      clientId: grant.client_id,
      resources: { [resource]: grant.scopes.join(" ") },
    }
  );
}
