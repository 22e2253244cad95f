// A slow line between browsers and the server, for finding stories that don't wait for what they have caused: a server started with
// this module answers later what browsers ask for. `SLOW=post:1500,asset:400` says by how many milliseconds: forms and other
// sendings, pages' data, files of scripts, documents.
import { type IncomingMessage, Server } from "node:http";

const delays = Object.fromEntries((process.env["SLOW"] ?? "").split(",").map((one) => one.split(":")));

function kindOf({ method, url = "", headers }: IncomingMessage): string {
  // a program's requests, a story's own among them
  if (!headers["sec-fetch-mode"]) return "";
  const [path = ""] = url.split("?");
  if (method === "POST") return "post";
  if (path.endsWith(".data")) return "data";
  if (path.startsWith("/assets/")) return "asset";
  return headers["sec-fetch-dest"] ?? "";
}

// oxlint-disable-next-line typescript/unbound-method -- called on its server below
const { emit } = Server.prototype;
Server.prototype.emit = function (this: Server, event: string, ...args: unknown[]): boolean {
  const delay = event === "request" ? Number(delays[kindOf(args[0] as IncomingMessage)] ?? 0) : 0;
  if (delay === 0) return Reflect.apply(emit, this, [event, ...args]);
  setTimeout(() => void Reflect.apply(emit, this, [event, ...args]), delay); // sleeps: that is what it is for
  return true;
};
