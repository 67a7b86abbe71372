import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { getRecordPanels } from '#contract/records.ts'
import type { RecordKey } from './record-key.ts'

/** Does a change of a record's panels, one at a time, and reads what they show anew, whatever became of it. */
export const useRecordChange = ({ entity, recordId }: RecordKey) => {
  const client = useQueryClient()
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const running = useRef(false)
  const refresh = () =>
    client.invalidateQueries({
      predicate: ({ queryKey: [path, sent] }) => {
        const of = (sent as { params?: Partial<RecordKey> } | undefined)?.params
        return String(path).startsWith(getRecordPanels.path) && of?.entity === entity && of.recordId === recordId
      },
    })
  const change = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (running.current) return false
    running.current = true
    setBusy(true)
    setFailure(null)
    try {
      await work()
      return true
    } catch (error) {
      setFailure(error)
      return false
    } finally {
      await refresh()
      running.current = false
      setBusy(false)
    }
  }
  return { change, failure, isBusy, refresh }
}
