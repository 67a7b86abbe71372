import { type Kysely, type SqlBool, sql } from 'kysely'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Prefix } from '#contract/core/values.ts'
import type { DB } from '#db/types.ts'
import { parsePhone } from '#rules/personal-numbers.ts'
import { toSearchNumber, toSearchText } from '#rules/search-text.ts'
import { isRelatedClientSql } from '#server/domain/conflict-of-interest.ts'
import { isOwnerVisibleSql, selectVisibleClients } from '#server/domain/visibility.ts'
import type { FieldReader, ImportMaker, ReadingContext, RowCheckContext } from '../mapped/import-handler-types.ts'
import { type NamedClient, parseClientCode } from '../mapped/parse-client.ts'
import { parseText } from '../mapped/parse-values.ts'

/** A contact as a file names them: by e-mail, by phone, or by a name whose order nobody knows. The others are empty. */
export type NamedContact = { emailText: string; phoneText: string; nameTexts: string[] }
/** With whom it was, as the row says it. */
export type AgendaPerson = { client: NamedClient | null; contact: NamedContact | null }

const maxNameLength = 400
/** Whoever has more names than these is found by e-mail or phone. */
const maxTurnedWords = 8

/** 'Marta Ruiz Gil' may be 'ruiz gil marta' in the list: each order in which the last words stand first. */
const listNameOrders = (name: string): string[] => {
  const words = toSearchText(name.replaceAll(',', ' ')).split(' ').filter(Boolean)
  if (words.length > maxTurnedWords) return [words.join(' ')]
  return words.map((_, n) => [...words.slice(n), ...words.slice(0, n)].join(' '))
}

const parseContactName = (text: string, prefix: Prefix): NamedContact => {
  const written = parseText(text.trim(), maxNameLength) ?? ''
  if (written.includes('@')) return { emailText: written.toLowerCase(), phoneText: '', nameTexts: [] }
  const isPhone = /^\+?[\d\s().\-/]{6,}$/.test(written)
  const phone = isPhone ? (parsePhone(written, tenantFacts[prefix].country) ?? written) : ''
  return { emailText: '', phoneText: toSearchNumber(phone), nameTexts: isPhone ? [] : listNameOrders(written) }
}

/** Undefined where a name is wrong, which is noted for its field. */
export const readAgendaPerson = (reading: FieldReader, { prefix }: ReadingContext): AgendaPerson | undefined => {
  const client = reading('client', (text) => parseClientCode(text, prefix))
  const contact = reading('contact', (text) => parseContactName(text, prefix))
  return client === undefined || contact === undefined ? undefined : { client, contact }
}

const isNamedSql = (field: 'client' | 'contact') => sql<SqlBool>`jsonb_typeof(r.fields -> ${sql.lit(field)}) = 'object'`

/** Nobody is told by a row that is known, or wrong, of a client whom they don't see. */
const forgetUnseenClients = async (tx: Kysely<DB>, { scopes }: ImportMaker): Promise<void> => {
  // A value, not `in` or `exists`: looked up by its key for each that is named, never as a set of all visible clients.
  const isVisible = selectVisibleClients({ db: tx, scopes })
    .where('c.clientId', '=', sql<string>`r.client_id`)
    .select(sql.lit(1).as('one'))
  await sql`update import_check r set client_id = null where ${isNamedSql('client')} and r.client_id is not null and (${isVisible}) is null`.execute(
    tx,
  )
}

/**
 * Says of each staged row which contact it names, of those that the maker sees: `contactId` is null where there is none, or more than one. A contact
 * who became a client is the client too.
 */
export const resolveAgendaPeople = async (tx: Kysely<DB>, maker: ImportMaker): Promise<void> => {
  await forgetUnseenClients(tx, maker)
  const isVisible = isOwnerVisibleSql(maker, sql`ct.employee_id`)
  await sql`
    with found as materialized (
      select n.contact, (select case when count(*) = 1 then min(k.id) end from (
               select ct.id from contact ct
                where ct.email_text = n.contact ->> 'emailText' and ct.email_text <> '' and ct.deleted_at is null and ${isVisible}
               union
               select ct.id from contact ct
                where ct.phone_text = n.contact ->> 'phoneText' and ct.phone_text <> '' and ct.deleted_at is null and ${isVisible}
               union
               select ct.id from jsonb_array_elements_text(n.contact -> 'nameTexts') w (name_text)
                 join contact ct on ct.name_text = w.name_text and ct.deleted_at is null and ${isVisible}) k) as id
        from (select distinct r.fields -> 'contact' as contact from import_check r where ${isNamedSql('contact')}) n
    )
    update import_check r
       set fields = r.fields || jsonb_build_object('contactId', f.id::text),
           client_id = case when ${isNamedSql('client')} then r.client_id else ct.client_id end
      from found f left join contact ct on ct.id = f.id
     where r.fields -> 'contact' = f.contact`.execute(tx)
}

/** Of the row `r`. */
export const contactIdSql = sql<string | null>`(r.fields ->> 'contactId')::bigint`

/** Refuses rows that name nobody whom the maker sees, and those about people with whom nothing new may begin. */
export const refuseAgendaPeople = async (
  { refuse, businessDate, maker }: RowCheckContext,
  { isRequired }: { isRequired: boolean },
): Promise<void> => {
  if (isRequired) await refuse('contact', 'missing', sql`not ${isNamedSql('client')} and not ${isNamedSql('contact')}`)
  await refuse('client', 'client', sql`${isNamedSql('client')} and r.client_id is null`)
  await refuse('contact', 'contact', sql`${isNamedSql('contact')} and ${contactIdSql} is null`)
  await refuse(
    'contact',
    'invalid',
    sql`${isNamedSql('client')} and ${isNamedSql('contact')}
      and not exists (select from contact ct where ct.id = ${contactIdSql} and ct.client_id = r.client_id)`,
  )
  for (const field of ['client', 'contact'] as const) {
    await refuse(
      field,
      'restricted',
      sql`${isNamedSql(field)} and exists (select from client k where k.id = r.client_id and k.restricted_at is not null)`,
    )
    if (maker.employeeId !== null)
      await refuse(
        field,
        'ownRecord',
        sql`${isNamedSql(field)} and ${isRelatedClientSql(maker.employeeId, businessDate, sql<string>`r.client_id`)}`,
      )
  }
}
