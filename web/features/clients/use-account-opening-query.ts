import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { getAccount } from '#contract/clients/client.ts'
import { getOpening } from '#contract/openings.ts'
import { callEndpoint } from '#web/core/call.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'

type AccountLocation = { clientId: string; accountId: string }

/** The opening as long as the account says that it is one: whatever makes both stale, the account is asked first. */
export const useAccountOpeningQuery = (place: AccountLocation) => {
  const client = useQueryClient()
  return queryOptions({
    queryKey: [getOpening.path, 'of account', place],
    queryFn: async ({ signal }) => {
      const account = buildQueryOptions(getAccount, {
        params: { clientId: place.clientId, accountId: place.accountId },
      })
      const { status } = await client.fetchQuery({ ...account, staleTime: Number.POSITIVE_INFINITY })
      return status === 'draft' || status === 'pending' ? callEndpoint(getOpening, { params: place }, { signal }) : null
    },
  })
}
