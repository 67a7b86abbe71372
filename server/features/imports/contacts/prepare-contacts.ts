import { type Kysely, type SqlBool, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { toSearchText } from '#rules/search-text.ts'
import { minNameLikeness, selectDuplicateCriteria } from '#server/domain/like-clients.ts'
import { isOwnerVisibleSql, selectVisibleClients } from '#server/domain/visibility.ts'
import { resolveOwners } from '../agenda/named-owners.ts'
import type { ImportMaker } from '../mapped/import-handler-types.ts'
import { createImportedBeforeTable } from '../mapped/imported-before.ts'
import { type ContactRow, type ReferenceField, referenceFields } from './read-contact.ts'

/** Of the row `r`: somebody is there who may be the same. */
export const isDuplicateSql = sql<SqlBool>`jsonb_typeof(r.fields -> 'duplicate') = 'object'`

const referenceTables = {
  contactType: 'contactType',
  work: 'contactWork',
  contactReference: 'contactReference',
  contactSource: 'contactSource',
} as const satisfies Record<ReferenceField, string>

/** The words of a list, which stay on it until the transaction ends. */
const indexReferences = async (tx: Kysely<DB>, field: ReferenceField): Promise<ReadonlyMap<string, string>> => {
  const words = await tx.selectFrom(referenceTables[field]).select(['id', 'name']).forKeyShare().execute()
  return new Map(words.map(({ id, name }) => [toSearchText(name), id]))
}

/** Says of each row which words of the firm's lists it has, and which of its fields have none. */
const resolveReferences = async (tx: Kysely<DB>): Promise<void> => {
  const { rows } = await sql<{ references: ContactRow['references'] }>`
    select distinct r.fields -> 'references' as references from import_check r where r.fields -> 'references' <> '{}'`.execute(
    tx,
  )
  const indexes = new Map<ReferenceField, ReadonlyMap<string, string>>()
  for (const field of referenceFields)
    if (rows.some(({ references }) => references[field] !== undefined))
      indexes.set(field, await indexReferences(tx, field))
  const resolved = rows.map(({ references }) => {
    const found = Object.entries(references).map(
      ([field, text]) => [field, indexes.get(field as ReferenceField)?.get(toSearchText(text)) ?? null] as const,
    )
    return {
      references,
      ids: Object.fromEntries(found.filter(([, id]) => id !== null)),
      unknown: found.filter(([, id]) => id === null).map(([field]) => field),
    }
  })
  await sql`
    update import_check r set fields = r.fields || jsonb_build_object('referenceIds', s.ids, 'unknownReferences', s.unknown)
      from jsonb_to_recordset(${JSON.stringify(resolved)}::jsonb) as s ("references" jsonb, ids jsonb, unknown jsonb)
     where s."references" = r.fields -> 'references'`.execute(tx)
}

const comparedSql = (field: string, row = sql`r`) => sql`(${row}.fields -> 'compared' ->> ${sql.lit(field)})`

/** Contacts like the row `r`: a row for each criterion. */
const likeContactsSql = sql`
  select ct.id, true as by_email, false as by_phone from contact ct
   where ct.email_text = ${comparedSql('emailText')} and ct.email_text <> '' and ct.deleted_at is null
     and public.similarity(ct.name_text, ${comparedSql('nameText')}) >= ${minNameLikeness}
  union all
  select ct.id, false, true from contact ct
   where ct.phone_text = ${comparedSql('phoneText')} and ct.phone_text <> '' and ct.deleted_at is null
     and public.similarity(ct.name_text, ${comparedSql('nameText')}) >= ${minNameLikeness}`

/** Rows like the first one of the file with the same e-mail or phone, whoever is there. */
const likeRowsSql = sql`
  select s.line, null::bigint as client_id, null::bigint as contact_id, s.by_email, not s.by_email as by_phone
    from (select r.line, k.by_email, r.fields, first_value(r.fields) over same as first_fields, first_value(r.line) over same as first_line
            from import_check r
            cross join lateral (values (true, ${comparedSql('emailText')}), (false, ${comparedSql('phoneText')})) k (by_email, criterion)
           where k.criterion <> '' window same as (partition by k.by_email, k.criterion order by r.line)) s
   where s.line > s.first_line
     and public.similarity(s.fields -> 'compared' ->> 'nameText', s.first_fields -> 'compared' ->> 'nameText') >= ${minNameLikeness}`

/**
 * Says of each row who there is that may be the same person, as the form does: a contact, a client, or a row above. Of those whom the maker doesn't
 * see it says only that there is one.
 */
const findDuplicates = async (tx: Kysely<DB>, maker: ImportMaker): Promise<void> => {
  const clientCriteria = selectDuplicateCriteria({
    identityNumber: sql`null`,
    emailText: comparedSql('emailText'),
    phoneText: comparedSql('phoneText'),
    nameText: comparedSql('nameText'),
  })
  // Values, not `in` or `exists`: looked up by key for each that was found, never as a set of all that are visible.
  const isClientVisible = selectVisibleClients({ db: tx, scopes: maker.scopes })
    .where('c.clientId', '=', sql<string>`s.client_id`)
    .select(sql.lit(1).as('one'))
  const isContactVisible = sql`(select 1 from contact ct where ct.id = s.contact_id and ${isOwnerVisibleSql(maker, sql`ct.employee_id`)})`
  await sql`
    with criteria as materialized (
      select r.line, s.id as client_id, null::bigint as contact_id, s.by_email, s.by_phone from import_check r cross join lateral (${clientCriteria}) s
      union all
      select r.line, null, s.id, s.by_email, s.by_phone from import_check r cross join lateral (${likeContactsSql}) s
      union all
      ${likeRowsSql}
    ), found as (
      select s.*, case when s.client_id is not null then (${isClientVisible}) is null
                       when s.contact_id is not null then ${isContactVisible} is null else false end as is_outside
        from criteria s
    ), duplicates as (
      select line, bool_or(by_email) as by_email, bool_or(by_phone) as by_phone, bool_or(is_outside) as is_outside,
             min(contact_id) filter (where not is_outside) as contact_id, min(client_id) filter (where not is_outside) as client_id
        from found group by line
    )
    update import_check r
       set client_id = t.client_id, fields = r.fields || jsonb_build_object('contactId', t.contact_id::text, 'duplicate',
             case when t.line is not null then jsonb_build_object('byIdentity', false, 'byEmail', t.by_email, 'byPhone', t.by_phone, 'outside', t.is_outside) end)
      from import_check o left join duplicates t on t.line = o.line
     where o.line = r.line`.execute(tx)
}

/** Finds, for all rows together, whose they are to be, what the firm's lists call them, and who is there already. */
export const prepareContactRows = async (tx: Kysely<DB>, maker: ImportMaker): Promise<void> => {
  await createImportedBeforeTable(tx, 'contacts')
  await resolveOwners(tx, maker)
  await resolveReferences(tx)
  await findDuplicates(tx, maker)
}
