import { addDays, dayOfInstant } from '#contract/dates.ts';
import {
  bindPortalUser,
  carpetOrdersService,
  catalogueOf,
  catalogueService,
  progressService,
} from '#server/features/carpetline/index.ts';
import { findPerson, insertRelation } from '#server/features/core/index.ts';
import type { Services } from '#server/platform/context.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { contextOf } from './context.ts';

const relations = [
  {
    tag: '20114',
    name: 'Woonhuis Zutphen',
    street: 'Beukerstraat 41',
    zipCode: '7201 LA',
    city: 'Zutphen',
    email: 'inkoop@woonhuis-zutphen.example',
    phone: '0575 51 23 40',
  },
  {
    tag: '20131',
    name: 'Van Dalen Interieurs',
    street: 'Melkmarkt 12',
    zipCode: '8011 MC',
    city: 'Zwolle',
    email: 'info@vandalen.example',
    phone: '038 421 77 08',
  },
  {
    tag: '20158',
    name: 'Tapijthal De Veluwe',
    street: 'Nijverheidsweg 8',
    zipCode: '8071 RB',
    city: 'Nunspeet',
    email: 'order@tapijthal.example',
    phone: '0341 25 60 11',
  },
] as const;

const color = (description: string, swatch: string) => ({ description, swatch, isActive: true });
const bands = [
  color('Zand', '#d8c9a7'),
  color('Leem', '#a88f6b'),
  color('Antraciet', '#3d4044'),
  color('Zwart', '#1b1b1b'),
  color('Donkerblauw', '#24324f'),
];
const yarns = [
  color('Ecru', '#e8e0cf'),
  color('Grijs melee', '#9a9a98'),
  color('Bruin', '#6b4a32'),
  color('Groen', '#4d6148'),
  color('Bordeaux', '#6d2233'),
];
const catalogue = [
  {
    description: 'Banderen',
    articles: [
      { articleNumber: 'B-040', description: 'Katoenband 4 cm', isActive: true, colors: bands },
      { articleNumber: 'B-070', description: 'Katoenband 7 cm', isActive: true, colors: bands.slice(0, 3) },
      {
        articleNumber: 'B-110',
        description: 'Leerband 5 cm',
        isActive: true,
        colors: [color('Cognac', '#9c5a2c'), color('Donkerbruin', '#3f2a1e'), color('Zwart', '#1b1b1b')],
      },
    ],
    colors: [],
  },
  { description: 'Festonneren', articles: [], colors: yarns },
  {
    description: 'Onderrug',
    articles: [
      { articleNumber: 'O-010', description: 'Actionback', isActive: true, colors: [] },
      { articleNumber: 'O-020', description: 'Vilt antislip', isActive: true, colors: [] },
    ],
    colors: [],
  },
  { description: 'Alleen snijden', articles: [], colors: [] },
] as const;

/** Relations, a catalogue and orders in every status for the carpet company, and its portal user; not where it has relations. */
export async function demoCarpets(services: Services, say: (text: string) => void): Promise<void> {
  const { db } = services;
  const [staff, guest] = await Promise.all(
    ['tapijt@balie.example', 'portaal@balie.example'].map((email) => findPerson(db, { email })),
  );
  if (!staff || !guest) return;
  const present = await db
    .selectFrom('customer_relations')
    .where('company_id', '=', staff.company_id)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (present) return;
  say('Laying out demo carpets …');
  const keeper = contextOf(services, staff, 'carpetline.semifinishes.create');
  const relationIds = await db.transaction().execute(async (tx) => {
    const ids: string[] = [];
    for (const relation of relations) ids.push(await insertRelation(tx, staff.company_id, relation));
    await bindPortalUser(tx, keeper, guest.id, ids[0] ?? '');
    return ids;
  });
  for (const finish of catalogue) {
    const write = {
      ...finish,
      isActive: true,
      articles: finish.articles.map((article) => ({ ...article, colors: [...article.colors] })),
      colors: [...finish.colors],
    };
    await catalogueService.create?.(keeper, write, {});
  }
  await demoOrders(services, relationIds);
}

async function demoOrders(services: Services, relationIds: readonly string[]): Promise<void> {
  const staff = orNotFound(await findPerson(services.db, { email: 'tapijt@balie.example' }));
  // Loaded again, now that they are in their group.
  const guest = orNotFound(await findPerson(services.db, { email: 'portaal@balie.example' }));
  const choices = await choicesOf(services, staff.company_id);
  const process = contextOf(services, staff, 'carpetline.orders.process');
  const { receive, complete } = progressService(async () => undefined);
  const today = dayOfInstant(services.now());
  const place = async (
    daysAgo: number,
    by: typeof staff,
    reference: string,
    relationId: string | undefined,
    lines: readonly Size[],
    deliveredBy: string,
  ) => {
    const order = {
      reference,
      deliveredBy,
      transportFinishedProduct: 1 as const,
      note: '',
      customerRelationId: relationId ?? null,
      orderLines: lines.map((line, at) => ({ ...line, ...choices[at % choices.length] })),
    };
    const then = new Date(services.now().getTime() - daysAgo * 86_400_000);
    const ctx = contextOf({ ...services, now: () => then }, by, 'carpetline.orders.create');
    return orNotFound(await carpetOrdersService.create?.(ctx, order, {}));
  };

  const first = await place(
    18,
    staff,
    'Trappenhuis notariskantoor',
    relationIds[1],
    [straight('Best Wool Pure 9', 320, 90), straight('Best Wool Pure 9', 140, 90, 3)],
    'Best Wool Carpets',
  );
  await receive(process, first.id, { receivedDate: addDays(today, -16) });
  await complete(process, first.id, {});
  const second = await place(
    15,
    guest,
    'Familie Jansen, woonkamer',
    undefined,
    [straight('Desso Harmony 2915', 300, 240)],
    'Desso',
  );
  await receive(process, second.id, { receivedDate: addDays(today, -13) });
  const third = await place(
    4,
    staff,
    'Vergaderzaal gemeentehuis',
    relationIds[2],
    [round('Interface Heuga 580', 250), straight('Interface Heuga 580', 600, 200)],
    'Interface',
  );
  await receive(process, third.id, { receivedDate: addDays(today, -2) });
  await place(1, guest, 'Slaapkamer Berkelstraat', undefined, [round('Jabo 1626-090', 180)], 'Jabo');
  await place(0, staff, 'Showroom entree', relationIds[1], [straight('Ege Epoca 0752', 450, 120)], 'Ege');
}

type Size = ReturnType<typeof straight>;
const straight = (qualityName: string, length: number, width: number, quantity = 1) => ({
  qualityName,
  shape: 0 as 0 | 1,
  length: length as number | null,
  width: width as number | null,
  diameter: null as number | null,
  quantity,
});
const round = (qualityName: string, diameter: number): Size => ({
  qualityName,
  shape: 1,
  length: null,
  width: null,
  diameter,
  quantity: 1,
});

// The first way to finish that each semi-finish offers.
async function choicesOf({ db }: Services, companyId: string) {
  const offered = await catalogueOf(db, companyId);
  return offered.map(({ id, articles: [article], colors }) => ({
    semiFinishId: id,
    articleId: article?.id ?? null,
    colorId: (article?.colors ?? colors)[0]?.id ?? null,
  }));
}
