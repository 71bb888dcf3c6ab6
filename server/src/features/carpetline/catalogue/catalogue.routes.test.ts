import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testApp, type TestApp, type TestClient } from '#server/app/testing/app.ts';

const url = '/api/carpetline/semi-finishes';
let balie: TestApp;
let staff: TestClient;

beforeAll(async () => {
  balie = await testApp();
});
// A catalogue of its own for each.
beforeEach(async () => {
  staff = await balie.asUser({
    may: ['read', 'create', 'update', 'delete']
      .map((verb) => `carpetline.semifinishes.${verb}.company`)
      .concat('carpetline.orders.read.company'),
  });
});
afterAll(() => balie.close());

const banding = {
  description: 'Banderen',
  articles: [
    {
      articleNumber: 'B-040',
      description: 'Katoenband',
      colors: [
        { description: 'Zand', swatch: '#D8C9A7' },
        { description: 'Leem', isActive: false },
      ],
    },
  ],
};

function upload(text: string) {
  const boundary = 'x-carpet';
  const payload = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="c.csv"\r\ncontent-type: text/csv\r\n\r\n${text}\r\n--${boundary}--\r\n`;
  return staff.post(`${url}/import`, payload, {
    'content-type': `multipart/form-data; boundary=${boundary}`,
  });
}

test('a tree is saved as one, its parts keep their ids, and only what is active can be ordered', async () => {
  const made = (await staff.post(url, banding)).json().result;
  expect(made).toMatchObject({ position: 1, articleCount: 1, colorCount: 2 });
  const [article] = made.articles;
  expect((await staff.get(`${url}/lookup`)).json().result).toMatchObject([
    {
      description: 'Banderen',
      articles: [{ colors: [{ description: 'Zand', swatch: '#d8c9a7', photo: null }] }],
    },
  ]);
  const changed = (
    await staff.put(`${url}/${made.id}`, {
      ...banding,
      articles: [{ ...article, description: 'Katoenband 4 cm', colors: article.colors.slice(1) }],
      rowVersion: made.rowVersion,
    })
  ).json().result;
  expect(changed.articles).toMatchObject([
    { id: article.id, description: 'Katoenband 4 cm', colors: [{ id: article.colors[1].id }] },
  ]);
  expect((await staff.put(`${url}/${made.id}`, { ...banding, rowVersion: made.rowVersion })).statusCode).toBe(
    409,
  );
});

test('what a save leaves out stays as it is (§B5)', async () => {
  const made = (await staff.post(url, { ...banding, isActive: false })).json().result;
  const saved = (await staff.put(`${url}/${made.id}`, { description: 'Banderen breed' })).json().result;
  expect(saved).toMatchObject({ description: 'Banderen breed', isActive: false, articles: made.articles });
});

test('nobody takes the id of a part of somebody else', async () => {
  const other = await balie.asUser({ may: ['carpetline.semifinishes.create.company'] });
  const theirs = (await other.post(url, banding)).json().result.articles[0];
  const mine = (
    await staff.post(url, { description: 'Geleend', articles: [{ id: theirs.id, description: 'Leer' }] })
  ).json().result;
  expect(mine.articles[0].id).not.toBe(theirs.id);
});

test('a photo is re-encoded, shown at an address of its own, and removed', async () => {
  const made = (await staff.post(url, banding)).json().result;
  const colorId = made.articles[0].colors[0].id;
  const { default: sharp } = await import('sharp');
  const png = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#abc' } })
    .png()
    .toBuffer();
  const put = await staff.put(`${url}/${made.id}/colors/${colorId}/photo`, {
    content: `data:image/png;base64,${png.toString('base64')}`,
  });
  const { photo } = put.json().result.articles[0].colors[0];
  const shown = await staff.get(photo);
  expect(shown.headers['content-type']).toBe('image/png');
  expect((await sharp(shown.rawPayload).metadata()).width).toBe(20);
  expect(
    (
      await staff.put(`${url}/${made.id}/colors/${colorId}/photo`, { content: 'data:image/png;base64,WA==' })
    ).json().codes,
  ).toEqual({ photo: ['not-an-image'] });
  await staff.put(`${url}/${made.id}/colors/${colorId}/photo`, { content: null });
  expect((await staff.get(photo)).statusCode).toBe(404);
});

test('the catalogue is exported as CSV and imported again; a wrong line refuses the complete file', async () => {
  const csv = (await staff.get(`${url}/export`)).body;
  expect(csv).toContain('Halffabricaat;Artikelnummer;Artikel;Kleur;Staal;Te bestellen');
  const before = (await staff.get(`${url}/lookup`)).json().result;
  expect((await upload(csv)).statusCode).toBe(200);
  expect((await staff.get(`${url}/lookup`)).json().result).toEqual(before);
  const added = await upload('Halffabricaat;Kleur;Staal\nFestonneren;Ecru;#e8e0cf\n');
  expect(added.json().result).toEqual({ savedCount: 1 });
  const wrong = await upload('Halffabricaat;Kleur;Staal\nNieuw;Ecru;#e8e0cf\nNieuw;Rood;rood\n');
  expect(wrong.json()).toMatchObject({
    codes: { file: ['invalid'] },
    detail: expect.stringMatching(/^Regel 3, Staal: /),
  });
  expect((await staff.get(`${url}?query=nieuw`)).json().result).toEqual([]);
});

test('a file of ten thousand lines goes in, and what it made can be saved in the form again', async () => {
  // 20 semi-finishes of 10 articles of 50 colours.
  const rows = Array.from(
    { length: 10_000 },
    (_, at) => `Groot ${at % 20};A-${at % 200};Artikel ${at % 200};Kleur ${Math.floor(at / 200)};#a0b0c0`,
  );
  const reply = await upload(`Halffabricaat;Artikelnummer;Artikel;Kleur;Staal\n${rows.join('\n')}\n`);
  expect(reply.json().result).toEqual({ savedCount: 20 });
  const [{ id }] = (await staff.get(`${url}?query=groot`)).json().result;
  const { description, articles, colors, rowVersion } = (await staff.get(`${url}/${id}`)).json().result;
  expect(articles).toHaveLength(10);
  expect(articles[0].colors).toHaveLength(50);
  expect((await staff.put(`${url}/${id}`, { description, articles, colors, rowVersion })).statusCode).toBe(
    200,
  );
});

test.each([
  [
    'articles',
    (at: number) => `Vol;N-${at};Artikel ${at};`,
    'Vol krijgt zo 501 artikelen. Een halffabricaat heeft er hoogstens 500.',
  ],
  [
    'colours',
    (at: number) => `Vol;N;Leer;Kleur ${at}`,
    'Leer krijgt zo 501 kleuren. Een halffabricaat of artikel heeft er hoogstens 500.',
  ],
])(
  'a file that brings more %s than the form takes is refused with a sentence, and nothing of it goes in',
  async (_, row, words) => {
    const reply = await upload(
      `Halffabricaat;Artikelnummer;Artikel;Kleur\n${Array.from({ length: 501 }, (_, at) => row(at)).join('\n')}\n`,
    );
    expect(reply).toBeProblem(400, 'validation');
    expect(reply.json().detail).toBe(words);
    expect((await staff.get(`${url}?query=vol`)).json().result).toEqual([]);
  },
);
