import { sql } from 'kysely'
import type { Ctx } from '#server/core/ctx.ts'
import { type DayReasonSource, maxReasonsOfKind } from '#server/core/day-reason.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { toDayClient } from '#server/domain/day-person.ts'
import { selectOwnClients } from '#server/domain/own-clients.ts'

/** Days ahead in which the client is to be asked. */
const horizonDays = 7

const selectOwnMaturities = (ctx: Ctx, employeeId: string) =>
  selectOwnClients(ctx, employeeId)
    .innerJoin('account as a', 'a.clientId', 'c.clientId')
    .innerJoin('accountBalance as b', 'b.accountId', 'a.id')
    .innerJoin('client', 'client.id', 'c.clientId')
    .where('a.status', '=', 'active')
    .where(sql<boolean>`a.expires_on <= ${ctx.businessDate}::date + ${sql.lit(horizonDays)}`)

/** Accounts of one's clients whose term ends within a week, and of which the client has not said what becomes of them. */
export const maturityDayReason: DayReasonSource = {
  kind: 'maturity',
  module: 'bt_Vencimientos',
  find: async (ctx, employeeId) => {
    const rows = await selectOwnMaturities(ctx, employeeId)
      .where('a.instruction', 'is', null)
      .select(['a.id', 'a.number', 'b.balance', 'c.clientId', 'client.cvl', 'client.phone'])
      .select([fullNameSql('client').as('name'), sql<string>`a.expires_on::text`.as('expiresOn')])
      .orderBy('a.expiresOn')
      .orderBy('a.id')
      .limit(maxReasonsOfKind)
      .execute()
    return rows.map(({ id, number, balance, expiresOn, ...client }) => ({
      id,
      path: `/clientes/${client.clientId}/cuentas/${id}`,
      person: toDayClient(client),
      text: number,
      date: expiresOn,
      amount: balance,
    }))
  },
}
