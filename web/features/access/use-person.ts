import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getPerson, listPeople } from '#contract/access.ts'
import type { Proposed } from '#contract/approvals.ts'
import { read } from '#web/core/query.ts'

/** One person's rights, and what becomes of a change of them. */
export const usePerson = (userId: string) => {
  const client = useQueryClient()
  const asked = read(getPerson, { params: { userId } })
  const { data, error, refetch } = useQuery(asked)
  const [sent, setSent] = useState<Proposed | null>(null)
  /** After a change: says so, and shows what is so now. */
  const changed = async (proposed: Proposed): Promise<void> => {
    setSent(proposed)
    await Promise.all([
      client.invalidateQueries({ queryKey: [getPerson.path] }),
      client.invalidateQueries({ queryKey: [listPeople.path] }),
    ])
  }
  return { person: data, error, refetch, sent, changed }
}
export type Changed = ReturnType<typeof usePerson>['changed']
