import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { externalInstitutionSql } from '#server/domain/external-positions.ts'

/** A position `x` with its product `ep` that has the name which the row `r` says, where it says one. */
const hasNamedProductSql = sql`(r.fields ->> 'product' is null and ep.id is null or lower(ep.name) = lower(r.fields ->> 'product'))`

/**
 * Says of each row which product of the catalogue it names, and which position of the client it is about: the one of the same institution, product
 * and description. What it is worth on that day may have been noted already.
 */
export const preparePositionRows = async (tx: Kysely<DB>): Promise<void> => {
  await sql`
    with named as materialized (
      select r.line, r.client_id, r.fields, p.id as product_id, p.closed_at is not null as is_product_closed
        from import_check r
        left join external_product p on lower(p.institution) = lower(r.fields ->> 'institution') and lower(p.name) = lower(r.fields ->> 'product')
    ), matched as (
      select r.line, r.product_id, r.is_product_closed, m.id as position_id, m.closed_on, m.since, v.amount = (r.fields ->> 'amount')::numeric as is_noted
        from named r
        left join lateral (
          select x.id, x.closed_on, x.since from external_position x left join external_product ep on ep.id = x.product_id
           where x.client_id = r.client_id and x.closing_reason is distinct from 'mistake' and lower(${externalInstitutionSql}) = lower(r.fields ->> 'institution')
             and lower(x.description) = lower(case when ep.id is null and r.fields ->> 'description' = '' then coalesce(r.fields ->> 'product', '') else r.fields ->> 'description' end)
             and (${hasNamedProductSql} or ep.id is null)
           order by x.closed_on is not null, x.id limit 1
        ) m on true
        left join external_position_value v on v.position_id = m.id and v.as_of = (r.fields ->> 'asOf')::date
    )
    update import_check r
       set word = case when m.position_id is null then 'newPosition' else 'valuedPosition' end,
           fields = r.fields || jsonb_build_object('productId', m.product_id::text, 'isProductClosed', coalesce(m.is_product_closed, false),
             'group', concat_ws(chr(31), r.client_id, lower(r.fields ->> 'institution'), coalesce(lower(r.fields ->> 'product'), ''), lower(r.fields ->> 'description')),
             'positionId', m.position_id::text, 'isPositionClosed', m.closed_on is not null, 'knownSince', m.since, 'isNoted', coalesce(m.is_noted, false))
      from matched m where m.line = r.line`.execute(tx)
}
