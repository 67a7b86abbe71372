import type { ModuleKey, PermissionAction } from '#contract/permissions.ts'
import { decidePermission, type PermissionDecision, type PermissionRules } from '#contract/rights.ts'

/** Whose records: of everybody, of these members of staff, or of a zone. Whatever any of the three holds. */
export type RecordScope = { all: boolean; staffIds: readonly string[]; zoneId: string | null }

/** Reaches nothing: of calls that need no permission, and of permissions that are missing. */
export const emptyRecordScope: RecordScope = { all: false, staffIds: [], zoneId: null }

/** What somebody may do, and on whose records. */
export type Rights = {
  may: (module: ModuleKey, action: PermissionAction) => boolean
  /** Whose records an action is about: what every one of these holds. Never empty; `emptyRecordScope` where it isn't allowed. */
  reachOf: (module: ModuleKey, action: PermissionAction) => readonly RecordScope[]
  /** Which rule decides, for whoever asks why. */
  decisionOn: (module: ModuleKey, action: PermissionAction) => PermissionDecision
  /** What both these and the other rights allow: working in another's view never shows more than either may see. */
  within: (other: Rights) => Rights
}

/** Where somebody stands among the staff. */
export type StaffPlacement = { employeeId: string | null; team: readonly string[]; zoneId: string | null }

const toRecordScope = ({ employeeId, team, zoneId }: StaffPlacement, { scopes }: PermissionDecision): RecordScope => {
  const own = employeeId === null ? [] : [employeeId]
  return {
    all: scopes.includes('all'),
    staffIds: scopes.includes('team') ? [...new Set([...own, ...team])] : scopes.includes('own') ? own : [],
    zoneId: scopes.includes('zone') ? zoneId : null,
  }
}

const intersectRights = (one: Rights, other: Rights): Rights => {
  const both: Rights = {
    may: (module, action) => one.may(module, action) && other.may(module, action),
    reachOf: (module, action) => [...one.reachOf(module, action), ...other.reachOf(module, action)],
    decisionOn: (module, action) => {
      const mine = one.decisionOn(module, action)
      return mine.allowed ? other.decisionOn(module, action) : mine
    },
    within: (third) => intersectRights(both, third),
  }
  return both
}

const hasSameScopes = (one: PermissionDecision, other: PermissionDecision): boolean =>
  one.scopes.join() === other.scopes.join()

/** The rights of somebody at their place: role, matrix and their own rules. A file holds no more than the screen would show them. */
export const buildRights = (known: PermissionRules, place: StaffPlacement): Rights => {
  const reachOf = (module: ModuleKey, action: PermissionAction): RecordScope[] => {
    const [wanted, seen] = [decidePermission(known, module, action), decidePermission(known, module, 'view')]
    return action !== 'export' || hasSameScopes(wanted, seen)
      ? [toRecordScope(place, wanted)]
      : [toRecordScope(place, wanted), toRecordScope(place, seen)]
  }
  const rights: Rights = {
    may: (module, action) => decidePermission(known, module, action).allowed,
    reachOf,
    decisionOn: (module, action) => decidePermission(known, module, action),
    within: (other) => intersectRights(rights, other),
  }
  return rights
}

/** Whether all of these reach a member of staff of that zone. */
export const isStaffInScope = (reaches: readonly RecordScope[], employeeId: string, zoneId: string | null): boolean =>
  reaches.every(
    ({ all, staffIds, zoneId: zone }) => all || staffIds.includes(employeeId) || (zone !== null && zone === zoneId),
  )

/** Whether whoever calls sees the whole firm, and not a part of it: asked where a part can't be told apart. */
export const hasFirmWideScope = ({ reaches }: { reaches: readonly RecordScope[] }): boolean =>
  reaches.every(({ all }) => all)

const coversScope = (one: RecordScope, other: RecordScope): boolean =>
  one.all ||
  (!other.all &&
    other.staffIds.every((id) => one.staffIds.includes(id)) &&
    (other.zoneId === null || other.zoneId === one.zoneId))

/**
 * Whether these reaches hold whatever those held. Told by the reaches alone: a zone is never taken for its staff, so in doubt the
 * answer is no.
 */
export const coversScopes = (these: readonly RecordScope[], those: readonly RecordScope[]): boolean =>
  these.every((one) => those.some((other) => coversScope(one, other)))
