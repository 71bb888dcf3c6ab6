import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { recogniseDocument } from '#server/features/documents/recognition/recognise.ts';
import type {
  RecognisedDocument,
  RefusedDocument,
} from '#server/features/documents/recognition/recognised.ts';
import { startOcr } from '#server/platform/ocr/ocr.ts';
import { startPdf } from '#server/platform/pdf/pdf.ts';

// npm run score -- <folder> [--ignore-xml] [--verbose]: the real pipeline over documents with their expected values.

const expectedFile = z.object({
  number: z.string().optional(),
  date: z.string().optional(),
  totalInCents: z.number().optional(),
  creditor: z.string().optional(),
  currency: z.string().optional(),
});

const fieldNames = ['number', 'date', 'totalInCents', 'creditor', 'currency'] as const;
type FieldName = (typeof fieldNames)[number];
type Expected = z.output<typeof expectedFile>;

interface Scored {
  readonly file: string;
  /** Absent for a field that the expected values do not name. */
  readonly right: Partial<Record<FieldName, boolean>>;
  readonly found: Partial<Record<FieldName, string>>;
  readonly expected: Expected;
  readonly pages: number;
  readonly seconds: number;
}

const folder = process.argv[2];
const hasFlag = (name: string): boolean => process.argv.includes(`--${name}`);
if (folder === undefined || !existsSync(folder)) {
  process.stderr.write('Usage: npm run score -- <folder> [--ignore-xml] [--verbose]\n');
  process.exitCode = 1;
} else {
  await score(folder);
}

async function score(root: string): Promise<void> {
  const pdf = startPdf();
  const ocr = startOcr({ processes: 1 });
  const scored: Scored[] = [];
  for (const file of documentsIn(root)) {
    const bytes = readFileSync(path.join(root, file));
    const started = performance.now();
    const result = await recogniseDocument(bytes, {
      filename: file,
      pdf,
      ocr,
      embeddedXml: !hasFlag('ignore-xml'),
    });
    const one = compare(file, result, expectedOf(root, file), (performance.now() - started) / 1000);
    scored.push(one);
    print(one, result);
  }
  await Promise.all([pdf.close(), ocr.close()]);
  summarise(scored);
}

function documentsIn(root: string): string[] {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => /\.(?:pdf|jpe?g|png|tiff?|xml)$/i.test(file)).toSorted();
}

function expectedOf(root: string, file: string): Expected {
  const beside = path.join(root, file.replace(/\.[^.]+$/, '.json'));
  return existsSync(beside) ? expectedFile.parse(JSON.parse(readFileSync(beside, 'utf8'))) : {};
}

function compare(
  file: string,
  result: RecognisedDocument | RefusedDocument,
  expected: Expected,
  seconds: number,
): Scored {
  if (result.kind === 'refused') {
    const right = Object.fromEntries(
      fieldNames.filter((name) => expected[name] !== undefined).map((name) => [name, false]),
    );
    return { file, right, found: {}, expected, pages: 1, seconds };
  }
  const { number, date, total, creditor, currency } = result.fields;
  const values = {
    number: number[0],
    date: date[0],
    totalInCents: total[0],
    creditor: creditor[0],
    currency: currency[0],
  };
  const right: Partial<Record<FieldName, boolean>> = {};
  const found: Partial<Record<FieldName, string>> = {};
  for (const name of fieldNames) {
    const value = values[name]?.value;
    if (value !== undefined) found[name] = `${value} (${values[name]?.confidence ?? 0})`;
    if (expected[name] !== undefined) right[name] = plain(value) === plain(expected[name]);
  }
  return { file, right, found, expected, pages: result.pages.length, seconds };
}

function plain(value: string | number | undefined): string {
  return String(value ?? '')
    .replaceAll(/\s/g, '')
    .toLowerCase();
}

function print(
  { file, right, found, expected, pages, seconds }: Scored,
  result: RecognisedDocument | RefusedDocument,
): void {
  const wrong = fieldNames.filter((name) => right[name] === false);
  const state =
    result.kind === 'refused' ? `refused: ${result.reason}` : wrong.length === 0 ? 'right' : 'WRONG';
  process.stdout.write(`${state}  ${file}  ${(seconds / pages).toFixed(2)} s/page\n`);
  for (const name of wrong)
    process.stdout.write(`    ${name}: expected ${expected[name]}, found ${found[name] ?? 'nothing'}\n`);
  if (hasFlag('verbose') && result.kind !== 'refused') process.stdout.write(`    ${JSON.stringify(found)}\n`);
}

function summarise(scored: readonly Scored[]): void {
  const line = (label: string, good: number, all: number): void => {
    if (all > 0)
      process.stdout.write(`${label.padEnd(28)}${good}/${all}  ${((100 * good) / all).toFixed(1)} %\n`);
  };
  process.stdout.write('\n');
  for (const name of fieldNames) {
    const asked = scored.filter(({ right }) => right[name] !== undefined);
    line(name, asked.filter(({ right }) => right[name]).length, asked.length);
  }
  const main = ['number', 'date', 'totalInCents'] as const;
  const asked = scored.filter(({ right }) => main.some((name) => right[name] !== undefined));
  line(
    'number, date and total',
    asked.filter(({ right }) => main.every((name) => right[name] !== false)).length,
    asked.length,
  );
  const pages = scored.reduce((sum, one) => sum + one.pages, 0);
  const seconds = scored.reduce((sum, one) => sum + one.seconds, 0);
  process.stdout.write(
    `${scored.length} documents, ${pages} pages, ${(seconds / Math.max(1, pages)).toFixed(2)} s/page\n`,
  );
}
