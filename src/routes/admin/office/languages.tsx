import { languageBoard } from "#src/modules/office/translations/queries.server.ts";
import { BOARD_LIST } from "#src/modules/office/translations/rules/board.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/languages";
import LanguagesPage from "#src/modules/office/translations/admin/languages-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const filter = BOARD_LIST.read(new URL(request.url).searchParams);
  const board = await languageBoard(await staffContext(context), filter);
  if (!board.ok) throw refused(board);
  return { board, filter };
}

export default LanguagesPage;
