import { CancelBoard } from "#src/modules/changes/cancellation/admin/cancel-board.tsx";
import { CancelPreviewPage } from "#src/modules/changes/cancellation/admin/cancel-preview.tsx";
import type { Route } from "#routes/admin/money/+types/cancel-departure.ts";

/** Cancels a departure: first a preview, then the progress. */
export default function CancelDeparturePage({ loaderData, actionData }: Route.ComponentProps) {
  const { departure, preview, board, choiceHours } = loaderData;
  if (board) return <CancelBoard departure={departure} board={board} />;
  const answer = actionData?.intent === "cancel" ? actionData : null;
  return <CancelPreviewPage departure={departure} preview={preview} choiceHours={choiceHours} answer={answer} />;
}
