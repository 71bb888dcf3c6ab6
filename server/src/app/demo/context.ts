import { type Person, permissionsOf } from '#server/features/core/index.ts';
import { type Context, createContext, type Services } from '#server/platform/context.ts';

/** The context of a demo user, who works through the same services as everybody. */
export function contextOf(services: Services, person: Person, permission: string): Context {
  const caller = {
    userId: person.id,
    companyId: person.company_id,
    companyName: person.company_name,
    isProvider: person.is_provider,
    name: `${person.first_name} ${person.last_name}`,
    email: person.email,
    permissions: permissionsOf(person),
  };
  return createContext(services, caller, permission, { language: 'nl', requestId: 'demo' });
}
