import type { Kysely } from 'kysely'
import type * as contract from '#contract/client-data.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { clientAuditPurpose, toMaskedClientValues } from '#server/domain/client-audit-values.ts'
import { type ClientValues, checkClientFields } from '#server/domain/client-fields.ts'
import { assertNoRelatedClients } from '#server/domain/conflict-of-interest.ts'
import { auditDuplicateRefusal, countDuplicateAnswer } from '#server/domain/find-like-clients.ts'
import { addProofChange, splitGuardedChanges } from '#server/domain/guarded-client-changes.ts'
import { assertIdentityFree } from '#server/domain/identity-free.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'
import { checkClientPeople, countPeople, findClientPeople, saveClientPeople } from './client-people.ts'
import { proposeClientIdentity } from './propose-identity.ts'
import { type LockedClient, lockClientRecord, updateClient } from './update-client.ts'

/** The client of the address, inside the caller's scope and locked; 404 for anybody else, and never a relative of the caller. */
export const lockClient = async (tx: Kysely<DB>, ctx: Ctx, clientId: string) => {
  const seen = await selectVisibleClients({ db: tx, scopes: ctx.scopes })
    .where('c.clientId', '=', clientId)
    .select('c.managerId')
    .executeTakeFirst()
  if (!seen) throw buildRefusal('notFound')
  await assertNoRelatedClients(tx, ctx, [clientId])
  return { client: await lockClientRecord(tx, clientId), managerId: seen.managerId }
}

type PeopleChange = { before: ClientValues; after: ClientValues }

/** Writes the people who act for the client or own them; null where none changed. */
const changePeople = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  {
    client,
    values,
    people,
  }: { client: LockedClient; values: ClientValues; people: contract.ClientPerson[] | undefined },
): Promise<PeopleChange | null> => {
  if (!people) return null
  const birthDate = 'birthDate' in values ? (values.birthDate as string | null) : client.birthDate
  const checked = checkClientPeople(people, { kind: client.kind, birthDate, today: ctx.businessDate })
  const before = countPeople(await findClientPeople(tx, client.id))
  return (await saveClientPeople(tx, client.id, checked)) ? { before, after: countPeople(checked) } : null
}

const changeLockedClient = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { params, body: { version, reason, people, ...fields } }: ParsedRequest<typeof contract.changeClient>,
  raw: HttpContext,
): Promise<ResponseBody<typeof contract.changeClient>> => {
  const { client, managerId } = await lockClient(tx, ctx, params.clientId)
  if (client.version !== version) throw buildRefusal('conflict.changed')
  const values = checkClientFields(ctx, fields, { kind: client.kind, known: client })
  if (typeof values.identityNumber === 'string') await assertIdentityFree(tx, values.identityNumber, client.id)
  const { plain, guarded } = splitGuardedChanges(client, values, ctx.businessDate)
  const changed = addProofChange(client, plain)
  const peopleChange = await changePeople(tx, ctx, { client, values, people })
  if (Object.keys(changed).length > 0 || peopleChange) {
    await updateClient(tx, client, changed)
    const box = raw.deps.getSecretBox(clientAuditPurpose)
    const before = Object.fromEntries(Object.keys(changed).map((field) => [field, client[field as keyof LockedClient]]))
    await recordAuditEvent(tx, ctx, {
      action: 'client.changed',
      entity: 'client',
      entityId: client.id,
      before: toMaskedClientValues(box, { ...before, ...peopleChange?.before }),
      after: toMaskedClientValues(box, { ...changed, ...peopleChange?.after }),
    })
  }
  const proposal = await proposeClientIdentity(
    tx,
    ctx,
    { client: { id: client.id, cvl: client.cvl, managerId }, values: guarded, reason },
    raw,
  )
  const now = await tx.selectFrom('client').where('id', '=', client.id).select('version').executeTakeFirstOrThrow()
  return { version: now.version, proposal }
}

/**
 * Changes what is sent. Another identity or e-mail waits for a second person. 409 `conflict.changed` where somebody else has changed something
 * since the version that the caller saw, `approval.ownRecord` where the client is a relative of the caller's.
 */
export const changeClient = async (
  ctx: Ctx,
  request: ParsedRequest<typeof contract.changeClient>,
  raw: HttpContext,
): Promise<ResponseBody<typeof contract.changeClient>> => {
  if (request.body.identityNumber) await countDuplicateAnswer(ctx, raw)
  return ctx.db
    .transaction()
    .execute((tx) => changeLockedClient(tx, ctx, request, raw))
    .catch((error) => auditDuplicateRefusal(ctx, raw, request.body, error))
}
