import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { type Judged, judge, referee } from '#server/platform/testing/referee.ts';
import { withOtherCodes, withOtherNumbers, withoutEach } from './testing/mutations.ts';
import { richCii } from './testing/rich-cii.ts';
import { richUbl } from './testing/rich-ubl.ts';
import { verdictOf } from './verdict.ts';

// More e-invoices to compare on, in a folder; how many of each kind of damage, 0 for all.
const folder = process.env['BALIE_E_INVOICES'];
const every = Number(process.env['BALIE_E_INVOICES_EVERY'] ?? 7);

// What ours leave to others: long lists of codes, elements that EN 16931 does not know, rules of other countries. The
// schema is the referee's own.
const left =
  /^(?:CII-|empty-element-check|UBL-CR-|UBL-DT-(?:08|09|1|2)|UBL-SR-(?:04|13|19|20|21|25|27|29|30|31|42|43|46|51)|BR-CL-(?:07|08|13|15|19|20|21|22|23|26)|PEPPOL-EN16931-(?:CL00[2-8]|R055)|PEPPOL-COMMON-R0(?:4\d|5[0-37])|(?:DE|DK|GR|IS|IT|NO|SE)-|BR-DEC-1[35]|BR-B-|BR-CO-0[5-8]|UBL 2\.1 )/;

// Damaged CII on which the artefacts' order of rules, or their looser reading, decides otherwise than their meaning.
const leftInCii = /^BR-(?:NL-1|NL-11|DEC-20|O-12) /;

const idsOf = (found: Iterable<string>) => [...new Set(found)].filter((id) => !left.test(id)).toSorted();

function difference({ name, findings }: Judged, text: string): string[] {
  const theirs = idsOf(
    findings.map(({ rule, severity }) => `${rule} ${severity === 'fatal' ? 'error' : 'warning'}`),
  );
  const ours = idsOf(
    (verdictOf(Buffer.from(text))?.findings ?? []).map(({ rule, level }) => `${rule} ${level}`),
  );
  const isLeft = (id: string) => name.startsWith('cii-') && leftInCii.test(id);
  const lines = [
    ...theirs
      .filter((id) => !ours.includes(id) && !isLeft(id))
      .map((id) => `${name}: only the referee has ${id}`),
    ...ours.filter((id) => !theirs.includes(id) && !isLeft(id)).map((id) => `${name}: only we have ${id}`),
  ];
  return lines;
}

function* documents(): Generator<readonly [name: string, text: string]> {
  const whole = new Map(Object.entries({ ...richUbl, ...richCii }));
  if (folder)
    for (const file of readdirSync(folder)) {
      const text = readFileSync(join(folder, file), 'utf8');
      if (verdictOf(Buffer.from(text))) whole.set(basename(file, '.xml'), text);
    }
  for (const [name, text] of whole) {
    yield [name, text];
    const damaged = [...withoutEach(text), ...withOtherNumbers(text), ...withOtherCodes(text)];
    for (const [index, [kind, other]] of damaged.entries())
      if (every === 0 || index % every === name.length % every) yield [`${name}-${kind}`, other];
  }
}

test.skipIf(referee === undefined)(
  'our verdict is that of the referee, on whole and on damaged e-invoices (skipped: BALIE_REFEREE names no referee)',
  async ({ skip }) => {
    const all = new Map(documents());
    const judged = await judge(all);
    if (typeof judged === 'string') return skip(`the referee lacks its rules: ${judged}`);
    expect(judged).toHaveLength(all.size);
    const broken = judged.flatMap((one) => difference(one, all.get(one.name) ?? ''));
    expect(broken).toEqual([]);
  },
  900_000,
);
