import { z } from 'zod';

/** A version as it travels: numbers with dots between, `5.2.0`; at most 8 of at most 15 digits. */
export const versionText = z
  .string()
  .trim()
  .regex(/^\d{1,15}(\.\d{1,15}){0,7}$/);

/** A build as it travels: letters and digits, with `.`, `-`, `_` or `+` between; at most 64: `20261118.3`. */
export const buildText = z
  .string()
  .trim()
  .max(64)
  .regex(/^[0-9A-Za-z]+([._+-][0-9A-Za-z]+)*$/);

/** A version with its build: the two name what a client runs. */
export interface Version {
  readonly version: string;
  readonly build: string;
}

// Digits behind their number of digits: as texts they stand in the order of their numbers.
function keyOfNumber(digits: string): string {
  const bare = digits.replace(/^0+(?=\d)/, '');
  return String(bare.length).padStart(2, '0') + bare;
}

/**
 * A text that stands, compared by its characters, where the version stands by its numeric parts (§H1): `5.10` after
 * `5.9`, and `5.2` with `5.2.0`.
 */
export function versionKey(version: string): string {
  const parts = version.split('.').map(keyOfNumber);
  while (parts.length > 1 && parts.at(-1) === '010') parts.pop();
  return parts.join(' ');
}

// Runs of digits as numbers, letters without regard to case, all signs alike.
function buildKey(build: string): string {
  const runs = build.toLowerCase().match(/\d+|[a-z]+/g) ?? [];
  return runs.map((run) => (/^\d/.test(run) ? keyOfNumber(run) : run)).join(' ');
}

/**
 * A text that orders versions with their builds: by version, then by build (§H1). Equal keys are one release. Compare
 * with `<` and `===`; the database sorts it by `collate "C"`.
 */
export function releaseKey({ version, build }: Version): string {
  // A tab comes before the space between parts, so that the shorter version stays the lower.
  return `${versionKey(version)}\t${buildKey(build)}`;
}
