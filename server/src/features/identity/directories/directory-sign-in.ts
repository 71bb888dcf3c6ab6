import { z } from 'zod';
import { type Account, mayEnter } from '../directory.ts';
import { OidcState } from '../provider/oidc-state.repository.ts';
import { mustHaveFactor } from '../second-factor/second-factor.service.ts';
import { type Origin, recordSignInEvent } from '../sign-in/sign-in-events.repository.ts';
import type { Site, SiteOptions } from '../sites.ts';
import * as repository from './directories.repository.ts';
import {
  beginJourney,
  type BegunJourney,
  type DirectoryAnswer,
  directoryCallback,
  type DirectoryDeps,
  domainOf,
  hasShownFactor,
  personOf,
  type StoredJourney,
  takeJourney,
  withinSeconds,
} from './directory-journeys.ts';
import { finishStepUp, type StepUpOutcome } from './directory-step-up.ts';
import { DirectoryFailure, type DirectoryPerson } from './openid.ts';

/** All addresses that a directory may send people back to. */
export function directoryRedirectUris(sites: SiteOptions): string[] {
  return sites.allSites().map(({ origin }) => `${origin}${directoryCallback}`);
}

const results = (deps: DirectoryDeps) => new OidcState(deps.db, 'DirectoryResult');
const why = ['failed', 'unknown', 'user-inactive', 'company-inactive'] as const;
const storedResult = z.object({
  userId: z.string().nullable(),
  methods: z.array(z.string()),
  why: z.enum(why).nullable(),
});

/** What came of signing in at a directory. */
export type DirectoryOutcome =
  | { readonly kind: 'in'; readonly account: Account; readonly methods: readonly string[] }
  | { readonly kind: (typeof why)[number] };

/**
 * Sends somebody to the directory of their company, if its domain has one. Only the domain is looked at, so the answer
 * is the same whether or not the address is somebody's.
 *
 * @throws DirectoryFailure when the directory does not answer
 */
export async function beginAtDirectory(
  deps: DirectoryDeps,
  asked: { readonly email: string; readonly site: Site; readonly interaction: string },
): Promise<BegunJourney | null> {
  const own = await repository.findDirectoryOfDomain(deps.db, domainOf(asked.email));
  if (!own) return null;
  // Not of everybody: at the directory it may be a step more.
  const secondFactorFrom = await deps.directory.secondFactorFrom(own.companyId);
  const acrValues = mustHaveFactor({ secondFactorFrom }, deps.now()) ? own.acrValues : [];
  const { site, interaction } = asked;
  return beginJourney(deps, own, { site, interaction, loginHint: asked.email.trim(), proof: { acrValues } });
}

/** Whether the people of a domain sign in at a directory, and by nothing else. */
export async function signsInElsewhere(deps: Pick<DirectoryDeps, 'db'>, email: string): Promise<boolean> {
  return (await repository.findDirectoryOfDomain(deps.db, domainOf(email))) !== undefined;
}

/** What somebody came back for: the page of sign-in that goes on, or a step that asked for a second factor. */
export type CameBack =
  | { readonly kind: 'interaction'; readonly uid: string }
  | { readonly kind: 'step-up'; readonly outcome: StepUpOutcome };

/** Takes what a directory answers, once, and from the browser that went there; null where it belongs to no journey. */
export async function finishAtDirectory(
  deps: DirectoryDeps,
  query: unknown,
  cookies: string,
  from: Origin,
  log: (why: string) => void,
): Promise<CameBack | null> {
  const taken = await takeJourney(deps, query, cookies);
  if (!taken) return null;
  const { journey, given } = taken;
  const failed = (error: unknown) => {
    if (!(error instanceof DirectoryFailure)) throw error;
    log(error.message);
    return 'failed' as const;
  };
  if (journey.stepUp)
    return {
      kind: 'step-up',
      outcome: await finishStepUp(deps, { ...journey, stepUp: journey.stepUp }, given, from, failed),
    };
  const outcome = await outcomeOf(deps, journey, given, from).catch((error: unknown) => ({
    kind: failed(error),
  }));
  const result =
    outcome.kind === 'in'
      ? { userId: outcome.account.userId, methods: [...outcome.methods], why: null }
      : { userId: null, methods: [], why: outcome.kind };
  await results(deps).upsert(journey.interaction, result, withinSeconds);
  return { kind: 'interaction', uid: journey.interaction };
}

/** What a directory said for an interaction, this once; null where it said nothing. */
export async function directoryResultOf(
  deps: DirectoryDeps,
  interaction: string,
): Promise<DirectoryOutcome | null> {
  const taken = await results(deps).take(interaction);
  if (!taken) return null;
  const { userId, methods, why: refused } = storedResult.parse(taken);
  if (refused !== null) return { kind: refused };
  const account = userId === null ? null : await deps.directory.findById(userId);
  return account && mayEnter(account) ? { kind: 'in', account, methods } : { kind: 'unknown' };
}

async function outcomeOf(
  deps: DirectoryDeps,
  journey: StoredJourney,
  given: DirectoryAnswer,
  from: Origin,
): Promise<DirectoryOutcome> {
  const { own, person, account } = await personOf(deps, journey, given);
  if (!account) return { kind: 'unknown' };
  const isIn = mayEnter(account);
  const kind = isIn ? 'signed-in' : 'failed';
  await recordSignInEvent(deps.db, { user: account, kind, detail: 'directory', at: deps.now(), from });
  if (!account.isCompanyActive) return { kind: 'company-inactive' };
  if (!isIn) return { kind: 'user-inactive' };
  const groups = groupsOf(own, person);
  if (groups !== null) await deps.directory.followGroups(account.userId, groups);
  return { kind: 'in', account, methods: ['dir', ...(hasShownFactor(own, person) ? ['mfa'] : [])] };
}

// Where the directory leaves the groups out because they are too many, it says so (`_claim_names`): then nothing is
// changed. A claim that is not there at all is no group.
function groupsOf(
  { groupsClaim }: repository.CompanyDirectory,
  { all }: DirectoryPerson,
): readonly string[] | null {
  if (groupsClaim === '') return null;
  const names = z.record(z.string(), z.unknown()).safeParse(all['_claim_names']);
  if (names.success && Object.hasOwn(names.data, groupsClaim)) return null;
  const claim = z
    .union([z.array(z.string()), z.string().transform((one) => [one])])
    .safeParse(all[groupsClaim]);
  return claim.success ? claim.data : [];
}
