import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getPersonRights } from '#contract/access.ts'
import type { ProposalResult } from '#contract/approvals.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'

/** One person's rights, and what becomes of a change of them. */
export const useUserAccess = (userId: string) => {
  const userAccessQuery = buildQueryOptions(getPersonRights, { params: { userId } })
  const { data, error, refetch } = useQuery(userAccessQuery)
  const [sent, setSent] = useState<ProposalResult | null>(null)
  return { person: data, error, refetch, sent, setSent }
}
