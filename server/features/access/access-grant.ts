import { isDeepStrictEqual } from 'node:util'
import { type Kysely, type SqlBool, sql } from 'kysely'
import { defaultLanguageByPrefix } from '#contract/core/languages.ts'
import type { Role } from '#contract/permissions.ts'
import type { DB } from '#db/types.ts'
import type { Actor } from '#server/core/approval-task.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { fullNameSql, naturalNameSql } from '#server/core/person-name.ts'
import { maskEmail } from '#server/domain/mask-identifiers.ts'
import { notifyUser } from '#server/domain/notify-user.ts'
import { recordApprovalRightGains } from '#server/domain/right-gains.ts'
import { selectVisibleStaff } from '#server/domain/visibility.ts'
import { findOtherPrefixAccess, type OtherPrefixAccess } from './access-recipient.ts'

/** The e-mail is written and sealed when access is asked for, since only then its secret is known; it goes out when access is given. */
export type Invitation = { tokenHash: string; secret: string; address: string }

export type AccessGrant = {
  kind: 'access'
  employeeId: string
  cvl: string
  email: string
  username: string
  role: Role
  invitation: Invitation
  /** What was so when it was asked for. What was asked for before this was kept doesn't have it. */
  seen?: { recordEmail: string | null; elsewhere: OtherPrefixAccess | null }
}

/** Staff who work here today and whose CVL nobody signs in with, or did. */
export const queryStaffWithoutAccess = (ctx: Pick<Ctx, 'db' | 'scopes' | 'businessDate'>) =>
  selectVisibleStaff(ctx)
    .innerJoin('office as o', 'o.id', 'e.officeId')
    .where((eb) => eb.or([eb('e.terminatedOn', 'is', null), eb('e.terminatedOn', '>=', ctx.businessDate)]))
    .where(sql<SqlBool>`not exists (select from registry.own_people() u where u.cvl = e.cvl)`)
    .select([
      'e.id',
      'e.cvl',
      fullNameSql('e').as('name'),
      'e.email',
      'o.name as officeName',
      sql<string>`e.position::text`.as('position'),
      sql<string>`${naturalNameSql('e')}`.as('calledAs'),
    ])

/** How long the link of an invitation holds. Its text says so too. */
const invitationLinkDays = 7

/** False for somebody who has a way in already: they need no invitation. */
export const inviteUser = async (
  tx: Kysely<DB>,
  userId: string,
  { tokenHash, secret, address }: Invitation,
  now: number,
): Promise<boolean> => {
  const at = new Date(now).toISOString()
  const until = new Date(now + invitationLinkDays * 86_400_000).toISOString()
  const { rows } = await sql<{ invited: boolean }>`
    select registry.invite_own(${userId}, ${tokenHash}, ${until}, ${address}, ${secret}, ${at}) as invited`.execute(tx)
  return rows[0]!.invited
}

/** Whether the record's e-mail, and whose the e-mail is elsewhere, are as whoever approves has seen them. */
const isGrantUnchanged = async (
  tx: Kysely<DB>,
  { email, seen: expected }: AccessGrant,
  recordEmail: string | null,
): Promise<boolean> => {
  if (!expected) return true
  const elsewhere = await findOtherPrefixAccess(tx, email)
  return expected.recordEmail === recordEmail && isDeepStrictEqual(expected.elsewhere, elsewhere)
}

/**
 * Makes the user and lets them in here. Throws `approval.changedSince` where the member of staff has left or got access meanwhile, their
 * record's e-mail is another one, or the e-mail is somebody else's.
 */
export const executeAccessGrant = async (
  tx: Kysely<DB>,
  actor: Actor,
  access: AccessGrant,
  now: number,
): Promise<void> => {
  const { employeeId, cvl, email, username, role, invitation } = access
  const staff = await queryStaffWithoutAccess({ db: tx, businessDate: actor.businessDate, scopes: [] })
    .where('e.id', '=', employeeId)
    .where('e.cvl', '=', cvl)
    .executeTakeFirst()
  if (!staff || !(await isGrantUnchanged(tx, access, staff.email))) throw buildRefusal('approval.changedSince')
  const { rows } = await sql<{ userId: string | null }>`
    select registry.give_own_access(${email}, ${username}, ${staff.calledAs}, ${defaultLanguageByPrefix[actor.prefix]}, ${role}, ${cvl}) as user_id`.execute(
    tx,
  )
  const { userId } = rows[0]!
  if (userId === null) throw buildRefusal('approval.changedSince')
  await recordApprovalRightGains(tx, [{ userId, module: null }], now)
  const invited = await inviteUser(tx, userId, invitation, now)
  await recordAuditEvent(tx, actor, {
    action: 'access.given',
    entity: 'access',
    entityId: userId,
    after: { cvl, role, email: maskEmail(email), invited },
  })
  await notifyUser(tx, { userId, kind: 'permissions.changed', params: {}, link: null })
}
