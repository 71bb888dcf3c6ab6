import { sql } from 'kysely';
import { audit, type AuditKind } from '#contract/core/audit.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { Row } from '#contract/resource.ts';
import { actorName } from '#server/platform/db/actor-name.ts';
import type { Db } from '#server/platform/db/database.ts';
import { listColumns, searchColumns } from '#server/platform/db/list-columns.ts';
import { listPage } from '#server/platform/db/list-page.ts';
import { streamList } from '#server/platform/db/stream-list.ts';

type Line = Row<typeof audit>;

// What of the history belongs here. Each has an index of its own there: the company, then the entity.
const kindOfEntity: Readonly<Record<string, AuditKind>> = {
  'core.users': 'rights',
  'core.groups': 'rights',
  'core.companymodules': 'rights',
  'core.serviceaccounts': 'keys',
  'core.webhooks': 'keys',
  'core.scim': 'keys',
  'core.identityprovider': 'keys',
  'fm.updatekeys': 'keys',
  [audit.permission]: 'export',
  'fmmodule.archive.export': 'export',
  'core.companies': 'administration',
  'core.administrations': 'administration',
  'fmmodule.approvalflows': 'administration',
  'fmmodule.deliverysettings': 'administration',
  'fmmodule.paymentsettings': 'administration',
  'fmmodule.touchlessrules': 'administration',
};
const entities = Object.keys(kindOfEntity);
const kinds = JSON.stringify(kindOfEntity);

const columns = listColumns(audit.fields, {
  id: 'audit.id',
  at: { sql: 'audit.at', nullable: false },
  kind: { sql: 'audit.kind', nullable: false },
  action: { sql: 'audit.action', nullable: false },
  userId: 'audit.userId',
  userName: { sql: 'audit.userName', nullable: false },
  entity: 'audit.entity',
  about: 'audit.about',
  ip: 'audit.ip',
});
const search = searchColumns(['audit.userName', 'audit.about', 'audit.ip']);

// Sign-in and history keep their own lines; this is one view of both, so nothing is stored twice (decision 0137).
function linesOf(companyId: string) {
  return sql<Line>`(
    select e.id, e.at,
      case when e.kind = 'signed-in' then 'sign-in' when e.kind in ('failed', 'factor-failed') then 'failure'
        else 'factor' end as kind,
      e.kind as action,
      coalesce(e.by_user_id, e.user_id) as "userId",
      coalesce(case when e.by_user_id is null then ${actorName('e.user_id')} else ${actorName('e.by_user_id')} end, '')
        as "userName",
      case when e.by_user_id is not null then 'core.users' end as entity,
      case when e.by_user_id is not null then e.user_id end as "entityId",
      case when e.by_user_id is not null then ${actorName('e.user_id')} end as about,
      array[]::text[] as fields, e.detail, e.ip, e.user_agent as "userAgent"
    from sign_in_events e where e.company_id = ${companyId}
    union all
    select h.id, h.at, ${kinds}::jsonb ->> h.entity, h.verb, h.user_id, h.user_name, h.entity, h.entity_id,
      case h.entity
        when 'core.users' then ${actorName('h.entity_id')}
        when 'core.serviceaccounts' then ${actorName('h.entity_id')}
        when 'core.groups' then (select g.name from groups g where g.id = h.entity_id)
        else coalesce(h.changes -> 'list' ->> 'new', h.changes -> 'name' ->> 'new') end,
      array(select jsonb_object_keys(h.changes)), null, null, null
    from history h where h.company_id = ${companyId} and h.entity = any(${entities}::text[])
  )`.as('audit');
}

function sourceOf(db: Db, companyId: string) {
  return { base: db.selectFrom(linesOf(companyId)).selectAll(), columns, search };
}

/** A page of one company's lines; the caller has found the company within their scope. */
export function list(db: Db, companyId: string, query: ListQuery) {
  return listPage(query, sourceOf(db, companyId));
}

/** All of them in their order, for a file. */
export function stream(db: Db, companyId: string, query: ListQuery) {
  return streamList(db, query, sourceOf(db, companyId));
}
