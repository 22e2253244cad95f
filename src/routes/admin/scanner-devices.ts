import { registerDevice } from "#src/modules/evening/door/register-device.server.ts";
import { RegisterDevice } from "#src/modules/evening/door/schema.ts";
import { noPage, posted, refused, scriptAnswer, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/scanner-devices";

export const loader = ({ context }: Route.LoaderArgs) => noPage(context);

/** Registers the phone that asks, by its name. Answers with its id and secret. */
export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const input = RegisterDevice.safeParse(await posted(request));
  if (!input.success) return scriptAnswer({ reason: "invalid" }, 422);
  const result = await registerDevice(ctx, input.data);
  if (result.ok) return scriptAnswer(result.device, 201);
  if (result.reason === "forbidden") throw refused(result);
  return scriptAnswer({ reason: result.reason, max: result.max }, 409);
}
