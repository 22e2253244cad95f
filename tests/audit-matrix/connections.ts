import { randomUUID } from "node:crypto";
import { endConnection } from "#src/modules/programs/connections/end-connection.server.ts";
import { addAccount } from "#tests/signed-in.ts";
import { does, type Row, type StaffStage } from "#tests/audit-matrix/stage.ts";

/** Programs that somebody of staff has connected, ended by others. */
export function connectionRows(stage: StaffStage): Row[] {
  return [
    {
      act: "connection: end a colleague’s",
      of: ["programs/connections/end-connection"],
      needs: ["programs.change"],
      leaves: "connection.ended",
      again: "connection_not_found",
      prepare: async () => {
        const [id, client] = [randomUUID(), randomUUID()];
        const { id: colleague } = await addAccount(stage.db(), { role: "manager" });
        const now = new Date();
        const program = {
          id: client,
          name: "Concierge",
          redirect_uris: ["https://assistant.example/"],
          created_at: now,
        };
        await stage.db().insertInto("oauth_clients").values(program).execute();
        await stage
          .db()
          .insertInto("oauth_grants")
          .values({ id, user_id: colleague, client_id: client, scopes: [], created_at: now, expires_at: now })
          .execute();
        return does((ctx) => endConnection(ctx, { id }), ["connection", id]);
      },
    },
  ];
}
