import { jwtVerify, SignJWT } from 'jose'
import { idleLimitMs, type Maintenance } from '#contract/auth.ts'
import type { SessionState } from '#contract/core/endpoint.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import { type Idioma, Prefix } from '#contract/core/values.ts'
import type { PermissionAction, PersonRule, Role, RoleGrant } from '#contract/permissions.ts'
import { defaultRoleGrants, getRoleOfPosition } from '#contract/rights.ts'
import { deriveKey } from '#db/migrate/roles.ts'
import { buildRefusal } from './errors.ts'
import { naturalNameSqlText } from './person-name.ts'
import { buildRights, isStaffInScope, type Rights } from './rights.ts'
import type { DatabaseAccess } from './tenancy.ts'

/** A session lasts a working day and no longer. */
export const sessionHours = 12

/** A place among the staff: what own, team and zone mean for whoever sits there. Nulls for somebody who isn't staff. */
export type StaffMembership = {
  cvl: string | null
  employeeId: string | null
  fullName: string
  zoneId: string | null
  zoneName: string | null
}

/** The person behind a request, as the database has it now: a changed role counts from the next request on. */
export type SessionUser = {
  sessionId: string
  userId: string
  username: string
  email: string
  fullName: string
  idioma: Idioma
  role: Role
  prefix: Prefix
  prefixes: Prefix[]
  /** Their own, in whoever's view they work. */
  cvl: string | null
  employeeId: string | null
  /** In whose view the person works; null in their own. */
  actingCvl: string | null
  /** The account of the person in whose view they work; null in their own, or where that person has none. */
  viewedUserId: string | null
  /** Where they look from: their own place, or that of the CVL in whose view they work. */
  membership: StaffMembership
  /** What they may do now: in another's view, what both may. */
  rights: Rights
  /** What they may do as themselves. */
  ownRights: Rights
  expiresAt: string
  activeAt: string
  /** When a second factor was last given in this session; null where none was. */
  secondFactorAt: string | null
  /** What the session is in besides open, the most pressing first. */
  states: SessionState[]
  maintenance: Maintenance | null
}

/**
 * Whether the view of another keeps somebody from an action: it only shows, unless they may work there, and what takes a second
 * person's word is never given in somebody else's name.
 */
export const isBlockedByView = ({ actingCvl, ownRights }: SessionUser, action: PermissionAction): boolean =>
  actingCvl !== null &&
  action !== 'view' &&
  action !== 'export' &&
  (action === 'approve' || !ownRights.may('bt_CambioCVL', 'edit'))

export type TokenClaims = { sessionId: string; userId: string; prefix: Prefix }

export type SessionTokens = {
  issue: (claims: TokenClaims & { expiresAt: number }) => Promise<string>
  /** Throws `session.invalid` or `session.expired`. */
  verify: (token: string) => Promise<TokenClaims>
}

/** A token as it is issued: base64url leaves bits over at the end, and readers let other letters pass for them. */
const isCanonicalToken = (token: string): boolean => {
  const parts = token.split('.')
  return parts.length === 3 && parts.every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)
}

const isUuid = (sid: unknown): sid is string =>
  typeof sid === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(sid)

/** How far the clocks of two processes may be apart, in seconds. */
const clockToleranceSeconds = 60

/** Issued before now, and for no longer than a session lasts: no other is ours, whatever its signature says. */
const hasValidTokenTimes = (iat: number, exp: number, now: number): boolean =>
  iat <= now / 1000 + clockToleranceSeconds && exp - iat <= sessionHours * 3600 + clockToleranceSeconds

/** How many tokens are remembered as rightly signed. */
const maxVerifiedTokens = 10_000

/** Tokens signed with a key derived from the installation's secret; HS256 only, whatever a token says of itself. */
export const buildSessionTokens = (secret: string, clock: () => number): SessionTokens => {
  const key = Buffer.from(deriveKey(secret, 'session-tokens'), 'hex')
  // A signature that was right stays right; whether the session is still good is asked of the database each time.
  const verified = new Map<string, TokenClaims & { endsAt: number }>()
  return {
    issue: ({ sessionId, prefix, userId, expiresAt }) =>
      new SignJWT({ sid: sessionId, prefix })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(userId)
        .setIssuer('atalaya')
        .setIssuedAt(Math.floor(clock() / 1000))
        .setExpirationTime(Math.floor(expiresAt / 1000))
        .sign(key),
    verify: async (token) => {
      const known = verified.get(token)
      if (known && known.endsAt > clock()) return known
      if (!isCanonicalToken(token)) throw buildRefusal('session.invalid')
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        issuer: 'atalaya',
        currentDate: new Date(clock()),
        requiredClaims: ['exp', 'iat', 'sub', 'sid', 'prefix'],
      }).catch((error: { code?: string }) => {
        throw buildRefusal(error.code === 'ERR_JWT_EXPIRED' ? 'session.expired' : 'session.invalid')
      })
      const { sid, sub, exp = 0, iat = 0 } = payload
      const prefix = Prefix.safeParse(payload.prefix)
      if (!isUuid(sid) || !sub || !prefix.success || !hasValidTokenTimes(iat, exp, clock()))
        throw buildRefusal('session.invalid')
      const claims = { sessionId: sid, userId: sub, prefix: prefix.data, endsAt: exp * 1000 }
      if (verified.size >= maxVerifiedTokens) verified.clear()
      verified.set(token, claims)
      return claims
    },
  }
}

/** The heartbeat comes once a minute at most: so much later than the limit a session is surely idle. */
const idleGraceMs = 90_000

/** Who moved last at this moment, or before it, is idle now. */
export const getIdleThreshold = (now: number): number => now - idleLimitMs - idleGraceMs

type StaffRow = { id: string | null; name: string; position: string; zone_id: string | null; zone_name: string | null }
type SessionRow = {
  user_id: string
  username: string
  email: string
  full_name: string
  idioma: Idioma
  role: Role
  cvl: string | null
  acting_cvl: string | null
  acting_user_id: string | null
  acting_role: Role | null
  prefixes: Prefix[]
  expires_at: string
  revoked_at: string | null
  active_at: string
  locked_at: string | null
  second_factor_at: string | null
  has_second_factor: boolean
  needs_second_factor: boolean
  maintenance: Maintenance | null
  own: StaffRow | null
  acting: StaffRow | null
  team: string[]
  acting_team: string[]
  matrix: RoleGrant[] | null
  rules: (PersonRule & { userId: string })[] | null
}

/** Staff as the row of a session holds it: null for somebody who isn't, or who has left. $2: the business date. */
const staffRowSql = (cvl: string) => `(
  select json_build_object('id', e.id::text, 'name', ${naturalNameSqlText('e')}, 'position', e.position,
           'zone_id', o.zone_id::text, 'zone_name', z.name)
    from employee e join office o on o.id = e.office_id join zone z on z.id = o.zone_id
   where e.cvl = ${cvl} and (e.terminated_on is null or e.terminated_on >= $2))`

/** Everybody under a member of staff, themselves included. */
const teamIdsSql = (cvl: string) =>
  `array(select t.employee_id from employee e join employee_team t on t.supervisor_id = e.id where e.cvl = ${cvl})`

// Hundreds of ids for the head of the tree: read only where a rule may ask for them. $3: roles with a team.
const findSessionUserSql = `
  select s.*, ${staffRowSql('s.cvl')} as own, case when s.acting_cvl is not null then ${staffRowSql('s.acting_cvl')} end as acting,
         case when s.role = any($3) or exists (select from role_grant g where g.role = s.role and g.scope = 'team')
                or exists (select from person_rule r where r.user_id = s.user_id and r.scope = 'team' and r.ended_at is null)
              then ${teamIdsSql('s.cvl')} else '{}' end as team,
         case when s.acting_cvl is not null then ${teamIdsSql('s.acting_cvl')} else '{}' end as acting_team,
         (select json_agg(json_build_object('role', g.role, 'module', g.module, 'actions', g.actions, 'scope', g.scope))
            from role_grant g where g.role = s.role or s.acting_cvl is not null) as matrix,
         (select json_agg(json_build_object('userId', user_id::text, 'id', id::text, 'effect', effect, 'module', module, 'action', action,
                   'scope', scope, 'validTo', valid_to))
            from person_rule r where r.user_id in (s.user_id, s.acting_user_id) and r.ended_at is null
             and r.valid_from <= $2 and (r.valid_to is null or r.valid_to >= $2)) as rules
    from registry.session_of($1) s`

/** Roles that the product gives a team in some module. */
const teamRoles = Object.entries(defaultRoleGrants)
  .filter(([, modules]) => Object.values(modules).some(({ scope }) => scope === 'team'))
  .map(([role]) => role)

type SessionEndFacts = Pick<SessionRow, 'revoked_at' | 'expires_at' | 'active_at'>

/**
 * Why a session is over: revoked, twelve hours old, or idle for longer than the specification allows. Null while it isn't.
 * One that was ended when it had been idle for so long already ended as idle, whoever asks later.
 */
export const findSessionEndReason = (
  { revoked_at, expires_at, active_at }: SessionEndFacts,
  now: number,
): ErrorCode | null => {
  const active = Date.parse(active_at)
  if (revoked_at) return Date.parse(revoked_at) >= active + idleLimitMs ? 'session.idle' : 'session.revoked'
  if (Date.parse(expires_at) <= now) return 'session.expired'
  return active <= getIdleThreshold(now) ? 'session.idle' : null
}

/** What the states of a session follow from. */
export type SessionStateFacts = Pick<
  SessionRow,
  'role' | 'locked_at' | 'second_factor_at' | 'has_second_factor' | 'needs_second_factor' | 'maintenance'
>

/** Administrators work on during maintenance: they are who ends it. */
export const listSessionStates = (row: SessionStateFacts): SessionState[] => [
  ...(row.has_second_factor && !row.second_factor_at ? (['secondFactor'] as const) : []),
  ...(row.locked_at ? (['locked'] as const) : []),
  ...(row.maintenance && row.role !== 'admin' ? (['maintenance'] as const) : []),
  ...(row.needs_second_factor && !row.has_second_factor ? (['enrolment'] as const) : []),
]

/** The rights of one place: what the role, the firm's matrix and the person's own rules come to. */
const buildSessionRights = (
  row: SessionRow,
  staff: StaffRow | null,
  role: Role,
  userId: string | null,
  team: string[],
): Rights =>
  buildRights(
    { role, matrix: row.matrix ?? [], rules: (row.rules ?? []).filter((rule) => rule.userId === userId) },
    { employeeId: staff?.id ?? null, team, zoneId: staff?.zone_id ?? null },
  )

const toStaffMembership = (cvl: string | null, staff: StaffRow | null, fullName: string): StaffMembership => ({
  cvl,
  employeeId: staff?.id ?? null,
  fullName: staff?.name ?? fullName,
  zoneId: staff?.zone_id ?? null,
  zoneName: staff?.zone_name ?? null,
})

/** Works in the view of a CVL that is no longer theirs to work in: the session has to go back to its own. */
export class ViewEndedError extends Error {
  readonly who: { userId: string; cvl: string | null; actingCvl: string }
  /** What stays theirs without the view. */
  readonly own: Pick<SessionUser, 'ownRights' | 'states' | 'maintenance'>
  constructor(who: ViewEndedError['who'], own: ViewEndedError['own']) {
    super(`the view of ${who.actingCvl} has ended`)
    this.who = who
    this.own = own
  }
}

/**
 * The person of a verified token, one statement. Throws 401 where the session is unknown, another's, or over, and ViewEndedError where the
 * view they work in is out of their reach by now.
 */
export const loadSessionUser = async (
  tenant: DatabaseAccess,
  claims: TokenClaims,
  now: number,
  businessDate: string,
): Promise<SessionUser> => {
  const [row] = await tenant.queryPrepared<SessionRow>('person', findSessionUserSql, [
    claims.sessionId,
    businessDate,
    teamRoles,
  ])
  if (row?.user_id !== claims.userId) throw buildRefusal('session.invalid')
  const over = findSessionEndReason(row, now)
  if (over) throw buildRefusal(over)
  const { own, acting } = row
  const ownRights = buildSessionRights(row, own, row.role, row.user_id, row.team)
  let membership = toStaffMembership(row.cvl, own, row.full_name)
  let rights = ownRights
  if (row.acting_cvl !== null) {
    if (!acting?.id || !isStaffInScope(ownRights.getScopes('bt_CambioCVL', 'view'), acting.id, acting.zone_id))
      throw new ViewEndedError(
        { userId: row.user_id, cvl: row.cvl, actingCvl: row.acting_cvl },
        { ownRights, states: listSessionStates(row), maintenance: row.maintenance },
      )
    const theirs = buildSessionRights(
      row,
      acting,
      row.acting_role ?? getRoleOfPosition(acting.position),
      row.acting_user_id,
      row.acting_team,
    )
    membership = toStaffMembership(row.acting_cvl, acting, acting.name)
    rights = ownRights.intersectWith(theirs)
  }
  return {
    sessionId: claims.sessionId,
    userId: row.user_id,
    username: row.username,
    email: row.email,
    fullName: row.full_name,
    idioma: row.idioma,
    role: row.role,
    prefix: claims.prefix,
    prefixes: row.prefixes,
    cvl: row.cvl,
    employeeId: own?.id ?? null,
    actingCvl: row.acting_cvl,
    viewedUserId: row.acting_user_id,
    membership,
    rights,
    ownRights,
    expiresAt: row.expires_at,
    activeAt: row.active_at,
    secondFactorAt: row.second_factor_at,
    states: listSessionStates(row),
    maintenance: row.maintenance,
  }
}
