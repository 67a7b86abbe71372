import { sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { getPanelTeams, TeamLine } from '#contract/firm-panel.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { calculatePercent } from '#rules/percent.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { selectCaptationByPerson } from '#server/domain/captation.ts'
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
import { selectVisibleStaff } from '#server/domain/visibility.ts'
import { buildTileRequest } from './panel-values.ts'

type Person = { id: string; name: string; supervisorId: string | null; members: string[] }

/** Everybody in reach, with whom they have under them, themselves among them. */
const findPeople = (ctx: Ctx, people: FigurePeople): Promise<Person[]> =>
  selectVisibleStaff(ctx)
    .$if(people !== null, (staff) => staff.where('e.id', '=', sql<string>`any(${[...(people ?? [])]}::bigint[])`))
    .select(['e.id', 'e.supervisorId', fullNameSql('e').as('name')])
    .select(
      sql<string[]>`array(select t.employee_id::text from employee_team t where t.supervisor_id = e.id)`.as('members'),
    )
    .orderBy(fullNameSql('e'))
    .orderBy('e.id')
    .execute()

/** Whose direct reports are the teams: whoever is chosen, else the caller who has any; else the one at the top, if it is one. */
const findHead = (ctx: Ctx, people: readonly Person[], of: string | undefined): Person | null => {
  const isOver = (person: Person | undefined): person is Person =>
    person !== undefined && people.some(({ supervisorId }) => supervisorId === person.id)
  const byId = new Map(people.map((person) => [person.id, person]))
  const own = byId.get(of ?? ctx.person.membership.employeeId ?? '')
  if (of !== undefined || isOver(own)) return own ?? null
  const tops = people.filter((person) => isOver(person) && !byId.has(person.supervisorId ?? ''))
  return tops.length === 1 ? tops[0]! : null
}

const listTeams = (people: readonly Person[], head: Person | null): Person[] => {
  const ids = new Set(people.map(({ id }) => id))
  return people.filter(({ supervisorId }) => (head ? supervisorId === head.id : !ids.has(supervisorId ?? '')))
}

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
    findPeople(ctx, chosen),
    findSumsByPerson(ctx, chosen),
    findVisibleGoals(ctx),
  ])
  const head = findHead(ctx, people, query.of)
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
