import { type Kysely, sql } from 'kysely'
import type { ContactStage } from '#contract/contacts/stages.ts'
import type * as contract from '#contract/contacts.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { DB } from '#db/types.ts'
import { parsePhone } from '#rules/personal-numbers.ts'
import { toSearchNumber, toSearchText } from '#rules/search-text.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { emptyRecordScope } from '#server/core/rights.ts'
import type { HttpContext } from '#server/core/routes.ts'
import {
  auditDuplicateAnswer,
  type ComparedClient,
  countDuplicateAnswer,
  findLikeClients,
} from '#server/domain/find-like-clients.ts'
import { minNameLikeness } from '#server/domain/like-clients.ts'
import { selectVisibleContacts } from '#server/domain/visibility.ts'

type DuplicateCriterion = (typeof contract.contactDuplicateCriteria)[number]
type ContactPeople = ResponseBody<typeof contract.findContactDuplicates>
type FoundContact = ContactPeople['contacts'][number] & { isVisible: boolean }
type ComparedContact = Omit<ComparedClient, 'identityNumber'>

/** More of them tell no more. */
const maxDuplicates = 10

/** Contacts with the same e-mail or phone and a like name. `isVisible`: inside the caller's scope. */
const findLikeContacts = async (
  ctx: Pick<Ctx, 'scopes'> & { db: Kysely<DB> },
  { name, surname, email, phone }: ComparedContact,
  exceptId: string | null,
): Promise<FoundContact[]> => {
  // Of contacts out of reach none is left out: whoever names them would learn which one the other is.
  const seen = (id: string) => selectVisibleContacts(ctx).where('ct.id', '=', sql.ref<string>(id)).select('ct.id')
  const emailText = (email ?? '').toLowerCase()
  const phoneText = toSearchNumber(phone ?? '')
  const nameText = toSearchText(`${surname} ${name}`)
  const { rows } = await sql<Omit<FoundContact, 'by'> & { byEmail: boolean; byPhone: boolean; stage: ContactStage }>`
    with like_contact as (
      select id, true as by_email, false as by_phone from contact
       where email_text = ${emailText} and email_text <> '' and deleted_at is null and public.similarity(name_text, ${nameText}) >= ${minNameLikeness}
      union all
      select id, false, true from contact
       where phone_text = ${phoneText} and phone_text <> '' and deleted_at is null and public.similarity(name_text, ${nameText}) >= ${minNameLikeness}
    ), found as (
      select id, bool_or(by_email) as by_email, bool_or(by_phone) as by_phone
        from like_contact where not (id = coalesce(${exceptId}::bigint, 0) and exists (${seen('like_contact.id')})) group by id order by id limit ${maxDuplicates}
    )
    select x.id::text as id, ${fullNameSql('x')} as "fullName", ${fullNameSql<string | null>('e')} as "ownerName", x.stage,
           found.by_email as "byEmail", found.by_phone as "byPhone", exists (${seen('x.id')}) as "isVisible"
      from found join contact x on x.id = found.id left join employee e on e.id = x.employee_id order by x.id`.execute(
    ctx.db,
  )
  return rows.map(({ byEmail, byPhone, ...row }) => ({
    ...row,
    by: [...(byEmail ? (['email'] as const) : []), ...(byPhone ? (['phone'] as const) : [])],
  }))
}

/** Clients are looked at with the caller's reach among clients, which may be none. */
const toClientScopes = ({ person: { rights } }: Pick<Ctx, 'person'>) =>
  rights.may('bt_Clientes', 'view') ? rights.getScopes('bt_Clientes', 'view') : [emptyRecordScope]

/** Contacts and clients who may be the same person. */
export const findLikePeople = async (
  ctx: Ctx,
  db: Kysely<DB>,
  compared: ComparedContact,
  exceptId: string | null = null,
): Promise<ContactPeople & { count: number }> => {
  const contacts = await findLikeContacts({ db, scopes: ctx.scopes }, compared, exceptId)
  const clients = await findLikeClients({ db, scopes: toClientScopes(ctx) }, { ...compared, identityNumber: null })
  const listHiddenCriteria = (found: readonly { isVisible: boolean; by: readonly string[] }[]) =>
    (['email', 'phone'] as const satisfies readonly DuplicateCriterion[]).filter((criterion) =>
      found.some(({ isVisible, by }) => !isVisible && by.includes(criterion)),
    )
  return {
    contacts: contacts.filter(({ isVisible }) => isVisible).map(({ isVisible: _, ...one }) => one),
    clients: clients.filter(({ isVisible }) => isVisible).map(({ isVisible: _, ...one }) => one),
    outside: { contacts: listHiddenCriteria(contacts), clients: listHiddenCriteria(clients) },
    count: contacts.length + clients.length,
  }
}

export const findContactDuplicates = async (
  ctx: Ctx,
  { body: { exceptId, ...body } }: ParsedRequest<typeof contract.findContactDuplicates>,
  raw: HttpContext,
): Promise<ContactPeople> => {
  const phone = (body.phone && parsePhone(body.phone, tenantFacts[ctx.prefix].country)) || null
  const compared = { ...body, phone }
  if (!compared.email && !phone) return { contacts: [], clients: [], outside: { contacts: [], clients: [] } }
  await countDuplicateAnswer(ctx, raw)
  const { count, ...found } = await findLikePeople(ctx, ctx.db, compared, exceptId ?? null)
  await auditDuplicateAnswer(ctx, raw, { ...compared, identityNumber: null }, count)
  return found
}
