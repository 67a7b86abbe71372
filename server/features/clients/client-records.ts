import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { RecordType, RecordViewer } from '#server/core/record-type.ts'
import type { RecordScope } from '#server/core/rights.ts'
import { selectVisibleClients, selectVisibleHoldings } from '#server/domain/visibility.ts'

const clientModule = 'bt_Clientes'
const workActions = ['edit', 'approve'] as const

/** A client by whom a record is seen: who looks after them, and their zone. */
type RecordClient = { clientId: string; staffIds: string[]; zoneId: string }

/** The rule of `selectVisibleClients`, for people whose rights are looked at from outside: all at once, without a statement for each. */
const isClientInReach = ({ staffIds, zoneId }: RecordClient, scopes: readonly RecordScope[]): boolean =>
  scopes.every((reach) => reach.all || staffIds.some((id) => reach.staffIds.includes(id)) || reach.zoneId === zoneId)

/** The clients, in the order of the statement. */
const findRecordClients = async (db: Kysely<DB>, clients: RawBuilder<unknown>): Promise<RecordClient[]> => {
  const { rows } = await sql<RecordClient>`
    select c.client_id::text as client_id, c.zone_id::text as zone_id,
           array_remove(array[c.manager_id, c.partner_id, c.advisor_id, c.banker_id], null)::text[] as staff_ids
      from ${clients} join client_list c on c.client_id = h.client_id order by h.role, h.client_id`.execute(db)
  return rows
}

const selectRecordViewers = (
  recordClients: readonly RecordClient[],
  people: readonly RecordViewer[],
  linkBy: (clientId: string) => string,
) =>
  people.flatMap((viewer) => {
    if (!viewer.rights.may(clientModule, 'view')) return []
    const scopes = viewer.rights.getScopes(clientModule, 'view')
    const recordClient = recordClients.find((one) => isClientInReach(one, scopes))
    return recordClient ? [{ viewer, link: linkBy(recordClient.clientId) }] : []
  })

export const clientRecord: RecordType = {
  entity: 'client',
  module: clientModule,
  workActions,
  activity: [
    'client.created',
    'client.changed',
    'client.identityChanged',
    'client.blocked',
    'client.unblocked',
    'client.handedOver',
    'client.handedBack',
    'client.merged',
    'client.mergedInto',
    'client.mergeUndone',
    'client.relationAdded',
    'client.relationEnded',
    'client.relationRemoved',
    'client.bankAccountAdded',
    'client.bankAccountDefault',
    'client.bankAccountEnded',
    'certificate.printed',
    'clientReport.printed',
    'kyc.uploaded',
    'kyc.checked',
    'kyc.approved',
    'kyc.rejected',
    'clientDocument.added',
    'clientDocument.changed',
    'clientDocument.removed',
    'clientDocument.restored',
    'externalPosition.added',
    'externalPosition.valued',
    'externalPosition.closed',
    'externalPosition.reopened',
  ],
  // Notifications get a client's name when they are read: it isn't kept with what all prefixes share.
  find: (ctx, recordId) =>
    selectVisibleClients(ctx).where('c.clientId', '=', recordId).select(sql<string>`''`.as('name')).executeTakeFirst(),
  findViewers: async (db, recordId, people) => {
    const recordClients = await findRecordClients(db, sql`(values (${recordId}::bigint, 1)) as h(client_id, role)`)
    return selectRecordViewers(recordClients, people, (clientId) => `/clientes/${clientId}`)
  },
}

export const accountRecord: RecordType = {
  entity: 'account',
  module: clientModule,
  workActions,
  activity: [
    'account.drafted',
    'account.submitted',
    'account.bonusApproved',
    'account.activated',
    'account.openedWithLess',
    'account.openingCanceled',
    'account.signatureChanged',
    'account.matured',
    'maturity.instructed',
    'maturity.called',
    'maturity.carriedOut',
    'statement.printed',
  ],
  find: (ctx, recordId) =>
    selectVisibleHoldings(ctx)
      .innerJoin('account', 'account.id', 'h.accountId')
      .where('h.accountId', '=', recordId)
      .select('account.number as name')
      .limit(1)
      .executeTakeFirst(),
  findViewers: async (db, recordId, people) => {
    const holders = sql`(select client_id, role from account_holder where account_id = ${recordId} and role <> 'authorised') h`
    // As on the page: by the holder under whom it counts, else by the first whom they see.
    return selectRecordViewers(
      await findRecordClients(db, holders),
      people,
      (clientId) => `/clientes/${clientId}/cuentas/${recordId}`,
    )
  },
}
