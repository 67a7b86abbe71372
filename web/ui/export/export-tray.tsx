import { Button, CloseButton, Portal, Progress } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useErrorMessage } from '#web/core/error-text.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import classes from './export.module.css'
import { dismissExportJob, useExportJobs } from './export-jobs.ts'
import { TruncatedStreamError } from './save-stream.ts'

type ExportJob = ReturnType<typeof useExportJobs.getState>['jobs'][number]

/** Papers are counted as such, everything else by its rows. */
const getCountUnit = (file: string) => (/\.(pdf|zip)$/.test(file) ? 'documents' : 'rows')

const RunningExportNotice = ({ job }: { job: ExportJob }) => {
  const { t } = useTranslation(['list', 'common'])
  const format = useFormatters()
  const { rows, total, file, state } = job
  const counted = getCountUnit(file)
  return (
    <>
      <p className={classes.title}>{t('export.preparing', { file })}</p>
      <Progress
        value={total ? (100 * rows) / total : 100}
        animated={!total}
        size="sm"
        aria-label={t('export.preparing', { file })}
      />
      <div className={classes.foot}>
        <span>
          {state === 'waiting' && t('export.waiting')}
          {state === 'running' &&
            (total === undefined
              ? t(`export.${counted}SoFar`, { count: rows, rows: format.number(rows) })
              : t(`export.${counted}`, { count: total, rows: format.number(rows), total: format.number(total) }))}
        </span>
        <Button variant="subtle" size="compact-sm" onClick={job.cancel}>
          {t('common:cancel')}
        </Button>
      </div>
    </>
  )
}

const EndedExportNotice = ({ job }: { job: ExportJob }) => {
  const { t } = useTranslation(['list', 'common'])
  const textOf = useErrorMessage()
  const failed = job.state === 'failed'
  const Icon = failed ? IconAlertTriangle : IconCircleCheck
  const reason = job.error instanceof TruncatedStreamError ? t('export.cut') : textOf(job.error)
  return (
    <>
      <div className={classes.ended} data-failed={failed || undefined}>
        <Icon size={20} aria-hidden />
        <p className={classes.title}>{t(failed ? 'export.failed' : 'export.ready', { file: job.file })}</p>
        <CloseButton aria-label={t('export.dismiss')} onClick={() => dismissExportJob(job.id)} />
      </div>
      {failed && (
        <div className={classes.foot}>
          <span>{reason}</span>
          <Button variant="subtle" size="compact-sm" onClick={job.retry}>
            {t('common:retry')}
          </Button>
        </div>
      )}
    </>
  )
}

const ExportNotices = ({ jobs }: { jobs: readonly ExportJob[] }) => {
  const { t } = useTranslation('list')
  return (
    <Portal>
      <section className={classes.tray} aria-label={t('export.region')}>
        {jobs.map((job) => (
          <div key={job.id} className={classes.job} role={job.state === 'failed' ? 'alert' : 'status'}>
            {job.state === 'running' || job.state === 'waiting' ? (
              <RunningExportNotice job={job} />
            ) : (
              <EndedExportNotice job={job} />
            )}
          </div>
        ))}
      </section>
    </Portal>
  )
}

/** Files on their way and those that have just come, in a corner of every screen. */
export const ExportTray = () => {
  const jobs = useExportJobs((state) => state.jobs)
  return jobs.length > 0 && <ExportNotices jobs={jobs} />
}
