import http from "node:http";
import { createElement as element } from "react";
import { renderToPipeableStream } from "react-dom/server";

// What a rendered page is compared with: the bytes of a page from memory, and a page of a few lines that React renders each time.
// The bytes of a page are posted to an address, and got from it afterward.

const pages = new Map<string, Buffer>();
const page = () =>
  element("html", { lang: "en" }, [
    element("head", { key: "head" }, element("title", null, "A page")),
    element("body", { key: "body" }, element("main", null, element("h1", null, "A page"), element("p", null, "Text."))),
  ]);

async function answer(req: http.IncomingMessage, res: http.ServerResponse): Promise<void> {
  const url = req.url ?? "";
  if (req.method === "POST") {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    pages.set(url, Buffer.concat(chunks));
    return void res.end();
  }
  const bytes = pages.get(url);
  res.setHeader("content-type", "text/html; charset=utf-8");
  if (bytes) return void res.end(bytes);
  const { pipe } = renderToPipeableStream(page(), { onAllReady: () => pipe(res) });
}

http
  .createServer((req, res) => void answer(req, res).catch((error: Error) => res.writeHead(500).end(error.message)))
  .listen(Number(process.env["PORT"]), () => console.log("ready"));
