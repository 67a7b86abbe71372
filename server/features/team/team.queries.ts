import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { type getTeam, type LinkRole, linkRoles, type TeamCard } from '#contract/team.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { findCaptationTrends, findTeamFigures } from './team-figures.ts'
import { findSupervisors, findTeamLevel, getPeriodStarts, type TeamMember } from './team-members.ts'
import { findWeekAgendas } from './week-agenda.ts'

/** Partners, advisors and bankers look after clients as such; everybody else, if at all, as their manager. */
const toLinkRole = (position: string): LinkRole => linkRoles.find((role) => role === position) ?? 'manager'

/** Whether the caller's list of clients leaves out none of these people's. */
const seesAllClientsOf = ({ person: { rights } }: Ctx, ids: readonly string[]): boolean =>
  rights.may('bt_Clientes', 'view') &&
  rights.getScopes('bt_Clientes', 'view').every(({ all, staffIds }) => all || ids.every((id) => staffIds.includes(id)))

/** The cards of a level: of whom it is asked first, then of those who report to them. */
export const findTeamCards = async (ctx: Ctx, of: string | null): Promise<TeamCard[]> => {
  const level = await findTeamLevel(ctx, of)
  const linked = level.map(({ id, position }) => ({ id, linkedAs: toLinkRole(position) }))
  const members = [...new Set(level.flatMap((one) => one.members))]
  const [figures, trendOf, agendas] = await Promise.all([
    findTeamFigures(ctx, { members, linked }),
    findCaptationTrends(ctx, members),
    findWeekAgendas(
      ctx,
      level.map(({ id }) => id),
    ),
  ])
  const cardOf = ({ members: team, whole, ...facts }: TeamMember): TeamCard => {
    const linkedAs = toLinkRole(facts.position)
    return {
      ...facts,
      linkedAs,
      under: team.length - 1,
      own: figures.own(facts.id, linkedAs),
      team: team.length > 1 ? figures.team(team) : null,
      captationTrend: trendOf(team),
      agenda: agendas.get(facts.id) ?? null,
      opens: {
        own: seesAllClientsOf(ctx, [facts.id]),
        team: whole && seesAllClientsOf(ctx, team.filter(figures.manages)),
      },
    }
  }
  const head = level.filter(({ id }) => id === of)
  return [...head, ...level.filter(({ id }) => id !== of)].map(cardOf)
}

/** Whose team is meant: the one named, else the caller's own; null for somebody without a place among the staff. */
export const resolveTeamLeader = (ctx: Ctx, of: string | undefined): string | null =>
  of ?? ctx.person.membership.employeeId

/** Throws 404 for whom the caller doesn't see. */
export const findTeam = async (
  ctx: Ctx,
  { query }: Pick<ParsedRequest<typeof getTeam>, 'query'>,
): Promise<ResponseBody<typeof getTeam>> => {
  const of = resolveTeamLeader(ctx, query.of)
  const [cards, above] = await Promise.all([findTeamCards(ctx, of), of === null ? [] : findSupervisors(ctx, of)])
  const person = cards.find(({ id }) => id === of) ?? null
  if (of !== null && !person) throw buildRefusal('notFound')
  const { month, year } = getPeriodStarts(ctx.businessDate)
  return {
    person,
    above,
    people: cards.filter((card) => card !== person),
    monthFrom: month,
    yearFrom: year,
    through: ctx.businessDate,
  }
}
