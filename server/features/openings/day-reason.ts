import { sql } from 'kysely'
import { type DayReasonSource, maxReasonsOfKind } from '#server/core/day-reason.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { findAccountsEligibility } from '#server/domain/client-eligibility.ts'
import { toDayClient } from '#server/domain/day-person.ts'
import { selectOwnClients } from '#server/domain/own-clients.ts'
import { localDaySql } from '#server/reports/local-time-column.ts'
import { openingWaitsForSql } from './opening.queries.ts'

/** Nobody but the firm's own jurists mends these. */
const unmendable = new Set(['blockDeath', 'blockLegal', 'blockCommercial', 'restricted'])

/** Accounts of one's clients that can't take their money, because a consent, a document or KYC of a holder is missing. */
export const stoppedAccountsReason: DayReasonSource = {
  kind: 'stopped',
  module: 'bt_Pendientes',
  find: async (ctx, employeeId) => {
    const rows = await selectOwnClients(ctx, employeeId)
      .innerJoin('account as a', 'a.clientId', 'c.clientId')
      .innerJoin('client', 'client.id', 'c.clientId')
      .where('a.status', 'in', ['draft', 'pending'])
      .where(sql<boolean>`${openingWaitsForSql(ctx.businessDate)} = 'documents'`)
      .select(['a.id', 'a.number', 'a.agreedAmount', 'c.clientId', 'client.cvl', 'client.phone'])
      .select([fullNameSql('client').as('name'), localDaySql(ctx, 'a.createdAt').as('askedOn')])
      .orderBy('a.createdAt')
      .orderBy('a.id')
      .limit(maxReasonsOfKind)
      .execute()
    const verdicts = await findAccountsEligibility(
      ctx.db,
      rows.map(({ id }) => id),
      ctx.businessDate,
    )
    return rows.flatMap(({ id, number, agreedAmount, askedOn, ...client }) => {
      const state = verdicts.get(id)?.in.reasons.find((reason) => !unmendable.has(reason))
      if (!state) return []
      const path = `/clientes/${client.clientId}/cuentas/${id}`
      return { id, path, person: toDayClient(client), text: number, date: askedOn, amount: agreedAmount, state }
    })
  },
}
