import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import {
  calibrationError,
  calibrationTable,
  type Claim,
  explainCreditor,
  linesOfPage,
  type ReadPage,
  type RecognisedDocument,
  recogniseDocument,
  type RefusedDocument,
  type TriggersRead,
} from '#server/recognition/index.ts';
import { readTriggers } from '#server/features/documents/triggers/exchange.rules.ts';
import { type Matcher, startMatcher } from '#server/features/documents/triggers/matcher.ts';
import { runTriggers } from '#server/features/documents/triggers/run-triggers.ts';
import { ruleOf, type TriggerBody } from '#server/features/documents/triggers/trigger-values.ts';
import { startOcr } from '#server/platform/ocr/ocr.ts';
import { startPdf } from '#server/platform/pdf/pdf.ts';
import { option, printHelp, say } from './command.ts';

// npm run score -- <folder> [--triggers <folder>] [--ignore-xml] [--verbose]: the real pipeline over documents with
// their expected values as JSON beside each. A key that is missing is not scored; unknown keys are ignored.

const usage = `Usage: npm run score -- <folder> [--triggers <folder>] [--ignore-xml] [--verbose]

Scores recognition on the documents of a folder, with the expected values as JSON beside each.

  --triggers <folder>   applies the triggers of this folder too
  --ignore-xml          reads the page of a document that has XML inside
  --verbose             names every value that differs
`;

const present = <T extends z.ZodType>(shape: T) => shape.nullish().catch(undefined);
const expectedFile = z.object({
  number: present(z.coerce.string()),
  date: present(z.string()),
  totalInCents: present(z.number()),
  creditor: present(z.string()),
  currency: present(z.string()),
  dueDate: present(z.string()),
  exclInCents: present(z.number()),
  vatInCents: present(z.number()),
  iban: present(z.string()),
  kvk: present(z.string()),
});

const fieldNames = [
  'number',
  'date',
  'totalInCents',
  'creditor',
  'currency',
  'dueDate',
  'exclInCents',
  'vatInCents',
  'iban',
  'kvk',
] as const;
/** The three that make an invoice. */
const main = ['number', 'date', 'totalInCents'] as const;
type FieldName = (typeof fieldNames)[number];
type Expected = z.output<typeof expectedFile>;

interface Found {
  readonly value: string | number;
  readonly confidence: number;
}

interface Scored {
  readonly file: string;
  /** Only of the fields that the expected values name. */
  readonly right: Partial<Record<FieldName, boolean>>;
  readonly found: Partial<Record<FieldName, Found>>;
  /** Creditors that were not chosen, each with what speaks against it. */
  readonly passedOver: readonly string[];
  readonly expected: Expected;
  readonly outcome: string;
  readonly pages: number;
  readonly seconds: number;
}

const hasFlag = (name: string): boolean => process.argv.includes(`--${name}`);

const folder = process.argv[2];
const triggerFolder = option('triggers');
const isUsable = (where: string | undefined): where is string => where !== undefined && existsSync(where);
if (printHelp(usage)) {
  // Nothing else was asked for.
} else if (
  !isUsable(folder) ||
  folder.startsWith('--') ||
  (hasFlag('triggers') && !isUsable(triggerFolder))
) {
  process.stderr.write(usage);
  process.exitCode = 1;
} else {
  await score(folder, triggerFolder);
}

async function score(root: string, triggersAt: string | undefined): Promise<void> {
  const pdf = startPdf();
  const ocr = startOcr({ processes: 1 });
  const matcher = startMatcher();
  const triggers = triggersAt === undefined ? undefined : runnerOf(triggersIn(triggersAt), matcher);
  const scored: Scored[] = [];
  for (const file of documentsIn(root)) {
    const bytes = readFileSync(path.join(root, file));
    const started = performance.now();
    const options = {
      filename: file,
      pdf,
      ocr,
      embeddedXml: !hasFlag('ignore-xml'),
      ...(triggers ? { triggers } : {}),
    };
    // A crash is a result: the other documents are scored all the same.
    const result = await recogniseDocument(bytes, options).catch((error: unknown) => String(error));
    const one = compare(file, result, expectedOf(root, file), (performance.now() - started) / 1000);
    scored.push(one);
    print(one);
  }
  await Promise.all([pdf.close(), ocr.close(), matcher.close()]);
  summarise(scored);
}

function filesIn(root: string, pattern: RegExp): string[] {
  if (statSync(root).isFile()) return [''];
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => pattern.test(file) && statSync(path.join(root, file)).isFile()).toSorted();
}

function documentsIn(root: string): string[] {
  return filesIn(root, /\.(?:pdf|jpe?g|png|tiff?|xml)$/i);
}

function triggersIn(root: string): TriggerBody[] {
  return filesIn(root, /\.(?:ya?ml|json)$/i).flatMap((file) => {
    const read = readTriggers(readFileSync(path.join(root, file), 'utf8'), 'en', path.basename(file));
    for (const { naam, field, message } of read.remarks) say(`trigger ${file} ${naam} ${field}: ${message}`);
    return [...read.triggers];
  });
}

/** The triggers as a company's own, all equally new and trusted: they were written for these documents. */
function runnerOf(bodies: readonly TriggerBody[], matcher: Matcher) {
  const rules = bodies.map((body, at) => ruleOf(body, { id: `${at}`, companyId: 'score', createdAtMs: at }));
  say(`${rules.length} triggers\n`);
  const facts = async (id: string) => {
    const body = bodies[Number(id)];
    return { creditor: body?.crediteur ?? '', currency: body?.valuta ?? '', trust: 0.95 };
  };
  return (pages: readonly ReadPage[]): Promise<TriggersRead> =>
    runTriggers(rules, matcher, 'score', pages, facts);
}

function expectedOf(root: string, file: string): Expected {
  const beside = path.join(root, file).replace(/\.[^.]+$/, '.json');
  if (!existsSync(beside)) return {};
  try {
    return expectedFile.parse(JSON.parse(readFileSync(beside, 'utf8')));
  } catch {
    say(`${beside} cannot be read as JSON; nothing of ${file} is scored`);
    return {};
  }
}

function compare(
  file: string,
  result: RecognisedDocument | RefusedDocument | string,
  expected: Expected,
  seconds: number,
): Scored {
  const asked = fieldNames.filter((name) => expected[name] !== undefined && expected[name] !== null);
  if (typeof result === 'string' || result.kind === 'refused') {
    const outcome = typeof result === 'string' ? `CRASHED: ${result}` : `refused: ${result.reason}`;
    const right = Object.fromEntries(asked.map((name) => [name, false]));
    return { file, right, found: {}, passedOver: [], expected, outcome, pages: 1, seconds };
  }
  const { total, excl, vat, creditor } = result.fields;
  const values = { ...result.fields, totalInCents: total, exclInCents: excl, vatInCents: vat };
  const right: Partial<Record<FieldName, boolean>> = {};
  const found: Partial<Record<FieldName, Found>> = {};
  for (const name of fieldNames) {
    const [first] = values[name];
    if (first) found[name] = { value: first.value, confidence: first.confidence };
    if (asked.includes(name)) right[name] = isSame(name, first?.value, expected[name]);
  }
  const outcome = asked.length === 0 ? 'unscored' : asked.every((name) => right[name]) ? 'right' : 'WRONG';
  const passedOver =
    creditor[0]?.method === 'heuristic' && (right.creditor === false || hasFlag('verbose'))
      ? explainCreditor(result.pages.flatMap(linesOfPage), { excluded: [], known: [] })
          .filter(({ value }) => value !== creditor[0]?.value)
          .map(({ value, doubts = [] }) => `${value}: ${doubts.join(', ') || 'less speaks for it'}`)
      : [];
  return { file, right, found, passedOver, expected, outcome, pages: result.pages.length, seconds };
}

/** Exact but for case and spaces; the punctuation of a creditor's name does not count. */
function isSame(
  name: FieldName,
  found: string | number | undefined,
  expected: string | number | null | undefined,
): boolean {
  const plain = (value: string | number | null | undefined): string => {
    const text = String(value ?? '')
      .replaceAll(/\s/g, '')
      .toLowerCase();
    return name === 'creditor' ? text.replaceAll(/[.,]/g, '') : text;
  };
  return found !== undefined && plain(found) === plain(expected);
}

function print({ file, right, found, passedOver, expected, outcome, pages, seconds }: Scored): void {
  say(`${outcome}  ${file}  ${(seconds / Math.max(1, pages)).toFixed(2)} s/page`);
  for (const name of fieldNames) {
    const value = found[name];
    const shown = value ? `${value.value} (${value.confidence})` : 'nothing';
    if (right[name] === false) say(`    ${name}: expected ${expected[name]}, found ${shown}`);
    else if (hasFlag('verbose')) say(`    ${name}: ${shown}`);
  }
  for (const creditor of passedOver) say(`    not the creditor: ${creditor}`);
}

function summarise(scored: readonly Scored[]): void {
  const line = (label: string, good: number, all: number): void => {
    if (all > 0) say(`${label.padEnd(28)}${good}/${all}  ${((100 * good) / all).toFixed(1)} %`);
  };
  say('\nexact matches');
  for (const name of fieldNames) {
    const asked = scored.filter(({ right }) => right[name] !== undefined);
    line(name, asked.filter(({ right }) => right[name]).length, asked.length);
  }
  const askedMain = scored.filter(({ right }) => main.some((name) => right[name] !== undefined));
  line(
    'number, date and total',
    askedMain.filter(({ right }) => main.every((name) => right[name] !== false)).length,
    askedMain.length,
  );
  const askedAny = scored.filter(({ right }) => Object.keys(right).length > 0);
  line(
    'documents, all fields',
    askedAny.filter(({ right }) => Object.values(right).every(Boolean)).length,
    askedAny.length,
  );
  summariseClaims(scored);
  const pages = scored.reduce((sum, one) => sum + one.pages, 0);
  const seconds = scored.reduce((sum, one) => sum + one.seconds, 0);
  const crashed = scored.filter(({ outcome }) => outcome.startsWith('CRASHED')).length;
  say(
    `\n${scored.length} documents, ${pages} pages, ${crashed} crashed, ${(seconds / Math.max(1, pages)).toFixed(2)} s/page`,
  );
}

function summariseClaims(scored: readonly Scored[]): void {
  const claims = scored.flatMap(({ right, found }) =>
    fieldNames.flatMap((field): Claim[] => {
      const value = found[field];
      const isRight = right[field];
      return value && isRight !== undefined ? [{ field, confidence: value.confidence, isRight }] : [];
    }),
  );
  if (claims.length === 0) return;
  say(`\ncalibration, values that were found and scored\n${calibrationTable(claims)}`);
  const confident = claims.filter(({ confidence }) => confidence >= 0.95);
  const wrong = confident.filter(({ isRight }) => !isRight).length;
  say(`wrong among values at 95 % and more: ${wrong}/${confident.length}`);
  say(`expected calibration error: ${calibrationError(claims).toFixed(3)}`);
}
