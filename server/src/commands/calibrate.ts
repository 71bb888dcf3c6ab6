import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  calibratedFields,
  calibrationTable,
  claimsInFolds,
  featuresOf,
  fit,
  type Observation,
  pagesOfPdf,
  pagesOfPicture,
  type PagesRead,
  scoreFields,
} from '#server/recognition/index.ts';
import { generateInvoices } from '#server/samples/generate.ts';
import { degradations, degradedLines } from '#server/samples/degraded.ts';
import { randomFrom } from '#server/samples/random.ts';
import { layoutNames, type SampleInvoice } from '#server/samples/sample.ts';
import { startOcr } from '#server/platform/ocr/ocr.ts';
import { startPdf } from '#server/platform/pdf/pdf.ts';
import { option, printHelp } from './command.ts';

// node scripts/run.js server/src/commands/calibrate.ts [--write] [--scans n]: fits the confidence of values on the
// generator's layouts, and prints what that is worth on layouts it was not fitted on (decision 0020).

const usage = `Usage: node scripts/run.js server/src/commands/calibrate.ts [--write] [--scans N]

Fits the confidence of values on the generator's layouts, and prints what that is worth on layouts it was not fitted on.

  --write     stores the result in the source tree
  --scans N   how many scans it reads`;
if (printHelp(usage)) process.exit();

const target = fileURLToPath(new URL('../recognition/calibration/calibration.json', import.meta.url));
const perLayout = 8;
const scanCount = Number(option('scans') ?? layoutNames.length * 2);

const pdf = startPdf();
const ocr = startOcr({ processes: 1 });
const options = { pdf, ocr, embeddedXml: false };
const silent = (): void => undefined;

const observations: Observation[] = [];
for (const [index, sample] of generateInvoices({
  seed: 2026,
  count: layoutNames.length * perLayout,
}).entries()) {
  const bytes = await sample.pdf();
  observe(sample, await pagesOfPdf(bytes, options, silent), index);
  if (index < scanCount)
    observe(
      sample,
      await pagesOfPicture(await sample.scan(pdf, index % 2 === 0 ? 'fair' : 'hard'), options, silent),
      index,
    );
}
await Promise.all([pdf.close(), ocr.close()]);

function observe(sample: SampleInvoice, read: PagesRead | string, seed: number): void {
  if (typeof read === 'string') return;
  const [first] = read.pages;
  const aspect = first ? first.widthPx / first.heightPx : 0.7;
  for (const degradation of degradations) {
    const lines = degradedLines(
      read.lines,
      degradation,
      randomFrom(seed * 31 + degradation.length),
      aspect,
      first?.textSource === 'ocr',
    );
    // Sometimes the buyer is not known and may be mistaken for the supplier.
    const excluded = seed % 3 === 0 ? [] : [{ id: 'buyer', ...sample.buyer }];
    const { fields } = scoreFields(lines, { excluded, known: [] });
    for (const field of calibratedFields) {
      const [found] = fields[field];
      if (!found) continue;
      const isRight = plain(found.value) === plain(expectedOf(sample, field));
      observations.push({
        field,
        layout: sample.layout,
        features: featuresOf(field, fields, lines),
        isRight,
      });
    }
  }
}

function expectedOf(
  { expected }: SampleInvoice,
  field: (typeof calibratedFields)[number],
): string | number | null {
  switch (field) {
    case 'total':
      return expected.totalInCents;
    case 'excl':
      return expected.exclInCents;
    case 'vat':
      return expected.vatInCents;
    default:
      return expected[field];
  }
}

function plain(value: string | number | null): string {
  return String(value ?? '')
    .replaceAll(/\s/g, '')
    .toLowerCase();
}

const claims = claimsInFolds(observations);
const say = (text: string): void => void process.stdout.write(`${text}\n`);
say(
  `${observations.length} values of ${layoutNames.length} layouts; each layout by weights fitted on the others.\n`,
);
const main = ['number', 'date', 'total', 'creditor'];
say(calibrationTable(claims));
say(
  `\nnumber, date, total and creditor:\n${calibrationTable(claims.filter(({ field }) => main.includes(field)))}`,
);
for (const field of calibratedFields)
  say(`\n${field}:\n${calibrationTable(claims.filter((claim) => claim.field === field))}`);
if (process.argv.includes('--write')) {
  const lines = Object.entries(fit(observations)).map(
    ([field, weights]) => `  "${field}": [${weights.join(', ')}]`,
  );
  writeFileSync(target, `{\n${lines.join(',\n')}\n}\n`);
  say(`\nWritten to ${target}.`);
}
