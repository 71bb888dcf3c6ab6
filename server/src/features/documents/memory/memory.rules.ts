import { type ConfirmedValue, type Example, isFromMemory, isSameValue } from '#server/recognition/index.ts';

/** What a person had forgotten, and when: a property, or all with an empty one. */
export interface Forgotten {
  readonly property: string;
  readonly forgottenAt: string;
}

/** Examples without what was forgotten since they were learnt. */
export function withoutForgotten<Kept extends Example & { readonly learntAt: string }>(
  examples: readonly Kept[],
  forgotten: readonly Forgotten[],
): Kept[] {
  const since = (property: string): number =>
    Math.max(
      -Infinity,
      ...forgotten.filter((one) => one.property === property).map((one) => Date.parse(one.forgottenAt)),
    );
  return examples
    .filter(({ learntAt }) => Date.parse(learntAt) > since(''))
    .map((example) => ({
      ...example,
      fields: Object.fromEntries(
        Object.entries(example.fields).filter(([field]) => Date.parse(example.learntAt) > since(field)),
      ),
    }));
}

/** A candidate as stored; the chosen one has rank 0. */
export interface StoredCandidate {
  readonly rank: number;
  readonly value: string;
  readonly method: string;
  /** Reasons, with `; ` between them. */
  readonly reason: string;
  readonly page: number | null;
  readonly box: ConfirmedValue['box'];
}

/** What a person confirmed of a property, with whether the rules and memory had read it by themselves. */
export function confirmedOf(candidates: readonly StoredCandidate[]): ConfirmedValue | undefined {
  const ranked = candidates.toSorted((a, b) => a.rank - b.rank);
  const [chosen] = ranked;
  if (!chosen || chosen.value === '') return undefined;
  const read = ranked.filter(({ method }) => method !== 'user');
  const remembered = read.find((one) => reasonsOf(one).some(isFromMemory));
  const byRules = read.find((one) => reasonsOf(one).some((reason) => !isFromMemory(reason)));
  const isRight = (one: StoredCandidate | undefined): boolean =>
    one !== undefined && isSameValue(one.value, chosen.value);
  return {
    value: chosen.value,
    page: chosen.page,
    box: chosen.box,
    wasRead: isRight(byRules),
    wasRemembered: remembered ? isRight(remembered) : null,
  };
}

const reasonsOf = ({ reason }: StoredCandidate): string[] => reason.split('; ').filter(Boolean);
