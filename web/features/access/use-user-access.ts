import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getPersonRights, listPeople } from '#contract/access.ts'
import type { ProposalResult } from '#contract/approvals.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'

/** One person's rights, and what becomes of a change of them. */
export const useUserAccess = (userId: string) => {
  const client = useQueryClient()
  const userAccessQuery = buildQueryOptions(getPersonRights, { params: { userId } })
  const { data, error, refetch } = useQuery(userAccessQuery)
  const [sent, setSent] = useState<ProposalResult | null>(null)
  /** After a change: says so, and shows what is so now. */
  const changed = async (proposed: ProposalResult): Promise<void> => {
    setSent(proposed)
    await Promise.all([
      client.invalidateQueries({ queryKey: [getPersonRights.path] }),
      client.invalidateQueries({ queryKey: [listPeople.path] }),
    ])
  }
  return { person: data, error, refetch, sent, changed }
}
export type RefreshUserAccess = ReturnType<typeof useUserAccess>['changed']
