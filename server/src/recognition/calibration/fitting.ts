import {
  type CalibratedField,
  calibratedFields,
  confidenceFrom,
  featureNames,
  probability,
} from './calibration.ts';

/** One first candidate: its evidence, and whether it was right. */
export interface Observation {
  readonly field: CalibratedField;
  readonly layout: string;
  readonly features: readonly number[];
  readonly isRight: boolean;
}

/** The weights of each field. */
export type FittedWeights = Partial<Record<CalibratedField, number[]>>;

const rounds = 1500;
const pace = 0.6;
// Keeps weights small where layouts say little, so that no evidence makes certain.
const ridge = 0.002;

/** Logistic regression per field, by gradient descent from nothing: the same observations give the same weights. */
export function fit(observations: readonly Observation[]): FittedWeights {
  const weights: FittedWeights = {};
  for (const field of calibratedFields) {
    const own = observations.filter((one) => one.field === field);
    if (own.length > 0) weights[field] = fitOne(own);
  }
  return weights;
}

function fitOne(observations: readonly Observation[]): number[] {
  const weights: number[] = featureNames.map(() => 0);
  for (let round = 0; round < rounds; round += 1) {
    const slope = weights.map((weight, at) => (at === 0 ? 0 : ridge * weight));
    for (const { features, isRight } of observations) {
      const error = (probability(weights, features) - (isRight ? 1 : 0)) / observations.length;
      features.forEach((feature, at) => {
        slope[at] = (slope[at] ?? 0) + error * feature;
      });
    }
    slope.forEach((step, at) => {
      weights[at] = (weights[at] ?? 0) - pace * step * 4;
    });
  }
  return weights.map((weight) => Math.round(weight * 10_000) / 10_000);
}

/** A value with the confidence that was claimed for it. */
export interface Claim {
  readonly field: string;
  readonly confidence: number;
  readonly isRight: boolean;
}

/** What is claimed of each layout by weights that were fitted on all the others. */
export function claimsInFolds(observations: readonly Observation[]): Claim[] {
  const layouts = [...new Set(observations.map(({ layout }) => layout))];
  return layouts.flatMap((layout) => {
    const weights = fit(observations.filter((one) => one.layout !== layout));
    return observations
      .filter((one) => one.layout === layout)
      .map(({ field, features, isRight }) => ({
        field,
        isRight,
        confidence: confidenceFrom(field, weights[field] ?? [], features),
      }));
  });
}

const bands: readonly (readonly [from: number, to: number])[] = [
  [0, 0.35],
  [0.35, 0.6],
  [0.6, 0.8],
  [0.8, 0.9],
  [0.9, 0.95],
  [0.95, 1.01],
];

/** The table of claimed against true: how many values a band has, how many are right, and what was claimed on average. */
export function calibrationTable(claims: readonly Claim[]): string {
  const row = (name: string, own: readonly Claim[]): string => {
    const right = own.filter(({ isRight }) => isRight).length;
    const share = own.length === 0 ? '-' : `${((100 * right) / own.length).toFixed(1)} %`;
    const mean = own.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, own.length);
    const claimed = own.length === 0 ? '-' : `${(100 * mean).toFixed(1)} %`;
    return [
      name.padEnd(12),
      String(own.length).padStart(7),
      String(right).padStart(7),
      share.padStart(9),
      claimed.padStart(9),
    ].join(' ');
  };
  const within = ([from, to]: readonly [number, number]) =>
    claims.filter(({ confidence }) => confidence >= from && confidence < to);
  const percent = (share: number): string => String(Math.round(Math.min(1, share) * 100));
  return [
    'confidence    values   right     right   claimed',
    ...bands.map((band) => row(`${percent(band[0])}-${percent(band[1])} %`, within(band))),
    row('90-100 %', within([0.9, 1.01])),
  ].join('\n');
}

const errorBands = 10;

/** The expected calibration error: how far claimed and true shares lie apart, by tenths, weighed by their values. */
export function calibrationError(claims: readonly Claim[]): number {
  const bandOf = ({ confidence }: Claim): number =>
    Math.min(errorBands - 1, Math.floor(confidence * errorBands));
  const apart = Array.from({ length: errorBands }, (_, band) =>
    claims
      .filter((claim) => bandOf(claim) === band)
      .reduce((sum, { confidence, isRight }) => sum + confidence - (isRight ? 1 : 0), 0),
  );
  return apart.reduce((sum, distance) => sum + Math.abs(distance), 0) / Math.max(1, claims.length);
}
