import { useEffect, useRef, useState } from 'react'
import { useUnsavedForm } from '#web/core/unsaved-forms.ts'
import { type BulkRow, type BulkRun, continueRun, retryRefused, type SendBulk, startRun } from './bulk-run.ts'

/** A bulk action on its way. Leaving the page asks first: with the page the rest is left undone. */
export const useBulkRun = () => {
  const [run, setRun] = useState<BulkRun | null>(null)
  const stopped = useRef(false)
  const sender = useRef<SendBulk | null>(null)
  useEffect(
    () => () => {
      stopped.current = true
    },
    [],
  )
  useUnsavedForm(run?.state === 'running')
  const go = (begun: BulkRun): Promise<void> => {
    stopped.current = false
    return sender.current ? continueRun(begun, sender.current, setRun, () => stopped.current) : Promise.resolve()
  }
  return {
    run,
    start: (rows: readonly BulkRow[], send: SendBulk): Promise<void> => {
      sender.current = send
      return go(startRun(rows))
    },
    stop: (): void => {
      stopped.current = true
    },
    resume: (): void => {
      if (run) void go(run)
    },
    retry: (): void => {
      if (run) void go(retryRefused(run))
    },
  }
}
