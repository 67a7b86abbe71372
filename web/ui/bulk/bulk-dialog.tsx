import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { CallError } from '#web/core/call.ts'
import { useErrorMessage } from '#web/core/error-text.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import classes from './bulk.module.css'
import { type BulkRow, type BulkRun, listRemainingRows, type SendBulk } from './bulk-run.ts'
import { ChangedSelection } from './changed-selection.tsx'
import { useBulkRun } from './use-bulk-run.ts'
import { useChosenRows } from './use-chosen-rows.ts'

/** So many refused rows are shown: more are told by their number. */
const maxShownRefusals = 200

type ReportProps = { run: BulkRun; rowHref: (id: string) => string }

/** How far it is, and of each row that was refused why. */
const BulkReport = ({ run, rowHref }: ReportProps) => {
  const { t } = useTranslation('bulk')
  const format = useFormatters()
  const textOf = useErrorMessage()
  const { rows, results, state } = run
  const refused = results.filter(({ code }) => code !== null)
  const done = results.length - refused.length
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  const counted = (count: number) => ({ count, total: format.number(count) })
  return (
    <>
      <progress className={classes.progress} value={results.length} max={rows.length} aria-label={t('progress')} />
      <p role="status" className={classes.status}>
        {state === 'running'
          ? t('running', { done: format.number(results.length), total: format.number(rows.length) })
          : t('done', counted(done))}
        {state === 'paused' && ` ${t('remaining', counted(listRemainingRows(run).length))}`}
      </p>
      {refused.length > 0 && (
        <div className={classes.refused}>
          <strong>{t('refused', counted(refused.length))}</strong>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard could not scroll */}
          <ul aria-label={t('refused', counted(refused.length))} tabIndex={0}>
            {refused.slice(0, maxShownRefusals).map(({ id, code }) => (
              <li key={id}>
                <a href={rowHref(id)} target="_blank" rel="noreferrer">
                  {names.get(id)}
                </a>
                : {textOf(new CallError(409, { code: code ?? '' }))}
              </li>
            ))}
          </ul>
          {refused.length > maxShownRefusals && <p>{t('more', counted(refused.length - maxShownRefusals))}</p>}
        </div>
      )}
      <FailureMessage of={run.failure} />
    </>
  )
}

type Props = {
  title: string
  /** What follows from it. */
  description?: string
  /** How many the list showed when they were chosen. */
  count: number
  /** Names the chosen records, once. */
  select: () => Promise<readonly BulkRow[]>
  rowHref: (id: string) => string
  /** What is asked once for all of them. `start` begins, with what does it. */
  children: (start: (send: SendBulk) => Promise<void>) => ReactNode
  onClose: () => void
}

/** Asks what is to be done with the chosen records, does it part by part, and tells of each what became of it. */
export const BulkDialog = ({ title, description, count, select, rowHref, children, onClose }: Props) => {
  const { t } = useTranslation(['bulk', 'common'])
  const { rows, failure, load } = useChosenRows(select)
  const { run, start, stop, resume, retry } = useBulkRun()
  const isRunning = run?.state === 'running'
  const refusedCount = run?.results.filter(({ code }) => code !== null).length ?? 0
  return (
    <Dialog title={title} description={run ? undefined : description} onClose={isRunning ? stop : onClose}>
      {failure !== null && <ErrorState error={failure} onRetry={load} />}
      {failure === null && !rows && <div className={classes.skeleton} role="status" aria-label={t('loading')} />}
      {rows && !run && (
        <>
          <ChangedSelection chosen={rows.length} shown={count} />
          {children((send) => start(rows, send))}
        </>
      )}
      {run && (
        <>
          <BulkReport run={run} rowHref={rowHref} />
          <div className={classes.actions}>
            {isRunning && (
              <Button variant="default" autoFocus onClick={stop}>
                {t('stop')}
              </Button>
            )}
            {run.state === 'paused' && (
              <Button autoFocus onClick={resume}>
                {t('resume')}
              </Button>
            )}
            {run.state === 'done' && refusedCount > 0 && (
              <Button variant="default" onClick={retry}>
                {t('retry')}
              </Button>
            )}
            {!isRunning && (
              <Button
                variant={run.state === 'done' ? 'filled' : 'default'}
                autoFocus={run.state === 'done'}
                onClick={onClose}
              >
                {t('common:close')}
              </Button>
            )}
          </div>
        </>
      )}
    </Dialog>
  )
}
