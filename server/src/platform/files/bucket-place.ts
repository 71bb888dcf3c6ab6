/** A bucket of an S3 API, as `BALIE_FILES` names it. */
export interface BucketPlace {
  readonly bucket: string;
  /** Starts the name of every object, as several products may share a bucket; empty or ending in `/`. */
  readonly prefix: string;
  /** Absent: Amazon's own. */
  readonly endpoint?: string;
  readonly region: string;
}

/**
 * Reads `s3://bucket/prefix?endpoint=https://s3.example&region=eu-west-1`; undefined when it is of another form. Keys
 * stay out of it: they come from `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, or wherever else the client looks.
 */
export function readBucketPlace(text: string): BucketPlace | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const hasMore = [...url.searchParams.keys()].some((name) => name !== 'endpoint' && name !== 'region');
  if (url.protocol !== 's3:' || url.hostname === '' || url.username !== '' || url.port !== '' || hasMore)
    return undefined;
  const endpoint = url.searchParams.get('endpoint');
  if (endpoint !== null && !(URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol)))
    return undefined;
  const path = url.pathname.replaceAll(/^\/+|\/+$/g, '');
  return {
    bucket: url.hostname,
    prefix: path === '' ? '' : `${path}/`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    ...(endpoint === null ? {} : { endpoint }),
  };
}

/** The files cannot be reached for the moment, or one of them is damaged; nothing is wrong with what was asked. */
export class FilesUnreachable extends Error {
  constructor(cause: unknown) {
    super(
      `the files cannot be reached: ${cause instanceof Error ? cause.message || cause.name : String(cause)}`,
      { cause },
    );
    this.name = 'FilesUnreachable';
  }
}
