import { sql } from 'kysely'
import type { ContactDetail, getContact, getContactOptions } from '#contract/contacts.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { fullNameSql, normalizeTextSql, userNameSql } from '#server/core/person-name.ts'
import { selectEligibleOwners, selectVisibleClients, selectVisibleContacts } from '#server/domain/visibility.ts'
import { selectContactColumns } from './contacts.queries.ts'

/** Whom they became, where the caller may look at clients and sees that one. */
const visibleClientSql = ({ db, person: { rights } }: Pick<Ctx, 'db' | 'person'>) => {
  if (!rights.may('bt_Clientes', 'view')) return sql<ContactDetail['client']>`null::json`
  const seen = selectVisibleClients({ db, scopes: rights.getScopes('bt_Clientes', 'view') })
    .innerJoin('client', 'client.id', 'c.clientId')
    .where('c.clientId', '=', sql<string>`ct.client_id`)
    .select(sql`json_build_object('id', client.id::text, 'cvl', client.cvl)`.as('one'))
  return sql<ContactDetail['client']>`(${seen})`
}

export const findContact = async (
  ctx: Ctx,
  { params }: ParsedRequest<typeof getContact>,
): Promise<ResponseBody<typeof getContact>> => {
  const found = await selectContactColumns(selectVisibleContacts(ctx).where('ct.id', '=', params.contactId))
    .select(['ct.name', 'ct.surname', 'ct.typeId', 'ct.workId', 'ct.referenceId', 'ct.sourceId'])
    .select(['ct.observations', 'ct.family', 'ct.lostNote', 'ct.employeeId as ownerId', 'ct.convertedAt'])
    .select([userNameSql('ct.created_by').as('createdByName'), visibleClientSql(ctx).as('client')])
    .executeTakeFirst()
  if (!found) throw buildRefusal('notFound')
  return found
}

export const findContactOptions = async (ctx: Ctx): Promise<ResponseBody<typeof getContactOptions>> => {
  const listNames = (table: 'contactType' | 'contactWork' | 'contactReference' | 'contactSource') =>
    ctx.db.selectFrom(table).select(['id', 'name']).orderBy(sql`lower(name)`).orderBy('id').execute()
  const [types, works, references, sources, owners] = await Promise.all([
    listNames('contactType'),
    listNames('contactWork'),
    listNames('contactReference'),
    listNames('contactSource'),
    selectEligibleOwners(ctx)
      .select(['e.id', fullNameSql('e').as('name'), 'e.cvl'])
      .orderBy(normalizeTextSql(fullNameSql('e')))
      .orderBy('e.id')
      .execute(),
  ])
  const me = owners.find(({ id }) => id === ctx.person.membership.employeeId)
  return { types, works, references, sources, owners, me: me?.id ?? null }
}
