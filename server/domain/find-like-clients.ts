import { type Kysely, sql } from 'kysely'
import type * as contract from '#contract/client-data.ts'
import type { DB } from '#db/types.ts'
import { RefusalError } from '#rules/refusal-error.ts'
import { toSearchNumber, toSearchText } from '#rules/search-text.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { clientAuditPurpose, toMaskedClientValues } from './client-audit-values.ts'
import { duplicateAnswerKey, duplicateAnswerLimits } from './duplicate-answers.ts'
import { selectDuplicateCriteria } from './like-clients.ts'
import { assertWithinRateLimit } from './rate-limit.ts'
import { selectVisibleClients } from './visibility.ts'

type DuplicateCriterion = (typeof contract.duplicateCriteria)[number]
/** By what a client is compared with those there are; empty texts say nothing. */
export type ComparedClient = {
  name: string
  surname: string
  identityNumber: string | null
  email: string | null
  phone: string | null
}
type FoundDuplicate = Omit<contract.ClientDuplicate, 'by'> & { by: DuplicateCriterion[]; isVisible: boolean }

/** Somebody typed twice at once, as client or contact: the second waits here and finds the first. Held until the transaction ends. */
export const lockDuplicateCriteria = async (
  tx: Kysely<DB>,
  { email, phone }: Pick<ComparedClient, 'email' | 'phone'>,
): Promise<void> => {
  const criteria = [toSearchText(email ?? ''), toSearchNumber(phone ?? '')].filter(Boolean).sort()
  for (const criterion of criteria)
    await sql`select pg_advisory_xact_lock(hashtext('duplicate criteria'), hashtext(current_schema() || ${criterion}))`.execute(
      tx,
    )
}

/** More of them tell no more. */
const maxDuplicates = 10

/**
 * Clients with the same identity number, wherever they live, and those with the same e-mail or phone and a like name. `isVisible`: inside the
 * caller's scope.
 */
export const findLikeClients = async (
  ctx: Pick<Ctx, 'scopes'> & { db: Kysely<DB> },
  { name, surname, identityNumber, email, phone }: ComparedClient,
  exceptId: string | null = null,
): Promise<FoundDuplicate[]> => {
  const criteria = selectDuplicateCriteria({
    identityNumber: sql`${identityNumber}`,
    emailText: sql`${toSearchText(email ?? '')}::text`,
    phoneText: sql`${toSearchNumber(phone ?? '')}::text`,
    nameText: sql`${toSearchText(`${surname} ${name}`)}::text`,
  })
  // By the id, each of a few: an "in" would read all visible clients.
  const seen = selectVisibleClients(ctx).where('c.clientId', '=', sql<string>`found.id`).select('c.clientId')
  const { rows } = await sql<Omit<FoundDuplicate, 'by'> & { byIdentity: boolean; byEmail: boolean; byPhone: boolean }>`
    with criteria as (
      ${criteria}
    ), found as (
      select id, bool_or(by_identity) as by_identity, bool_or(by_email) as by_email, bool_or(by_phone) as by_phone
        from criteria where id is distinct from ${exceptId}::bigint group by id order by bool_or(by_identity) desc, id limit ${maxDuplicates}
    )
    select client.id::text as id, client.cvl, ${fullNameSql('client')} as "fullName", ${fullNameSql<string | null>('m')} as "managerName",
           found.by_identity as "byIdentity", found.by_email as "byEmail", found.by_phone as "byPhone",
           exists (${seen}) as "isVisible"
      from found join client on client.id = found.id join client_list l on l.client_id = found.id
      left join employee m on m.id = l.manager_id
     order by found.by_identity desc, client.id`.execute(ctx.db)
  return rows.map(({ byIdentity, byEmail, byPhone, ...row }) => ({
    ...row,
    by: [
      ...(byIdentity ? (['identity'] as const) : []),
      ...(byEmail ? (['email'] as const) : []),
      ...(byPhone ? (['phone'] as const) : []),
    ],
  }))
}

/**
 * Counts an answer that tells whether somebody is there: by a search, and by what a form is refused with. Throws `request.tooMany` for whoever has
 * had too many.
 */
export const countDuplicateAnswer = (ctx: Ctx, { deps }: HttpContext): Promise<void> =>
  assertWithinRateLimit(deps, duplicateAnswerKey(ctx), duplicateAnswerLimits)

/** Says in the audit that somebody was told of a client like this one; of how many, where it is known. */
export const auditDuplicateAnswer = (
  ctx: Ctx,
  { deps }: HttpContext,
  { identityNumber, email, phone }: Pick<ComparedClient, 'identityNumber' | 'email' | 'phone'>,
  clients?: number,
): Promise<void> =>
  recordAuditEvent(ctx.db, ctx, {
    action: 'client.duplicatesSearched',
    entity: 'client',
    after: {
      ...toMaskedClientValues(deps.getSecretBox(clientAuditPurpose), { identityNumber, email, phone }),
      ...(clients !== undefined && { clients }),
    },
  })

const duplicateCodes = ['client.duplicate', 'client.similar', 'contact.similar']

/** Writes down, after a change was refused for somebody who is there, that it told so. Hands on the error. */
export const auditDuplicateRefusal = async (
  ctx: Ctx,
  raw: HttpContext,
  sent: {
    identityNumber?: string | null | undefined
    email?: string | null | undefined
    phone?: string | null | undefined
  },
  error: unknown,
): Promise<never> => {
  const { identityNumber = null, email = null, phone = null } = sent
  if (error instanceof RefusalError && duplicateCodes.includes(error.code))
    await auditDuplicateAnswer(ctx, raw, { identityNumber, email, phone })
  throw error
}
