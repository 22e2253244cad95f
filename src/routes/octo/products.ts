import { ok } from "#src/kernel/result.ts";
import { octoEndpoint } from "#src/octo/endpoint.ts";
import { pricedProducts, writingOf } from "#src/octo/read-catalogue.ts";
import { refuse } from "#src/octo/refusals.ts";
import { productOf } from "#src/octo/write-product.ts";

export const products = [
  octoEndpoint({
    method: "get",
    path: "/octo/products",
    handle: async (ctx, { capabilities }) => {
      const [found, writing] = await Promise.all([pricedProducts(ctx, capabilities), writingOf(ctx, capabilities)]);
      return ok({ answer: found.map(({ crawl, facts }) => productOf(crawl, facts, writing)) });
    },
  }),
  octoEndpoint({
    method: "get",
    path: "/octo/products/:id",
    handle: async (ctx, { capabilities, params }) => {
      const id = params["id"] ?? "";
      const [[product], writing] = await Promise.all([
        pricedProducts(ctx, capabilities, id),
        writingOf(ctx, capabilities),
      ]);
      return product
        ? ok({ answer: productOf(product.crawl, product.facts, writing) })
        : refuse("INVALID_PRODUCT_ID", id);
    },
  }),
];
