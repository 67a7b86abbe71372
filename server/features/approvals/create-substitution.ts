import { type Kysely, sql } from 'kysely'
import * as contract from '#contract/approvals/substitutions.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import { parseDay } from '#rules/calendar.ts'
import type { ApprovalTask } from '#server/core/approval-task.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { naturalNameSql } from '#server/core/person-name.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { proposeForApproval } from '#server/domain/approvals.ts'
import { assertNotInStaffView } from '#server/domain/assert-not-in-staff-view.ts'
import { buildSubjectRights, findRightsSubject } from '#server/domain/rights-subjects.ts'
import { isConsentRequired } from '#server/domain/substitution-consent.ts'
import { selectVisibleStaff } from '#server/domain/visibility.ts'
import {
  findEligibleSubstitute,
  hasOverlappingSubstitution,
  insertSubstitution,
  isEmployedSql,
  substitutionTask,
} from './substitution-task.ts'

type SubstitutionInput = ParsedRequest<typeof contract.createSubstitution>['body']

const assertValidDates = ({ businessDate }: Ctx, { fromOn, toOn }: SubstitutionInput): void => {
  if (fromOn < businessDate) throw buildRefusal('request.invalid', { fields: { fromOn: 'past' } })
  if (toOn < fromOn) throw buildRefusal('request.invalid', { fields: { toOn: 'beforeStart' } })
  if (parseDay(toOn) - parseDay(fromOn) >= contract.maxSubstitutionDays)
    throw buildRefusal('request.invalid', { fields: { toOn: 'too_big' } })
}

/** The absent one, locked so that of two absences told at once the second sees the first; out of reach is as if not there. */
const lockAbsentEmployee = async (tx: Kysely<DB>, ctx: Ctx, absentId: string): Promise<{ name: string }> => {
  const found = await selectVisibleStaff({ ...ctx, db: tx })
    .where(isEmployedSql(ctx.businessDate))
    .select(sql<string>`${naturalNameSql('e')}`.as('name'))
    .where('e.id', '=', absentId)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw buildRefusal('notFound')
  return found
}

/** Whether somebody else lends a word about money or rights by it. */
const needsSubstitutionConsent = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  absentId: string,
  tasks: readonly ApprovalTask[],
): Promise<boolean> => {
  if (absentId === ctx.person.employeeId) return false
  const subject = await findRightsSubject(tx, { employeeId: absentId }, ctx.businessDate)
  if (!subject) return false
  const rights = buildSubjectRights(subject)
  return tasks.some((task) => isConsentRequired(rights, task))
}

/**
 * Names who decides for somebody who is away: oneself, or somebody within reach. Of somebody else who decides about money or rights it waits
 * for their agreement, or direction's. Nobody names themselves, or they would decide what they may not. Throws `substitution.overlaps` where
 * somebody stands in on one of the days already.
 */
export const createSubstitution = async (
  ctx: Ctx,
  { body }: ParsedRequest<typeof contract.createSubstitution>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.createSubstitution>> => {
  assertNotInStaffView(ctx)
  const { absentId, substituteId, fromOn, toOn, reason } = body
  assertValidDates(ctx, body)
  const now = deps.clock()
  return ctx.db.transaction().execute(async (tx) => {
    const absent = await lockAbsentEmployee(tx, ctx, absentId)
    const substitute = await findEligibleSubstitute(tx, substituteId, ctx.businessDate)
    if (!substitute) throw buildRefusal('notFound')
    if (substituteId === absentId || substituteId === ctx.person.employeeId) throw buildRefusal('substitution.yourself')
    if (await hasOverlappingSubstitution(tx, body)) throw buildRefusal('substitution.overlaps')
    if (!(await needsSubstitutionConsent(tx, ctx, absentId, deps.tasks))) {
      const id = await insertSubstitution(tx, ctx, body, { makerId: ctx.person.userId, now })
      return { state: 'done', approvalId: null, id }
    }
    const proposed = await proposeForApproval(
      tx,
      ctx,
      substitutionTask,
      {
        payload: body,
        reason,
        entity: 'substitution',
        always: true,
        assigneeId: absentId,
        params: { who: substitute.name, absent: absent.name, from: fromOn, to: toOn },
        after: { fromDate: fromOn, toDate: toOn },
        about: { userId: substitute.userId },
      },
      now,
    )
    return { ...proposed, id: null }
  })
}
