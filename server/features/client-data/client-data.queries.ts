import { type RawBuilder, sql } from 'kysely'
import type { ClientData, getClientData } from '#contract/client-data.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { userNameSql } from '#server/core/person-name.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'
import { findClientPeople } from './client-people.ts'

/** A change of identity or e-mail that waits, as JSON; null where none does. */
const waitingChangeSql =
  sql`(select jsonb_build_object('approvalId', a.id::text, 'makerName', ${userNameSql('a.made_by')},
    'madeAt', to_char(a.made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'fields', array_remove(array[case when w.sets_identity then 'identity' end, case when w.sets_email then 'email' end,
      case when w.sets_status then 'status' end], null))
  from client_identity_change w join approval a on a.id = w.approval_id
 where w.client_id = client.id and w.state = 'asked')` as RawBuilder<ClientData['waiting']>

/** All data of a visible client, as a form begins with it; 404 outside the caller's scope. */
export const findClientData = async (
  ctx: Ctx,
  { params }: ParsedRequest<typeof getClientData>,
): Promise<ClientData> => {
  const found = await selectVisibleClients(ctx)
    .where('c.clientId', '=', params.clientId)
    .innerJoin('client', 'client.id', 'c.clientId')
    .selectAll('client')
    .select(waitingChangeSql.as('waiting'))
    .executeTakeFirst()
  if (!found) throw buildRefusal('notFound')
  const { streetType, street, streetNumber, floor, door, postalCode, city, province, ...client } = found
  return {
    id: client.id,
    cvl: client.cvl,
    kind: client.kind,
    version: client.version,
    name: client.name,
    surname: client.surname,
    country: client.country,
    nationality: client.nationality,
    birthDate: client.birthDate,
    phone: client.phone,
    idioma: client.idioma as ClientData['idioma'],
    channel: client.channel,
    taxResidence: client.taxResidence,
    riskLevel: client.riskLevel,
    pep: client.pep,
    fundsSource: client.fundsSource,
    nextReviewOn: client.nextReviewOn,
    kycStatus: client.kycStatus,
    identityKind: client.identityKind,
    identityNumber: client.identityNumber,
    dniValidUntil: client.dniValidUntil,
    dniPermanent: client.dniPermanent,
    email: client.email,
    address: { streetType, street, streetNumber, floor, door, postalCode, city, province },
    people: await findClientPeople(ctx.db, client.id),
    waiting: client.waiting,
  }
}
