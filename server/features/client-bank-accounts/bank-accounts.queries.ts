import { sql } from 'kysely'
import type { getClientBankAccounts } from '#contract/client-bank-accounts.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import { findBankName } from '#rules/bank-names.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { userNameSql } from '#server/core/person-name.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { canSeeAccountNumbers, isClientInScope } from '#server/domain/account-number-access.ts'
import { maskAccountNumber } from '#server/domain/mask-identifiers.ts'
import { heldUntilSql, orderBankAccountSql } from '#server/domain/payment-holds.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'
import { sharedNumberSql } from './bank-account-doubts.ts'

/** How often the client's bank accounts were changed. */
export const bankAccountsVersionSql = (clientId: string) =>
  sql<number>`(select count(*)::int from client_bank_change v where v.client_id = ${clientId} and v.state = 'done')`

/** Those that were here before anybody noted when carry this moment. */
const earliestKnownSince = '2000-01-01Z'

const queryBankAccounts = (ctx: Ctx, clientId: string, now: number) =>
  ctx.db
    .selectFrom('clientBankAccount as k')
    .where('k.clientId', '=', clientId)
    .select(['k.id', 'k.number', 'k.holder', 'k.isPayout', 'k.isDefault', 'k.endedAt'])
    .select([
      sql<string | null>`nullif(k.known_since, ${earliestKnownSince})`.as('knownSince'),
      heldUntilSql(now).as('heldUntil'),
      sql<boolean>`is_bank_number(k.number, ${tenantFacts[ctx.prefix].country === 'MX'})`.as('isValid'),
      sql<{ payments: number; amount: string }>`(
        select json_build_object('payments', count(*), 'amount', coalesce(sum(o.amount), 0)::numeric(18, 2)::text)
          from payment_order o where o.client_id = k.client_id and o.state in ('requested', 'approved', 'in_batch') and ${orderBankAccountSql} = k.id)`.as(
        'waiting',
      ),
      sharedNumberSql(ctx, sql`k.number`, sql`k.client_id`).as('sharing'),
    ])
    .orderBy('k.endedAt', (order) => order.desc().nullsFirst())
    .orderBy('k.isDefault', 'desc')
    .orderBy('k.id')
    .execute()

const queryPendingChanges = (ctx: Ctx, clientId: string, now: number) =>
  ctx.db
    .selectFrom('clientBankChange as b')
    .innerJoin('approval as p', 'p.id', 'b.approvalId')
    .leftJoin('clientBankAccount as heir', 'heir.id', 'b.takesOverId')
    .where('b.clientId', '=', clientId)
    .where('b.state', '=', 'asked')
    .where('p.state', '=', 'pending')
    .where('p.expiresAt', '>', new Date(now).toISOString())
    .select(['b.id', 'b.kind', 'b.number', 'b.holder', 'b.makesDefault', 'b.otherHolder', 'b.askedAt'])
    .select([
      'heir.number as takesOver',
      'p.id as approvalId',
      userNameSql('b.asked_by').as('askerName'),
      sharedNumberSql(ctx, sql`b.number`, sql`b.client_id`).as('sharing'),
    ])
    .orderBy('b.id')
    .execute()

/** Where a visible client is paid, and what of it waits for a second person; 404 otherwise. */
export const findBankAccounts = async (
  ctx: Ctx,
  { params: { clientId } }: ParsedRequest<typeof getClientBankAccounts>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof getClientBankAccounts>> => {
  const clientIdSql = sql<string>`${clientId}::bigint`
  const client = await selectVisibleClients(ctx)
    .where('c.clientId', '=', clientId)
    .select([
      bankAccountsVersionSql(clientId).as('version'),
      canSeeAccountNumbers(ctx, clientIdSql).as('whole'),
      isClientInScope(ctx, ['bt_Clientes', 'edit'], clientIdSql).as('mayEdit'),
    ])
    .executeTakeFirst()
  if (!client) throw buildRefusal('notFound')
  const now = deps.clock()
  const [accounts, pending] = await Promise.all([
    queryBankAccounts(ctx, clientId, now),
    queryPendingChanges(ctx, clientId, now),
  ])
  const formatNumber = (number: string): string => (client.whole ? number : maskAccountNumber(number))
  return {
    version: client.version,
    mayChange: client.mayEdit && ctx.person.actingCvl === null,
    accounts: accounts.map((account) => ({
      ...account,
      number: formatNumber(account.number),
      bank: findBankName(account.number),
    })),
    pending: pending.map((change) => ({
      ...change,
      number: formatNumber(change.number),
      takesOver: change.takesOver && formatNumber(change.takesOver),
    })),
  }
}
