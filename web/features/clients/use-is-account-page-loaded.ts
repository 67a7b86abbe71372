import { useQueries } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { getRecordHistory } from '#contract/audit.ts'
import { listCancellations } from '#contract/cancellations.ts'
import { getAccountInterest } from '#contract/clients/account-interest.ts'
import { listAccountMovements } from '#contract/clients/client.ts'
import { listContributions } from '#contract/contributions.ts'
import { listPayments } from '#contract/payments.ts'
import { buildPartQuery } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useIsListLoaded } from '#web/ui/list/use-is-list-loaded.ts'
import { useStaysTrue } from '#web/ui/use-stays-true.ts'
import { buildBeneficiariesQuery } from './account-beneficiaries.tsx'
import { useAccountOpeningQuery } from './use-account-opening-query.ts'

type AccountLocation = { clientId: string; accountId: string }

/** So many of the newest: the others are a click away. */
export const maxVisiblePayments = 10

export const buildAccountPaymentsQuery = (accountId: string) =>
  buildPartQuery(listPayments.page, { query: { account: accountId, pageSize: maxVisiblePayments + 1 } })

/** The first fifty that the bank hasn't confirmed. */
export const buildUnconfirmedContributionsQuery = (accountId: string) =>
  buildPartQuery(listContributions.page, {
    query: { account: accountId, confirmation: 'unconfirmed', pageSize: '50' },
  })

export const buildAccountQuoteQuery = (accountId: string) =>
  buildPartQuery(listCancellations.page, { query: { account: accountId, state: 'open' as const, pageSize: 1 } })

/** The interest to the day in the address; without one, to today. */
export const buildAccountInterestQuery = (params: AccountLocation, asOf: string) =>
  buildPartQuery(getAccountInterest, { params, query: asOf ? { asOf } : {} })

/** True once every part of the account's page has been answered: asked for beside the account, and drawn with it, so that none pushes another down. */
export const useIsAccountPageLoaded = (params: AccountLocation, status: string | undefined): boolean => {
  const { accountId } = params
  const [address] = useSearchParams()
  const maySeePayments = usePermission('bt_Retiradas', 'view')
  const maySeeIncome = usePermission('bt_Ingresos', 'view')
  const maySeeQuotes = usePermission('bt_Cancelaciones', 'view')
  const maySeeOpening = usePermission('bt_Pendientes', 'view')
  const isOnItsWay = status === 'draft' || status === 'pending'
  const opening = useAccountOpeningQuery(params)
  const maySeeHistory = usePermission('bt_Auditoria', 'view')
  const hasMovements = useIsListLoaded(listAccountMovements, params)
  const areOthersThere = useQueries({
    queries: [
      { ...buildAccountPaymentsQuery(accountId), enabled: maySeePayments },
      { ...buildUnconfirmedContributionsQuery(accountId), enabled: maySeeIncome },
      // Of an account on its way both are empty. To wait for its state would take a call of their own.
      { ...buildAccountQuoteQuery(accountId), enabled: maySeeQuotes },
      buildAccountInterestQuery(params, address.get('intereses') ?? ''),
      buildBeneficiariesQuery(params),
      { ...opening, enabled: maySeeOpening && isOnItsWay },
      {
        ...buildPartQuery(getRecordHistory, { params: { entity: 'account', recordId: accountId } }),
        enabled: maySeeHistory,
      },
    ],
    combine: (answers) => answers.every(({ isLoading }) => !isLoading),
  })
  return useStaysTrue(accountId, status !== undefined && hasMovements && areOthersThere)
}
