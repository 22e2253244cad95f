import { z } from "zod";
import { ok } from "#src/kernel/result.ts";
import { SendMessage } from "#src/modules/site/messages/schema.ts";
import { sendMessage } from "#src/modules/site/messages/send-message.server.ts";
import { endpoint } from "#src/api/endpoint.ts";

const ReceivedMessage = z.object({ received: z.literal(true) }).meta({ id: "ReceivedMessage" });

export const messages = [
  endpoint({
    method: "post",
    path: "/api/contact",
    summary: "Write a message to the people behind the site",
    description:
      "The message is stored, staff are emailed, and its sender gets a confirmation in `language`. Sending it again with the same Idempotency-Key doesn't create a second message. At most ten messages an hour from one address.",
    body: SendMessage,
    takesKey: true,
    personal: true,
    status: 201,
    answer: ReceivedMessage,
    refusals: ["too_many_attempts", "idempotency_conflict"],
    handle: async (ctx, { body, key }) => {
      const result = await sendMessage(ctx, body, { key });
      return result.ok ? ok({ answer: { received: true as const } }) : result;
    },
  }),
];
