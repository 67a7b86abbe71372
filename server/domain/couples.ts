import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { coupleKinds } from '#contract/client-relations/kinds.ts'

/** Ids of two clients and what one is to the other: any expressions of SQL. */
type RelationExpressions = { clientId: RawBuilder<string>; otherId: RawBuilder<string>; kind: RawBuilder<string> }

/** In a list of values: the kinds of which a client has one at a time. */
export const coupleKindsSql = sql`(${sql.join(coupleKinds.map((kind) => sql.lit(kind)))})`

/**
 * Whether the relation would make a couple of two clients of whom one is in a lasting couple already, with somebody else or of the other kind.
 * The same relation noted twice is another matter. Whoever writes holds the locks of both clients.
 */
export const isCoupledSql = ({ clientId, otherId, kind }: RelationExpressions): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${kind} in ${coupleKindsSql} and exists (
    select from client_relation lasting
     where lasting.until is null and lasting.kind in ${coupleKindsSql}
       and (lasting.client_id in (${clientId}, ${otherId}) or lasting.other_id in (${clientId}, ${otherId}))
       and not (lasting.kind = ${kind} and lasting.client_id in (${clientId}, ${otherId}) and lasting.other_id in (${clientId}, ${otherId}))))`

/**
 * Whether these records, taken for one client, would be in more than one lasting couple. A couple of the two with each other counts: nobody is their
 * own spouse.
 */
export const hasTwoCouplesSql = (ids: readonly string[]): RawBuilder<SqlBool> => {
  const clients = sql`any(${[...ids]}::bigint[])`
  return sql<SqlBool>`(
    select count(distinct (k.kind, case when k.client_id = ${clients} then k.other_id else k.client_id end)) > 1
           or bool_or(k.client_id = ${clients} and k.other_id = ${clients}) is true
      from client_relation k
     where k.until is null and k.kind in ${coupleKindsSql} and (k.client_id = ${clients} or k.other_id = ${clients}))`
}
