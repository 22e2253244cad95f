import { data } from "react-router";
import { serverAnswered } from "#src/ui/server-answered.ts";

/** Runs an action without losing what was typed, whatever fails, our code or the network: then the answer is `lost`. */
export async function sendOrKeep<T, L>(serverAction: () => Promise<T>, lost: () => L | Promise<L>) {
  try {
    return await serverAction();
  } catch (error) {
    if (serverAnswered(error)) throw error;
    // this status prevents revalidation, which would fail as well
    return data(await lost(), { status: 503 });
  }
}
