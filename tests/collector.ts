import http from "node:http";
import type net from "node:net";

/** A span as it arrived. */
export type Span = {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  /** empty at the root of a trace */
  parentId: string;
  failed: boolean;
  attributes: Record<string, string | number>;
};

export type Collector = {
  origin: string;
  spans: Span[];
  /** Attributes of the processes that the spans came from. */
  resources: Record<string, string | number>[];
  /** Everything that has arrived, as text. */
  text: () => string;
  stop: () => Promise<void>;
};

/** A collector of traces (OTLP by HTTP, protobuf) on a free port; a `silent` one reads and never answers. */
export async function startCollector({ silent = false, status = (): number => 200 } = {}): Promise<Collector> {
  const collector = { spans: [], resources: [] } as unknown as Collector;
  const arrived: Buffer[] = [];
  const server = http.createServer(async (req, res) => {
    const body = Buffer.concat(await Array.fromAsync(req as AsyncIterable<Buffer>));
    arrived.push(body);
    const read = spansIn(body);
    collector.spans.push(...read.spans);
    collector.resources.push(...read.resources);
    if (!silent) res.writeHead(status(), { "content-type": "application/x-protobuf" }).end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  collector.origin = `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`;
  collector.text = () => Buffer.concat(arrived).toString("latin1");
  collector.stop = () => new Promise((done) => (server.close(() => done()), server.closeAllConnections()));
  return collector;
}

type Field = { number: number; bytes: Buffer; value: number };

/** The fields of a protobuf message: `bytes` of what has a length, `value` of the other numbers. */
function fieldsOf(message: Buffer): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = () => {
    let [value, scale] = [0, 1];
    for (let byte = 0x80; byte >= 0x80; scale *= 0x80) {
      byte = message[at++]!;
      value += (byte & 0x7f) * scale;
    }
    return value;
  };
  const take = (length: number) => message.subarray(at, (at += length));
  while (at < message.length) {
    const tag = varint();
    const [number, wire] = [tag >>> 3, tag & 7];
    if (wire === 0) fields.push({ number, bytes: Buffer.alloc(0), value: varint() });
    else fields.push({ number, bytes: take(wire === 2 ? varint() : wire === 1 ? 8 : 4), value: 0 });
  }
  return fields;
}

const inside = (message: Buffer, ...path: number[]): Buffer[] =>
  path.reduce<Buffer[]>(
    (messages, expected) =>
      messages.flatMap((one) => fieldsOf(one).flatMap(({ number, bytes }) => (number === expected ? [bytes] : []))),
    [message],
  );

// opentelemetry/proto/trace/v1/trace.proto: request → resource spans (1) → scope spans (2) → spans (2)
const spansIn = (request: Buffer) => ({
  spans: inside(request, 1, 2, 2).map(spanOf),
  resources: inside(request, 1, 1).map((resource) => attributesOf(resource, 1)),
});

function spanOf(message: Buffer): Span {
  const fields = fieldsOf(message);
  const field = (wish: number) => fields.find(({ number }) => number === wish);
  return {
    name: String(field(5)?.bytes ?? ""),
    kind: field(6)?.value ?? 0,
    traceId: field(1)?.bytes.toString("hex") ?? "",
    spanId: field(2)?.bytes.toString("hex") ?? "",
    parentId: field(4)?.bytes.toString("hex") ?? "",
    failed: fieldsOf(field(15)?.bytes ?? Buffer.alloc(0)).some(({ number, value }) => number === 3 && value === 2),
    attributes: attributesOf(message, 9),
  };
}

const attributesOf = (message: Buffer, number: number) =>
  Object.fromEntries(
    inside(message, number).map((pair) => {
      const [value] = fieldsOf(inside(pair, 2)[0] ?? Buffer.alloc(0));
      return [String(inside(pair, 1)[0]), value?.number === 1 ? String(value.bytes) : (value?.value ?? 0)];
    }),
  );
