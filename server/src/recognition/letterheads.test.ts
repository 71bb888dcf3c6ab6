import { describe, expect, test } from 'vitest';
import { extractFields } from './extract.ts';
import { pageOf } from '#tests/support/page-of.ts';
import { spelledAs } from './fields/full-names.ts';

// How a reader tells whose invoice it is, drawn after layouts that were read wrong at first sight.

const supplierOf = (drawing: string): string | undefined =>
  extractFields(pageOf(drawing), { excluded: [], known: [] }).fields.creditor[0]?.value;

const bill = `
Factuurnummer 2026-0199       Datum 12 mei 2026
Totaal incl. btw  1.210,00
`;

describe('a name stands', () => {
  test('in small print before its address, without a comma between', () => {
    expect(
      supplierOf(`


Aannemersbedrijf Van Wijk B.V.
t.a.v. crediteurenadministratie
Industrieweg 12
3401 MA IJsselstein
${bill}

Kooistra Grondwerken B.V. Marconistraat 4 8801 JM Franeker KvK 01112233 IBAN NL91ABNA0417164300`),
    ).toBe('Kooistra Grondwerken B.V.');
    expect(
      supplierOf(`
Meridian Parcel                                     TAX INVOICE
Meridian Parcel Logistics plc PO Box 4417, Coventry CV3 4DX VAT Reg No GB 722 0418 77
Uitgeverij De Linde B.V.
Herengracht 418
1017 BZ Amsterdam
Invoice Number   009946094
Invoice Date     13-JAN-2026
TOTAL DUE GBP    612.69`),
    ).toBe('Meridian Parcel Logistics plc');
  });

  test('behind a dash and a code', () => {
    expect(
      supplierOf(`
Loonbedrijf De Haan
Zuidweg 8
8251 PK Dronten
${bill}

KvK 12345678 - Machineverhuur Twente B.V. - Twentelaan 4 - 7609 PR Almelo - NL91 ABNA 0417 1643 00`),
    ).toBe('Machineverhuur Twente B.V.');
  });

  test('behind the account that is its own', () => {
    expect(
      supplierOf(`
                                                   Nota

Huisartsenpraktijk De Linde
Lindelaan 9
7413 CC Deventer
${bill}
Bedrag   Betalingskenmerk    Uiterlijk op Op rekening        Ten name van
€ 286,06 2203 1939 9224 4514 08-10-2026 NL91 ABNA 0417 1643 00 Regionaal Laboratorium Oost`),
    ).toBe('Regionaal Laboratorium Oost');
  });

  test('under a label in two languages, and its reader under another', () => {
    expect(
      supplierOf(`
DRUKPOL
Sprzedawca / Seller        Nabywca / Buyer
Drukpol Sp. z o.o.         Stichting Open Pagina
ul. Wadowicka 8            Catharijnesingel 47
30-415 Krakow              3511 GC Utrecht
NIP PL 6772044178          VAT NL008123440B50
Faktura VAT / Invoice no. FV/703/01/2026
Total to pay: 4 526,81 EUR`),
    ).toBe('Drukpol Sp. z o.o.');
  });

  test('over the table, whose head is no part of the address above it', () => {
    expect(
      supplierOf(`
                                                            Slotenmaker De Sleutel
                                                                     Grote Markt 3
                                                                  9712 HN Groningen
Van Os Techniek BV
Industrieweg 7a
5731 HP Mierlo
Omschrijving          Aantal         Prijs          Bedrag
Slotcilinder          5              46,00          230,00
Te voldoen  278,30`),
    ).toBe('Slotenmaker De Sleutel');
  });
});

describe('of two names the supplier is', () => {
  test('the letterhead, where a sentence speaks of another firm', () => {
    expect(
      supplierOf(`
Jansen-Kramer Vers                                Bestellijn 0174 - 24 55 90 (tot 23.00 uur)
                                                  Bank NL77 ABNA 0981 1616 43

Verzorgingshuis Duinrand
Duinweg 1
2554 AA Den Haag
${bill}
Kratten blijven altijd eigendom van J.K. Foodservice B.V. en gaan retour bij de volgende levering.`),
    ).toBe('Jansen-Kramer Vers');
  });

  test('the one below the greeting of a letter', () => {
    expect(
      supplierOf(`
Franeker, 12 mei 2026

Stichting Scholengroep West
Postbus 118
5401 BK Uden
${bill}
Met vriendelijke groet,

Timmerbedrijf De Vries
Marconistraat 4, 8801 JM Franeker, 0517 123456`),
    ).toBe('Timmerbedrijf De Vries');
  });

  test('the right one of two addresses side by side under a title alone', () => {
    expect(
      supplierOf(`
FACTUUR

Stichting Scholengroep West                                 Haarstudio Mooi
Postbus 118                                                 Marconistraat 4
5401 BK Uden                                                8801 JM Franeker
${bill}`),
    ).toBe('Haarstudio Mooi');
  });
});

describe('a name may begin with', () => {
  test.each(['Het Reclamehuis', 'mr. P.J. Scholten Advocatuur', '4Print Drukwerk', 'Ontwerpbureau 24/7'])(
    '%s',
    (name) => {
      const end = '\n'.repeat(20);
      const letter = `


Aannemersbedrijf Van Wijk B.V.
Postbus 118
5401 BK Uden
${bill}${end}`;
      expect(supplierOf(`${letter}${name} | Marconistraat 4 | 8801 JM Franeker | KvK 01112233`)).toBe(name);
      expect(
        supplierOf(`${letter}Betaling op rekening NL91 ABNA 0417 1643 00 ten name van ${name} te Franeker.`),
      ).toBe(name);
    },
  );
});

describe('a name is whole', () => {
  test('where a logo says its beginning', () => {
    expect(
      supplierOf(`
VAN DER AA PAPIER
Van der Aa Papiergroothandel B.V.    Lorentzweg 11    4691 SR Tholen
TEL 0166-60 41 77   KVK 20044178

                                BOEKHUIS VAN WESSEM
                                OUDE SINGEL 72
                                2312 RE LEIDEN
FACT.NR   26-94773   FACT.DATUM 29-05-2026
TE BETALEN  2.392,71`),
    ).toBe('Van der Aa Papiergroothandel B.V.');
  });

  test.each([
    ['REINDERS', 'recycling & containers', 'Reinders Recycling & Containers'],
    ['TER HORST', 'TANDTECHNISCH LABORATORIUM', 'Tandtechnisch Laboratorium Ter Horst'],
  ])('where %s over %s is said in one elsewhere', (logo, under, whole) => {
    expect(
      supplierOf(`
${logo}
${under}

Praktijk Haddou
Brink 22
7411 BT DEVENTER
${bill}

${whole} | Parallelweg 61, 7553 BJ Hengelo | KvK 96433234`),
    ).toBe(whole);
  });

  test('where a logo has the first letters of its words', () => {
    expect(
      supplierOf(`
RDL Oost
Uw laboratorium

Huisartsenpraktijk De Linde
Lindelaan 9
7413 CC Deventer
${bill}
Regionaal Diagnostisch Laboratorium Oost, Kerklaan 4, 7400 AM Deventer, KvK 94303213`),
    ).toBe('Regionaal Diagnostisch Laboratorium Oost');
  });

  test('with the year it is called after', () => {
    expect(
      supplierOf(`
Drukkerij Wormer 1911 B.V.                       Veerdijk 40 B
                                                 1531 MS Wormer
                                                 order@wormer1911.example
Bouwbedrijf Van Leeuwen B.V.
Industrieweg 14
3846 BD Harderwijk
${bill}
KVK 88339524 · Leveringsvoorwaarden Koninklijke KVGO`),
    ).toBe('Drukkerij Wormer 1911 B.V.');
  });
});

describe('no name is', () => {
  test('whether the bill was paid', () => {
    expect(
      supplierOf(`
                                                  O N B E T A A L D
                                                   Hostwerf Internetdiensten
                                                   Computerweg 14
                                                   3542 DR Utrecht
                                                   KvK 79029060
Gefactureerd aan
Bakkerij De Gouden Aar B.V.
Molenstraat 18
5401 BK Uden
${bill}`),
    ).toBe('Hostwerf Internetdiensten');
  });

  test('an account for the money of others', () => {
    expect(
      supplierOf(`
BRANDSMA OOSTING
ADVOCATEN

Van Dalen & Zn. Installaties
Industrieweg 7a
2712 LB Zoetermeer
${bill}
over te maken op rekening NL32 TRIO 0383 9156 65 t.n.v. Brandsma Oosting Advocaten te Utrecht, o.v.v. 40111741
Derdengelden: NL73 RABO 0450 3603 32 t.n.v. Stichting Beheer Derdengelden Brandsma Oosting
Emmalaan 23 3581 HN Utrecht telefoon 035-6807774 KvK 78442584`),
    ).toBe('Brandsma Oosting Advocaten');
  });

  test('the first name that signs it', () => {
    expect(
      supplierOf(`
                                                                    Marieke de Wit
                                                                    Oudegracht 312
                                                                    3511 PK Utrecht
                                                                    06-41228765

Koster Installatietechniek B.V.
T.a.v. dhr. P. Hoekstra
De Schans 41
8231 KA Lelystad
${bill}
Met vriendelijke groet,

Marieke

KvK 37847454`),
    ).toBe('Marieke de Wit');
  });

  test('a postcode whose letters look like a legal form', () => {
    expect(
      supplierOf(`
Fiona MacAllister
12 High Street, Leeds LS1 4AB
phone +44 113 496 0000
                                    6811 AG Arnhem
${bill}`),
    ).toBe('Fiona MacAllister');
  });
});

test('a letterhead at the right has a telephone below it, which no window has', () => {
  expect(
    supplierOf(`
                                                     Reprovisie Office Systems B.V.
                                                       Veldzigt 26b, 3454 PW De Meern
                                                              Service 030 - 662 18 00
Fysio Oost
t.a.v. L. Hendriks
Oosterparkstraat 203
1092 BM Amsterdam
${bill}
KvK 30187743 BTW NL809114628B01 IBAN NL83DEUT0319955820 Leveringen volgens de bij de KvK gedeponeerde voorwaarden`),
  ).toBe('Reprovisie Office Systems B.V.');
});

test('an account holder with initials is completed by the full name and trade above', () => {
  expect(
    supplierOf(`
                            Gerrit Wiegers Schilderwerken
                      Lytse Buorren 21 – 8501 CK Joure – 06 22 41 87 30
De Gouden Lepel
dhr. P. Janssen
Markt 12
5211 JX 's-Hertogenbosch
${bill}
U wordt verzocht dit bedrag over te maken op rekening NL93 RABO 0331 9074 52 ten name van G. Wiegers te Joure.
Met vriendelijke groet,
G. Wiegers`),
  ).toBe('Gerrit Wiegers Schilderwerken');
});

describe('the small print says the whole name', () => {
  test('which ends where the codes begin', () => {
    expect(
      supplierOf(`
GEBR. WIEGERS                                              Zandweg 14, 9451 KC Rolde
Loon-, grond- en verhuurwerk                               NL33 RABO 0894 7091 28
                                            Aan:
                                              Melkveebedrijf G. te Winkel
                                              Heurnseweg 21
                                              7095 DE De Heurne
${bill}
V.O.F. Loonbedrijf Gebr. Wiegers K.v.K. Meppel 32376533 BTW nr. NL405715089B03 Betaling binnen 21 dagen.`),
    ).toBe('V.O.F. Loonbedrijf Gebr. Wiegers');
  });

  test('before a street and a comma', () => {
    expect(
      supplierOf(`
                                                         Hoeksema
                                                           staalbouw & constructie
Installatiedienst Koster
De Schans 41
8231 KA Lelystad
${bill}
Staalbouw Hoeksema B.V. Industriestraat 51, 7102 DZ Winterswijk tel 0543-51 70 00 kvk 92264824`),
    ).toBe('Staalbouw Hoeksema B.V.');
  });

  test('with the town of who holds the account, which is no part of it', () => {
    expect(
      supplierOf(`
                                  KONINKLIJKE VERENIGING
                                    Het Baken
                                  Secretariaat: Breestraat 90, 2311 CT Leiden
Zorggroep Maasland
Kerkstraat 110
5341 AE Oss
${bill}
Bedrag                Rekening begunstigde
546,25                NL52 INGB 0427 1498 36
                      Koninklijke Vereniging Het Baken, Leiden    KvK 40467064`),
    ).toBe('Koninklijke Vereniging Het Baken');
  });

  test('with its form on a line of its own, where the column is narrow', () => {
    expect(
      supplierOf(`
FACTUUR                                                    Getal9
                                                           Accountants & Adviseurs
Gemeente Westerveen
T.a.v. de directie
Postbus 200
7900 AE Hoogeveen
${bill}
                                                           Getal9 Accountants & Adviseurs
                                                           B.V.
                                                           Burg. Patijnlaan 4
                                                           2585 BG Den Haag
                                                           KvK 19338869`),
    ).toBe('Getal9 Accountants & Adviseurs B.V.');
  });
});

test('the dot behind a name may be read as another sign', () => {
  const end = '\n'.repeat(20);
  expect(
    supplierOf(`


Aannemersbedrijf Van Wijk B.V.
Postbus 118
5401 BK Uden
${bill}${end}Maatschap Rietveld Vastgoed + Lindelaan 2 + 3743 AB Baarn + KvK 01112233`),
  ).toBe('Maatschap Rietveld Vastgoed');
});

test('a scanned name that is off by a letter is spelled as its web address', () => {
  const read = (value: string) => ({
    value,
    raw: value,
    page: 1,
    box: null,
    confidence: 0.5,
    method: 'heuristic' as const,
    reasons: [],
    knownId: null,
  });
  expect(spelledAs(read('N.V. Watertink Zuid'), ['waterlinkzuid']).value).toBe('N.V. Waterlink Zuid');
  expect(spelledAs(read('N.V. Watertoren Zuid'), ['waterlinkzuid']).value).toBe('N.V. Watertoren Zuid');
});
