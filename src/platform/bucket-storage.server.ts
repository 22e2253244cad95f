import { AwsClient } from "aws4fetch";
import { safeName, type Storage, StorageAway, StorageFull } from "#src/platform/stored-file.server.ts";
import type { Bucket } from "#src/platform/upload-settings.server.ts";

/** How long the store may take to begin an answer, and then between two pieces of it. */
const PATIENCE_MS = 5000;

/** Files in an S3-compatible bucket. A file is one PUT, so nobody ever sees part of one. */
export function bucketStorage(bucket: Bucket, { patienceMs = PATIENCE_MS, pageSize = 1000 } = {}): Storage {
  const { region, keyId: accessKeyId, secret: secretAccessKey } = bucket;
  // no retries here: a client that waits for a picture gets a 503 and asks again
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 0 });
  const base = `${bucket.endpoint}/${bucket.name}`;

  /** The answer to one request; throws StorageAway unless the store answers with a success or one of `expected`. */
  async function ask(method: string, place: string, expected: number[], body?: Uint8Array<ArrayBuffer>) {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), patienceMs);
    try {
      const request = await client.sign(base + place, { method, ...(body ? { body } : {}) });
      const answer = await fetch(request, { signal: patience.signal, redirect: "error" });
      if (answer.ok || expected.includes(answer.status)) return answer;
      await answer.body?.cancel();
      throw answer.status === 507 ? new StorageFull() : new StorageAway(`the bucket answered ${answer.status}`);
    } catch (error) {
      if (error instanceof StorageAway || error instanceof StorageFull) throw error;
      throw new StorageAway(`the bucket doesn't answer: ${(error as Error).message}`, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    keep: async (files) => {
      for (const { name, bytes } of files) {
        const answer = await ask("PUT", `/${safeName(name)}`, [], new Uint8Array(bytes));
        await answer.body?.cancel();
      }
    },
    read: async (name) => {
      const answer = await ask("GET", `/${safeName(name)}`, [404]);
      if (answer.status !== 404 && answer.body)
        return { size: Number(answer.headers.get("content-length")), body: impatient(answer.body, patienceMs) };
      await answer.body?.cancel();
      return null;
    },
    has: async (name) => (await ask("HEAD", `/${safeName(name)}`, [404])).status !== 404,
    remove: async (names) => {
      for (const name of names) {
        const answer = await ask("DELETE", `/${safeName(name)}`, [403, 404]);
        await answer.body?.cancel();
      }
    },
    names: async function* () {
      let after = "";
      for (;;) {
        const query = new URLSearchParams({ "max-keys": String(pageSize), ...(after === "" ? {} : { marker: after }) });
        const page = await (await ask("GET", `/?${query}`, [])).text();
        // names hold no character that XML escapes
        const names = Array.from(page.matchAll(/<Key>([^<]+)<\/Key>/g), ([, name]) => name!);
        yield* names;
        after = names.at(-1) ?? "";
        if (after === "" || !page.includes("<IsTruncated>true</IsTruncated>")) return;
      }
    },
  };
}

/**
 * The same stream, which fails when its source is silent for too long. A slow reader doesn't count as silence: the source isn't
 * asked meanwhile.
 */
function impatient(source: ReadableStream<Uint8Array<ArrayBuffer>>, patienceMs: number) {
  const reader = source.getReader();
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async (stream) => {
      const { promise: late, reject } = Promise.withResolvers<never>();
      const timer = setTimeout(() => reject(new StorageAway("the bucket stopped in the middle of a file")), patienceMs);
      try {
        const { done, value } = await Promise.race([reader.read(), late]);
        if (done) stream.close();
        else stream.enqueue(value);
      } catch (error) {
        await reader.cancel().catch(() => {});
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
