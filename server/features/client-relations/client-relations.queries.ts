import { sql } from 'kysely'
import {
  householdKinds,
  invertRelation,
  type RelationKind,
  type StoredRelationKind,
} from '#contract/client-relations/kinds.ts'
import type { ClientHousehold, ClientRelation, getClientRelations } from '#contract/client-relations.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { naturalNameSql } from '#server/core/person-name.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'

type RelatedClient = ClientRelation['other']
type RelationRow = { id: string; storedKind: StoredRelationKind; isOwn: boolean; other: RelatedClient } & Pick<
  ClientRelation,
  'since' | 'until'
>

/** Name and money of the joined client; of one outside the caller's scope, who has no row `seen`, the name alone. */
const relatedClientSql = sql<RelatedClient>`json_build_object('id', seen.client_id::text, 'cvl', seen.cvl, 'name', ${naturalNameSql('client')},
  'capital', seen.capital::text, 'balance', seen.balance::text)`

const selectSeenClients = (ctx: Ctx) =>
  selectVisibleClients(ctx).select(['c.clientId', 'c.cvl', 'c.capital', 'c.balance'])

/** From either side: what the other is to this client. Those that last come first. */
const findRelations = async (ctx: Ctx, clientId: string): Promise<ClientRelation[]> => {
  const { rows } = await sql<RelationRow>`
    select r.id::text as id, r.kind as stored_kind, r.client_id = ${clientId} as is_own, ${relatedClientSql} as other,
           r.since::text as since, r.until::text as until
      from client_relation r
      join client on client.id = case when r.client_id = ${clientId} then r.other_id else r.client_id end
      left join (${selectSeenClients(ctx)}) seen on seen.client_id = client.id
     where (r.client_id = ${clientId} or r.other_id = ${clientId}) and client.merged_into_id is null
     order by r.until is not null, r.id`.execute(ctx.db)
  return rows.map(({ storedKind, isOwn, ...relation }) => ({
    ...relation,
    kind: isOwn ? storedKind : invertRelation(storedKind),
  }))
}

const isCurrent = ({ since, until }: ClientRelation, today: string): boolean =>
  (since === null || since <= today) && (until === null || until >= today)

const sumAmounts = (amounts: readonly (string | null)[]): string =>
  centsToAmount(amounts.reduce((sum, amount) => sum + toCents(amount ?? '0.00'), 0n))

/** The client with those of the household, each once; null where the client has none. */
const buildHousehold = (
  self: RelatedClient,
  relations: readonly ClientRelation[],
  today: string,
): ClientHousehold | null => {
  const family = relations.filter((relation) => householdKinds.includes(relation.kind) && isCurrent(relation, today))
  if (family.length === 0) return null
  const seen = new Set<string>()
  const others = family.flatMap(({ kind, other }) => {
    if (other.id !== null && seen.has(other.id)) return []
    if (other.id !== null) seen.add(other.id)
    return [{ ...other, kind: kind as RelationKind | null }]
  })
  const members = [{ ...self, kind: null }, ...others]
  return {
    members,
    capital: sumAmounts(members.map(({ capital }) => capital)),
    balance: sumAmounts(members.map(({ balance }) => balance)),
    hidden: members.filter(({ id }) => id === null).length,
  }
}

/** Family and companies of a visible client. */
export const findClientRelations = async (
  ctx: Ctx,
  { params: { clientId } }: ParsedRequest<typeof getClientRelations>,
): Promise<ResponseBody<typeof getClientRelations>> => {
  const self = await ctx.db
    .selectFrom('client')
    .innerJoin(selectSeenClients(ctx).as('seen'), 'seen.clientId', 'client.id')
    .where('client.id', '=', clientId)
    .select(relatedClientSql.as('self'))
    .executeTakeFirst()
  if (!self) throw buildRefusal('notFound')
  const relations = await findRelations(ctx, clientId)
  return { relations, household: buildHousehold(self.self, relations, ctx.businessDate) }
}
