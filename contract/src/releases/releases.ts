import { z } from 'zod';
import { defineResource, id, instant, keptText, rowVersion, shortText } from '../resource.ts';
import { offerReasons } from './release-offer.ts';
import { buildText, versionText } from './versions.ts';

/** The maximum length of the release notes. */
export const maxNotes = 20_000;
/** The maximum number of companies, and of users, that one release targets. */
export const maxTargets = 100_000;

// Percent of those a release is meant for, by a sticky hash: see `waveOf`.
const percentage = z.int().min(0).max(100);

const row = z.object({
  id,
  name: z.string(),
  version: z.string(),
  build: z.string(),
  active: z.boolean(),
  availableFrom: instant.nullable(),
  forceUpdate: z.boolean(),
  availableForEveryOne: z.boolean(),
  /** NEW. 100: everybody it is meant for. */
  rolloutPercentage: percentage,
  /** Counts of §H3: chosen companies and companies with a chosen user; users of chosen companies and chosen users. */
  assignedCompanies: z.int(),
  assignedUsers: z.int(),
  /** Active FM customers, and their active users. */
  totalCompanyCount: z.int(),
  totalUserCount: z.int(),
  /** NEW: when it was switched off automatically; null if it is on, or a user switched it off. */
  switchedOffAt: instant.nullable(),
  createdAt: instant,
});

/**
 * Versions that are rolled out to customers' clients. Only for `.system`.
 *
 * Create: `{ version, build }` of a known build (`GET fm/releases/new-devops`); a second time it gives the first (§H7).
 * Everything else of a new release is fixed: inactive, not for everyone, no force, at once, 100 %, name = version.
 * Update: every field but version and build; what is left out stays. A list of targets replaces the stored one, and stays
 * while `availableForEveryOne` is on (§H2). Bad fields: `name`, `notes`, `available_from`, `rollout_percentage`,
 * `assigned_company_ids`, `assigned_user_ids` (`unknown`), on create `version` and `build` (`unknown`).
 * Delete: 409 `wrong-state` once a client has reported it (§H5); `detail` says to set it to inactive.
 *
 * Status filter: `$filter=active eq true`. Sorting by `version` sorts by its numeric parts, then by build.
 */
export const releases = defineResource({
  name: 'release',
  path: 'fm/releases',
  permission: 'fm.releases',
  fields: {
    id: 'id',
    name: 'text',
    version: 'text',
    build: 'text',
    active: 'boolean',
    forceUpdate: 'boolean',
    availableForEveryOne: 'boolean',
    availableFrom: 'instant',
    createdAt: 'instant',
  },
  defaultSort: 'version desc',
  pageSizes: [50, 100, 200],
  row,
  record: row.extend({
    notes: z.string(),
    /** Both stay while the release is for everyone. Those in the trash are left out. */
    assignedCompanyIds: z.array(id),
    assignedUserIds: z.array(id),
    /** A client has reported it: it cannot be deleted any more (§H5). */
    isReported: z.boolean(),
    updatedAt: instant,
    updatedBy: z.string().nullable(),
    rowVersion,
  }),
  create: z.object({ version: versionText, build: buildText }),
  update: z.object({
    name: shortText().optional(),
    notes: keptText(maxNotes),
    /** Null: at once. Entered as Amsterdam time; an hour that summer time skips moves forward (§H8). */
    availableFrom: instant.nullable().optional(),
    active: z.boolean().optional(),
    forceUpdate: z.boolean().optional(),
    availableForEveryOne: z.boolean().optional(),
    rolloutPercentage: percentage.optional(),
    assignedCompanyIds: z.array(id).max(maxTargets).optional(),
    assignedUserIds: z.array(id).max(maxTargets).optional(),
    rowVersion: rowVersion.optional(),
  }),
});

/**
 * `GET fm/releases/tree`: all active FM customers with their active users, both by name, and what runs there now: the
 * highest version reported in the last 30 days, null without any. Needs `fm.releases.read`. One answer, for 10,000 users
 * about a megabyte before compression. `isKnown` (NEW) is false for a version that is no release of ours.
 */
export const releaseTree = z.object({
  result: z.array(
    z.object({
      id,
      name: z.string(),
      version: z.string().nullable(),
      isKnown: z.boolean(),
      users: z.array(
        z.object({ id, fullName: z.string(), version: z.string().nullable(), isKnown: z.boolean() }),
      ),
    }),
  ),
});
/** A customer in the tree of a release. */
export type ReleaseTreeCompany = z.output<typeof releaseTree>['result'][number];

/** The maximum number of rows of one answer to `audienceQuestion`. */
export const maxAudience = 100_000;

/**
 * `POST fm/releases/{id}/audience`: 'Wie krijgt dit?'. The body has the unsaved values of the form; what is absent is as
 * stored. Answers by the same rule as the update check, at `at` (absent: now). Rows are all recipients: each active user
 * of an active FM customer, and each installation seen in the last 30 days without such a user.
 * `installed` is the highest that a user reported in the last 30 days. Needs `fm.releases.read`.
 */
export const audienceQuestion = releases.update
  .pick({
    active: true,
    availableFrom: true,
    forceUpdate: true,
    availableForEveryOne: true,
    rolloutPercentage: true,
    assignedCompanyIds: true,
    assignedUserIds: true,
  })
  .extend({
    at: instant.optional(),
    /** Only rows with this reason. */
    reason: z.enum(offerReasons).optional(),
    /** Every word occurs in the name of the user or of the company (§B4). */
    query: z.string().max(200).optional(),
    skip: z.int().min(0).default(0),
    top: z.int().min(1).max(maxAudience).default(50),
  });

const versionRef = z.object({ version: z.string(), build: z.string() });

/** A recipient of updates, and what they would be offered. */
export const audienceRow = z.object({
  companyId: id,
  companyName: z.string(),
  /** Null: an installation without a known user. */
  userId: id.nullable(),
  /** Name of the user, else the name that the installation gave itself, else empty. */
  name: z.string(),
  /** `isKnown` (NEW) is false for a version that is no release of ours. */
  installed: versionRef.extend({ isKnown: z.boolean() }).nullable(),
  reason: z.enum(offerReasons),
  /** What is offered now: this release or another; null: nothing. */
  offer: versionRef.extend({ id, forceUpdate: z.boolean() }).nullable(),
});
/** A recipient of updates, and what they would be offered. */
export type AudienceRow = z.output<typeof audienceRow>;

/** The answer to `audienceQuestion`. */
export const audienceAnswer = z.object({
  result: z.array(audienceRow),
  metadata: z.object({
    /** Rows that match `reason` and `query`. */
    count: z.int(),
    /** Of everybody, by reason; `gets-it` is who gets it. */
    reasons: z.record(z.enum(offerReasons), z.int()),
    /** Users that it is meant for (§H3), within the wave or not. */
    assignedUsers: z.int(),
    assignedCompanies: z.int(),
  }),
});

/**
 * `GET fm/releases/{id}/adoption`: what clients reported. Installations seen in the last 30 days, counted once each.
 * Needs `fm.releases.read`.
 */
export const releaseAdoption = z.object({
  result: z.object({
    /** Run exactly this version and build now: the 3 of '3 van 10 op 5.2.0'. */
    running: z.int(),
    /** All of them: the 10. */
    installations: z.int(),
    /** Companies with one that runs it. */
    companies: z.int(),
    /** Were ever offered it, ever reported it (`took`), and reported a failure since it was last switched on. */
    offered: z.int(),
    took: z.int(),
    failed: z.int(),
    failedCompanies: z.int(),
    /** What they run now, the highest first. `releaseId` is null for a version that is no release of ours. */
    versions: z.array(versionRef.extend({ releaseId: id.nullable(), count: z.int() })),
  }),
});
/** The adoption of a release. */
export type ReleaseAdoption = z.output<typeof releaseAdoption>['result'];

const failureRow = z.object({
  id,
  companyId: id,
  companyName: z.string(),
  /** Name of the user or of the installation, or empty. */
  name: z.string(),
  reason: z.string(),
  firstAt: instant,
  lastAt: instant,
  /** How often this installation reported it; it counts once. */
  times: z.int(),
});

/** Failures that clients reported of a release, one a row for each installation, the newest first. Read only. */
export const releaseFailures = defineResource({
  name: 'release failure',
  path: 'fm/releases/{releaseId}/failures',
  permission: 'fm.releases',
  fields: {
    id: 'id',
    companyName: 'text',
    name: 'text',
    firstAt: 'instant',
    lastAt: 'instant',
    times: 'number',
  },
  defaultSort: 'lastAt desc',
  row: failureRow,
  record: failureRow,
});

/** The permission of the settings below, before its verb; only `.system` reaches them. */
export const releaseSettingsPermission = 'fm.settings';

/**
 * `GET` and `PUT fm/release-settings`: when a release switches itself off: all three at once. Bad fields:
 * `failing_installations`, `failing_companies`, `failing_percentage`.
 */
export const releaseSettings = z.object({
  /** Off: releases never switch themselves off. */
  isAutomatic: z.boolean(),
  /** At least so many installations report a failure… */
  failingInstallations: z.int(),
  /** …of at least so many companies… */
  failingCompanies: z.int(),
  /** …and at least so many percent of those that took it. */
  failingPercentage: z.int(),
  updatedAt: instant.nullable(),
  updatedBy: z.string().nullable(),
  rowVersion,
});
/** Body of `PUT fm/release-settings`; what is left out stays. */
export const releaseSettingsWrite = z.object({
  isAutomatic: z.boolean().optional(),
  failingInstallations: z.int().min(1).max(100_000).optional(),
  failingCompanies: z.int().min(1).max(10_000).optional(),
  failingPercentage: z.int().min(1).max(100).optional(),
  rowVersion: rowVersion.optional(),
});
/** The settings before anybody changed them. */
export const defaultReleaseSettings = {
  isAutomatic: true,
  failingInstallations: 5,
  failingCompanies: 2,
  failingPercentage: 20,
} as const;
