import { readAbout } from "#src/locales/documents.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "./+types/about";

export const loader = ({ context }: Route.LoaderArgs) => readAbout(context.get(requestContext).locale);

export default later(
  "page-about",
  async () => (await import("#src/routes/public/components/about.tsx")).default,
  "touched",
);
