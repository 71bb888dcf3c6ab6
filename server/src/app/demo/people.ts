import type { SeedAdministration } from '#server/features/core/index.ts';
import { modulePrefixes, permissionCatalogue } from '#contract/permissions.ts';

/** A company of the demo, with its people and what they may. */
export interface DemoCompany {
  readonly key: 'provider' | 'fm' | 'print' | 'carpet';
  readonly name: string;
  readonly domainName: string;
  readonly primaRelatienummer: string;
  readonly modules: readonly (typeof modulePrefixes)[number][];
  readonly administrations: readonly SeedAdministration[];
  readonly groups: readonly {
    readonly name: string;
    readonly permissions: readonly string[] | 'everything';
  }[];
  readonly users: readonly {
    readonly email: string;
    readonly firstName: string;
    readonly lastName: string;
    /** None where the group is made with its first member. */ readonly group?: string;
  }[];
}

const all = (prefix: string): string[] =>
  permissionCatalogue.filter(
    (permission) => permission.startsWith(`${prefix}.`) && !permission.endsWith('.system'),
  );

// Upload and approve; handing over is for staff.
const uploadAndApprove = [
  'fmmodule.documents.create.company',
  'fmmodule.documents.read.company',
  'fmmodule.invoices.read.company',
  'fmmodule.archive.read.company',
  'fmmodule.invoices.approve.company',
  'fmmodule.invoices.comment.company',
  'fmmodule.creditors.read.company',
  'fmmodule.creditors.update.company',
  'fmmodule.bankaccounts.read.company',
  'fmmodule.bankaccounts.confirm.company',
  'fmmodule.usage.read.company',
];

// Sets up how invoices are approved, booked and handed over.
const manageFinance = [
  ...uploadAndApprove,
  'fmmodule.invoices.update.company',
  'fmmodule.invoices.export.company',
  'fmmodule.archive.export.company',
  'fmmodule.invoices.markoriginal.company',
  ...['approvals', 'approvalflows', 'absences', 'touchlessrules'].flatMap((name) => all(`fmmodule.${name}`)),
  ...['charts', 'deliveries', 'deliverysettings'].flatMap((name) => all(`fmmodule.${name}`)),
  'core.users.read.company',
];

/** Names of the modules as the provider sells them, by permission prefix. */
export const moduleNames: Readonly<Record<(typeof modulePrefixes)[number], string>> = {
  comceptum: 'Orders en uren',
  carpetline: 'Tapijtorders',
  fm: 'FM-beheer',
  fmmodule: 'Facturen',
  fmmanagement: 'Documenten',
};

/** Whom the demo's invoices are for, as they print it. */
export const demoBuyer = {
  name: 'Vechtstreek Wonen',
  codes: { kvk: '41023876', vatId: 'NL814520741B01', iban: 'NL93RABO0314159265' },
} as const;

/** A small but believable world: the provider and one customer of each kind. */
export const demoCompanies: readonly DemoCompany[] = [
  {
    key: 'provider',
    name: 'Balie B.V.',
    domainName: 'balie.example',
    primaRelatienummer: '10001',
    modules: [...modulePrefixes],
    administrations: [{ name: 'Balie B.V.', tag: 'BAL-01', coupling: 'exact' }],
    groups: [{ name: 'Beheer', permissions: 'everything' }],
    users: [
      { email: 'beheer@balie.example', firstName: 'Sanne', lastName: 'de Wit', group: 'Beheer' },
      { email: 'joris@balie.example', firstName: 'Joris', lastName: 'Kamp', group: 'Beheer' },
    ],
  },
  {
    key: 'fm',
    name: 'Woonstichting De Vechtstreek',
    domainName: 'vechtstreek.example',
    primaRelatienummer: '10644',
    modules: ['fmmodule'],
    // One only: whatever invoice somebody tries goes to it, whoever it is addressed to.
    administrations: [{ ...demoBuyer, tag: 'VEC-01', coupling: 'exact' }],
    groups: [
      { name: 'Factuurverwerking', permissions: uploadAndApprove },
      { name: 'Financiën', permissions: manageFinance },
    ],
    users: [
      { email: 'fm@balie.example', firstName: 'Petra', lastName: 'Huisman', group: 'Factuurverwerking' },
      {
        email: 'daan@vechtstreek.example',
        firstName: 'Daan',
        lastName: 'Meijer',
        group: 'Financiën',
      },
    ],
  },
  {
    key: 'print',
    name: 'Drukkerij Zalland B.V.',
    domainName: 'zalland.example',
    primaRelatienummer: '10482',
    modules: ['comceptum'],
    administrations: [
      { name: 'Zalland Drukwerk', tag: 'ZAL-01', coupling: 'snelstart_online' },
      { name: 'Zalland Uitgeverij', tag: 'ZAL-02', coupling: 'snelstart_online' },
    ],
    // Orders are assigned to colleagues and booked in administrations, which are therefore read.
    groups: [
      {
        name: 'Orderbegeleiding',
        permissions: [
          ...all('comceptum'),
          ...all('core.customerrelations'),
          ...all('core.contactpersons'),
          'core.users.read.company',
          'core.administrations.read.company',
        ],
      },
    ],
    users: [
      { email: 'werk@balie.example', firstName: 'Marieke', lastName: 'Bos', group: 'Orderbegeleiding' },
      { email: 'bas@zalland.example', firstName: 'Bas', lastName: 'Wiggers', group: 'Orderbegeleiding' },
      {
        email: 'noor@zalland.example',
        firstName: 'Noor',
        lastName: 'van der Kolk',
        group: 'Orderbegeleiding',
      },
    ],
  },
  {
    key: 'carpet',
    name: 'Hofstede Tapijten',
    domainName: 'hofstede-tapijten.example',
    primaRelatienummer: '10517',
    modules: ['carpetline'],
    administrations: [{ name: 'Hofstede Tapijten', tag: 'HOF-01', coupling: 'csv' }],
    groups: [
      {
        name: 'Tapijtafdeling',
        permissions: [...all('carpetline'), ...all('core.customerrelations'), ...all('core.contactpersons')],
      },
    ],
    users: [
      { email: 'tapijt@balie.example', firstName: 'Henk', lastName: 'Hofstede', group: 'Tapijtafdeling' },
      { email: 'portaal@balie.example', firstName: 'Lotte', lastName: 'van Loon' },
    ],
  },
];

/** Who sends the demo invoices in. */
export const demoUploader = 'fm@balie.example';

/** The logins that the start prints, with what each is for. */
export const demoLogins: readonly { readonly email: string; readonly what: string }[] = [
  { email: 'beheer@balie.example', what: 'provider staff, everything' },
  { email: 'fm@balie.example', what: 'FM customer: uploads and approves invoices' },
  { email: 'daan@vechtstreek.example', what: 'their head of finance: flows, bookings, hand-over' },
  { email: 'werk@balie.example', what: 'work orders' },
  { email: 'tapijt@balie.example', what: 'carpet staff' },
  { email: 'portaal@balie.example', what: 'portal user of a carpet customer' },
];
