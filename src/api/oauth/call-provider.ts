import { type IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";

/** What of a request the library sees: nothing of the browser's own headers, and so none of its cookies. */
export type ProviderCall = { method: "GET" | "POST"; path: string; headers: Record<string, string>; body?: string };

/** What it answers. Its cookies are left out: the session is ours. */
export type ProviderAnswer = { status: number; location: string | null; json: unknown };

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Calls a Node listener without a socket, so that its answer passes through all that answers here pass through. */
export async function callProvider(listener: Listener, call: ProviderCall): Promise<ProviderAnswer> {
  const { method, path: url, body } = call;
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const headers = { ...call.headers, ...length };
  const socket = { encrypted: true, remoteAddress: "127.0.0.1" };
  const version = { httpVersion: "1.1", httpVersionMajor: 1, httpVersionMinor: 1 };
  const parts = { method, url, headers, socket, complete: true, ...version };
  const request = Object.assign(Readable.from(body === undefined ? [] : [Buffer.from(body)]), parts);
  const response = new ServerResponse(request as unknown as IncomingMessage);
  const text = await new Promise<string>((resolve, reject) => {
    response.end = ((content?: unknown) => {
      resolve(typeof content === "string" || Buffer.isBuffer(content) ? content.toString() : "");
      response.emit("finish");
      return response;
    }) as typeof response.end;
    Promise.resolve(listener(request as unknown as IncomingMessage, response)).catch(reject);
  });
  const location = response.getHeader("location");
  const isJson = String(response.getHeader("content-type")).startsWith("application/json");
  return {
    status: response.statusCode,
    location: typeof location === "string" ? location : null,
    json: isJson && text !== "" ? (JSON.parse(text) as unknown) : null,
  };
}
