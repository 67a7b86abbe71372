import { jwtVerify, SignJWT } from 'jose'
import type { SessionState } from '#contract/core/endpoint.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import { type Idioma, Prefix } from '#contract/core/values.ts'
import { type Role, roleGrants, type Scope } from '#contract/permissions.ts'
import { idleLimit, type Maintenance } from '#contract/session.ts'
import { deriveKey } from '#db/migrate/roles.ts'
import { refuse } from './errors.ts'
import type { Access } from './tenancy.ts'

/** A session lasts a working day and no longer. */
export const sessionHours = 12

/** The person behind a request, as the database has it now: a changed role counts from the next request on. */
export type Person = {
  sessionId: string
  userId: string
  username: string
  email: string
  fullName: string
  idioma: Idioma
  role: Role
  scope: Scope
  prefix: Prefix
  prefixes: Prefix[]
  cvl: string | null
  /** In whose view the person works; null in their own. */
  actingCvl: string | null
  employeeId: string | null
  zoneId: string | null
  zoneName: string | null
  /** Whose clients are in scope own or team: me, or me and all under me. Empty in other scopes and for somebody who isn't staff. */
  staffIds: string[]
  expiresAt: string
  activeAt: string
  /** When a second factor was last given in this session; null where none was. */
  secondFactorAt: string | null
  /** What the session is in besides open, the most pressing first. */
  states: SessionState[]
  maintenance: Maintenance | null
}

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
        requiredClaims: ['exp', 'sub', 'sid', 'prefix'],
      }).catch((error: { code?: string }) => {
        throw refuse(error.code === 'ERR_JWT_EXPIRED' ? 'session.expired' : 'session.invalid')
      })
      const { sid, sub, exp } = payload
      const prefix = Prefix.safeParse(payload.prefix)
      if (!isUuid(sid) || !sub || !prefix.success) throw refuse('session.invalid')
      const claims = { sessionId: sid, userId: sub, prefix: prefix.data, endsAt: (exp ?? 0) * 1000 }
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

type Row = {
  user_id: string
  username: string
  email: string
  full_name: string
  idioma: Idioma
  role: Role
  cvl: string | null
  acting_cvl: string | null
  prefixes: Prefix[]
  expires_at: string
  revoked_at: string | null
  active_at: string
  locked_at: string | null
  second_factor_at: string | null
  has_second_factor: boolean
  needs_second_factor: boolean
  maintenance: Maintenance | null
  employee_id: string | null
  zone_id: string | null
  zone_name: string | null
  team: string[]
}

const findPerson = `
  select s.*, e.id as employee_id, o.zone_id, z.name as zone_name,
         array(select t.employee_id from employee_team t where t.supervisor_id = e.id and s.role = any($2)) as team
    from registry.session_of($1) s
    left join employee e on e.cvl = s.cvl and e.terminated_on is null
    left join office o on o.id = e.office_id
    left join zone z on z.id = o.zone_id`

const teamRoles = Object.entries(roleGrants)
  .filter(([, grant]) => grant.scope === 'team')
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

/** Administrators work on during maintenance: they are who ends it. */
const statesOf = (row: Row): SessionState[] => [
  ...(row.has_second_factor && !row.second_factor_at ? (['secondFactor'] as const) : []),
  ...(row.locked_at ? (['locked'] as const) : []),
  ...(row.maintenance && row.role !== 'admin' ? (['maintenance'] as const) : []),
  ...(row.needs_second_factor && !row.has_second_factor ? (['enrolment'] as const) : []),
]

/** The person of a verified token; throws 401 where the session is unknown, another's, or over. One statement. */
export const personOf = async (tenant: Access, claims: Claims, now: number): Promise<Person> => {
  const [row] = await tenant.fixed<Row>('person', findPerson, [claims.sessionId, teamRoles])
  if (row?.user_id !== claims.userId) throw refuse('session.invalid')
  const over = overBecause(row, now)
  if (over) throw refuse(over)
  const { scope } = roleGrants[row.role]
  const own = row.employee_id && scope === 'own' ? [row.employee_id] : []
  return {
    sessionId: claims.sessionId,
    userId: row.user_id,
    username: row.username,
    email: row.email,
    fullName: row.full_name,
    idioma: row.idioma,
    role: row.role,
    scope,
    prefix: claims.prefix,
    prefixes: row.prefixes,
    cvl: row.cvl,
    actingCvl: row.acting_cvl,
    employeeId: row.employee_id,
    zoneId: row.zone_id,
    zoneName: row.zone_name,
    staffIds: scope === 'team' ? row.team : own,
    expiresAt: row.expires_at,
    activeAt: row.active_at,
    secondFactorAt: row.second_factor_at,
    states: statesOf(row),
    maintenance: row.maintenance,
  }
}
