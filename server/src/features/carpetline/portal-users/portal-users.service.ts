import type { z } from 'zod';
import { type portalUserCommand, portalUsers } from '#contract/carpetline/portal-users.ts';
import { users } from '#contract/core/users.ts';
import { passwordProblems } from '#contract/identity/password.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { FieldCode } from '#contract/problem.ts';
import type { CreateBody, Rec } from '#contract/resource.ts';
import { endSessions, removeUser } from '#server/features/core/index.ts';
import { isCommonPassword, recordSignInEvent, setPassword } from '#server/features/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { rowExists } from '#server/platform/db/record.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { auditOf } from '#server/platform/resource/audit.ts';
import type { LinkedRecord } from '#server/platform/resource/record-links.ts';
import * as repository from './portal-users.repository.ts';

type PortalUser = Rec<typeof portalUsers>;
type Create = CreateBody<typeof portalUsers>;
type Command = z.output<typeof portalUserCommand>;

const audit = auditOf(portalUsers, {
  snapshot,
  notify: (tx, ctx, { id, companyId }) =>
    ctx.events.publish(
      tx,
      { resource: portalUsers.path, companyId, id },
      { resource: users.path, companyId, id },
    ),
});
const auditActive = auditOf(users, {
  snapshot: ({ active }: { readonly id: string; readonly companyId: string; readonly active: boolean }) => ({
    active,
  }),
});

/** A user of the first call is deleted if the second does not come within this time (§F9). */
export const pendingForMs = 10 * 60_000;
const groupName = 'Portaalgebruikers';

/** Users of the relations of a carpet company. */
export const portalUsersService: ResourceService<typeof portalUsers> = {
  list: ({ db, scope }: Context, query: ListQuery) => repository.list(db, scope, query),
  find: async ({ db, scope }, id) => (await repository.findById(db, scope, id)) ?? null,
  create,
  remove,
};

/** The first call of product 2.7: a user who cannot sign in yet. The same address again continues with that user (§F9). */
export async function createPending(ctx: Context, body: Command): Promise<{ id: string }> {
  // The first call refuses a bad password already; the second call stores it.
  const codes = await passwordCodes(body);
  if (Object.keys(codes).length > 0) throw problem.validation(codes);
  return ctx.transaction(async (tx) => ({
    id: await pendingUser(tx, ctx, { ...body, email: body.emailAddress }),
  }));
}

async function pendingUser(tx: Tx, ctx: Context, person: repository.Person): Promise<string> {
  const { companyId } = ctx.caller;
  await repository.lockEmail(tx, person.email);
  const known = await repository.findByEmail(tx, companyId, person.email);
  if (!known) return repository.insertPending(tx, ctx, companyId, person);
  if (!known.isPendingHere) throw problem.validation({ email_address: ['taken'] });
  await repository.renewPending(tx, ctx, known.id, person);
  return known.id;
}

async function create(ctx: Context, body: Create): Promise<PortalUser> {
  const { companyId } = ctx.caller;
  const codes: Record<string, FieldCode[]> = body.invite ? {} : await passwordCodes(body, true);
  const relation = { companyId, id: body.customerRelationId };
  if (!(await rowExists(ctx.db, 'customer_relations', relation))) codes['customer_relation_id'] = ['unknown'];
  const person = personOf(body, codes);
  if (Object.keys(codes).length > 0) throw problem.validation(codes);
  return ctx.transaction(async (tx) => {
    const id = body.userId ?? (person && (await pendingUser(tx, ctx, person)));
    if (id === undefined || !(await repository.lockPending(tx, companyId, id)))
      throw problem.validation({ user_id: ['unknown'] });
    const groupId = await repository.portalGroup(tx, ctx, companyId, groupName);
    await repository.admit(tx, ctx, id, { relationId: body.customerRelationId, groupId });
    // Users with a password from staff choose their own at first sign-in.
    if (!body.invite && body.password !== undefined) {
      await setPassword(tx, id, body.password, { mustChange: true });
      await recordSignInEvent(tx, {
        user: { userId: id, companyId },
        kind: 'password-set',
        at: ctx.now(),
        from: { byUserId: ctx.caller.userId },
      });
    }
    return audit(tx, ctx, { after: orNotFound(await repository.findById(tx, ctx.scope, id)) });
  });
}

/** Makes an existing user a portal user of a relation, for the demo. */
export async function bindPortalUser(
  tx: Tx,
  ctx: Context,
  userId: string,
  relationId: string,
): Promise<void> {
  const groupId = await repository.portalGroup(tx, ctx, ctx.caller.companyId, groupName);
  await repository.insertBinding(tx, ctx, userId);
  await repository.admit(tx, ctx, userId, { relationId, groupId });
}

// Without a user of a first call the body names the person.
function personOf(
  { userId, emailAddress, firstName, lastName }: Create,
  codes: Record<string, FieldCode[]>,
): repository.Person | undefined {
  if (userId !== undefined) return undefined;
  if (emailAddress === undefined) codes['email_address'] = ['required'];
  if (firstName === undefined) codes['first_name'] = ['required'];
  if (lastName === undefined) codes['last_name'] = ['required'];
  return { email: emailAddress ?? '', firstName: firstName ?? '', lastName: lastName ?? '' };
}

async function passwordCodes(
  {
    password,
    confirmPassword,
  }: { readonly password?: string | undefined; readonly confirmPassword?: string | undefined },
  isRequired = false,
): Promise<Record<string, FieldCode[]>> {
  if (password === undefined || password === '') return isRequired ? { password: ['required'] } : {};
  if (passwordProblems(password).length > 0) return { password: ['weak-password'] };
  if (await isCommonPassword(password)) return { password: ['common-password'] };
  return confirmPassword !== undefined && confirmPassword !== password
    ? { confirm_password: ['passwords-differ'] }
    : {};
}

/** Moves the user to the trash; they stay bound to their relation, so that a restore gives it back. */
async function remove(ctx: Context, id: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const before = orNotFound(await repository.findById(tx, ctx.scope, id));
    await removeUser(tx, ctx, id);
    await audit(tx, ctx, { before });
  });
}

/** Deactivates the portal users of a relation that went to the trash (§F10). Their orders keep its name. */
export async function relationRemoved(
  tx: Tx,
  ctx: Context,
  relation: { readonly id: string; readonly companyId: string },
): Promise<void> {
  const userIds = await repository.usersOfRelation(tx, relation);
  await repository.deactivate(tx, userIds);
  for (const id of userIds) {
    await endSessions(tx, id);
    const user = { id, companyId: relation.companyId };
    await auditActive(tx, ctx, { before: { ...user, active: true }, after: { ...user, active: false } });
  }
}

/** Portal users without a relation, or with a deleted one, stay inactive (§F10). */
export async function assertHasRelation(tx: Tx, user: LinkedRecord): Promise<void> {
  if (await repository.lacksRelation(tx, user))
    throw problem.of('wrong-state', { sentence: 'portal-user-without-relation' });
}

function snapshot({ user, customerRelation }: PortalUser) {
  return {
    name: user.fullName,
    'emailAddress.address': user.emailAddress.address,
    customerRelation: customerRelation?.name ?? null,
  };
}
