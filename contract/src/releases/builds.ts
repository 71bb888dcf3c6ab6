import { z } from 'zod';
import { id, instant, keptText } from '../resource.ts';
import { buildText, versionText } from './versions.ts';

/** The header with the moment of sending, in whole seconds since 1970 (UTC). */
export const buildTimestampHeader = 'x-balie-timestamp';
/**
 * The header with the signature: HMAC-SHA256 in hex over `{timestamp}.{body}`, the body byte for byte as sent, with
 * `BALIE_BUILD_SECRET`; `sha256=` may stand before it.
 */
export const buildSignatureHeader = 'x-balie-signature';
/** The maximum difference between the time of sending and ours. */
export const buildToleranceSeconds = 300;

/**
 * `POST fm/builds`: the build server reports a new build, signed (docs/releases.md). 201 `{ result: build }`, and 200
 * with the first one when version and build are known already. 401 for a missing, late or wrong signature, 503 while
 * `BALIE_BUILD_SECRET` is not set.
 */
export const buildWrite = z.object({
  version: versionText,
  build: buildText,
  /** First text of the release notes. */
  notes: keptText(20_000),
  /** Where clients get it: an https address. */
  url: z
    .url({ protocol: /^https$/ })
    .max(2000)
    .nullish(),
});

/** A build that came in. */
export const build = z.object({
  id,
  version: z.string(),
  build: z.string(),
  notes: z.string(),
  url: z.string().nullable(),
  createdAt: instant,
});
/** A build that came in. */
export type Build = z.output<typeof build>;

/** The maximum number of builds in the answer to `GET fm/releases/builds`. */
export const maxBuilds = 250;

/**
 * NEW: `GET fm/releases/builds`: the known builds without a release, the highest first, at most `maxBuilds`. Needs
 * `fm.releases.read`.
 */
export const unreleasedBuilds = z.object({ result: z.array(build) });

/** `GET fm/releases/new-devops`: the highest known build without a release, or null (§H7). Needs `fm.releases.read`. */
export const newDevops = z.object({ result: build.extend({ name: z.string() }).nullable() });
