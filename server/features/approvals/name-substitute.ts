import { type Kysely, sql } from 'kysely'
import { type createSubstitution as contract, longestSubstitution } from '#contract/approvals.ts'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import type { Task } from '#server/core/task.ts'
import { propose } from '#server/domain/approvals.ts'
import { isWeighty } from '#server/domain/lent-word.ts'
import { findSubject, rightsOfSubject } from '#server/domain/rights-of.ts'
import { visibleStaff } from '#server/domain/visibility.ts'
import { refuseInView } from './refuse-in-view.ts'
import { findSubstitute, insertSubstitution, overlaps, substitutionTask, worksHere } from './substitution-task.ts'

type Body = Parsed<typeof contract>['body']

const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000

const refuseDates = ({ businessDate }: Ctx, { fromOn, toOn }: Body): void => {
  if (fromOn < businessDate) throw refuse('request.invalid', { fields: { fromOn: 'past' } })
  if (toOn < fromOn) throw refuse('request.invalid', { fields: { toOn: 'beforeStart' } })
  if (dayOf(toOn) - dayOf(fromOn) >= longestSubstitution)
    throw refuse('request.invalid', { fields: { toOn: 'too_big' } })
}

/** The absent one, locked so that of two absences told at once the second sees the first; out of reach is as if not there. */
const lockAbsent = async (tx: Kysely<DB>, ctx: Ctx, absentId: string): Promise<{ name: string }> => {
  const found = await visibleStaff({ ...ctx, db: tx })
    .where(worksHere(ctx.businessDate))
    .select(sql<string>`trim(e.name || ' ' || e.surname)`.as('name'))
    .where('e.id', '=', absentId)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw refuse('notFound')
  return found
}

/** Whether somebody else lends a word about money or rights by it. */
const needsAgreement = async (tx: Kysely<DB>, ctx: Ctx, absentId: string, tasks: readonly Task[]): Promise<boolean> => {
  if (absentId === ctx.person.employeeId) return false
  const subject = await findSubject(tx, { employeeId: absentId }, ctx.businessDate)
  if (!subject) return false
  const rights = rightsOfSubject(subject)
  return tasks.some((task) => isWeighty(rights, task))
}

/**
 * Names who decides for somebody who is away: oneself, or somebody within reach. Of somebody else who decides about money or rights it waits
 * for their agreement, or direction's. Nobody names themselves, or they would decide what they may not. Throws `substitution.overlaps` where
 * somebody stands in on one of the days already.
 */
export const createSubstitution = async (
  ctx: Ctx,
  { body }: Parsed<typeof contract>,
  { serving }: Raw,
): Promise<Answer<typeof contract>> => {
  refuseInView(ctx)
  const { absentId, substituteId, fromOn, toOn, reason } = body
  refuseDates(ctx, body)
  const now = serving.clock()
  return ctx.db.transaction().execute(async (tx) => {
    const absent = await lockAbsent(tx, ctx, absentId)
    const substitute = await findSubstitute(tx, substituteId, ctx.businessDate)
    if (!substitute) throw refuse('notFound')
    if (substituteId === absentId || substituteId === ctx.person.employeeId) throw refuse('substitution.yourself')
    if (await overlaps(tx, body)) throw refuse('substitution.overlaps')
    if (!(await needsAgreement(tx, ctx, absentId, serving.tasks))) {
      const id = await insertSubstitution(tx, ctx, body, { makerId: ctx.person.userId, now })
      return { state: 'done', approvalId: null, id }
    }
    const proposed = await propose(
      tx,
      ctx,
      substitutionTask,
      {
        ...{ payload: body, reason, entity: 'substitution', always: true, liesWith: absentId },
        params: { who: substitute.name, absent: absent.name, from: fromOn, to: toOn },
        after: { fromDate: fromOn, toDate: toOn },
        about: { userId: substitute.userId },
      },
      now,
    )
    return { ...proposed, id: null }
  })
}
