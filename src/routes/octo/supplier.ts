import { ok } from "#src/kernel/result.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { siteFooter } from "#src/modules/site/content/queries.server.ts";
import { capabilityList } from "#src/octo/capabilities.ts";
import { octoEndpoint } from "#src/octo/endpoint.ts";
import { supplierOf } from "#src/octo/write-product.ts";

export const supplier = [
  octoEndpoint({
    method: "get",
    path: "/octo/supplier",
    handle: async (ctx, { capabilities }) => {
      const [{ brand }, { description, email = "", phone = "" }] = await Promise.all([
        appSettings(ctx),
        siteFooter(ctx),
      ]);
      const content = capabilities.has("content") ? { description: description ?? null } : null;
      const at = { origin: ctx.origin, endpoint: `${ctx.origin}/octo`, content };
      return ok({ answer: supplierOf({ id: ctx.site, brand, contact: { email, phone } }, at) });
    },
  }),
  octoEndpoint({
    method: "get",
    path: "/octo/capabilities",
    handle: async (ctx) => ok({ answer: capabilityList(`${ctx.origin}/api/docs#resellers`) }),
  }),
];
