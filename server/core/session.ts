import { jwtVerify, SignJWT } from 'jose'
import { idleLimit, type Maintenance } from '#contract/auth.ts'
import type { SessionState } from '#contract/core/endpoint.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import { type Idioma, Prefix } from '#contract/core/values.ts'
import type { Action, PersonRule, Role, RoleGrant } from '#contract/permissions.ts'
import { roleGrants, roleOfPosition } from '#contract/rights.ts'
import { deriveKey } from '#db/migrate/roles.ts'
import { refuse } from './errors.ts'
import { type Rights, reachesStaff, rightsOf } from './rights.ts'
import type { Access } from './tenancy.ts'

/** A session lasts a working day and no longer. */
export const sessionHours = 12

/** A place among the staff: what own, team and zone mean for whoever sits there. Nulls for somebody who isn't staff. */
export type Seat = {
  cvl: string | null
  employeeId: string | null
  fullName: string
  zoneId: string | null
  zoneName: string | null
}

/** The person behind a request, as the database has it now: a changed role counts from the next request on. */
export type Person = {
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
  /** Where they look from: their own place, or that of the CVL in whose view they work. */
  seat: Seat
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
export const isKeptByView = ({ actingCvl, ownRights }: Person, action: Action): boolean =>
  actingCvl !== null &&
  action !== 'view' &&
  action !== 'export' &&
  (action === 'approve' || !ownRights.may('bt_CambioCVL', 'edit'))

export type Claims = { sessionId: string; userId: string; prefix: Prefix }

export type Tokens = {
  issue: (claims: Claims & { expiresAt: number }) => Promise<string>
  /** Throws `session.invalid` or `session.expired`. */
  verify: (token: string) => Promise<Claims>
}

/** A token as it is issued: base64url leaves bits over at the end, and readers let other letters pass for them. */
const isAsIssued = (token: string): boolean => {
  const parts = token.split('.')
  return parts.length === 3 && parts.every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)
}

const isUuid = (sid: unknown): sid is string =>
  typeof sid === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(sid)

/** How far the clocks of two processes may be apart, in seconds. */
const clocksDiffer = 60

/** Issued before now, and for no longer than a session lasts: no other is ours, whatever its signature says. */
const isOfOurTimes = (iat: number, exp: number, now: number): boolean =>
  iat <= now / 1000 + clocksDiffer && exp - iat <= sessionHours * 3600 + clocksDiffer

/** How many tokens are remembered as rightly signed. */
const mostVerified = 10_000

/** Tokens signed with a key derived from the installation's secret; HS256 only, whatever a token says of itself. */
export const tokensOf = (secret: string, clock: () => number): Tokens => {
  const key = Buffer.from(deriveKey(secret, 'session-tokens'), 'hex')
  // A signature that was right stays right; whether the session is still good is asked of the database each time.
  const verified = new Map<string, Claims & { endsAt: number }>()
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
      if (!isAsIssued(token)) throw refuse('session.invalid')
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        issuer: 'atalaya',
        currentDate: new Date(clock()),
        requiredClaims: ['exp', 'iat', 'sub', 'sid', 'prefix'],
      }).catch((error: { code?: string }) => {
        throw refuse(error.code === 'ERR_JWT_EXPIRED' ? 'session.expired' : 'session.invalid')
      })
      const { sid, sub, exp = 0, iat = 0 } = payload
      const prefix = Prefix.safeParse(payload.prefix)
      if (!isUuid(sid) || !sub || !prefix.success || !isOfOurTimes(iat, exp, clock())) throw refuse('session.invalid')
      const claims = { sessionId: sid, userId: sub, prefix: prefix.data, endsAt: exp * 1000 }
      if (verified.size >= mostVerified) verified.clear()
      verified.set(token, claims)
      return claims
    },
  }
}

/** The heartbeat comes once a minute at most: so much later than the limit a session is surely idle. */
const idleGrace = 90_000

/** Who moved last at this moment, or before it, is idle now. */
export const idleSince = (now: number): number => now - idleLimit - idleGrace

type StaffRow = { id: string | null; name: string; position: string; zone_id: string | null; zone_name: string | null }
type Row = {
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
const staffOf = (cvl: string) => `(
  select json_build_object('id', e.id::text, 'name', trim(e.name || ' ' || e.surname), 'position', e.position,
           'zone_id', o.zone_id::text, 'zone_name', z.name)
    from employee e join office o on o.id = e.office_id join zone z on z.id = o.zone_id
   where e.cvl = ${cvl} and (e.terminated_on is null or e.terminated_on >= $2))`

/** Everybody under a member of staff, themselves included. */
const teamOf = (cvl: string) =>
  `array(select t.employee_id from employee e join employee_team t on t.supervisor_id = e.id where e.cvl = ${cvl})`

// Hundreds of ids for the head of the tree: read only where a rule may ask for them. $3: roles with a team.
const findPerson = `
  select s.*, ${staffOf('s.cvl')} as own, case when s.acting_cvl is not null then ${staffOf('s.acting_cvl')} end as acting,
         case when s.role = any($3) or exists (select from role_grant g where g.role = s.role and g.scope = 'team')
                or exists (select from person_rule r where r.user_id = s.user_id and r.scope = 'team' and r.ended_at is null)
              then ${teamOf('s.cvl')} else '{}' end as team,
         case when s.acting_cvl is not null then ${teamOf('s.acting_cvl')} else '{}' end as acting_team,
         (select json_agg(json_build_object('role', g.role, 'module', g.module, 'actions', g.actions, 'scope', g.scope))
            from role_grant g where g.role = s.role or s.acting_cvl is not null) as matrix,
         (select json_agg(json_build_object('userId', user_id::text, 'id', id::text, 'effect', effect, 'module', module, 'action', action,
                   'scope', scope, 'validTo', valid_to))
            from person_rule r where r.user_id in (s.user_id, s.acting_user_id) and r.ended_at is null
             and r.valid_from <= $2 and (r.valid_to is null or r.valid_to >= $2)) as rules
    from registry.session_of($1) s`

/** Roles that the product gives a team in some module. */
const teamRoles = Object.entries(roleGrants)
  .filter(([, modules]) => Object.values(modules).some(({ scope }) => scope === 'team'))
  .map(([role]) => role)

type Ending = Pick<Row, 'revoked_at' | 'expires_at' | 'active_at'>

/**
 * Why a session is over: revoked, twelve hours old, or idle for longer than the specification allows. Null while it isn't.
 * One that was ended when it had been idle for so long already ended as idle, whoever asks later.
 */
export const overBecause = ({ revoked_at, expires_at, active_at }: Ending, now: number): ErrorCode | null => {
  const active = Date.parse(active_at)
  if (revoked_at) return Date.parse(revoked_at) >= active + idleLimit ? 'session.idle' : 'session.revoked'
  if (Date.parse(expires_at) <= now) return 'session.expired'
  return active <= idleSince(now) ? 'session.idle' : null
}

/** What the states of a session follow from. */
export type StateFacts = Pick<
  Row,
  'role' | 'locked_at' | 'second_factor_at' | 'has_second_factor' | 'needs_second_factor' | 'maintenance'
>

/** Administrators work on during maintenance: they are who ends it. */
export const statesOf = (row: StateFacts): SessionState[] => [
  ...(row.has_second_factor && !row.second_factor_at ? (['secondFactor'] as const) : []),
  ...(row.locked_at ? (['locked'] as const) : []),
  ...(row.maintenance && row.role !== 'admin' ? (['maintenance'] as const) : []),
  ...(row.needs_second_factor && !row.has_second_factor ? (['enrolment'] as const) : []),
]

/** The rights of one place: what the role, the firm's matrix and the person's own rules come to. */
const rightsAt = (row: Row, staff: StaffRow | null, role: Role, userId: string | null, team: string[]): Rights =>
  rightsOf(
    { role, matrix: row.matrix ?? [], rules: (row.rules ?? []).filter((rule) => rule.userId === userId) },
    { employeeId: staff?.id ?? null, team, zoneId: staff?.zone_id ?? null },
  )

const seatOf = (cvl: string | null, staff: StaffRow | null, fullName: string): Seat => ({
  cvl,
  employeeId: staff?.id ?? null,
  fullName: staff?.name ?? fullName,
  zoneId: staff?.zone_id ?? null,
  zoneName: staff?.zone_name ?? null,
})

/** Works in the view of a CVL that is no longer theirs to work in: the session has to go back to its own. */
export class ViewEnded extends Error {
  readonly who: { userId: string; cvl: string | null; actingCvl: string }
  /** What stays theirs without the view. */
  readonly own: Pick<Person, 'ownRights' | 'states' | 'maintenance'>
  constructor(who: ViewEnded['who'], own: ViewEnded['own']) {
    super(`the view of ${who.actingCvl} has ended`)
    this.who = who
    this.own = own
  }
}

/**
 * The person of a verified token, one statement. Throws 401 where the session is unknown, another's, or over, and ViewEnded where the
 * view they work in is out of their reach by now.
 */
export const personOf = async (tenant: Access, claims: Claims, now: number, businessDate: string): Promise<Person> => {
  const [row] = await tenant.fixed<Row>('person', findPerson, [claims.sessionId, businessDate, teamRoles])
  if (row?.user_id !== claims.userId) throw refuse('session.invalid')
  const over = overBecause(row, now)
  if (over) throw refuse(over)
  const { own, acting } = row
  const ownRights = rightsAt(row, own, row.role, row.user_id, row.team)
  let [seat, rights] = [seatOf(row.cvl, own, row.full_name), ownRights]
  if (row.acting_cvl !== null) {
    if (!acting?.id || !reachesStaff(ownRights.reachOf('bt_CambioCVL', 'view'), acting.id, acting.zone_id))
      throw new ViewEnded(
        { userId: row.user_id, cvl: row.cvl, actingCvl: row.acting_cvl },
        { ownRights, states: statesOf(row), maintenance: row.maintenance },
      )
    const theirs = rightsAt(
      row,
      acting,
      row.acting_role ?? roleOfPosition(acting.position),
      row.acting_user_id,
      row.acting_team,
    )
    seat = seatOf(row.acting_cvl, acting, acting.name)
    rights = ownRights.within(theirs)
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
    seat,
    rights,
    ownRights,
    expiresAt: row.expires_at,
    activeAt: row.active_at,
    secondFactorAt: row.second_factor_at,
    states: statesOf(row),
    maintenance: row.maintenance,
  }
}
