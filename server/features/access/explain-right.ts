import { sql } from 'kysely'
import { type explainRight as contract, type Explanation, modulesOfClients } from '#contract/access.ts'
import type { Parsed } from '#contract/core/endpoint.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { fullName } from '#server/domain/client-columns.ts'
import { findSubject, rightsOfSubject, type Subject } from '#server/domain/rights-of.ts'
import { visibleClients } from '#server/domain/visibility.ts'
import { findPersonOf } from './people.queries.ts'
import { findRules } from './person.queries.ts'

type Way = NonNullable<Explanation['client']>['ways'][number]
type Decision = Explanation['decision']
type Link = { staffId: string; staffRole: NonNullable<Way['staffRole']>; staffName: string }
type Found = { id: string; fullName: string; cvl: string; zoneId: string; zoneName: string; links: Link[] }

/** A client that whoever asks may see; of any other nothing is told. */
const findClient = async (ctx: Ctx, cvl: string): Promise<Found> => {
  const { rights } = ctx.person
  if (!rights.may('bt_Clientes', 'view')) throw refuse('notFound')
  const found = await visibleClients({ db: ctx.db, reaches: rights.reachOf('bt_Clientes', 'view') })
    .innerJoin('client', 'client.id', 'c.clientId')
    .innerJoin('zone as z', 'z.id', 'c.zoneId')
    .where('client.cvl', '=', cvl)
    .select([
      'client.id',
      fullName('client').as('fullName'),
      'client.cvl',
      'c.zoneId',
      'z.name as zoneName',
      sql<
        Link[]
      >`(select coalesce(json_agg(json_build_object('staffId', e.id::text, 'staffRole', l.role, 'staffName', ${fullName('e')})
           order by l.role), '[]')
         from (values ('manager', c.manager_id), ('partner', c.partner_id), ('advisor', c.advisor_id), ('banker', c.banker_id)) l (role, id)
         join employee e on e.id = l.id)`.as('links'),
    ])
    .executeTakeFirst()
  if (!found) throw refuse('notFound')
  return found
}

/** By which of the scopes the client is theirs: every link of theirs or their team's, their zone, or all. */
const waysTo = ({ links, zoneId, zoneName }: Found, { scopes }: Decision, subject: Subject): Way[] => {
  const by = (scope: Way['scope'], link?: Link): Way => ({
    scope,
    staffName: link?.staffName ?? null,
    staffRole: link?.staffRole ?? null,
    zoneName: scope === 'zone' ? zoneName : null,
  })
  return scopes.flatMap((scope): Way[] => {
    if (scope === 'all') return [by(scope)]
    if (scope === 'zone') return zoneId === subject.zoneId ? [by(scope)] : []
    const own = links.filter(({ staffId }) => staffId === subject.employeeId).map((link) => by('own', link))
    if (scope === 'own') return own
    const team = links.filter(({ staffId }) => staffId !== subject.employeeId && subject.team.includes(staffId))
    return [...own, ...team.map((link) => by('team', link))]
  })
}

/** Which rule lets somebody do something or doesn't, and by which way a client is theirs. */
export const explainRight = async (
  ctx: Ctx,
  { params: { userId }, query: { module, action, cvl } }: Parsed<typeof contract>,
): Promise<Explanation> => {
  const person = await findPersonOf(ctx, userId)
  if (cvl && !modulesOfClients.includes(module)) throw refuse('request.invalid', { fields: { cvl: 'notForModule' } })
  const [subject, client] = await Promise.all([
    findSubject(ctx.db, { userId }, ctx.businessDate),
    cvl ? findClient(ctx, cvl) : null,
  ])
  if (!subject) throw refuse('employee.ended')
  const { scopes, ...decided } = rightsOfSubject(subject).decisionOn(module, action)
  const decision: Decision = { module, action, ...decided, scopes: [...scopes] }
  const rules = decision.ruleId === null ? [] : await findRules(ctx.db, userId, ctx.businessDate)
  const rule = rules.find(({ id }) => id === decision.ruleId)
  const ways = client ? waysTo(client, decision, subject) : []
  return {
    decision,
    role: person.role,
    ownRule: rule ? { effect: rule.effect, validTo: rule.validTo, reason: rule.reason } : null,
    client: client && { id: client.id, fullName: client.fullName, cvl: client.cvl, within: ways.length > 0, ways },
  }
}
