import { type Kysely, sql } from 'kysely'
import type * as contract from '#contract/client-data.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { clientAuditPurpose, toMaskedClientValues } from '#server/domain/client-audit-values.ts'
import { type ClientValues, checkClientFields } from '#server/domain/client-fields.ts'
import { checkStaffLinks } from '#server/domain/client-staff-links.ts'
import { finishConversion, lockContactForConversion } from '#server/domain/contact-conversion.ts'
import {
  auditDuplicateRefusal,
  countDuplicateAnswer,
  findLikeClients,
  lockDuplicateCriteria,
} from '#server/domain/find-like-clients.ts'
import { assertIdentityFree } from '#server/domain/identity-free.ts'
import { insertClients, type StaffLink } from '#server/domain/insert-clients.ts'
import { checkClientPeople, countPeople, saveClientPeople } from './client-people.ts'

/** What the database sets where nothing is said. */
const emptyClient: ClientValues = { dniPermanent: false, pep: false }

const asText = (value: ClientValues[string]): string | null => (typeof value === 'string' ? value : null)

/** Whoever is like them is looked at first; the caller may have done so. The number alone settles it. */
const assertNotSimilar = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  values: ClientValues,
  isSomebodyElse: boolean,
): Promise<number> => {
  const identityNumber = asText(values.identityNumber)
  if (identityNumber) await assertIdentityFree(tx, identityNumber, null)
  await lockDuplicateCriteria(tx, { email: asText(values.email), phone: asText(values.phone) })
  const like = await findLikeClients(
    { ...ctx, db: tx },
    {
      name: asText(values.name) ?? '',
      surname: asText(values.surname) ?? '',
      identityNumber: null,
      email: asText(values.email),
      phone: asText(values.phone),
    },
  )
  if (like.length > 0 && !isSomebodyElse) throw buildRefusal('client.similar')
  return like.length
}

/** Codes of the people who look after the client, by their role, as the audit says them. */
const findLinkCvls = async (tx: Kysely<DB>, links: readonly StaffLink[]) => {
  const people = await tx
    .selectFrom('employee')
    .select(['id', 'cvl'])
    .where(
      'id',
      'in',
      links.map(({ employeeId }) => employeeId),
    )
    .execute()
  return Object.fromEntries(
    links.map(({ role, employeeId }) => [role, people.find(({ id }) => id === employeeId)?.cvl ?? null]),
  )
}

type CreateBody = ParsedRequest<typeof contract.createClient>['body']

const insertCheckedClient = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  body: CreateBody,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.createClient>> => {
  const {
    kind,
    managerId,
    partnerId,
    advisorId,
    bankerId,
    isSomebodyElse = false,
    people = [],
    contactId,
    ...fields
  } = body
  if (contactId) {
    const start = await lockContactForConversion(tx, ctx, contactId)
    if (start.state === 'converted') return start.client
  }
  const { links, zoneId } = await checkStaffLinks(tx, ctx, { managerId, partnerId, advisorId, bankerId })
  const values = checkClientFields(ctx, fields, { kind, known: emptyClient })
  const context = { kind, birthDate: asText(values.birthDate), today: ctx.businessDate }
  const checkedPeople = checkClientPeople(people, context)
  const likeClients = await assertNotSimilar(tx, ctx, values, isSomebodyElse)
  const place = { prefix: ctx.prefix, today: ctx.businessDate }
  const [made] = await insertClients(tx, [{ kind, values, zoneId, links }], place)
  const { id, cvl } = made!
  await saveClientPeople(tx, id, checkedPeople)
  await sql`select refresh_client_list(array[${id}]::bigint[])`.execute(tx)
  if (contactId) {
    const now = new Date(deps.clock()).toISOString()
    await finishConversion(tx, ctx, { contactId, client: { id, cvl }, now })
  }
  const after = toMaskedClientValues(deps.getSecretBox(clientAuditPurpose), {
    ...values,
    kind,
    cvl,
    ...(await findLinkCvls(tx, links)),
    ...countPeople(checkedPeople),
  })
  await recordAuditEvent(tx, ctx, {
    action: 'client.created',
    entity: 'client',
    entityId: id,
    after: { ...after, ...(likeClients > 0 && { clients: likeClients }) },
  })
  return { id, cvl }
}

/**
 * A new client with a CVL, in the zone of the manager's office. Throws `client.duplicate` where the identity number is another client's, and
 * `client.similar` where somebody like them is there and the caller hasn't said that it is somebody else.
 */
export const createClient = async (
  ctx: Ctx,
  { body }: ParsedRequest<typeof contract.createClient>,
  raw: HttpContext,
): Promise<ResponseBody<typeof contract.createClient>> => {
  await countDuplicateAnswer(ctx, raw)
  return ctx.db
    .transaction()
    .execute((tx) => insertCheckedClient(tx, ctx, body, raw))
    .catch((error) => auditDuplicateRefusal(ctx, raw, body, error))
}
