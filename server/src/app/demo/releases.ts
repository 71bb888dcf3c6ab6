import { answerUpdate, releasesService, takeBuild, takeFailure } from '#server/features/releases/index.ts';
import { findPerson, insertCompany, insertUser } from '#server/features/core/index.ts';
import type { Services } from '#server/platform/context.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { contextOf } from './context.ts';

// Customers with people who work with the program only, and never sign in here.
const customers = [
  {
    name: 'Gemeente Vechtdal',
    domainName: 'vechtdal.example',
    tag: '10655',
    administrations: [
      { name: 'Gemeente Vechtdal, Bedrijfsvoering', tag: 'VDL-01', coupling: 'afas' },
      { name: 'Gemeente Vechtdal, Grondbedrijf', tag: 'VDL-02', coupling: 'afas' },
    ],
    people: ['Ilse Brink', 'Karim Azizi', 'Loes Brinkhuis', 'Tom Hulst', 'Wilma Schuring'],
  },
  {
    name: 'Stichting Zorgpalet Twente',
    domainName: 'zorgpalet.example',
    tag: '10661',
    administrations: [{ name: 'Zorgpalet Twente', tag: 'ZPT-01', coupling: 'unit4' }],
    people: [
      'Aart Lammers',
      'Femke ter Braak',
      'Jolanda Nijhuis',
      'Peter Oude Luttikhuis',
      'Saskia Wegdam',
      'Yusuf Kaya',
    ],
  },
] as const;

const builds = [
  { version: '5.1.0', build: '20260907.1', notes: 'Sneller inlezen van grote pdf-bestanden.' },
  { version: '5.1.2', build: '20261012.4', notes: 'Fout bij creditnota’s opgelost.' },
  {
    version: '5.2.0',
    build: '20261118.3',
    notes: 'Sneller openen van grote facturen. Nieuwe koppeling met SnelStart Online.',
  },
  { version: '5.3.0', build: '20261120.1', notes: 'Voorproef van de nieuwe goedkeurlijst.' },
] as const;

const [first, second, third] = builds;

/** Customers of the program, builds, releases in every state and clients that ask; not where there are builds. */
export async function demoReleases(services: Services, say: (text: string) => void): Promise<void> {
  const { db } = services;
  const staff = await findPerson(db, { email: 'beheer@balie.example' });
  const tenant = await findPerson(db, { email: 'fm@balie.example' });
  // The customers come first, and are found when this begins again.
  const present = await db.selectFrom('builds').select('id').limit(1).executeTakeFirst();
  if (!staff || !tenant || present) return;
  say('Rolling out demo releases …');
  const people = await db.transaction().execute((tx) => insertCustomers(tx));
  for (const build of builds)
    await takeBuild(services, { ...build, url: `https://builds.balie.example/${build.version}` });

  const maker = contextOf(services, staff, 'fm.releases.create');
  const roll = async ({ version, build }: (typeof builds)[number], is: object) => {
    const { id } = orNotFound(await releasesService.create?.(maker, { version, build }, {}));
    await releasesService.update?.(maker, id, { notes: undefined, ...is }, {});
  };
  await roll(first, { name: 'Najaar, eerste ronde', active: false, availableForEveryOne: true });
  await roll(second, { name: 'Herstel creditnota’s', active: true, availableForEveryOne: true });
  const [gemeente = ''] = Object.keys(people);
  await roll(third, {
    name: 'Najaarsrelease 2026',
    active: true,
    rolloutPercentage: 30,
    assignedCompanyIds: [gemeente, tenant.company_id],
  });
  // The fourth is the new build that the list offers to make a release of.
  await demoClients(services, { ...people, [tenant.company_id]: [tenant.id] });
}

async function insertCustomers(tx: Parameters<typeof insertCompany>[0]): Promise<Record<string, string[]>> {
  const sold = await tx
    .selectFrom('modules')
    .where('code', '=', 'fmmodule')
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  const people: Record<string, string[]> = {};
  for (const { name, domainName, tag, administrations, people: names } of customers) {
    const known = await tx
      .selectFrom('companies')
      .where('domain_name', '=', domainName)
      .select('id')
      .executeTakeFirst();
    if (known) {
      const users = await tx
        .selectFrom('users')
        .where('company_id', '=', known.id)
        .select('id')
        .orderBy('id')
        .execute();
      people[known.id] = users.map(({ id }) => id);
      continue;
    }
    const companyId = await insertCompany(tx, {
      name,
      domainName,
      primaRelatienummer: tag,
      isProvider: false,
      moduleIds: sold ? [sold.id] : [],
      administrations,
    });
    const userIds: string[] = [];
    for (const full of names) {
      const [firstName = '', ...rest] = full.split(' ');
      userIds.push(
        await insertUser(tx, companyId, {
          email: `${firstName.toLowerCase()}@${domainName}`,
          firstName,
          lastName: rest.join(' '),
        }),
      );
    }
    people[companyId] = userIds;
  }
  return people;
}

// Most run the last but one, some are behind, the first of each customer has the newest already; one could not take it.
async function demoClients(
  services: Services,
  people: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  for (const [companyId, userIds] of Object.entries(people)) {
    for (const [at, user] of userIds.entries()) {
      const { version, build } = at % 4 === 3 ? first : second;
      await answerUpdate(services, companyId, { version, build, user, installation: undefined });
      if (at === 0)
        await answerUpdate(services, companyId, {
          version: third.version,
          build: third.build,
          user,
          installation: undefined,
        });
    }
  }
  const [companyId = '', [, user] = []] = Object.entries(people)[0] ?? [];
  if (user !== undefined)
    await takeFailure(services, companyId, {
      version: third.version,
      build: third.build,
      user,
      installation: undefined,
      reason: 'Te weinig ruimte op de schijf',
    });
}
