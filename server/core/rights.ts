import type { Action, ModuleKey } from '#contract/permissions.ts'
import { type Decision, decide, type RightsOf } from '#contract/rights.ts'

/** Whose records: of everybody, of these members of staff, or of a zone. Whatever any of the three holds. */
export type Reach = { all: boolean; staffIds: readonly string[]; zoneId: string | null }

/** Reaches nothing: of calls that need no permission, and of permissions that are missing. */
export const noReach: Reach = { all: false, staffIds: [], zoneId: null }

/** What somebody may do, and on whose records. */
export type Rights = {
  may: (module: ModuleKey, action: Action) => boolean
  /** Whose records an action is about: what every one of these holds. Never empty; `noReach` where it isn't allowed. */
  reachOf: (module: ModuleKey, action: Action) => readonly Reach[]
  /** Which rule decides, for whoever asks why. */
  decisionOn: (module: ModuleKey, action: Action) => Decision
  /** What both these and the other rights allow: working in another's view never shows more than either may see. */
  within: (other: Rights) => Rights
}

/** Where somebody stands among the staff. */
export type Place = { employeeId: string | null; team: readonly string[]; zoneId: string | null }

const reachAt = ({ employeeId, team, zoneId }: Place, { scopes }: Decision): Reach => {
  const own = employeeId === null ? [] : [employeeId]
  return {
    all: scopes.includes('all'),
    staffIds: scopes.includes('team') ? [...new Set([...own, ...team])] : scopes.includes('own') ? own : [],
    zoneId: scopes.includes('zone') ? zoneId : null,
  }
}

const bothOf = (one: Rights, other: Rights): Rights => {
  const both: Rights = {
    may: (module, action) => one.may(module, action) && other.may(module, action),
    reachOf: (module, action) => [...one.reachOf(module, action), ...other.reachOf(module, action)],
    decisionOn: (module, action) => {
      const mine = one.decisionOn(module, action)
      return mine.allowed ? other.decisionOn(module, action) : mine
    },
    within: (third) => bothOf(both, third),
  }
  return both
}

const sameScopes = (one: Decision, other: Decision): boolean => one.scopes.join() === other.scopes.join()

/** The rights of somebody at their place: role, matrix and their own rules. A file holds no more than the screen would show them. */
export const rightsOf = (known: RightsOf, place: Place): Rights => {
  const reachOf = (module: ModuleKey, action: Action): Reach[] => {
    const [wanted, seen] = [decide(known, module, action), decide(known, module, 'view')]
    return action !== 'export' || sameScopes(wanted, seen)
      ? [reachAt(place, wanted)]
      : [reachAt(place, wanted), reachAt(place, seen)]
  }
  const rights: Rights = {
    may: (module, action) => decide(known, module, action).allowed,
    reachOf,
    decisionOn: (module, action) => decide(known, module, action),
    within: (other) => bothOf(rights, other),
  }
  return rights
}

/** Whether all of these reach a member of staff of that zone. */
export const reachesStaff = (reaches: readonly Reach[], employeeId: string, zoneId: string | null): boolean =>
  reaches.every(
    ({ all, staffIds, zoneId: zone }) => all || staffIds.includes(employeeId) || (zone !== null && zone === zoneId),
  )

/** Whether whoever calls sees the whole firm, and not a part of it: asked where a part can't be told apart. */
export const isFirmWide = ({ reaches }: { reaches: readonly Reach[] }): boolean => reaches.every(({ all }) => all)

const holds = (one: Reach, other: Reach): boolean =>
  one.all ||
  (!other.all &&
    other.staffIds.every((id) => one.staffIds.includes(id)) &&
    (other.zoneId === null || other.zoneId === one.zoneId))

/**
 * Whether these reaches hold whatever those held. Told by the reaches alone: a zone is never taken for its staff, so in doubt the
 * answer is no.
 */
export const holdAtLeast = (these: readonly Reach[], those: readonly Reach[]): boolean =>
  these.every((one) => those.some((other) => holds(one, other)))
