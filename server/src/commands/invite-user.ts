import { moduleNames } from '#server/app/demo/people.ts';
import { directoryOf } from '#server/app/sign-in.ts';
import {
  findPerson,
  insertCompany,
  insertGroup,
  insertModule,
  insertUser,
} from '#server/features/core/index.ts';
import { createInvitations, type Site } from '#server/features/identity/index.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { CommandProblem } from './command.ts';

/** Who is invited from the terminal, and on which host. */
export interface Invited {
  readonly email: string;
  /** Only in an empty database: the name of the first person and of the provider. */
  readonly name?: string | undefined;
  readonly company?: string | undefined;
  /** The site that the link leads to. */
  readonly site: Site;
  readonly now: Date;
}

/**
 * The address of a link by which somebody chooses a password; an older one is void. In an empty database the user is
 * created first, with the provider and access to everything. Only the operator can do so: it takes the database itself.
 *
 * @throws CommandProblem with what is missing
 */
export async function inviteUser(db: Db, invited: Invited): Promise<string> {
  const email = invited.email.trim().toLowerCase();
  return db.transaction().execute(async (tx) => {
    if (await isEmpty(tx)) await makeFirst(tx, { ...invited, email });
    const person = await findPerson(tx, { email });
    if (!person)
      throw new CommandProblem(`There is no user ${email}; somebody who manages users can add one.`);
    if (!person.is_active || !person.is_company_active)
      throw new CommandProblem(`${email} or the company is switched off.`);
    const invitations = createInvitations({
      allSites: () => [invited.site],
      directory: directoryOf(tx),
      now: () => invited.now,
    });
    const by = { host: new URL(invited.site.origin).host, language: 'nl' as const, inviter: 'Balie' };
    return (await invitations.create(tx, person.id, by)).url;
  });
}

async function isEmpty(tx: Tx): Promise<boolean> {
  return (await tx.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined;
}

async function makeFirst(tx: Tx, { email, name = '', company = '' }: Invited): Promise<void> {
  const [firstName = '', ...rest] = name.trim().split(/\s+/);
  const domainName = /^[^@\s]+@([^@\s]+\.[^@\s]+)$/.exec(email)?.[1];
  if (domainName === undefined) throw new CommandProblem(`${email} is no e-mail address.`);
  if (rest.length === 0 || company.trim() === '') {
    throw new CommandProblem(
      'The database is empty: give the name of the first user and of your company too, as in\n  npm run invite -- anna@company.nl "Anna Visser" "Company B.V."',
    );
  }
  const moduleIds: string[] = [];
  for (const [code, module] of Object.entries(moduleNames))
    moduleIds.push(await insertModule(tx, { code, name: module }));
  const provider = {
    name: company.trim(),
    domainName,
    primaRelatienummer: '',
    isProvider: true,
    administrations: [],
  };
  const companyId = await insertCompany(tx, { ...provider, moduleIds });
  const userId = await insertUser(tx, companyId, { email, firstName, lastName: rest.join(' ') });
  await insertGroup(tx, companyId, {
    name: 'Beheer',
    hasAccessToEverything: true,
    permissions: [],
    userIds: [userId],
  });
}
