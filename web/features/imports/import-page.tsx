import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useParams } from 'react-router'
import { importFields } from '#contract/imports/fields.ts'
import {
  checkImport,
  getImport,
  type ImportDetail,
  type ImportFileFormat,
  type ImportMapping,
  setImportFormat,
} from '#contract/imports.ts'
import { CallError, callEndpoint } from '#web/core/call.ts'
import { useErrorMessage } from '#web/core/error-text.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions, refreshSubjects } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ApprovalLink } from '#web/domain/approval-link.tsx'
import { FactGrid } from '#web/ui/fact-grid.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { RecordNavigation } from '#web/ui/list/record-trail.tsx'
import { MissingRecord } from '#web/ui/missing-record.tsx'
import { Page } from '#web/ui/page.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Section } from '#web/ui/section.tsx'
import { SectionTabs } from '#web/ui/section-tabs.tsx'
import { FailureMessage, Notice } from '#web/ui/status-messages.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { ImportActions } from './import-actions.tsx'
import { renderImportBadge } from './import-badge.tsx'
import { ImportFiguresSection } from './import-figures-section.tsx'
import classes from './imports.module.css'
import { ColumnMappingSection, ImportFormatSection } from './reading-section.tsx'

type ImportTab = 'rows' | 'faults'
type Props = { importDetail: ImportDetail }

/** How far it is, or what it waits for. */
const ImportStatusSection = ({ importDetail: found }: Props) => {
  const { t } = useTranslation(['imports', 'import-steps'])
  const format = useFormatters()
  const textOf = useErrorMessage()
  const { state, done, fresh, approvalId, undoApprovalId, failure, failedAt, sameFileId, stalled, obstacles } = found
  const waits = state === 'waiting' ? approvalId : state === 'imported' ? undoApprovalId : null
  const why = failure ? textOf(new CallError(409, { code: failure })) : ''
  return (
    <div role="status" className={layoutClasses.stack}>
      {stalled && <Notice>{t('import-steps:progress.stalled')}</Notice>}
      {state === 'importing' && !stalled && (
        <Notice>
          {t('import-steps:progress.importing', { done: format.number(done), all: format.number(fresh ?? 0) })}
        </Notice>
      )}
      {state === 'undoing' && !stalled && <Notice>{t('import-steps:progress.undoing')}</Notice>}
      {waits && (
        <Notice>
          {t(state === 'waiting' ? 'import-steps:progress.waiting' : 'import-steps:progress.undoWaits')}{' '}
          <ApprovalLink approvalId={waits}>{t('import-steps:progress.open')}</ApprovalLink>
        </Notice>
      )}
      {failure && (
        <Notice>
          {failedAt
            ? t('import-steps:progress.failedAt', { why, account: failedAt })
            : t('import-steps:progress.failed', { why })}
        </Notice>
      )}
      {state === 'imported' && obstacles > 0 && (
        <Notice>{t('import-steps:progress.obstacles', { count: obstacles, total: format.number(obstacles) })}</Notice>
      )}
      {sameFileId && (state === 'draft' || state === 'checked') && (
        <Notice>
          {t('import-steps:progress.sameFile')}{' '}
          <Link to={`/crm/Importar/${sameFileId}`}>{t('import-steps:progress.openSame')}</Link>
        </Notice>
      )}
    </div>
  )
}

const ImportFileSection = ({ importDetail: found }: Props) => {
  const { t } = useTranslation(['imports', 'import-steps'])
  const format = useFormatters()
  const { kind, fileName, madeAt, makerName, sha256, finishedAt, undoneAt } = found
  const facts = [
    [t('columns.kindOfFile'), t(`kinds.${kind}`)],
    [
      t('columns.fileName'),
      <span key="name" translate="no">
        {fileName}
      </span>,
    ],
    [t('columns.madeAt'), format.dateTime(madeAt)],
    [t('columns.maker'), makerName ?? t('columns.commandLine')],
    ...(finishedAt ? [[t('columns.finishedAt'), format.dateTime(finishedAt)] as const] : []),
    ...(undoneAt ? [[t('columns.undoneAt'), format.dateTime(undoneAt)] as const] : []),
    [
      t('columns.sha256'),
      <code key="hash" className={classes.hash}>
        {sha256}
      </code>,
      'wide',
    ],
  ] as const
  return (
    <Section title={t('import-steps:upload.file')}>
      <FactGrid facts={facts} />
    </Section>
  )
}

/** How it is read, and the check: only for whoever uploaded it, until it is asked for. */
const ImportReadingSection = ({ importDetail: found }: Props) => {
  const { t } = useTranslation(['imports', 'import-steps'])
  const { busy, failure, run } = useAction()
  const [isAskingCheck, setAskingCheck] = useState(false)
  const isChecking = (busy && isAskingCheck) || found.checking
  const isBusy = busy || found.checking
  const format = useFormatters()
  const params = { importId: found.id }
  const isWhole = importFields[found.kind].every(({ key, required }) => !required || found.mapping[key] !== undefined)
  const save = (form: ImportFileFormat, mapping: ImportMapping): void => {
    setAskingCheck(false)
    void run(() => callEndpoint(setImportFormat, { params, body: { form, mapping } }))
  }
  const check = (): void => {
    setAskingCheck(true)
    void run(() => callEndpoint(checkImport, { params }))
  }
  return (
    <>
      <ImportFormatSection importDetail={found} busy={isBusy} onRead={save} />
      <ColumnMappingSection importDetail={found} busy={isBusy} onRead={save} />
      <div className={layoutClasses.looseLine}>
        <Button variant={found.state === 'draft' ? 'filled' : 'default'} disabled={!isWhole || isBusy} onClick={check}>
          {t(found.state === 'draft' ? 'import-steps:check.action' : 'import-steps:check.again')}
        </Button>
        <div role="status">
          {isChecking && (
            <span className={classes.busy}>
              <Loader size={16} />{' '}
              {found.done > 0
                ? t('import-steps:progress.checking', { done: format.number(found.done) })
                : t('import-steps:check.busy')}
            </span>
          )}
        </div>
        <FailureMessage of={failure} />
      </div>
    </>
  )
}

type ImportContentProps = Props & { part: ImportTab; children: ReactNode }

const ImportContent = ({ importDetail: found, part, children }: ImportContentProps) => {
  const { t } = useTranslation('imports')
  const { t: stepText } = useTranslation('import-steps')
  const format = useFormatters()
  const mayMake = usePermission('bt_Importar', 'create')
  const { id, kind, state, fileName, checkedAt, wrong, obstacles } = found
  const isOpen = (state === 'draft' || state === 'checked') && found.mine && found.hasFile && mayMake
  const counted = (name: string, count: number | null) => `${name} (${format.number(count ?? 0)})`
  return (
    <Page>
      <PageHead
        title={t('heading', { kind: t(`kinds.${kind}`), id })}
        context={
          <span className={layoutClasses.looseLine}>
            <span translate="no">{fileName}</span>
            {renderImportBadge(found, t)}
          </span>
        }
        action={
          <>
            <ImportActions found={found} />
            <RecordNavigation />
          </>
        }
      />
      <ImportStatusSection importDetail={found} />
      {isOpen && <ImportReadingSection importDetail={found} />}
      {checkedAt && <ImportFiguresSection found={found} />}
      {/* Above the rows: whatever stands below them would move when they come. */}
      <ImportFileSection importDetail={found} />
      {checkedAt && state !== 'discarded' && (
        <div className={layoutClasses.stack}>
          <SectionTabs
            label={stepText('check.title')}
            current={part}
            parts={[
              {
                key: 'rows',
                name: counted(t('good.title'), (found.fresh ?? 0) + (found.known ?? 0)),
                href: `/crm/Importar/${id}`,
              },
              {
                key: 'faults',
                name: counted(t('faulty.title'), (wrong ?? 0) + obstacles),
                href: `/crm/Importar/${id}/errores`,
              },
            ]}
          />
          {children}
        </div>
      )}
    </Page>
  )
}

/** How often an import that is under way is looked at. */
const pollIntervalMs = 1000

/** One import: its file, how it is read, what was found, and one part of its rows. */
export const ImportPage = ({ part, children }: { part: ImportTab; children: (found: ImportDetail) => ReactNode }) => {
  const { t } = useTranslation(['imports', 'import-steps', 'list', 'shell'])
  const { importId = '' } = useParams()
  const { data, error, refetch } = useQuery({
    ...buildQueryOptions(getImport, { params: { importId } }),
    refetchInterval: ({ state: { data: known } }) =>
      (known?.checking || known?.state === 'importing' || known?.state === 'undoing') && pollIntervalMs,
  })
  const isChecking = data?.checking ?? false
  // What a long check has found stands in lists of their own.
  useEffect(() => {
    if (!isChecking) return undefined
    return () => void refreshSubjects(['imports'])
  }, [isChecking])
  if (data)
    return (
      <ImportContent importDetail={data} part={part}>
        {children(data)}
      </ImportContent>
    )
  return <MissingRecord title={t('shell:screens.import')} error={error} refetch={refetch} tiles={3} />
}
