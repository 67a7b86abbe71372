import { sql } from 'kysely'
import * as contract from '#contract/access.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { buildSubjectRights, findRightsSubject, type RightsSubject } from '#server/domain/rights-subjects.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'
import { findVisiblePerson } from './people.queries.ts'
import { findPersonRules } from './person-rights.queries.ts'

type ClientScopePath = NonNullable<contract.RightExplanation['client']>['ways'][number]
type Decision = contract.RightExplanation['decision']
type StaffLink = { staffId: string; staffRole: NonNullable<ClientScopePath['staffRole']>; staffName: string }
type ClientWithLinks = {
  id: string
  fullName: string
  cvl: string
  zoneId: string
  zoneName: string
  links: StaffLink[]
}

/** A client that whoever asks may see; of any other nothing is told. */
const findClientWithLinks = async (ctx: Ctx, cvl: string): Promise<ClientWithLinks> => {
  const { rights } = ctx.person
  if (!rights.may('bt_Clientes', 'view')) throw buildRefusal('notFound')
  const found = await selectVisibleClients({ db: ctx.db, scopes: rights.getScopes('bt_Clientes', 'view') })
    .innerJoin('client', 'client.id', 'c.clientId')
    .innerJoin('zone as z', 'z.id', 'c.zoneId')
    .where('client.cvl', '=', cvl)
    .select([
      'client.id',
      fullNameSql('client').as('fullName'),
      'client.cvl',
      'c.zoneId',
      'z.name as zoneName',
      sql<
        StaffLink[]
      >`(select coalesce(json_agg(json_build_object('staffId', e.id::text, 'staffRole', l.role, 'staffName', ${fullNameSql('e')})
           order by l.role), '[]')
         from (values ('manager', c.manager_id), ('partner', c.partner_id), ('advisor', c.advisor_id), ('banker', c.banker_id)) l (role, id)
         join employee e on e.id = l.id)`.as('links'),
    ])
    .executeTakeFirst()
  if (!found) throw buildRefusal('notFound')
  return found
}

/** By which of the scopes the client is theirs: every link of theirs or their team's, their zone, or all. */
const listClientScopePaths = (
  { links, zoneId, zoneName }: ClientWithLinks,
  { scopes }: Decision,
  subject: RightsSubject,
): ClientScopePath[] => {
  const by = (scope: ClientScopePath['scope'], link?: StaffLink): ClientScopePath => ({
    scope,
    staffName: link?.staffName ?? null,
    staffRole: link?.staffRole ?? null,
    zoneName: scope === 'zone' ? zoneName : null,
  })
  return scopes.flatMap((scope): ClientScopePath[] => {
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
  { params: { userId }, query: { module, action, cvl } }: ParsedRequest<typeof contract.explainRight>,
): Promise<contract.RightExplanation> => {
  const person = await findVisiblePerson(ctx, userId)
  if (cvl && !contract.clientModules.includes(module))
    throw buildRefusal('request.invalid', { fields: { cvl: 'notForModule' } })
  const [subject, client] = await Promise.all([
    findRightsSubject(ctx.db, { userId }, ctx.businessDate),
    cvl ? findClientWithLinks(ctx, cvl) : null,
  ])
  if (!subject) throw buildRefusal('employee.ended')
  const { scopes, ...decided } = buildSubjectRights(subject).getDecision(module, action)
  const decision: Decision = { module, action, ...decided, scopes: [...scopes] }
  const rules = decision.ruleId === null ? [] : await findPersonRules(ctx.db, userId, ctx.businessDate)
  const rule = rules.find(({ id }) => id === decision.ruleId)
  const ways = client ? listClientScopePaths(client, decision, subject) : []
  return {
    decision,
    role: person.role,
    ownRule: rule ? { effect: rule.effect, validTo: rule.validTo, reason: rule.reason } : null,
    client: client && { id: client.id, fullName: client.fullName, cvl: client.cvl, within: ways.length > 0, ways },
  }
}
