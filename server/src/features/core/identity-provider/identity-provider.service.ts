import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { FieldCode } from '#contract/problem.ts';
import {
  identityProvider,
  type IdentityProviderView,
  type identityProviderWrite,
} from '#contract/core/identity-provider.ts';
import {
  directoryPurpose,
  directoryRedirectUris,
  DirectoryFailure,
  discover,
  type SiteOptions,
} from '#server/features/identity/index.ts';
import { seal } from '#server/platform/auth/seal.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { advisoryLocks, lockByKey } from '#server/platform/locks.ts';
import { findById as findCompany } from '../companies/companies.repository.ts';
import { listGroups } from '../rights/grants.repository.ts';
import { mayGiveGroup } from '../rights/grants.rules.ts';
import { granterOf } from '../rights/grants.service.ts';
import { changeOf } from '../rights/links.repository.ts';
import * as repository from './identity-provider.repository.ts';

/** What the settings of a company's directory work with. */
export interface ProviderParts {
  readonly sites: SiteOptions;
  /** False where another service does the sign-in of everybody. */
  readonly signsInHere: boolean;
}

/** How a company signs in. */
export async function findIdentityProvider(ctx: Context, { sites }: ProviderParts, companyId: string) {
  orNotFound(await findCompany(ctx.db, ctx.scope, companyId));
  return view(ctx.db, sites, companyId);
}

/** Sets a company's directory, after it was asked what it is. */
export async function saveIdentityProvider(
  ctx: Context,
  { sites, signsInHere }: ProviderParts,
  companyId: string,
  body: z.output<typeof identityProviderWrite>,
): Promise<IdentityProviderView> {
  await assertMay(ctx, companyId, signsInHere);
  const { issuer, clientId, clientSecret = '', active, domains } = body;
  await ctx.once(async () => {
    await discover(ctx.callOut, issuer, true).catch((error: unknown) => {
      if (!(error instanceof DirectoryFailure)) throw error;
      ctx.log.info({ reason: error.message }, 'a directory does not answer');
      throw problem.validation({ issuer: ['issuer-not-answering'] });
    });
  });
  return ctx.transaction(async (tx) => {
    await lockByKey(tx, advisoryLocks.identityProvider(companyId));
    const before = await view(tx, sites, companyId);
    const secret = clientSecret === '' ? null : seal(ctx.secretKey, directoryPurpose, clientSecret);
    const { acrValues = before.acrValues, groupsClaim = before.groupsClaim, groups = before.groups } = body;
    await refuseWrongGroups(tx, ctx, companyId, before.groups, groups);
    const stored = { issuer, clientId, active, acrValues, groupsClaim, secret, at: ctx.now() };
    if (!(await repository.saveProvider(tx, companyId, stored)))
      throw problem.validation({ client_secret: ['required'] });
    await repository.saveGroupValues(tx, companyId, groups);
    const { added, removed } = changeOf(
      before.domains.map(({ domain }) => domain),
      domains,
    );
    for (const domain of removed) await repository.removeDomain(tx, companyId, domain);
    for (const domain of added) await repository.addDomain(tx, companyId, domain, newProof());
    const after = await view(tx, sites, companyId);
    const isNewSecret = secret !== null;
    await record(tx, ctx, companyId, { before: snapshot(before), after: snapshot(after, isNewSecret) });
    return after;
  });
}

/** Removes it: the people of the company sign in by password again. */
export async function removeIdentityProvider(
  ctx: Context,
  { sites, signsInHere }: ProviderParts,
  companyId: string,
): Promise<void> {
  await assertMay(ctx, companyId, signsInHere);
  await ctx.transaction(async (tx) => {
    await lockByKey(tx, advisoryLocks.identityProvider(companyId));
    const before = await view(tx, sites, companyId);
    if (!(await repository.removeProvider(tx, companyId))) throw problem.notFound();
    await repository.saveGroupValues(tx, companyId, []);
    await record(tx, ctx, companyId, { before: snapshot(before) });
  });
}

/** Proves that a domain is the company's: by its TXT record, or because staff say so. */
export async function proveDomain(
  ctx: Context,
  { sites, signsInHere }: ProviderParts,
  companyId: string,
  domain: string,
): Promise<IdentityProviderView> {
  await assertMay(ctx, companyId, signsInHere);
  const { domains } = await view(ctx.db, sites, companyId);
  const asked = orNotFound(domains.find((one) => one.domain === domain));
  const isByStaff = ctx.scope.reach === 'system';
  const isThere = await ctx.once(
    async () => isByStaff || (await ctx.callOut.texts(asked.record)).includes(asked.proof),
  );
  return ctx.transaction(async (tx) => {
    await lockByKey(tx, advisoryLocks.identityDomain(domain));
    // That another company has it is not told: its record says nothing of us then either.
    if (!isThere || (asked.provenAt === null && (await repository.isProven(tx, domain))))
      throw problem.of('wrong-state', { sentence: 'domain-not-proven', values: { record: asked.record } });
    const before = await view(tx, sites, companyId);
    await repository.saveProof(tx, companyId, domain, { at: ctx.now(), by: isByStaff ? 'staff' : 'dns' });
    const after = await view(tx, sites, companyId);
    await record(tx, ctx, companyId, { before: snapshot(before), after: snapshot(after) });
    return after;
  });
}

// Nobody gives by way of the directory what they may not give here (§A4).
async function refuseWrongGroups(
  tx: Tx,
  ctx: Context,
  companyId: string,
  before: IdentityProviderView['groups'],
  after: readonly { readonly value: string; readonly groupId: string }[],
): Promise<void> {
  const had = new Set(before.map(({ value, groupId }) => `${groupId} ${value}`));
  const ids = after
    .filter(({ value, groupId }) => !had.has(`${groupId} ${value}`))
    .map(({ groupId }) => groupId);
  if (ids.length === 0) return;
  const granter = await granterOf(tx, ctx);
  const found = await listGroups(tx, companyId, ids);
  const codes = ids.flatMap((id): FieldCode[] => {
    const group = found.find((one) => one.id === id);
    if (!group) return ['unknown'];
    return mayGiveGroup(granter, group, companyId) ? [] : ['not-yours-to-give'];
  });
  if (codes.length > 0) throw problem.validation({ groups: [...new Set(codes)] });
}

// The provider's own people are let in by nobody else (decision 0139).
async function assertMay(ctx: Context, companyId: string, signsInHere: boolean): Promise<void> {
  orNotFound(await findCompany(ctx.db, ctx.scope, companyId));
  if (!signsInHere) throw problem.of('wrong-state', { sentence: 'sign-in-elsewhere' });
  if (await repository.isProvidersOwn(ctx.db, companyId)) throw problem.forbidden();
}

async function view(db: Db, sites: SiteOptions, companyId: string): Promise<IdentityProviderView> {
  const provider = await repository.findProvider(db, companyId);
  const domains = await repository.listDomains(db, companyId);
  return {
    issuer: provider?.issuer ?? '',
    clientId: provider?.clientId ?? '',
    hasSecret: provider !== undefined,
    active: provider?.active ?? false,
    acrValues: provider?.acrValues ?? [],
    groupsClaim: provider?.groupsClaim ?? '',
    groups: await repository.listGroupValues(db, companyId),
    domains: domains.map((one) => ({ ...one, record: `_balie.${one.domain}` })),
    redirectUris: directoryRedirectUris(sites),
  };
}

function snapshot(
  { issuer, clientId, active, domains, acrValues, groupsClaim, groups }: IdentityProviderView,
  isNewSecret = false,
) {
  return {
    issuer,
    clientId,
    active,
    // That there is another, never what.
    clientSecret: isNewSecret ? '…' : '',
    acrValues,
    groupsClaim,
    groups: groups.map(({ value, groupName }) => `${value}: ${groupName}`),
    domains: domains.map(({ domain, provenBy }) => (provenBy === null ? domain : `${domain} (${provenBy})`)),
  };
}

async function record(
  tx: Tx,
  ctx: Context,
  companyId: string,
  change: { readonly before: object; readonly after?: object },
): Promise<void> {
  await recordChange(tx, ctx, {
    entity: identityProvider.permission,
    entityId: companyId,
    companyId,
    verb: change.after === undefined ? 'remove' : 'update',
    before: { ...change.before },
    ...(change.after && { after: { ...change.after } }),
  });
}

function newProof(): string {
  return `balie-verification=${randomBytes(16).toString('base64url')}`;
}
