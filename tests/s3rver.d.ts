declare module "s3rver" {
  import type { RequestListener } from "node:http";

  /** A Koa application; only what tests/bucket.ts uses. */
  export default class S3rver {
    constructor(options: {
      directory: string;
      silent: boolean;
      configureBuckets: { name: string; configs: string[] }[];
    });
    configureBuckets(): Promise<unknown>;
    callback(): RequestListener;
  }
}
