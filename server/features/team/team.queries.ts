import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import { type getTeam, type LinkRole, linkRoles, type TeamCard } from '#contract/team.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { findFigures } from './figures.ts'
import { findAbove, findLevel, type Member, periodsOf } from './people.ts'

/** Partners, advisors and bankers look after clients as such; everybody else, if at all, as their manager. */
const linkOf = (position: string): LinkRole => linkRoles.find((role) => role === position) ?? 'manager'

/** Whether the caller's list of clients leaves out none of these people's. */
const holdsAll = ({ person: { rights } }: Ctx, ids: readonly string[]): boolean =>
  rights.may('bt_Clientes', 'view') &&
  rights.reachOf('bt_Clientes', 'view').every(({ all, staffIds }) => all || ids.every((id) => staffIds.includes(id)))

/** The cards of a level: of whom it is asked first, then of those who report to them. */
export const findCards = async (ctx: Ctx, of: string | null): Promise<TeamCard[]> => {
  const level = await findLevel(ctx, of)
  const linked = level.map(({ id, position }) => ({ id, linkedAs: linkOf(position) }))
  const members = [...new Set(level.flatMap((one) => one.members))]
  const figures = await findFigures(ctx, { members, linked })
  const cardOf = ({ members: team, whole, ...facts }: Member): TeamCard => {
    const linkedAs = linkOf(facts.position)
    return {
      ...facts,
      linkedAs,
      under: team.length - 1,
      own: figures.own(facts.id, linkedAs),
      team: team.length > 1 ? figures.team(team) : null,
      opens: { own: holdsAll(ctx, [facts.id]), team: whole && holdsAll(ctx, team.filter(figures.manages)) },
    }
  }
  const head = level.filter(({ id }) => id === of)
  return [...head, ...level.filter(({ id }) => id !== of)].map(cardOf)
}

/** Whose team is meant: the one named, else the caller's own; null for somebody without a place among the staff. */
export const whose = (ctx: Ctx, of: string | undefined): string | null => of ?? ctx.person.seat.employeeId

/** Throws 404 for whom the caller doesn't see. */
export const findTeam = async (
  ctx: Ctx,
  { query }: Pick<Parsed<typeof getTeam>, 'query'>,
): Promise<Answer<typeof getTeam>> => {
  const of = whose(ctx, query.of)
  const [cards, above] = await Promise.all([findCards(ctx, of), of === null ? [] : findAbove(ctx, of)])
  const person = cards.find(({ id }) => id === of) ?? null
  if (of !== null && !person) throw refuse('notFound')
  const { month, year } = periodsOf(ctx.businessDate)
  return {
    person,
    above,
    people: cards.filter((card) => card !== person),
    monthFrom: month,
    yearFrom: year,
    through: ctx.businessDate,
  }
}
