import { sampleIban, sampleKvk, sampleVatId } from './codes.ts';
import { type Random, randomFrom, seedOf } from './random.ts';
import type { SampleParty } from './sample.ts';

/** What a supplier sells: description, unit, minimum and maximum price in cents, VAT rate. */
export type Product = readonly [
  description: string,
  unit: string,
  min: number,
  max: number,
  vatPercent: 9 | 21,
];

export type Trade =
  | 'cleaning'
  | 'building'
  | 'food'
  | 'print'
  | 'transport'
  | 'office'
  | 'green'
  | 'advice'
  | 'energy'
  | 'carpet';

export interface Supplier {
  readonly party: SampleParty;
  readonly trade: Trade;
}

export const products: Readonly<Record<Trade, readonly [Product, ...Product[]]>> = {
  cleaning: [
    ['Schoonmaak kantoor, dagelijks onderhoud', 'uur', 2650, 3450, 21],
    ['Glasbewassing binnen en buiten', 'beurt', 18500, 64000, 21],
    ['Sanitairpakket (papier, zeep, luchtverfrisser)', 'set', 4250, 9800, 21],
    ['Vloeronderhoud: strippen en in de was zetten', 'm²', 375, 890, 21],
    ['Inzet ploeg zaterdag', 'uur', 3900, 4800, 21],
    ['Tapijtreiniging hal en gangen', 'm²', 295, 540, 21],
  ],
  building: [
    ['Onderhoud cv-ketel volgens contract', 'stuks', 11500, 18900, 21],
    ['Vervangen circulatiepomp incl. materiaal', 'stuks', 28900, 47500, 21],
    ['Arbeid monteur', 'uur', 5850, 7950, 21],
    ['Voorrijkosten', 'stuks', 4500, 7500, 21],
    ['Leidingwerk koper 15 mm', 'meter', 1275, 2150, 21],
    ['Schilderwerk kozijnen woning ouder dan 2 jaar', 'uur', 4650, 5900, 9],
    ['Thermostaatkraan met voeler', 'stuks', 2895, 4650, 21],
  ],
  food: [
    ['Lunchpakket vergadering', 'stuks', 895, 1650, 9],
    ['Belegde broodjes assortiment', 'stuks', 325, 575, 9],
    ['Vers fruit op kantoor, krat', 'krat', 2450, 3950, 9],
    ['Koffiebonen espresso 1 kg', 'kg', 1495, 2450, 9],
    ['Huur statafels', 'stuks', 1250, 2200, 21],
    ['Bediening tijdens borrel', 'uur', 3450, 4250, 21],
  ],
  print: [
    ['Folder A5 dubbelzijdig 135 grs, 2.500 ex.', 'order', 18900, 34500, 21],
    ['Visitekaartjes 400 grs mat', 'doos', 3450, 6900, 21],
    ['Drukproef', 'stuks', 2500, 4500, 21],
    ['Jaarverslag 48 pagina’s, garenloos gebrocheerd', 'stuks', 695, 1450, 9],
    ['Opmaak en vormgeving', 'uur', 6500, 8900, 21],
    ['Levering per koerier', 'rit', 1950, 4500, 21],
  ],
  transport: [
    ['Rit Rotterdam - Zwolle, pallets', 'rit', 24500, 46500, 21],
    ['Brandstoftoeslag', 'stuks', 1850, 6900, 21],
    ['Wachttijd chauffeur', 'uur', 4950, 6250, 21],
    ['Opslag pallet per week', 'pallet', 245, 495, 21],
    ['Koeriersdienst spoed', 'rit', 4900, 12500, 21],
  ],
  office: [
    ['Kopieerpapier A4 80 grs, doos 2.500 vel', 'doos', 1795, 2995, 21],
    ['Bureaustoel model 4100', 'stuks', 18900, 42500, 21],
    ['Toner zwart', 'stuks', 5995, 12900, 21],
    ['Whiteboardstiften, set van 4', 'set', 595, 1195, 21],
    ['Bureaulamp led', 'stuks', 3495, 7995, 21],
    ['Vakboek administratie', 'stuks', 2495, 5495, 9],
  ],
  green: [
    ['Tuinonderhoud volgens bestek', 'uur', 3950, 5450, 21],
    ['Beukenhaag Fagus sylvatica 80-100', 'stuks', 295, 650, 9],
    ['Snoeiwerk bomen met hoogwerker', 'dagdeel', 32500, 54500, 21],
    ['Afvoer groenafval', 'm³', 2250, 3850, 21],
    ['Bloembollen mengsel', 'zak', 1495, 3495, 9],
  ],
  advice: [
    ['Advies en begeleiding', 'uur', 9500, 16500, 21],
    ['Samenstellen jaarrekening', 'stuks', 125000, 285000, 21],
    ['Salarisadministratie per medewerker', 'stuks', 1450, 2250, 21],
    ['Reiskosten', 'km', 23, 45, 21],
    ['Workshop dagdeel', 'dagdeel', 65000, 115000, 21],
  ],
  energy: [
    ['Levering elektriciteit', 'kWh', 21, 39, 21],
    ['Levering gas', 'm³', 110, 165, 21],
    ['Vaste leveringskosten', 'maand', 595, 995, 21],
    ['Internet zakelijk 1 Gbit/s', 'maand', 4950, 8950, 21],
    ['Mobiele abonnementen', 'stuks', 1450, 2950, 21],
    ['Drinkwater', 'm³', 98, 145, 9],
  ],
  carpet: [
    ['Projecttapijt getuft, antraciet', 'm²', 2450, 4950, 21],
    ['Karpet op maat 200 x 300, gefestonneerd', 'stuks', 24500, 69500, 21],
    ['Ondertapijt 8 mm', 'm²', 450, 895, 21],
    ['Leggen en lijmen', 'm²', 850, 1450, 21],
    ['Monsterboek', 'stuks', 2500, 4500, 21],
  ],
};

const names: readonly (readonly [name: string, trade: Trade, city: string])[] = [
  ['Schoonmaakbedrijf Glansrijk B.V.', 'cleaning', 'Zaltbommel'],
  ['Helderoord Facilitair B.V.', 'cleaning', 'Amersfoort'],
  ['Installatietechniek Kwikstaart B.V.', 'building', 'Heerenveen'],
  ['Bouwbedrijf Van Zwelm & Zn.', 'building', 'Barneveld'],
  ['Loodgietersbedrijf De Waterpas V.O.F.', 'building', 'Deventer'],
  ['Bakkerij Het Vijfde Brood', 'food', 'Rotterdam'],
  ['Catering Tafelrond B.V.', 'food', 'Utrecht'],
  ['Koffiebranderij Zwarte Tulp', 'food', 'Haarlem'],
  ['Drukkerij Ménage à Papier B.V.', 'print', 'Rotterdam'],
  ['Offsetdrukkerij De Blauwe Pers N.V.', 'print', 'Groningen'],
  ['Transportbedrijf Rijnmonding B.V.', 'transport', 'Ridderkerk'],
  ['Koeriersdienst Snelvoet', 'transport', 'Tilburg'],
  ['Kantoorvakhandel Paperas B.V.', 'office', 'Zwolle'],
  ['Meubelmagazijn Zitgoed Projecten B.V.', 'office', 'Eindhoven'],
  ['Hoveniersbedrijf Groenewoud-Tas V.O.F.', 'green', 'Boskoop'],
  ['Boomkwekerij Lommerrijk', 'green', 'Opheusden'],
  ['Administratiekantoor Telwerk B.V.', 'advice', 'Leeuwarden'],
  ['Adviesbureau Ørsted-Vriezen', 'advice', 'Nijmegen'],
  ['Stichting Leerkring Oost', 'advice', 'Enschede'],
  ['Noordlicht Energie Zakelijk B.V.', 'energy', 'Assen'],
  ['Telecom Draadloos Nederland B.V.', 'energy', 'Hoofddorp'],
  ['Tapijtfabriek De Schering N.V.', 'carpet', 'Genemuiden'],
  ['Coöperatie Vloerdelta U.A.', 'carpet', 'Hasselt'],
  ['Maatschap Jansen, De Wit en Öztürk', 'advice', 'Den Haag'],
];

const streets = [
  'Havenstraat',
  'Industrieweg',
  'Coolsingelpad',
  'Dorpsstraat',
  'Ambachtsweg',
  'Stationsplein',
  'Lange Gracht',
  'Nijverheidslaan',
] as const;

/** Every supplier there is; its codes and address hang on its name, so it is the same in every run. */
export const suppliers: readonly Supplier[] = names.map(([name, trade, city]) => ({
  trade,
  party: partyOf(name, city),
}));

/** An invented company of that name. */
export function partyOf(name: string, city: string): SampleParty {
  const random = randomFrom(seedOf(name));
  const host = `${hostOf(name)}.example`;
  return {
    name,
    street: `${random.pick(streets)} ${random.integer(1, 240)}${random.chance(0.2) ? random.pick(['a', 'b', '-II']) : ''}`,
    postcode: postcode(random),
    city,
    kvk: sampleKvk(random),
    vatId: sampleVatId(random),
    iban: sampleIban(random),
    email: `${random.pick(['info', 'administratie', 'facturatie'])}@${host}`,
    phone: `0${random.integer(10, 79)} ${random.integer(200, 999)} ${random.digits(2)} ${random.digits(2)}`,
    website: `www.${host}`,
  };
}

function postcode(random: Random): string {
  const letters = 'ABCDEGHJKLMNPRTVWXZ';
  const letter = (): string => letters[random.integer(0, letters.length - 1)] ?? 'A';
  return `${random.integer(1000, 9999)} ${letter()}${letter()}`;
}

function hostOf(name: string): string {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('Ø', 'O').toLowerCase();
  const words = plain
    .replaceAll(/\b(?:b\.v\.|n\.v\.|v\.o\.f\.|u\.a\.|zn\.)/g, '')
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  return words.slice(-2).join('-');
}
