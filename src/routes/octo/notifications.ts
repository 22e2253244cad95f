import type { z } from "zod";
import { type Failure, ok } from "#src/kernel/result.ts";
import {
  addSubscription,
  changeSubscription,
  endSubscription,
  findSubscription,
  listSubscriptions,
} from "#src/modules/programs/webhooks/keep-subscription.server.ts";
import { type Subscription, SubscriptionFields } from "#src/modules/programs/webhooks/schema.ts";
import { octoEndpoint } from "#src/octo/endpoint.ts";
import { wrongIn } from "#src/octo/refusals.ts";
import { ResubscribeBody, SubscribeBody } from "#src/octo/shapes.ts";
import { namesOf, topicsFrom } from "#src/octo/write-notification.ts";

/** A subscription as OCTO writes it. */
const written = ({ id, url, topics, headers }: Subscription) => ({
  id,
  url,
  notificationTypes: namesOf(topics),
  headers,
});

const answered = <F extends Failure>(result: { ok: true; subscription: Subscription } | F) =>
  result.ok ? ok({ answer: written(result.subscription) }) : result;

const fieldsFrom = ({ url, notificationTypes, headers }: z.output<typeof ResubscribeBody>) => ({
  ...(url === undefined ? {} : { url }),
  ...(notificationTypes ? { topics: topicsFrom(notificationTypes) } : {}),
  ...(headers ? { headers } : {}),
});

const PATH = "/octo/notifications/subscriptions";
const idOf = ({ params }: { params: Readonly<Record<string, string>> }): string => params["id"] ?? "";

export const notifications = [
  octoEndpoint({
    method: "post",
    path: PATH,
    writes: true,
    body: SubscribeBody,
    handle: async (ctx, { body }) => {
      const fields = SubscriptionFields.safeParse({ headers: {}, ...fieldsFrom(body) });
      return fields.success ? answered(await addSubscription(ctx, fields.data)) : wrongIn(fields.error);
    },
  }),
  octoEndpoint({
    method: "get",
    path: PATH,
    handle: async (ctx) => {
      const found = await listSubscriptions(ctx);
      return found.ok ? ok({ answer: found.subscriptions.map(written) }) : found;
    },
  }),
  octoEndpoint({
    method: "get",
    path: `${PATH}/:id`,
    handle: async (ctx, call) => answered(await findSubscription(ctx, idOf(call))),
  }),
  octoEndpoint({
    method: "patch",
    path: `${PATH}/:id`,
    writes: true,
    body: ResubscribeBody,
    handle: async (ctx, { body, ...call }) => {
      const fields = SubscriptionFields.partial().safeParse(fieldsFrom(body));
      return fields.success ? answered(await changeSubscription(ctx, idOf(call), fields.data)) : wrongIn(fields.error);
    },
  }),
  octoEndpoint({
    method: "delete",
    path: `${PATH}/:id`,
    writes: true,
    handle: async (ctx, call) => answered(await endSubscription(ctx, idOf(call))),
  }),
];
