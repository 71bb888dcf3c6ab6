import type { Language } from '#contract/problem.ts';
import type { BrandName } from '#contract/brands.ts';
import { providerPath, type Site } from '../sites.ts';
import type { LinkPurpose } from './links.repository.ts';

const root = `${providerPath}/account`;

/** Where the pages stand on which people choose a password, and ask for one. */
export const accountPaths = {
  forgotten: `${root}/forgotten`,
  invitation: `${root}/invitation/:token`,
  password: `${root}/password/:token`,
} as const;

/** The address of a link, as it goes out. */
export function linkUrl(
  { origin }: Pick<Site, 'origin'>,
  purpose: LinkPurpose,
  token: string,
  language: Language,
): string {
  return `${origin}${accountPaths[purpose].replace(':token', token)}?lang=${language}`;
}

/** Somebody asked for a new password; whether the address belongs to anybody is looked up later, by a job. */
export interface NewPasswordRequest {
  readonly email: string;
  /** The site on which it was asked for. */
  readonly origin: string;
  readonly variant: BrandName;
  readonly language: Language;
}

/** Takes a request for a new password; it is worked later, so that the answer says nothing by its time. */
export type RequestNewPassword = (request: NewPasswordRequest) => Promise<void>;
