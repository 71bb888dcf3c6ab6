import { z } from 'zod';
import { id, instant } from '../resource.ts';

/**
 * NEW: the directory by which the people of a company sign in (OpenID Connect). `GET`, `PUT` and `DELETE` below a
 * company; `POST …/prove` proves one of its domains.
 */
export const identityProvider = {
  path: 'core/companies/{companyId}/identity-provider',
  permission: 'core.identityprovider',
  name: 'identity provider',
} as const;

/** Where it stands for a company. */
export function identityProviderUrl(companyId: string): string {
  return `/api/${identityProvider.path.replace('{companyId}', encodeURIComponent(companyId))}`;
}

const domainName = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,63}$/);

const domain = z.object({
  domain: z.string(),
  /** The name of the TXT record, and what it has to say. */
  record: z.string(),
  proof: z.string(),
  provenAt: instant.nullable(),
  provenBy: z.enum(['dns', 'staff']).nullable(),
});

/** How the company signs in; without a directory the texts are empty. */
export const identityProviderView = z.object({
  issuer: z.string(),
  clientId: z.string(),
  hasSecret: z.boolean(),
  active: z.boolean(),
  /** Values of `acr` that mean a second factor there; without any, `mfa` in `amr` does. */
  acrValues: z.array(z.string()),
  /** The claim of the ID token that names groups; empty: none. */
  groupsClaim: z.string(),
  /** Which value of it is which group here. */
  groups: z.array(z.object({ value: z.string(), groupId: id, groupName: z.string() })),
  domains: z.array(domain),
  /** Where the directory may send people back to: one for each host. */
  redirectUris: z.array(z.string()),
});
/** How the company signs in. */
export type IdentityProviderView = z.output<typeof identityProviderView>;

/** What is set of it. */
export const identityProviderWrite = z.object({
  issuer: z.url({ protocol: /^https?$/ }).max(500),
  clientId: z.string().trim().min(1).max(255),
  /** Absent or empty leaves the one of before. */
  clientSecret: z.string().max(1000).optional(),
  /** Whether the people of proven domains sign in there, and by nothing else. */
  active: z.boolean(),
  domains: z.array(domainName).max(20),
  // Absent, the three below stay as they are.
  /** Asked for by `acr_values` where a second factor is, in this order. */
  acrValues: z
    .array(
      z
        .string()
        .trim()
        .regex(/^[\x21-\x7e]+$/)
        .max(200),
    )
    .max(10)
    .optional(),
  groupsClaim: z.string().trim().max(200).optional(),
  /** Whoever signs in is a member of the groups of the values in their claim, and of no other of these. */
  groups: z
    .array(z.object({ value: z.string().trim().min(1).max(255), groupId: id }))
    .max(200)
    .optional(),
});

/** Which domain is proven. */
export const domainProof = z.object({ domain: domainName });
