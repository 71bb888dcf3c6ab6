import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { administratorsAnswer, administratorsPath } from '#contract/core/administrators.ts';
import type { Context, Services } from '#server/platform/context.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';

const maxPeople = 3;

/** Whom somebody without rights can ask for them. */
export function administratorRoutes(app: FastifyInstance, services: Services): void {
  const action = actionsOf(app, services, { path: administratorsPath, permission: 'core.users' });
  const { result } = administratorsAnswer.shape;
  const config = { summary: 'Find who of the own company can give rights' };
  action('GET', '', { result, config }, (ctx) => listAdministrators(ctx));
}

async function listAdministrators({ db, caller }: Context) {
  const { rows } = await sql<{ fullName: string; email: string }>`
    with giving as (
      select g.id, g.available_for_everyone from groups g
      where g.deleted_at is null and (g.company_id is null or g.company_id = ${caller.companyId})
        and (g.access_to_everything or exists (
          select from group_permissions gp where gp.group_id = g.id and gp.permission like 'core.users.update%'))
    )
    select trim(u.first_name || ' ' || u.last_name) as "fullName", u.email
    from users u
    where u.company_id = ${caller.companyId} and u.deleted_at is null and u.is_active and not u.is_guest
      and not exists (select from users me where me.company_id = u.company_id and me.id = ${caller.userId} and me.is_guest)
      and (exists (select from user_permissions up where up.user_id = u.id and up.permission like 'core.users.update%')
        or exists (select from giving where giving.available_for_everyone
          or exists (select from group_users gu where gu.group_id = giving.id and gu.user_id = u.id)))
    order by 1, 2 limit ${maxPeople}`.execute(db);
  return rows;
}
