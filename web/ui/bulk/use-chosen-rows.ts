import { useEffect, useState } from 'react'
import type { BulkRow } from './bulk-run.ts'

/** The records that were chosen, named once when their dialog opens: whoever comes or goes in the list meanwhile changes nothing of it. */
export const useChosenRows = (select: () => Promise<readonly BulkRow[]>) => {
  const [rows, setRows] = useState<readonly BulkRow[] | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const load = (): void => {
    setFailure(null)
    select().then(setRows, setFailure)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once: the action works on those that were chosen then.
  useEffect(load, [])
  return { rows, failure, load }
}
