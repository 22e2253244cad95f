import { z } from "zod";

/** An S3-compatible bucket, addressed by path: `<endpoint>/<bucket>/<name>`. */
export type Bucket = { endpoint: string; name: string; region: string; keyId: string; secret: string };

const Environment = z.object({
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: "must be an address like https://s3.example" })
    .transform((url) => url.replace(/\/+$/, ""))
    .optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be a bucket's name")
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/, "must be a region like us-east-1")
    .default("us-east-1"),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
});

const TOGETHER = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;

type Wrong = { name: string; message: string };

/** Reads `S3_*`: all of them name the bucket for uploads, none of them means a folder. Some without the rest is `wrong`. */
export function readBucket(environment: Record<string, string | undefined>): { bucket: Bucket | null; wrong?: Wrong } {
  const parsed = Environment.safeParse(environment);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return { bucket: null, wrong: { name: String(issue?.path[0]), message: issue?.message ?? "" } };
  }
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = parsed.data;
  if (S3_ENDPOINT && S3_BUCKET && S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY) {
    const keys = { keyId: S3_ACCESS_KEY_ID, secret: S3_SECRET_ACCESS_KEY };
    return { bucket: { endpoint: S3_ENDPOINT, name: S3_BUCKET, region: S3_REGION, ...keys } };
  }
  const names = TOGETHER.filter((name) => parsed.data[name] !== undefined);
  const missing = TOGETHER.find((name) => parsed.data[name] === undefined);
  if (names.length === 0 || !missing) return { bucket: null };
  return { bucket: null, wrong: { name: missing, message: `is needed together with ${names[0]}` } };
}
