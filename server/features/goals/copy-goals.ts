import { sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/goals.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { phaseGoal } from '#rules/goal-phasing.ts'
import { recordAuditEvents } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { hasFirmWideScope } from '#server/core/rights.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { selectVisibleStaff, worksHereSql } from '#server/domain/visibility.ts'

const percentParts = 1_000_000n
const least = -90n * percentParts

/** '5.5' as millionths of a per cent. */
const readGrowth = (growth: string): bigint => {
  const [whole = '0', part = ''] = growth.replace('-', '').split('.')
  const size = BigInt(whole) * percentParts + BigInt(part.padEnd(6, '0'))
  return growth.startsWith('-') ? -size : size
}

/** An amount in cents with growth, rounded to the cent. */
const grow = (amount: bigint, growth: bigint): bigint => {
  const whole = 100n * percentParts
  return (2n * amount * (whole + growth) + whole) / (2n * whole)
}

/** All at once, under a lock: of two copies at the same time the second finds the goals of the first. */
export const copyGoals = (
  ctx: Ctx,
  { body: { year, growth } }: ParsedRequest<typeof contract.copyGoals>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.copyGoals>> => {
  const added = readGrowth(growth)
  if (added < least) throw buildRefusal('request.invalid', { fields: { growth: 'too_small' } })
  return ctx.db.transaction().execute(async (tx) => {
    await sql`lock table goal in share row exclusive mode`.execute(tx)
    const own = hasFirmWideScope(ctx) ? null : ctx.person.membership.employeeId
    const found = await selectVisibleStaff({ ...ctx, db: tx })
      .where(worksHereSql(ctx.businessDate))
      .$if(own !== null, (rows) => rows.where('e.id', '<>', own))
      .innerJoin('goal as g', 'g.employeeId', 'e.id')
      .where('g.year', '=', year - 1)
      .leftJoin('goal as n', (join) =>
        join.onRef('n.employeeId', '=', 'e.id').onRef('n.kind', '=', 'g.kind').on('n.year', '=', year),
      )
      .select(['g.employeeId', 'g.kind', 'g.amount', sql<string[]>`g.months::text[]`.as('months')])
      .select(sql<boolean>`n.employee_id is not null`.as('isThere'))
      .execute()
    const created = found
      .filter(({ isThere }) => !isThere)
      .map(({ employeeId, kind, amount, months }) => {
        const grown = grow(toCents(amount), added)
        return { employeeId, kind, amount: centsToAmount(grown), months: phaseGoal(grown, months.map(toCents)) }
      })
    if (created.length > 0) {
      const changed = { changedAt: new Date(deps.clock()).toISOString(), changedBy: ctx.person.userId }
      await tx
        .insertInto('goal')
        .values(
          created.map(({ months, ...goal }) => ({
            ...goal,
            ...changed,
            year,
            months: sql<string[]>`${months.map(centsToAmount)}::text[]::numeric(18, 2)[]`,
          })),
        )
        .execute()
      await recordAuditEvents(
        tx,
        ctx,
        created.map(({ employeeId, kind, amount }) => ({
          action: 'goal.set',
          entity: 'goal',
          entityId: employeeId,
          after: { year, goalKind: kind, amount },
        })),
      )
    }
    return { created: created.length, kept: found.length - created.length }
  })
}
