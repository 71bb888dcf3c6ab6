import { addresseesOf, isAddressee } from './addressees.ts';
import { type CreditorContext, type OwnCompany, scoreName } from './creditor-clues.ts';
import { type Name, namesOn } from './names.ts';
import { type DocumentText, round } from '../text/page-text.ts';
import { type Codes, bareCode, matchOf, plainName } from './parties.ts';
import type { CreditorCandidate, Identity } from '../recognised.ts';
import { inFull, spelledAs, withoutHalves } from './full-names.ts';
import { boxOf, heightOf, isScanned } from '../text/words.ts';

/** What is known of the parties before the document is read. */
export interface KnownParties {
  readonly excluded: readonly Identity[];
  readonly known: readonly Identity[];
}

/** Every name that may be the sender's, best first; never one of the excluded. */
export function scoreCreditors(
  text: DocumentText,
  codes: Codes,
  parties: KnownParties,
  receivers: ReadonlySet<string>,
): CreditorCandidate[] {
  const own = ownCodes(parties);
  const excluded = parties.excluded.map(({ name }) => plainName(name)).filter((name) => name.length >= 4);
  const names = completeNames(text, excluded);
  const context = contextOf(text, names, { codes: new Set([...own, ...receivers]), names: excluded });
  const { domains } = context;
  const scored = new Map(names.map((name) => [name, scoreName(name, context)]));
  const guesses = [...scored].map(([name, guess]) =>
    inFull(guess, { start: name, names, scored, domains, lines: text.lines }),
  );
  const halves = withoutHalves(guesses).map(lowerUnfinished);
  const spelled = text.lines.some(isScanned)
    ? halves.map((candidate) => spelledAs(candidate, domains))
    : halves;
  return [...knownCreditors(text, codes, parties, own), ...spelled].toSorted(
    (a, b) => b.confidence - a.confidence,
  );
}

/** Names on the document that are not the buyer's. */
function completeNames(text: DocumentText, excluded: readonly string[]): Name[] {
  const names = namesOn(text).filter(
    ({ name }) => !excluded.some((mine) => plainName(name).includes(mine) || mine.includes(plainName(name))),
  );
  // A sentence that breaks within a name leaves its end on the next line.
  const isEnd = ({ name }: Name): boolean =>
    whole.some((other) => other.name.length > name.length && other.name.endsWith(` ${name}`));
  // `ten name` over `van Vastgoedbeheer Lammers B.V.`: its first word is the label's last.
  const whole = names.filter(
    ({ name }) => !(name.startsWith('van ') && names.some((other) => `van ${other.name}` === name)),
  );
  return whole.filter((name) => !isEnd(name));
}

function contextOf(text: DocumentText, names: readonly Name[], own: OwnCompany): CreditorContext {
  const boxes = names.map((name) => ({ name, box: boxOf(name.line, name.start, name.end) }));
  return {
    text,
    domains: domainsOf(text.lower),
    own,
    windows: addresseesOf(names, text),
    addressed: new Set(
      boxes
        .filter(({ name, box }) => isAddressee(name, box, text.lines))
        .map(({ name }) => plainName(name.name)),
    ),
    largest: Math.max(0, ...boxes.map(({ name, box }) => (name.line.page === 1 ? heightOf(box) : 0))),
  };
}

/** The best five of ordered names, each once. */
export function bestNames(ordered: readonly CreditorCandidate[]): CreditorCandidate[] {
  // Where every name looks like an addressee, the first is the sender.
  const min = (ordered[0]?.confidence ?? 0) > 0.15 ? 0.15 : 0;
  const best = new Map<string, CreditorCandidate>();
  for (const candidate of ordered) {
    const key = plainName(candidate.value);
    if (candidate.confidence > min && !best.has(key)) best.set(key, candidate);
  }
  return [...best.values()].slice(0, 5);
}

/** `Antiek &`, `Opleidings-`: no name ends like this. */
function lowerUnfinished(candidate: CreditorCandidate): CreditorCandidate {
  if (!/(?:&|-|\s(?:en|van|de|der|und|and|et))$/u.test(candidate.value)) return candidate;
  return {
    ...candidate,
    confidence: round(Math.max(0.01, candidate.confidence - 0.4)),
    doubts: [...(candidate.doubts ?? []), 'unfinished-name'],
  };
}

function codesOf({ kvk, vatId, iban }: Identity): string[] {
  return [kvk, vatId, iban].flatMap((code) => (code ? [bareCode(code)] : []));
}

/** The codes of the own company: what stands beside them is not the supplier, whatever it is called there. */
export function ownCodes({ excluded }: KnownParties): ReadonlySet<string> {
  return new Set(excluded.flatMap(codesOf));
}

function knownCreditors(
  text: DocumentText,
  codes: Codes,
  { known }: KnownParties,
  own: ReadonlySet<string>,
): CreditorCandidate[] {
  const plain = plainName(text.lower);
  // A company that is also a creditor under its own codes would be its own supplier.
  const others = known.filter((identity) => !codesOf(identity).some((code) => own.has(code)));
  return others.flatMap((identity) => {
    const reason = matchOf(identity, codes, plain);
    if (reason === null) return [];
    const line = text.lines.find(({ text: words }) => plainName(words).includes(plainName(identity.name)));
    return [
      {
        value: identity.name,
        raw: identity.name,
        page: line?.page ?? null,
        box: line?.box ?? null,
        confidence: reason.startsWith('name:') ? 0.85 : 0.97,
        method: 'heuristic',
        reasons: ['known-creditor', reason],
        knownId: identity.id,
      },
    ];
  });
}

/** Domains of web and e-mail addresses, without those of mail providers and the last part. */
function domainsOf(lower: string): string[] {
  const found = [...lower.matchAll(/(?:@|www\.|https?:\/\/)([a-z0-9\-.]+)\.[a-z]{2,7}/g)].map(
    (match) => match[1] ?? '',
  );
  const bare = found.map((domain) => (domain.split('.').at(-1) ?? '').replaceAll(/[^a-z0-9]/g, ''));
  return [...new Set(bare)].filter(
    (domain) =>
      domain.length >= 3 &&
      !/^(?:gmail|hotmail|outlook|live|ziggo|kpnmail|xs4all|planet|home|localhost)$/.test(domain),
  );
}
