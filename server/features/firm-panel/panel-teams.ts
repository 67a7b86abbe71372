import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { getPanelTeams, TeamLine } from '#contract/firm-panel.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { calculatePercent } from '#rules/percent.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { selectCaptationByPerson } from '#server/domain/captation.ts'
import { findStaffWithTeams, findTeamHead, listTeams } from '#server/domain/figure-rest.ts'
import { groupFigure } from '#server/domain/figure-rows.ts'
import { type FigurePeople, resolvePeople } from '#server/domain/figure-scope.ts'
import {
  findScopeGoal,
  findTeamGoal,
  findVisibleGoals,
  type GoalSums,
  readThisYear,
  sumGoal,
} from '#server/domain/goal-months.ts'
import { achievedSql } from '#server/domain/goals.ts'
import { buildTileRequest } from './panel-values.ts'

/** In cents. */
type Sums = { capital: bigint; gross: bigint; out: bigint; achieved: bigint }

const nothing: Sums = { capital: 0n, gross: 0n, out: 0n, achieved: 0n }

const addSums = (one: Sums, other: Sums, sign = 1n): Sums => ({
  capital: one.capital + sign * other.capital,
  gross: one.gross + sign * other.gross,
  out: one.out + sign * other.out,
  achieved: one.achieved + sign * other.achieved,
})

/** By member of staff, and of nobody under ''. Throws 404 where clients aren't to see. */
const findSumsByPerson = async (ctx: Ctx, people: FigurePeople): Promise<Map<string, Sums>> => {
  const today = ctx.businessDate
  const stock = buildTileRequest(ctx, people, 'totalCapital', { from: today, to: today })
  const year = buildTileRequest(ctx, people, 'captation', { from: `${today.slice(0, 4)}-01-01`, to: today })
  if (!stock || !year) throw buildRefusal('notFound')
  const [capital, captation] = await Promise.all([
    groupFigure('totalCapital', stock, 'manager'),
    ctx.db
      .selectFrom(selectCaptationByPerson(year).as('f'))
      .select(['f.personId', 'f.gross', 'f.out', achievedSql.as('achieved')])
      .execute(),
  ])
  const sums = new Map<string, Sums>()
  const add = (id: string | null, own: Partial<Sums>): void => {
    sums.set(id ?? '', addSums(sums.get(id ?? '') ?? nothing, { ...nothing, ...own }))
  }
  for (const { managerId, amount } of capital) add(managerId, { capital: toCents(amount) })
  for (const { personId, gross, out, achieved } of captation)
    add(personId, { gross: toCents(gross), out: toCents(out), achieved: toCents(achieved) })
  return sums
}

type LineInput = { person: TeamLine['person']; sums: Sums; goal: GoalSums | null; whole: Sums }

const buildLine = ({ person, sums, goal, whole }: LineInput): TeamLine => ({
  person,
  capital: centsToAmount(sums.capital),
  share: calculatePercent(sums.capital, whole.capital),
  gross: centsToAmount(sums.gross),
  out: centsToAmount(sums.out),
  net: centsToAmount(sums.gross + sums.out),
  goal: goal && centsToAmount(goal.amount),
  toDate: goal && centsToAmount(goal.toDate),
  achievement: goal && calculatePercent(sums.achieved, goal.toDate),
})

/** Teams and the rest add up to everything in reach. Throws 404 for whom the caller doesn't see. */
export const findPanelTeams = async (
  ctx: Ctx,
  { query }: { query: ParsedRequest<typeof getPanelTeams>['query'] },
): Promise<ResponseBody<typeof getPanelTeams>> => {
  const chosen = await resolvePeople(ctx, query)
  const [people, byPerson, goals] = await Promise.all([
    findStaffWithTeams(ctx, chosen),
    findSumsByPerson(ctx, chosen),
    findVisibleGoals(ctx),
  ])
  const head = findTeamHead(ctx, people, query.of)
  const whole = [...byPerson.values()].reduce((sum, own) => addSums(sum, own), nothing)
  const teams = listTeams(people, head).map((team) => ({
    team,
    sums: team.members.reduce((sum, id) => addSums(sum, byPerson.get(id) ?? nothing), nothing),
  }))
  const rest = teams.reduce((sum, { sums }) => addSums(sum, sums, -1n), whole)
  return {
    year: readThisYear(ctx),
    head: head && { id: head.id, name: head.name },
    teams: teams
      .map(({ team: { id, name, members }, sums }) =>
        buildLine({
          person: { id, name, members: members.length },
          sums,
          goal: sumGoal(ctx, findTeamGoal(goals, id, new Set(members))),
          whole,
        }),
      )
      .filter(({ capital, gross, out, goal }) => goal !== null || [capital, gross, out].some((sum) => sum !== '0.00')),
    rest: buildLine({ person: null, sums: rest, goal: null, whole }),
    total: buildLine({ person: null, sums: whole, goal: sumGoal(ctx, findScopeGoal(goals, query, chosen)), whole }),
  }
}
