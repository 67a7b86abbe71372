import { type Kysely, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { GoalKind } from '#contract/goals/kinds.ts'
import type * as contract from '#contract/goals.ts'
import type { DB } from '#db/types.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { phaseGoal } from '#rules/goal-phasing.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { selectVisibleStaff } from '#server/domain/visibility.ts'
import { assertNotOwnGoal } from './goal-rights.ts'

type GoalKey = { employeeId: string; year: number; kind: GoalKind }

/**
 * The goal that is changed, under the lock of its member of staff, so that of two first settings at once the second sees the other; undefined where there
 * is none. 404 of whom the caller doesn't see, `goal.own`, `conflict.changed` where another version is there.
 */
const lockGoal = async (tx: Kysely<DB>, ctx: Ctx, { employeeId, year, kind }: GoalKey, version: number) => {
  const found = await selectVisibleStaff({ ...ctx, db: tx })
    .where('e.id', '=', employeeId)
    .select('e.id')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!found) throw buildRefusal('notFound')
  assertNotOwnGoal(ctx, employeeId)
  const goal = await tx
    .selectFrom('goal')
    .where('employeeId', '=', employeeId)
    .where('year', '=', year)
    .where('kind', '=', kind)
    .select(['amount', 'version', sql<string[]>`months::text[]`.as('months')])
    .executeTakeFirst()
  if ((goal?.version ?? 0) !== version) throw buildRefusal('conflict.changed')
  return goal
}

/** January to December in cents: as given, where they add up to the amount, or divided evenly. */
const toMonths = (amount: bigint, months: readonly string[] | null): bigint[] => {
  if (months === null)
    return phaseGoal(
      amount,
      Array.from({ length: 12 }, () => 1n),
    )
  const given = months.map(toCents)
  const sum = given.reduce((total, month) => total + month, 0n)
  if (sum !== amount) throw buildRefusal('request.invalid', { fields: { months: 'sum' } })
  return given
}

const toArraySql = (months: readonly string[]) => sql<string[]>`${[...months]}::text[]::numeric(18, 2)[]`

export const setGoal = (
  ctx: Ctx,
  { params: { employeeId }, body: { year, kind, version, amount, months } }: ParsedRequest<typeof contract.setGoal>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.setGoal>> => {
  const phased = toMonths(toCents(amount), months).map(centsToAmount)
  return ctx.db.transaction().execute(async (tx) => {
    const before = await lockGoal(tx, ctx, { employeeId, year, kind }, version)
    const values = {
      amount,
      months: toArraySql(phased),
      version: version + 1,
      changedAt: new Date(deps.clock()).toISOString(),
      changedBy: ctx.person.userId,
    }
    await tx
      .insertInto('goal')
      .values({ employeeId, year, kind, ...values })
      .onConflict((existing) => existing.columns(['employeeId', 'year', 'kind']).doUpdateSet(values))
      .execute()
    await recordAuditEvent(tx, ctx, {
      action: 'goal.set',
      entity: 'goal',
      entityId: employeeId,
      ...(before && { before: { amount: before.amount } }),
      after: { year, goalKind: kind, amount },
    })
    return { version: version + 1 }
  })
}

export const removeGoal = (
  ctx: Ctx,
  { params: { employeeId }, query: { year, kind, version } }: ParsedRequest<typeof contract.removeGoal>,
): Promise<ResponseBody<typeof contract.removeGoal>> =>
  ctx.db.transaction().execute(async (tx) => {
    const goal = await lockGoal(tx, ctx, { employeeId, year, kind }, version)
    if (!goal) throw buildRefusal('conflict.changed')
    await tx
      .deleteFrom('goal')
      .where('employeeId', '=', employeeId)
      .where('year', '=', year)
      .where('kind', '=', kind)
      .execute()
    await recordAuditEvent(tx, ctx, {
      action: 'goal.removed',
      entity: 'goal',
      entityId: employeeId,
      before: { year, goalKind: kind, amount: goal.amount },
    })
    return { amount: goal.amount, months: goal.months }
  })
