import { cancelByPreview, moveByPreview } from "#src/modules/programs/assistants/confirm-act.server.ts";
import { does, granted, type Row, type StaffStage } from "#tests/audit-matrix/stage.ts";

/** What staff do through an assistant: each act confirms a preview. */
export function assistantRows(stage: StaffStage): Row[] {
  const needs = ["bookings.change"] as const;
  const of = ["programs/assistants/confirm-act"];
  const referenceOf = async (id: string) => {
    const row = stage.db().selectFrom("bookings").select("reference").where("id", "=", id);
    return (await row.executeTakeFirstOrThrow()).reference;
  };
  return [
    {
      act: "assistants: move a booking",
      of,
      needs,
      leaves: "booking.changed",
      again: "same_date",
      prepare: async () => {
        const id = await stage.paid();
        const input = {
          reference: await referenceOf(id),
          night_id: await stage.newDeparture(),
          price: "keeps",
          reason: "Ill",
        } as const;
        const { hash } = granted(await moveByPreview(stage.as("admin"), input));
        return does((ctx) => moveByPreview(ctx, { ...input, confirm: hash! }), ["booking", id]);
      },
    },
    {
      act: "assistants: cancel a booking",
      of,
      needs,
      leaves: "booking.cancelled",
      again: "already_cancelled",
      prepare: async () => {
        const id = await stage.books(await stage.newDeparture());
        const input = { reference: await referenceOf(id), reason: "Twice" };
        const { hash } = granted(await cancelByPreview(stage.as("admin"), input));
        return does((ctx) => cancelByPreview(ctx, { ...input, confirm: hash! }), ["booking", id]);
      },
    },
  ];
}
