import { isDeepStrictEqual } from 'node:util'
import { type Kysely, type SqlBool, sql } from 'kysely'
import { prefixLanguage } from '#contract/core/languages.ts'
import type { Role } from '#contract/permissions.ts'
import type { DB } from '#db/types.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Doer } from '#server/core/task.ts'
import { fullName } from '#server/domain/client-columns.ts'
import { masked } from '#server/domain/masked.ts'
import { recordRightGains } from '#server/domain/right-gains.ts'
import { visibleStaff } from '#server/domain/visibility.ts'
import { type Elsewhere, findElsewhere } from './recipient.ts'

/** The e-mail is written and sealed when access is asked for, since only then its secret is known; it goes out when access is given. */
export type Invitation = { tokenHash: string; secret: string; address: string }

export type NewAccess = {
  kind: 'access'
  employeeId: string
  cvl: string
  email: string
  username: string
  role: Role
  invitation: Invitation
  /** What was so when it was asked for. What was asked for before this was kept doesn't have it. */
  seen?: { recordEmail: string | null; elsewhere: Elsewhere | null }
}

/** Staff who work here today and whose CVL nobody signs in with, or did. */
export const staffWithout = (ctx: Pick<Ctx, 'db' | 'reaches' | 'businessDate'>) =>
  visibleStaff(ctx)
    .innerJoin('office as o', 'o.id', 'e.officeId')
    .where((eb) => eb.or([eb('e.terminatedOn', 'is', null), eb('e.terminatedOn', '>=', ctx.businessDate)]))
    .where(sql<SqlBool>`not exists (select from registry.own_people() u where u.cvl = e.cvl)`)
    .select([
      'e.id',
      'e.cvl',
      fullName('e').as('name'),
      'e.email',
      'o.name as officeName',
      sql<string>`e.position::text`.as('position'),
      sql<string>`trim(e.name || ' ' || e.surname)`.as('calledAs'),
    ])

/** How long the link of an invitation holds. Its text says so too. */
const linkDays = 7

/** False for somebody who has a way in already: they need no invitation. */
export const invite = async (
  tx: Kysely<DB>,
  userId: string,
  { tokenHash, secret, address }: Invitation,
  now: number,
): Promise<boolean> => {
  const [at, until] = [new Date(now).toISOString(), new Date(now + linkDays * 86_400_000).toISOString()]
  const { rows } = await sql<{ invited: boolean }>`
    select registry.invite_own(${userId}, ${tokenHash}, ${until}, ${address}, ${secret}, ${at}) as invited`.execute(tx)
  return rows[0]!.invited
}

/** Whether the record's e-mail, and whose the e-mail is elsewhere, are as whoever approves has seen them. */
const isAsSeen = async (tx: Kysely<DB>, { email, seen }: NewAccess, recordEmail: string | null): Promise<boolean> => {
  if (!seen) return true
  const elsewhere = await findElsewhere(tx, email)
  return seen.recordEmail === recordEmail && isDeepStrictEqual(seen.elsewhere, elsewhere)
}

/**
 * Makes the user and lets them in here. Throws `approval.changedSince` where the member of staff has left or got access meanwhile, their
 * record's e-mail is another one, or the e-mail is somebody else's.
 */
export const carryOutAccess = async (tx: Kysely<DB>, doer: Doer, access: NewAccess, now: number): Promise<void> => {
  const { employeeId, cvl, email, username, role, invitation } = access
  const staff = await staffWithout({ db: tx, businessDate: doer.businessDate, reaches: [] })
    .where('e.id', '=', employeeId)
    .where('e.cvl', '=', cvl)
    .executeTakeFirst()
  if (!staff || !(await isAsSeen(tx, access, staff.email))) throw refuse('approval.changedSince')
  const { rows } = await sql<{ userId: string | null }>`
    select registry.give_own_access(${email}, ${username}, ${staff.calledAs}, ${prefixLanguage[doer.prefix]}, ${role}, ${cvl}) as user_id`.execute(
    tx,
  )
  const { userId } = rows[0]!
  if (userId === null) throw refuse('approval.changedSince')
  await recordRightGains(tx, [{ userId, module: null }], now)
  const invited = await invite(tx, userId, invitation, now)
  await audit(tx, doer, {
    action: 'access.given',
    entity: 'access',
    entityId: userId,
    after: { cvl, role, email: masked(email), invited },
  })
  await sql`select registry.notify_user(${userId}, 'permissions.changed', '{}', null)`.execute(tx)
}
