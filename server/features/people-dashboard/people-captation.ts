import { sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { type CaptationSpan, lifetimeFrom } from '#contract/people-dashboard/spans.ts'
import type { getPeopleCaptation, PersonCaptation } from '#contract/people-dashboard.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { calculatePercent } from '#rules/percent.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { selectCaptationByPerson } from '#server/domain/captation.ts'
import { resolveRequest } from '#server/domain/figure-rows.ts'
import { addGoals, findVisibleGoals, type GoalOfPerson, sumGoal } from '#server/domain/goal-months.ts'
import { achievedSql } from '#server/domain/goals.ts'
import { selectVisibleStaff } from '#server/domain/visibility.ts'

/** In cents. */
type Sums = { gross: bigint; out: bigint }

const toAnswer = ({ gross, out }: Sums) => ({
  gross: centsToAmount(gross),
  out: centsToAmount(out),
  net: centsToAmount(gross + out),
})

const addUp = (sums: readonly Sums[]): Sums =>
  sums.reduce((total, { gross, out }) => ({ gross: total.gross + gross, out: total.out + out }), { gross: 0n, out: 0n })

type Raised = Sums & { achieved: bigint }

/** By credited person; of nobody under ''. */
const findRaised = async (ctx: Ctx, filters: Parameters<typeof resolveRequest>[2]): Promise<Map<string, Raised>> => {
  const request = await resolveRequest(ctx, 'captation', filters)
  const rows = await ctx.db
    .selectFrom(selectCaptationByPerson(request).as('f'))
    .select(['f.personId', 'f.gross', 'f.out', achievedSql.as('achieved')])
    .execute()
  return new Map(
    rows.map(({ personId, gross, out, achieved }) => [
      personId ?? '',
      { gross: toCents(gross), out: toCents(out), achieved: toCents(achieved) },
    ]),
  )
}

const findVisibleIds = async (ctx: Ctx, ids: readonly string[]): Promise<string[]> => {
  const found = await selectVisibleStaff(ctx)
    .where('e.id', '=', sql<string>`any(${ids.filter((id) => id !== '')}::bigint[])`)
    .select('e.id')
    .execute()
  return found.map(({ id }) => id)
}

const getSpanStart = (span: CaptationSpan, today: string): string =>
  span === 'year' ? `${today.slice(0, 4)}-01-01` : lifetimeFrom

/** Throws 404 for whom the caller doesn't see, and where clients aren't to see. */
export const findPeopleCaptation = async (
  ctx: Ctx,
  { query: { span, ...whose } }: { query: ParsedRequest<typeof getPeopleCaptation>['query'] },
): Promise<ResponseBody<typeof getPeopleCaptation>> => {
  const to = ctx.businessDate
  const from = getSpanStart(span, to)
  const noGoals: GoalOfPerson[] = []
  const [raised, goals] = await Promise.all([
    findRaised(ctx, { range: 'custom', from, to, ...whose }),
    span === 'year' ? findVisibleGoals(ctx) : noGoals,
  ])
  const withGoals = goals.filter(({ kind }) => kind === 'individual').map(({ employeeId }) => employeeId)
  const ids = await findVisibleIds(ctx, [...new Set([...raised.keys(), ...withGoals])])
  const nothing: Raised = { gross: 0n, out: 0n, achieved: 0n }
  const buildLine = (personId: string): PersonCaptation => {
    const own = raised.get(personId) ?? nothing
    const goal = sumGoal(
      ctx,
      addGoals(goals, (id) => id === personId),
    )
    return {
      personId,
      ...toAnswer(own),
      goal: goal && centsToAmount(goal.amount),
      toDate: goal && centsToAmount(goal.toDate),
      achievement: goal && calculatePercent(own.achieved, goal.toDate),
    }
  }
  const total = addUp([...raised.values()])
  const listed = addUp(ids.map((id) => raised.get(id) ?? nothing))
  return {
    from,
    to,
    people: ids.map(buildLine),
    rest: toAnswer({ gross: total.gross - listed.gross, out: total.out - listed.out }),
    total: toAnswer(total),
  }
}
