import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type * as contract from '#contract/access.ts'
import type { ProposalResult } from '#contract/approvals.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { getRoleOfPosition } from '#contract/rights.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { MailFacts } from '#server/core/mail/compose-mail.ts'
import { mailPurpose } from '#server/core/mail/queue-mail.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { proposeForApproval } from '#server/domain/approvals.ts'
import { assertNotRelatedEmployee } from '#server/domain/conflict-of-interest.ts'
import { maskEmail } from '#server/domain/mask-identifiers.ts'
import { buildPasswordLink, hashPasswordLinkToken } from '#server/domain/password-link.ts'
import { type Invitation, inviteUser, queryStaffWithoutAccess } from './access-grant.ts'
import { findOtherPrefixAccess, findRecipientFacts } from './access-recipient.ts'
import { assertFirmWide, findVisiblePerson } from './people.queries.ts'
import { roleTask } from './role-task.ts'

/** For whom access was asked already: by their id. */
const findRequestedAccess = async ({ db }: Ctx): Promise<Map<string, string>> => {
  const rows = await db
    .selectFrom('approval')
    .where('state', '=', 'pending')
    .where('task', '=', roleTask.name)
    .where('subjectUserId', 'is', null)
    .select(['id', 'subjectEmployeeId'])
    .execute()
  return new Map(rows.map(({ id, subjectEmployeeId }) => [subjectEmployeeId!, id]))
}

export const findStaffWithoutAccess = async (
  ctx: Ctx,
): Promise<ResponseBody<typeof contract.listStaffWithoutAccess>> => {
  const [all, requestedNames] = await Promise.all([
    queryStaffWithoutAccess(ctx).orderBy('name').orderBy('e.id').execute(),
    findRequestedAccess(ctx),
  ])
  const staff = all.map(({ position, calledAs, ...one }) => ({
    ...one,
    role: getRoleOfPosition(position),
    approvalId: requestedNames.get(one.id) ?? null,
  }))
  return { staff }
}

const createInvitation = (ctx: Ctx, { deps, request }: HttpContext, name: string): Invitation => {
  const token = randomBytes(32).toString('base64url')
  const facts: MailFacts = {
    name,
    prefix: ctx.prefix,
    address: request.ip,
    at: new Date(deps.clock()).toISOString(),
    link: buildPasswordLink(deps, token),
    until: null,
    google: deps.config.googleClientId !== undefined,
  }
  return {
    tokenHash: hashPasswordLinkToken(deps, token),
    secret: deps.getSecretBox(mailPurpose).encrypt(JSON.stringify(facts)),
    address: request.ip,
  }
}

/** Lets a member of staff sign in, or asks for it. A second person checks it as a role: who works here, and as what. */
export const grantAccess = (
  ctx: Ctx,
  { body }: ParsedRequest<typeof contract.grantAccess>,
  raw: HttpContext,
): Promise<ProposalResult> =>
  ctx.db.transaction().execute(async (tx) => {
    assertFirmWide(ctx)
    const { employeeId, email, username, role, reason } = body
    const staff = await queryStaffWithoutAccess({ ...ctx, db: tx })
      .where('e.id', '=', employeeId)
      .executeTakeFirst()
    if (!staff) throw buildRefusal('notFound')
    const { rows } = await sql<{
      bar: string | null
    }>`select registry.own_access_bar(${email}, ${username}) as bar`.execute(tx)
    const { bar } = rows[0]!
    if (bar) throw buildRefusal('request.invalid', { fields: { [bar]: 'taken' } })
    const { cvl, calledAs } = staff
    const now = raw.deps.clock()
    const elsewhere = await findOtherPrefixAccess(tx, email)
    const facts = await findRecipientFacts({ ...ctx, db: tx }, { employeeId, elsewhere, name: calledAs }, now)
    return proposeForApproval(
      tx,
      ctx,
      roleTask,
      {
        payload: {
          kind: 'access',
          employeeId,
          cvl,
          email,
          username,
          role,
          invitation: createInvitation(ctx, raw, calledAs),
          seen: { recordEmail: staff.email, elsewhere },
        },
        reason,
        entity: 'access',
        params: { change: 'access', who: cvl, to: role },
        // Whoever decides has to see to whom the invitation goes, and that it isn't the address on the record.
        ...(staff.email !== email && { before: { email: staff.email } }),
        after: { cvl, role, email, ...facts },
        audited: { after: { cvl, role, email: maskEmail(email) } },
        about: { employeeId },
      },
      now,
    )
  })

/** Throws `conflict.changed` for whoever has a way in by now. */
export const resendInvitation = (
  ctx: Ctx,
  { params }: ParsedRequest<typeof contract.resendInvitation>,
  raw: HttpContext,
) =>
  ctx.db.transaction().execute(async (tx) => {
    const person = await findVisiblePerson({ ...ctx, db: tx }, params.userId)
    assertFirmWide(ctx)
    if (person.employeeId) await assertNotRelatedEmployee(tx, ctx, person.employeeId)
    if (!(await inviteUser(tx, person.id, createInvitation(ctx, raw, person.fullName), raw.deps.clock())))
      throw buildRefusal('conflict.changed')
    await recordAuditEvent(tx, ctx, { action: 'access.invitedAgain', entity: 'access', entityId: person.id })
    return { sent: true as const }
  })
