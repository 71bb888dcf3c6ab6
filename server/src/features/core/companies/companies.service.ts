import { createHash } from 'node:crypto';
import { companies, limitNames } from '#contract/core/companies.ts';
import type { CreateBody, Rec, UpdateBody } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/database.ts';
import { assertVersion, insertRow, lockRow, updateRow } from '#server/platform/db/record.ts';
import { pictureFromDataUrl } from '#server/platform/files/pictures.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { auditOf } from '#server/platform/resource/audit.ts';
import { assertUnused } from '#server/platform/resource/record-links.ts';
import * as repository from './companies.repository.ts';

type Company = Rec<typeof companies>;
type CompanyWrite = CreateBody<typeof companies>;

const logoLimits = { maxBytes: 1024 * 1024, maxPixels: 512 };

const audit = auditOf(companies, { snapshot, companyOf: ({ id }: Company) => id });

export const companiesService: ResourceService<typeof companies> = {
  list: (ctx, query) => repository.list(ctx.db, ctx.scope, query),
  find: (ctx, id) => load(ctx.db, ctx, id),
  create,
  update,
  remove,
};

async function load(db: Db, ctx: Context, id: string): Promise<Company | null> {
  const found = await repository.findById(db, ctx.scope, id);
  if (!found) return null;
  const { logoSha256, ...rest } = found;
  const logo = logoSha256 === null ? null : await ctx.files.get(logoSha256);
  return { ...rest, logo: logo && `data:image/png;base64,${logo.toString('base64')}` };
}

async function create(ctx: Context, body: CompanyWrite): Promise<Company> {
  // Creating a company takes the scope `system`; `.company` covers the caller's own company only.
  if (ctx.scope.reach !== 'system') throw problem.forbidden();
  const logoSha256 = await storeLogo(ctx, body.logo);
  return ctx.transaction(async (tx) => {
    const values = { ...valuesOf(body), logoSha256, license: repository.newLicense() };
    const id = await insertRow(tx, ctx, 'companies', values, repository.uniqueFields);
    return audit(tx, ctx, { after: orNotFound(await load(tx, ctx, id)) });
  });
}

async function update(ctx: Context, id: string, body: UpdateBody<typeof companies>): Promise<Company> {
  orNotFound(await load(ctx.db, ctx, id));
  const logoSha256 = await storeLogo(ctx, body.logo);
  return ctx.transaction(async (tx) => {
    await lockRow(tx, 'companies', { id });
    const before = orNotFound(await load(tx, ctx, id));
    assertVersion(before, body.rowVersion);
    const {
      primaRelatienummer = before.primaRelatienummer,
      active = before.active,
      rowVersion: _version,
      ...given
    } = body;
    // A company does not set its own limits (§A13).
    if (
      ctx.scope.reach !== 'system' &&
      limitNames.some((name) => (body[name] ?? before[name]) !== before[name])
    )
      throw problem.forbidden();
    if (before.isProvider && !active) throw problem.validation({ active: ['provider-stays'] });
    const values = { ...valuesOf({ ...given, primaRelatienummer, active }), logoSha256 };
    await updateRow(tx, ctx, 'companies', { id }, values, repository.uniqueFields);
    return audit(tx, ctx, { before, after: orNotFound(await load(tx, ctx, id)) });
  });
}

async function remove(ctx: Context, id: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    await lockRow(tx, 'companies', { id });
    const before = orNotFound(await load(tx, ctx, id));
    if (before.isProvider) throw problem.of('wrong-state', { sentence: 'provider-stays' });
    await assertUnused(tx, ctx, companies, { id, companyId: id });
    await repository.remove(tx, ctx, id);
    await audit(tx, ctx, { before });
  });
}

function valuesOf({ active, logo: _logo, ...values }: CompanyWrite) {
  return { ...values, isActive: active };
}

/** Stores a logo; null removes it, and without one in the body it stays. */
async function storeLogo(ctx: Context, logo: CompanyWrite['logo']): Promise<string | null | undefined> {
  if (logo === undefined) return undefined;
  if (logo === null || logo === '') return null;
  const picture = await pictureFromDataUrl(logo, logoLimits);
  if (typeof picture === 'string') throw problem.validation({ logo: [picture] });
  return ctx.files.put(picture);
}

// The history has a digest of the logo, so that it shows a replaced one. Counts are not fields of the record.
function snapshot({
  logo,
  userCount: _users,
  administrationCount: _administrations,
  moduleCount: _modules,
  ...record
}: Company) {
  return { ...record, logo: logo && `image:${createHash('sha256').update(logo).digest('hex').slice(0, 8)}` };
}
