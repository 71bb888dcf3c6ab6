import { type RawBuilder, sql } from 'kysely';

/**
 * What people call who did something: the name of a user, or of a service account; null for nobody.
 *
 * @param id the column with the id of the user or service account, e.g. `documents.created_by`
 */
export function actorName(id: string): RawBuilder<string | null> {
  return sql<string | null>`coalesce(
    (select trim(actor.first_name || ' ' || actor.last_name) from users actor where actor.id = ${sql.ref(id)}),
    (select program.name from service_accounts program where program.id = ${sql.ref(id)}))`;
}
