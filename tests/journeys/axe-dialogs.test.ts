import { expect, test } from 'vitest';
import { newPerson, signIn } from '../support/browser.ts';
import { addRelation, firstOf, lookAtDialogs, type Opening, openFirst, watch } from '../support/looks.ts';
import { browser, product, openStage } from '../support/stage.ts';

openStage();

// What axe.test.ts asks of screens, asked of dialogs: as they open, and with everything that can be wrong in them.

test(
  'axe finds nothing serious in any dialog of management, and nothing scrolls sideways',
  { timeout: 1_200_000 },
  async () => {
    const relation = await addRelation(product);
    const { page, close } = await newPerson(browser);
    const watched = watch(page);
    await signIn(page, product, 'generic', 'beheer@balie.example');
    const company = await openFirst(watched, '/management/companies', 'administrations');
    const user = await openFirst(watched, `${company}/users`, 'permissions');
    const group = await openFirst(watched, '/core/groups', 'permissions');
    const dialogs: readonly Opening[] = [
      [`${company}/administrations`, /^(Administratie toevoegen|Add administration)$/],
      [`${company}/administrations`, /^(Bewerk|Edit) /],
      [`${company}/administrations`, /^(Verwijder|Delete) ./],
      [`${company}/users`, /^(Gebruiker toevoegen|Add user)$/],
      [`${company}/users`, /(uitnodigen$|^Invite )/],
      [`${company}/modules`, /^(Module toevoegen|Add module)$/],
      [`${company}/programs`, /^(Serviceaccount toevoegen|Add service account)$/],
      [`${company}/programs`, /^(Webhook toevoegen|Add webhook)$/],
      [`${company}/sign-in`, /^(Directory instellen|Set directory)$/],
      ['/account/security', /^(App voor codes toevoegen|Add an app for codes)$/],
      [user, /^(Persoonsgegevens|Personal data)$/],
      [user, /^(Apparaat kwijt|Device lost)$/],
      [user, /^(Bewerken|Edit)( E)?$/],
      [group, /^(Kopiëren|Copy)$/],
      [group, /^(Verwijderen|Delete)$/],
      // All parts have their module, so that none can be added.
      ['/core/modules', /^(Bewerk|Edit) /],
      ['/core/customer-relations', /(uit een bestand$|from a file$)/],
      [`${relation}/contact-persons`, /^(Contactpersoon toevoegen|Add contact person)$/],
      [relation, /^(Verwijderen|Delete)$/],
      ['/', /(Zoek op alles|Search everything)/],
    ];
    expect(await lookAtDialogs(watched, dialogs)).toEqual([]);
    await close();
  },
);

test('the same holds for every dialog of releases and customers', { timeout: 1_200_000 }, async () => {
  const { page, close } = await newPerson(browser);
  const watched = watch(page);
  await signIn(page, product, 'generic', 'beheer@balie.example');
  const release = await firstOf(watched, '/fm/releases');
  const customer = await openFirst(watched, '/fm/customers', 'administrations');
  const dialogs: readonly Opening[] = [
    ['/fm/releases', /^(Release aanmaken|Create release)$/],
    ['/fm/releases', /^(Instellingen voor uitzetten|Settings for switching off)$/],
    [release, /^(Wie krijgt dit\?|Who gets this\?)$/],
    [release, /^\d+ (van|of) \d+ (op|on) /],
    [release, /^(Historie|History)$/],
    [release, /^(Verwijderen|Delete)$/],
    [`${customer}/administrations`, /^(Bekijk|Look at) /],
    [`${customer}/update-keys`, /^(Sleutel maken|Make key)$/],
    [`${customer}/price-agreements`, /^(Prijsafspraak toevoegen|Add price agreement)$/],
    ['/fm/price-agreements', /^(Prijsafspraak toevoegen|Add price agreement)$/],
    ['/fm/billing-runs', /^(Factuurrun maken|Make invoice run)$/],
    ['/fm/report', /(opbouw tonen|show what it is made of)$/],
    ['/fm/report', /(documenten tonen|show documents)$/],
  ];
  expect(await lookAtDialogs(watched, dialogs)).toEqual([]);
  await close();
});
