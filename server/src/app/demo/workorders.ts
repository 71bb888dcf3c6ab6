import { addDays, dayOfInstant, instantOfAmsterdam } from '#contract/dates.ts';
import { workOrders } from '#contract/workorders/work-orders.ts';
import { findPerson, insertContactPerson, insertRelation, type Person } from '#server/features/core/index.ts';
import {
  changeOfferSettings,
  createOffer,
  workOrdersService,
  workOrderTimesService,
} from '#server/features/workorders/index.ts';
import type { Services } from '#server/platform/context.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { contextOf } from './context.ts';

const relations = [
  {
    relation: {
      tag: '30021',
      name: 'Theater De Spiegel',
      street: 'Spinhuisplein 14',
      zipCode: '8011 ZZ',
      city: 'Zwolle',
      email: 'info@despiegel.example',
      phone: '038 427 03 00',
    },
    people: [
      ['Eva', 'Prins', 'Marketing'],
      ['Ruud', 'ten Have', 'Directie'],
    ],
  },
  {
    relation: {
      tag: '30044',
      name: 'Gemeente Dalfsen',
      street: 'Raadhuisstraat 1',
      zipCode: '7721 AX',
      city: 'Dalfsen',
      email: 'inkoop@dalfsen.example',
      phone: '0529 48 83 88',
    },
    people: [['Fatima', 'el Idrissi', 'Communicatie']],
  },
  {
    relation: {
      tag: '30052',
      name: 'Uitgeverij Veldpost',
      street: 'Thorbeckegracht 30',
      zipCode: '8011 VN',
      city: 'Zwolle',
      email: 'productie@veldpost.example',
      phone: '038 460 12 12',
    },
    people: [
      ['Joost', 'van Rijn', 'Productie'],
      ['Carla', 'Bos', 'Eindredactie'],
    ],
  },
  {
    relation: {
      tag: '30078',
      name: 'Bakkerij Timmer',
      street: 'Assendorperstraat 112',
      zipCode: '8012 CB',
      city: 'Zwolle',
      email: 'winkel@bakkerijtimmer.example',
      phone: '038 421 55 60',
    },
    people: [['Wim', 'Timmer', 'Eigenaar']],
  },
] as const;

interface DemoOrder {
  /** How many days ago it came in. */
  readonly ago: number;
  readonly relation: number;
  readonly administration: number;
  readonly status: 0 | 1 | 2 | 3 | 4 | 5 | 6;
  readonly reference: string;
  readonly invoiceNumber?: string;
  /** Days from today; one is late, one is today. */
  readonly proof?: number;
  readonly printer?: number;
  readonly delivery?: number;
  readonly lines: readonly (readonly [
    description: string,
    edition: string,
    format: string,
    material: string,
    purchase: number,
    sales: number,
  ])[];
  /** Hours made, in quarters. */
  readonly quarters?: number;
}

const orders: readonly DemoOrder[] = [
  {
    ago: 64,
    relation: 2,
    administration: 1,
    status: 6,
    reference: 'Tijdschrift Veldpost, herfst',
    invoiceNumber: '2026-0418',
    lines: [['Tijdschrift 48 pagina’s', '2.500', 'A4', '115 g mat', 412_500, 586_000]],
  },
  {
    ago: 41,
    relation: 0,
    administration: 0,
    status: 6,
    reference: 'Posters seizoensopening',
    invoiceNumber: '2026-0447',
    lines: [
      ['Poster', '300', 'A2', '170 g zijdeglans', 38_000, 61_500],
      ['Flyer', '5.000', 'A6', '250 g mat', 19_800, 34_000],
    ],
  },
  {
    ago: 20,
    relation: 3,
    administration: 0,
    status: 5,
    reference: 'Zakken en stickers sinterklaas',
    delivery: -4,
    lines: [['Broodzak twee kleuren', '10.000', '18 × 34 cm', 'kraft 50 g', 64_000, 89_500]],
    quarters: 6,
  },
  {
    ago: 16,
    relation: 1,
    administration: 0,
    status: 4,
    reference: 'Afvalkalender 2027',
    proof: -6,
    printer: -2,
    delivery: 2,
    lines: [
      ['Kalender 28 pagina’s', '12.800', 'A5', '135 g gestreken', 598_000, 812_000],
      ['Begeleidende brief', '12.800', 'A4', '90 g offset', 51_000, 76_800],
    ],
    quarters: 22,
  },
  {
    ago: 12,
    relation: 0,
    administration: 0,
    status: 4,
    reference: 'Programmaboekje voorjaar',
    proof: -3,
    printer: 0,
    delivery: 9,
    lines: [['Boekje 64 pagina’s', '1.500', '148 × 210 mm', '120 g mat', 214_000, 318_500]],
    quarters: 14,
  },
  {
    ago: 9,
    relation: 2,
    administration: 1,
    status: 3,
    reference: 'Roman De stille dijk',
    proof: -1,
    printer: 6,
    delivery: 24,
    lines: [
      ['Paperback 288 pagina’s', '1.200', '135 × 210 mm', '80 g romandruk', 342_000, 471_000],
      ['Omslag met preeg', '1.200', '', '300 g', 58_000, 92_000],
    ],
    quarters: 11,
  },
  {
    ago: 6,
    relation: 1,
    administration: 0,
    status: 2,
    reference: 'Jaarverslag in beeld',
    proof: 1,
    printer: 12,
    delivery: 30,
    lines: [['Brochure 36 pagina’s', '750', '210 × 210 mm', '150 g ongestreken', 176_000, 264_000]],
    quarters: 5,
  },
  {
    ago: 3,
    relation: 0,
    administration: 0,
    status: 0,
    reference: 'Spandoeken gevel',
    delivery: 14,
    lines: [
      ['Spandoek met ogen', '2', '600 × 120 cm', 'pvc 510 g', 31_000, 48_000],
      ['Plaatsing en verwijdering', '', '', '', 18_000, 27_500],
      ['Verlichting', '', '', '', 9500, 16_000],
    ],
  },
  {
    ago: 1,
    relation: 3,
    administration: 0,
    status: 0,
    reference: 'Cadeaubonnen',
    delivery: 18,
    lines: [['Cadeaubon met nummer', '1.000', '210 × 99 mm', '250 g', 14_500, 24_900]],
  },
];

const letterhead = {
  name: 'Drukkerij Zalland B.V.',
  street: 'Industrieweg 12',
  zipCode: '8013 PL',
  city: 'Zwolle',
  phone: '038 123 45 67',
  email: 'offerte@zalland.example',
  website: 'www.zalland.example',
  kvkNumber: '05012345',
  vatId: 'NL123456782B90',
  iban: 'NL91ABNA0417164300',
  termsNl: 'Prijzen zijn geldig bij aanlevering van drukklare bestanden. Betaling binnen 30 dagen.',
  termsEn: 'Prices hold for print-ready files. Payment within 30 days.',
};

/** Relations with their people, and orders in every phase, for the printer; through the services that everybody uses. Not where it has relations. */
export async function demoWorkOrders(services: Services, say: (text: string) => void): Promise<void> {
  const { db } = services;
  const person = await findPerson(db, { email: 'werk@balie.example' });
  const present =
    person &&
    (await db
      .selectFrom('customer_relations')
      .where('company_id', '=', person.company_id)
      .select('id')
      .limit(1)
      .executeTakeFirst());
  if (!person || present) return;
  say('Setting up demo work orders …');
  const colleagues = await db
    .selectFrom('users')
    .where('company_id', '=', person.company_id)
    .orderBy('email', 'desc')
    .select('id')
    .execute();
  const administrations = await db
    .selectFrom('administrations')
    .where('company_id', '=', person.company_id)
    .orderBy('tag')
    .select('id')
    .execute();
  const contacts = await demoRelations(services, person.company_id);
  await changeOfferSettings(contextOf(services, person, 'comceptum.offersettings.update'), letterhead);
  const today = dayOfInstant(services.now());
  const dayAt = (days: number | undefined) => (days === undefined ? null : addDays(today, days));
  for (const [at, order] of orders.entries()) {
    const then = { ...services, now: () => new Date(services.now().getTime() - order.ago * 86_400_000) };
    const made = orNotFound(
      await workOrdersService.create?.(
        contextOf(then, person, 'comceptum.workorders.create'),
        {
          administrationId: administrations[order.administration]?.id ?? '',
          reference: order.reference,
          invoiceNumber: order.invoiceNumber ?? '',
          contactPersonIds: contacts[order.relation],
          assignedUserIds: [colleagues[at % colleagues.length]?.id ?? person.id],
          status: order.status === 6 ? 5 : order.status,
          printingCompany: 'Drukkerij Zalland',
          diffuser: order.relation === 1 ? 'PostNL' : '',
          publisher: order.administration === 1 ? 'Veldpost' : '',
          firstTestDate: dayAt(order.proof),
          printingCompanyDate: dayAt(order.printer),
          diffuserDate: null,
          deliveryDate: dayAt(order.delivery),
          estimatedMinutes: order.quarters === undefined ? null : order.quarters * 15 + 60,
          lines: order.lines.map(([description, edition, format, material, purchaseAmount, salesAmount]) => ({
            description,
            edition,
            format,
            material,
            purchaseAmount,
            salesAmount,
            size: '',
            printing: material === '' ? '' : '4/4',
            finish: '',
            note: '',
          })),
        },
        {},
      ),
    );
    await demoHours(services, person, made.id, order);
    if (order.status === 6) await invoice(services, person, made.id, order);
    if (order.reference === 'Spandoeken gevel') await demoOffer(services, person, made.id);
  }
}

async function demoRelations(services: Services, companyId: string): Promise<string[][]> {
  return services.db.transaction().execute(async (tx) => {
    const contacts: string[][] = [];
    for (const { relation, people } of relations) {
      const relationId = await insertRelation(tx, companyId, relation);
      const ids: string[] = [];
      for (const [firstName, lastName, role] of people) {
        const email = `${firstName}@${relation.email.split('@')[1] ?? ''}`.toLowerCase();
        ids.push(
          await insertContactPerson(tx, companyId, relationId, {
            firstName,
            lastName,
            function: role,
            email,
          }),
        );
      }
      contacts.push(ids);
    }
    return contacts;
  });
}

// An afternoon at a time, from the day after the order came in.
async function demoHours(
  services: Services,
  person: Person,
  orderId: string,
  { quarters = 0, ago }: DemoOrder,
): Promise<void> {
  const ctx = contextOf(services, person, 'comceptum.workordertimes.create');
  const first = addDays(dayOfInstant(services.now()), 1 - ago);
  for (let done = 0, day = 0; done < quarters; done += 8, day += 1) {
    const minutes = Math.min(8, quarters - done) * 15;
    const startTime = instantOfAmsterdam(addDays(first, day), '13:00');
    const endTime = new Date(Date.parse(startTime) + minutes * 60_000).toISOString();
    await workOrderTimesService.create?.(
      ctx,
      { userId: person.id, startTime, endTime, description: '' },
      { workOrderId: orderId },
    );
  }
}

async function invoice(
  services: Services,
  person: Person,
  orderId: string,
  { invoiceNumber = '' }: DemoOrder,
): Promise<void> {
  const ctx = contextOf(services, person, 'comceptum.workorders.update');
  const { administrationId, reference } = orNotFound(await workOrdersService.find?.(ctx, orderId, {}));
  const write = workOrders.update.parse({ administrationId, reference, invoiceNumber, status: 6 });
  await workOrdersService.update?.(ctx, orderId, write, {});
}

async function demoOffer(services: Services, person: Person, orderId: string): Promise<void> {
  const ctx = contextOf(services, person, 'comceptum.offers.create');
  const lines = await services.db
    .selectFrom('order_lines')
    .where('company_id', '=', person.company_id)
    .where('work_order_id', '=', orderId)
    .orderBy('position')
    .select('id')
    .execute();
  await createOffer(ctx, orderId, {
    lines: lines.map(({ id }, at) => ({ orderLineId: id, isOptional: at === 2, choice: null })),
  });
}
