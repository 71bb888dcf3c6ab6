import { S3Client } from '@aws-sdk/client-s3';
import type { BucketPlace } from './bucket-place.ts';

/** A client for a bucket that tries again after 503, broken connections and silence. */
export function bucketClient(
  { region, endpoint }: Pick<BucketPlace, 'region' | 'endpoint'>,
  { silentMs = 30_000, attempts = 5 }: { readonly silentMs?: number; readonly attempts?: number } = {},
): S3Client {
  return new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    maxAttempts: attempts,
    requestHandler: {
      connectionTimeout: 5000,
      requestTimeout: silentMs,
      socketTimeout: silentMs,
      throwOnRequestTimeout: true,
    },
    // Not every S3 API knows the newer sums at the end of a body; the SHA-256 in the signature is known by all.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}
