import { changeKey } from "#src/modules/programs/api-keys/change-key.server.ts";
import { makeKey } from "#src/modules/programs/api-keys/make-key.server.ts";
import { revokeKey } from "#src/modules/programs/api-keys/revoke-key.server.ts";
import { rotateKey } from "#src/modules/programs/api-keys/rotate-key.server.ts";
import { ChangeKey, MakeKey } from "#src/modules/programs/api-keys/schema.ts";
import type { Context } from "#src/platform/context.server.ts";
import { does, granted, type Row, type StaffStage } from "#tests/audit-matrix/stage.ts";

const FIELDS = { name: "Web shop", scopes: ["catalog:read"], sites: [], cities: [], per_minute: "60", expires_on: "" };
const NEW = MakeKey.parse({ ...FIELDS, partner_id: "", kind: "live" });

/** Keys of programs. */
export function keyRows(stage: StaffStage): Row[] {
  const newKey = async () => granted(await makeKey(stage.as("admin"), NEW)).id;
  type Answer = Awaited<ReturnType<Row["prepare"]>>["act"];
  const row = (
    act: string,
    leaves: string,
    again: string,
    change: (ctx: Context, id: string) => ReturnType<Answer>,
  ): Row => ({
    act: `key: ${act}`,
    of: [`programs/api-keys/${act}-key`],
    needs: ["programs.change"],
    leaves: `api_key.${leaves}`,
    again,
    prepare: async () => {
      const id = await newKey();
      return does((ctx) => change(ctx, id), ["api_key", id]);
    },
  });
  const wide = (id: string) =>
    ChangeKey.parse({
      ...FIELDS,
      id,
      version: 1,
      scopes: ["catalog:read", "bookings:read"],
      sites: ["cdmx"],
      per_minute: "90",
    });
  return [
    {
      act: "key: make",
      of: ["programs/api-keys/make-key"],
      needs: ["programs.change"],
      leaves: "api_key.made",
      again: "another act",
      prepare: () =>
        Promise.resolve(
          does(
            (ctx) => makeKey(ctx, NEW),
            ({ id }) => ["api_key", id],
          ),
        ),
    },
    row("change", "changed", "done", (ctx, id) => changeKey(ctx, wide(id))),
    row("rotate", "rotated", "another act", (ctx, id) => rotateKey(ctx, { id, overlap: 24 })),
    row("revoke", "revoked", "done", (ctx, id) => revokeKey(ctx, { id })),
  ];
}
