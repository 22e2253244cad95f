import { HomeEditor } from "#src/modules/site/content/admin/home-editor.tsx";
import type { Route } from "../+types/home-content";

/** The editor of the home page. */
export default function HomeContentPage({ loaderData }: Route.ComponentProps) {
  return <HomeEditor {...loaderData} />;
}
