import type { Db } from '#server/platform/db/database.ts';
import type { ReadPage, TriggerFound, TriggersRead } from '#server/recognition/index.ts';
import type { DocumentRead, Matcher } from './matcher.ts';
import type { TriggerRule } from './matching.rules.ts';
import { propertyOf } from './trigger-values.ts';
import { boxesOf, placedText, textOf } from './trigger-text.ts';
import { countVerdicts, findSupplier, listRules } from './triggers.repository.ts';

const nothing: TriggersRead = { found: null, tied: [], wantsOcr: false };

/** What a trigger says beside its patterns, and how often it was right. */
export type TriggerFacts = Pick<TriggerFound, 'creditor' | 'currency' | 'trust'>;

/** What runs the triggers of a company over a document, or undefined where it has none. */
export async function triggersOf(
  db: Db,
  matcher: Matcher,
  companyId: string,
): Promise<((pages: readonly ReadPage[]) => Promise<TriggersRead>) | undefined> {
  const rules = await listRules(db, [companyId]);
  if (rules.length === 0) return undefined;
  return (pages) => runTriggers(rules, matcher, companyId, pages, (id) => factsOf(db, id));
}

/** Runs rules over the pages of a document; what takes too long reads nothing. */
export async function runTriggers(
  rules: readonly TriggerRule[],
  matcher: Matcher,
  companyId: string,
  pages: readonly ReadPage[],
  facts: (triggerId: string) => Promise<TriggerFacts>,
): Promise<TriggersRead> {
  const hasOcr = pages.some(({ byOcr }) => byOcr !== undefined);
  const ocrPages = pages.map((page) => ({ ...page, ...page.byOcr }));
  const texts = { id: 'document', companyId, pdf: textOf(pages), ocr: hasOcr ? textOf(ocrPages) : null };
  const isOwnText = pages.some(({ textSource }) => textSource === 'pdf');
  const waits = isOwnText && !hasOcr && rules.some(({ isPdf }) => !isPdf);
  // With the PDF's own text only, a rule that asks for OCR text waits for it.
  const [read] = (await matcher.read(waits ? rules.filter(({ isPdf }) => isPdf) : rules, [texts])) ?? [];
  if (!read) return nothing;
  if (read.tied.length > 0) return { ...nothing, tied: read.tied.map(({ naam }) => naam) };
  if (!read.reading) return { ...nothing, wantsOcr: waits };
  const used = read.reading.isPdf || !hasOcr ? pages : ocrPages;
  return { ...nothing, found: foundBy(read.reading, used, await facts(read.reading.triggerId)) };
}

function foundBy(
  reading: NonNullable<DocumentRead['reading']>,
  pages: readonly ReadPage[],
  facts: TriggerFacts,
): TriggerFound {
  const placed = placedText(pages);
  const at = (value: { raw: string; start: number; end: number }) => {
    const [spot] = boxesOf(placed, value.start, value.end);
    return { raw: value.raw, page: spot?.page ?? null, box: spot?.box ?? null };
  };
  const { factuurnummer: number, factuurdatum: date, totaalbedrag: total } = reading.values;
  return {
    id: reading.triggerId,
    asked: reading.asked.map((field) => propertyOf[field]),
    isCredit: reading.isCredit,
    knowsCredit: reading.knowsCredit,
    ...facts,
    ...(typeof number?.value === 'string' ? { number: { ...at(number), value: number.value } } : {}),
    ...(typeof date?.value === 'string' ? { date: { ...at(date), value: date.value } } : {}),
    ...(typeof total?.value === 'number' ? { total: { ...at(total), value: total.value } } : {}),
  };
}

/** A new trigger is trusted by half; eighteen right verdicts make it 95 % (decision 0020). */
async function factsOf(db: Db, id: string): Promise<TriggerFacts> {
  const supplier = await findSupplier(db, id);
  const verdicts = await countVerdicts(db, id);
  const trust = ((verdicts?.right ?? 0) + 1) / ((verdicts?.all ?? 0) + 2);
  return { creditor: supplier?.crediteur ?? '', currency: supplier?.valuta ?? '', trust };
}
