import { HomeEditor } from "#src/modules/site/content/admin/home-editor.tsx";
import type { Route } from "#routes/admin/+types/home-content.ts";

/** The editor of the home page. */
export default function HomeContentPage({ loaderData }: Route.ComponentProps) {
  return <HomeEditor {...loaderData} />;
}
