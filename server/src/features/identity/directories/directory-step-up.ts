import { z } from 'zod';
import { stepUpStates, type StepUpState } from '#contract/identity/security.ts';
import type { Account } from '../directory.ts';
import { OidcState } from '../provider/oidc-state.repository.ts';
import { noteSecondFactor } from '../second-factor/sessions.repository.ts';
import { type Origin, recordSignInEvent } from '../sign-in/sign-in-events.repository.ts';
import type { Site } from '../sites.ts';
import { findDirectoryOfCompany } from './directories.repository.ts';
import {
  beginJourney,
  type BegunJourney,
  type DirectoryAnswer,
  type DirectoryDeps,
  hasShownFactor,
  personOf,
  type StoredJourney,
  withinSeconds,
} from './directory-journeys.ts';
import { maxSkewSeconds } from './openid.ts';

/** What came of one. */
export type StepUpOutcome = Exclude<StepUpState, 'waiting'>;

type StepUpJourney = StoredJourney & { readonly stepUp: NonNullable<StoredJourney['stepUp']> };

// By session: a browser asks how it stands with its own.
const outcomes = (deps: Pick<DirectoryDeps, 'db'>) => new OidcState(deps.db, 'DirectoryStepUp');
const storedOutcome = z.object({ userId: z.string(), state: z.enum(stepUpStates) });

/**
 * Sends somebody who is signed in to the directory of their company, to sign in there again with a second factor; null
 * where it has none any more.
 *
 * @throws DirectoryFailure when the directory does not answer
 */
export async function beginStepUp(
  deps: DirectoryDeps,
  { userId, companyId, email }: Account,
  sessionId: string,
  site: Site,
): Promise<BegunJourney | null> {
  const own = await findDirectoryOfCompany(deps.db, companyId);
  if (!own) return null;
  await outcomes(deps).upsert(sessionId, { userId, state: 'waiting' }, withinSeconds);
  return beginJourney(deps, own, {
    site,
    loginHint: email,
    proof: { isFresh: true, acrValues: own.acrValues },
    stepUp: { userId, sessionId, begunAt: deps.now().getTime() },
  });
}

/** Takes what the directory answered: the session is fresh from the moment that the directory names. */
export async function finishStepUp(
  deps: DirectoryDeps,
  journey: StepUpJourney,
  given: DirectoryAnswer,
  from: Origin,
  failed: (error: unknown) => 'failed',
): Promise<StepUpOutcome> {
  const { userId, sessionId } = journey.stepUp;
  const state = await outcomeOf(deps, journey, given).catch(failed);
  const account = await deps.directory.findById(userId);
  if (state !== 'done' && account) {
    const at = deps.now();
    await recordSignInEvent(deps.db, { user: account, kind: 'factor-failed', detail: 'directory', at, from });
  }
  await outcomes(deps).upsert(sessionId, { userId, state }, withinSeconds);
  return state;
}

async function outcomeOf(
  deps: DirectoryDeps,
  journey: StepUpJourney,
  given: DirectoryAnswer,
): Promise<StepUpOutcome> {
  const { userId, sessionId, begunAt } = journey.stepUp;
  const { own, person, account } = await personOf(deps, journey, given);
  if (account?.userId !== userId) return 'other-person';
  const shownAt = (person.auth_time ?? 0) * 1000;
  // A directory that keeps no `max_age` answers with the sign-in of this morning, or does not say when.
  if (shownAt < begunAt - maxSkewSeconds * 1000) return 'not-fresh';
  if (!hasShownFactor(own, person)) return 'no-factor';
  const at = new Date(Math.min(shownAt, deps.now().getTime()));
  await noteSecondFactor(deps.db, sessionId, userId, at);
  return 'done';
}

/** How it stands with the last step-up of a session; null where none was begun. */
export async function stepUpStateOf(
  deps: Pick<DirectoryDeps, 'db'>,
  userId: string,
  sessionId: string,
): Promise<StepUpState | null> {
  const found = storedOutcome.safeParse(await outcomes(deps).find(sessionId));
  return found.success && found.data.userId === userId ? found.data.state : null;
}
