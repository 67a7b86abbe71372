import { type ExpressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { ClientAccount, ClientDetail, getClient } from '#contract/clients/client.ts'
import { getAccountTab, isInJointPortfolio } from '#contract/clients/joint-portfolio.ts'
import type { AccountTab } from '#contract/clients.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { defineKeyedStatement } from '#server/core/keyed-statement.ts'
import { fullNameSql, naturalNameSql } from '#server/core/person-name.ts'
import { isClientInScope } from '#server/domain/account-number-access.ts'
import { dniStatusSql } from '#server/domain/client-columns.ts'
import { eligibilityFactColumns, evaluateEligibility } from '#server/domain/client-eligibility.ts'
import { listClientBlocks, openBlocksSql } from '#server/domain/client-open-blocks.ts'
import { clientPeopleJsonSql } from '#server/domain/client-people-json.ts'
import { isHoldingMoneySql } from '#server/domain/payment-holds.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'
import { findSurvivorId, queryClientAccounts, toClientAccount } from './client-accounts.queries.ts'
import { calculateWealth, externalPositionRight, externalPositionsSql } from './external-wealth.ts'
import { contactRight, originContactSql } from './origin-contact.ts'

/** Open accounts on which the client stands with a share, and somebody else too. */
const calculateJointPortfolio = (accounts: readonly ClientAccount[], clientId: string): ClientDetail['joint'] => {
  let balance = 0n
  let part = 0n
  for (const account of accounts) {
    if (!isInJointPortfolio(account)) continue
    balance += toCents(account.balance)
    part += toCents(account.holders.find(({ id }) => id === clientId)?.part ?? '0.00')
  }
  return { balance: centsToAmount(balance), part: centsToAmount(part) }
}

/** A sum over the active accounts of which the client is the primary holder, as they stand now: the list row follows a second later. */
const activeAccountsSumSql = (column: 'principal' | 'balance') =>
  sql<string>`(select coalesce(sum(b.${sql.raw(column)}), 0)::numeric(18, 2) from account a join account_balance b on b.account_id = a.id
    where a.client_id = client.id and a.status = 'active')`

/** What the accounts of each tab come to that count under this client; those that count under another holder are left out. */
const calculateCountedTotals = (accounts: readonly ClientAccount[]): ClientDetail['counted'] => {
  const sumsIn = (tab: AccountTab) => {
    let balance = 0n
    let interest = 0n
    for (const account of accounts) {
      if (account.holderRole !== 'primary' || getAccountTab(account.status) !== tab) continue
      balance += toCents(account.balance)
      interest += toCents(account.interestToDate)
    }
    return { balance: centsToAmount(balance), interestToDate: centsToAmount(interest) }
  }
  return {
    active: sumsIn('active'),
    pending: sumsIn('pending'),
    canceled: sumsIn('canceled'),
    expired: sumsIn('expired'),
  }
}

type ClientExpressionBuilder = ExpressionBuilder<DB & { c: DB['clientList'] }, 'client'>

/** Who looks after the client now. */
const clientStaffSql = (eb: ClientExpressionBuilder) =>
  jsonArrayFrom(
    eb
      .selectFrom('clientStaff as l')
      .innerJoin('employee as e', 'e.id', 'l.employeeId')
      .whereRef('l.clientId', '=', 'client.id')
      .where('l.validTo', 'is', null)
      .select([
        'l.role',
        sql<string>`${naturalNameSql('e')}`.as('name'),
        'e.cvl',
        sql<string>`l.valid_from::text`.as('since'),
      ])
      .orderBy('l.role'),
  )

/** Withdrawals under way of the client, in one row. */
const openWithdrawalsSql = sql<ClientDetail['openWithdrawals']>`(select jsonb_build_object('count', count(*)::int,
    'amount', coalesce(sum(o.amount + o.penalty), 0)::numeric(18, 2)::text)
  from payment_order o where o.client_id = client.id and ${isHoldingMoneySql})`

type ClientKey = Readonly<{ clientId: string }>

const findClientAccounts = defineKeyedStatement('client accounts', [], (ctx, { clientId }: ClientKey) =>
  queryClientAccounts(ctx, clientId),
)

/** The wide record and what belongs to it. */
const findVisibleClient = defineKeyedStatement(
  'client',
  [externalPositionRight, contactRight],
  (ctx, { clientId }: ClientKey) =>
    selectVisibleClients(ctx)
      .where('c.clientId', '=', clientId)
      .innerJoin('client', 'client.id', 'c.clientId')
      .innerJoin('zone', 'zone.id', 'c.zoneId')
      .leftJoin('employee as m', 'm.id', 'c.managerId')
      .select((eb) => [
        'client.id',
        'client.cvl',
        'client.kind',
        'client.name',
        'client.surname',
        'client.email',
        'client.phone',
        'client.country',
        'client.nationality',
        'client.identityKind',
        'client.identityNumber',
        dniStatusSql(ctx.businessDate).as('dniStatus'),
        ...eligibilityFactColumns(ctx.businessDate),
        'client.dniValidUntil',
        'client.birthDate',
        'client.registeredOn',
        'client.street',
        'client.streetType',
        'client.streetNumber',
        'client.floor',
        'client.door',
        'client.postalCode',
        'client.city',
        'client.province',
        'zone.name as zoneName',
        fullNameSql<string | null>('m').as('managerName'),
        'client.channel',
        'client.taxResidence',
        'client.riskLevel',
        'client.pep',
        'client.pepApprovedAt',
        'client.restrictedAt',
        'client.erasedAt',
        'client.fundsSource',
        'client.nextReviewOn',
        clientPeopleJsonSql(sql`client.id`).as('people'),
        'client.kycStatus',
        'client.addressStatus',
        'client.formStatus',
        'client.formOn',
        'client.lopdStatus',
        'client.blockKind',
        'client.blockReason',
        'client.blockedAt',
        openBlocksSql.as('openBlocks'),
        clientStaffSql(eb).as('staff'),
        activeAccountsSumSql('principal').as('capital'),
        activeAccountsSumSql('balance').as('balance'),
        externalPositionsSql(eb).as('externalPositions'),
        isClientInScope(ctx, externalPositionRight, sql<string>`client.id`).as('isElsewhereSeen'),
        openWithdrawalsSql.as('openWithdrawals'),
        originContactSql(ctx).as('contactId'),
      ]),
)

/**
 * The client with their accounts, side by side; 404 outside the caller's scope. The id of a merged record gives the client whom it leads to, under
 * their own id.
 */
export const findClient = async (ctx: Ctx, { params }: ParsedRequest<typeof getClient>): Promise<ClientDetail> => {
  const [[found], held] = await Promise.all([findVisibleClient(ctx, params), findClientAccounts(ctx, params)])
  if (!found) {
    const survivorId = await findSurvivorId(ctx, params.clientId)
    if (survivorId === undefined) throw buildRefusal('notFound')
    return findClient(ctx, { params: { clientId: survivorId }, query: undefined, body: undefined })
  }
  const { isElsewhereSeen, blockKind, blockReason, blockedAt, openBlocks, ...client } = found
  const accounts: ClientAccount[] = held.map((account) => toClientAccount(ctx, account))
  return {
    ...client,
    blocks: listClientBlocks(ctx, { blockKind, blockReason, blockedAt, openBlocks }),
    canOperate: evaluateEligibility(found),
    openWithdrawals: ctx.person.rights.may('bt_Retiradas', 'view') ? found.openWithdrawals : null,
    externalPositions: isElsewhereSeen ? found.externalPositions : null,
    wealth: isElsewhereSeen ? calculateWealth(found.balance, found.externalPositions) : null,
    accounts,
    counted: calculateCountedTotals(accounts),
    joint: calculateJointPortfolio(accounts, found.id),
  }
}
