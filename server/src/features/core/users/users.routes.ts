import type { FastifyInstance, FastifyReply } from 'fastify';
import { invitationAnswer, invitationState, startingPasswordAnswer } from '#contract/core/invitations.ts';
import {
  allUsers,
  ownPersonalDataPath,
  personalData,
  personalDataAnswer,
  signInReset,
  userPermissionsAnswer,
  users,
} from '#contract/core/users.ts';
import type { Invitations } from '#server/features/identity/index.ts';
import type { Services } from '#server/platform/context.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { mountResource } from '#server/platform/http/mount-resource.ts';
import { personalContextOf } from '#server/platform/http/caller.ts';
import { erasePerson, ownPersonalData, personalDataOf } from './erase-person.service.ts';
import { findInvitation, inviteUser } from './invite.service.ts';
import type { PersonalTables } from './personal-data.ts';
import { giveStartingPassword } from './starting-password.service.ts';
import { listEffective } from './user-permissions.service.ts';
import { resetSignIn } from './reset-sign-in.service.ts';
import { listAll } from './users.repository.ts';
import { recordViewAs } from './view-as.service.ts';

export function userRoutes(
  app: FastifyInstance,
  services: Services,
  invitations: Invitations | null,
  tables: PersonalTables,
): void {
  mountResource(app, services, allUsers, { list: (ctx, query) => listAll(ctx.db, ctx.scope, query) });

  const action = actionsOf(app, services, users);
  const permissions = { right: 'read', result: userPermissionsAnswer.shape.result };
  action('GET', '/:id/permissions', permissions, (ctx, { id, parents }) =>
    listEffective(ctx, id, parents.companyId),
  );
  // NEW: looking at what this user may do is in the history, before anything is shown.
  const view = { right: 'read', status: 204, config: { repeatable: 'records each look' } } as const;
  action('POST', '/:id/view-as', view, (ctx, { id, parents }) => recordViewAs(ctx, id, parents.companyId));
  // NEW: a lost device. Sessions end; with `removesFactor` the second factor goes too.
  const reset = {
    right: 'update',
    body: signInReset,
    isBodyOptional: true,
    status: 204,
    config: { fresh: true, summary: 'End all sessions of a user', repeatable: 'ends them again' },
  } as const;
  action('POST', '/:id/reset-sign-in', reset, (ctx, { id, parents, body }) =>
    resetSignIn(ctx, id, parents.companyId, body),
  );
  // NEW (§A21): what is kept of a person, and erasing it.
  const data = {
    right: 'update',
    result: personalData,
    config: { fresh: true, summary: 'Get the personal data of a user as a file' },
  } as const;
  action('GET', '/:id/personal-data', data, async (ctx, { id, parents, reply }) => {
    asFile(reply, id);
    return personalDataOf(ctx, tables, id, parents.companyId);
  });
  const erase = {
    right: 'delete',
    status: 204,
    config: {
      fresh: true,
      summary: 'Erase the personal data of a user',
      repeatable: 'refuses the second time',
    },
  } as const;
  action('POST', '/:id/erase', erase, (ctx, { id, parents }) =>
    erasePerson(ctx, tables, id, parents.companyId),
  );
  app.get(
    ownPersonalDataPath,
    {
      config: { summary: 'Get the own personal data as a file', fresh: true },
      schema: { response: { 200: personalDataAnswer } },
    },
    async (request, reply) => {
      const ctx = personalContextOf(services, request);
      asFile(reply, ctx.caller.userId);
      return { result: await ownPersonalData(ctx, tables) };
    },
  );

  const invitation = { right: 'read', result: invitationState.shape.result };
  action('GET', '/:id/invite', invitation, (ctx, { id, parents }) =>
    findInvitation(ctx, invitations, id, parents.companyId),
  );

  // The answers contain the link or the password, so they are not stored.
  const invite = {
    right: 'invite',
    result: invitationAnswer.shape.result,
    config: { secret: true, fresh: true },
  } as const;
  action('POST', '/:id/invite', invite, (ctx, { id, parents, request, reply }) => {
    reply.header('cache-control', 'no-store');
    return inviteUser(ctx, invitations, id, parents.companyId, request.host);
  });
  const give = {
    right: 'invite',
    result: startingPasswordAnswer.shape.result,
    config: { secret: true, fresh: true },
  } as const;
  action('POST', '/:id/starting-password', give, async (ctx, { id, parents, reply }) => {
    reply.header('cache-control', 'no-store');
    return { password: await giveStartingPassword(ctx, id, parents.companyId, invitations !== null) };
  });
}

function asFile(reply: FastifyReply, id: string): void {
  reply
    .header('content-disposition', `attachment; filename="persoonsgegevens-${id}.json"`)
    .header('cache-control', 'no-store');
}
