import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { giveAccess as contract, inviteAgain as inviteContract, listWithoutAccess } from '#contract/access.ts'
import type { Proposed } from '#contract/approvals.ts'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import { roleOfPosition } from '#contract/rights.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { MailFacts } from '#server/core/mail/compose-mail.ts'
import { mailPurpose } from '#server/core/mail/queue-mail.ts'
import type { Raw } from '#server/core/serve.ts'
import { propose } from '#server/domain/approvals.ts'
import { masked } from '#server/domain/masked.ts'
import { linkFingerprint, passwordLink } from '#server/domain/password-link.ts'
import { assertNotOwnEmployee } from '#server/domain/too-near.ts'
import { type Invitation, invite, staffWithout } from './new-access.ts'
import { findPersonOf, refuseUnlessAll } from './people.queries.ts'
import { findElsewhere, findRecipientFacts } from './recipient.ts'
import { roleTask } from './role-task.ts'

/** For whom access was asked already: by their id. */
const findAsked = async ({ db }: Ctx): Promise<Map<string, string>> => {
  const rows = await db
    .selectFrom('approval')
    .where('state', '=', 'pending')
    .where('task', '=', roleTask.name)
    .where('subjectUserId', 'is', null)
    .select(['id', 'subjectEmployeeId'])
    .execute()
  return new Map(rows.map(({ id, subjectEmployeeId }) => [subjectEmployeeId!, id]))
}

export const findWithoutAccess = async (ctx: Ctx): Promise<Answer<typeof listWithoutAccess>> => {
  const [all, asked] = await Promise.all([staffWithout(ctx).orderBy('name').orderBy('e.id').execute(), findAsked(ctx)])
  const staff = all.map(({ position, calledAs: _, ...one }) => ({
    ...one,
    role: roleOfPosition(position),
    approvalId: asked.get(one.id) ?? null,
  }))
  return { staff }
}

const invitationFor = (ctx: Ctx, { serving, request }: Raw, name: string): Invitation => {
  const token = randomBytes(32).toString('base64url')
  const facts: MailFacts = {
    name,
    prefix: ctx.prefix,
    address: request.ip,
    at: new Date(serving.clock()).toISOString(),
    link: passwordLink(serving, token),
    until: null,
    google: serving.config.googleClientId !== undefined,
  }
  return {
    tokenHash: linkFingerprint(serving, token),
    secret: serving.boxOf(mailPurpose).seal(JSON.stringify(facts)),
    address: request.ip,
  }
}

/** Lets a member of staff sign in, or asks for it. A second person checks it as a role: who works here, and as what. */
export const giveAccess = (ctx: Ctx, { body }: Parsed<typeof contract>, raw: Raw): Promise<Proposed> =>
  ctx.db.transaction().execute(async (tx) => {
    refuseUnlessAll(ctx)
    const { employeeId, email, username, role, reason } = body
    const staff = await staffWithout({ ...ctx, db: tx })
      .where('e.id', '=', employeeId)
      .executeTakeFirst()
    if (!staff) throw refuse('notFound')
    const { rows } = await sql<{
      bar: string | null
    }>`select registry.own_access_bar(${email}, ${username}) as bar`.execute(tx)
    const { bar } = rows[0]!
    if (bar) throw refuse('request.invalid', { fields: { [bar]: 'taken' } })
    const { cvl, calledAs } = staff
    const now = raw.serving.clock()
    const elsewhere = await findElsewhere(tx, email)
    const facts = await findRecipientFacts({ ...ctx, db: tx }, { employeeId, elsewhere, name: calledAs }, now)
    return propose(
      tx,
      ctx,
      roleTask,
      {
        payload: {
          kind: 'access',
          ...{ employeeId, cvl, email, username, role },
          invitation: invitationFor(ctx, raw, calledAs),
          seen: { recordEmail: staff.email, elsewhere },
        },
        reason,
        entity: 'access',
        params: { change: 'access', who: cvl, to: role },
        // Whoever decides has to see to whom the invitation goes, and that it isn't the address on the record.
        ...(staff.email !== email && { before: { email: staff.email } }),
        after: { cvl, role, email, ...facts },
        audited: { after: { cvl, role, email: masked(email) } },
        about: { employeeId },
      },
      now,
    )
  })

/** Throws `conflict.changed` for whoever has a way in by now. */
export const inviteAgain = (ctx: Ctx, { params }: Parsed<typeof inviteContract>, raw: Raw) =>
  ctx.db.transaction().execute(async (tx) => {
    const person = await findPersonOf({ ...ctx, db: tx }, params.userId)
    refuseUnlessAll(ctx)
    if (person.employeeId) await assertNotOwnEmployee(tx, ctx, person.employeeId)
    if (!(await invite(tx, person.id, invitationFor(ctx, raw, person.fullName), raw.serving.clock())))
      throw refuse('conflict.changed')
    await audit(tx, ctx, { action: 'access.invitedAgain', entity: 'access', entityId: person.id })
    return { sent: true as const }
  })
