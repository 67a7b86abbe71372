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
  getScopes: (module: ModuleKey, action: PermissionAction) => readonly RecordScope[]
  /** Which rule decides, for whoever asks why. */
  getDecision: (module: ModuleKey, action: PermissionAction) => PermissionDecision
  /** What both these and the other rights allow: working in another's view never shows more than either may see. */
  intersectWith: (other: Rights) => Rights
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
    getScopes: (module, action) => [...one.getScopes(module, action), ...other.getScopes(module, action)],
    getDecision: (module, action) => {
      const mine = one.getDecision(module, action)
      return mine.allowed ? other.getDecision(module, action) : mine
    },
    intersectWith: (third) => intersectRights(both, third),
  }
  return both
}

const hasSameScopes = (one: PermissionDecision, other: PermissionDecision): boolean =>
  one.scopes.join() === other.scopes.join()

/** The rights of somebody at their place: role, matrix and their own rules. A file holds no more than the screen would show them. */
export const buildRights = (known: PermissionRules, place: StaffPlacement): Rights => {
  const reachOf = (module: ModuleKey, action: PermissionAction): RecordScope[] => {
    const requestedRight = decidePermission(known, module, action)
    const seen = decidePermission(known, module, 'view')
    return action !== 'export' || hasSameScopes(requestedRight, seen)
      ? [toRecordScope(place, requestedRight)]
      : [toRecordScope(place, requestedRight), toRecordScope(place, seen)]
  }
  const rights: Rights = {
    may: (module, action) => decidePermission(known, module, action).allowed,
    getScopes: reachOf,
    getDecision: (module, action) => decidePermission(known, module, action),
    intersectWith: (other) => intersectRights(rights, other),
  }
  return rights
}

/** Whether all of these reach a member of staff of that zone. */
export const isStaffInScope = (scopes: readonly RecordScope[], employeeId: string, zoneId: string | null): boolean =>
  scopes.every(
    ({ all, staffIds, zoneId: zone }) => all || staffIds.includes(employeeId) || (zone !== null && zone === zoneId),
  )

/** Whether whoever calls sees the whole firm, and not a part of it: asked where a part can't be told apart. */
export const hasFirmWideScope = ({ scopes }: { scopes: readonly RecordScope[] }): boolean =>
  scopes.every(({ all }) => all)

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
