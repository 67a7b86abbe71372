import { Button, Loader } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { importFields } from '#contract/imports/fields.ts'
import {
  checkImport,
  formImport,
  getImport,
  type ImportDetail,
  type ImportForm,
  type ImportMapping,
} from '#contract/imports.ts'
import { CallError, call } from '#web/core/call.ts'
import { useErrorText } from '#web/core/error-text.ts'
import { useFormat } from '#web/core/format.ts'
import { read } from '#web/core/query.ts'
import { useCan } from '#web/core/session.ts'
import { ApprovalLink } from '#web/domain/approval-link.tsx'
import { FactGrid } from '#web/ui/fact-grid.tsx'
import { RecordTrail } from '#web/ui/list/trail.tsx'
import { Failure, Notice } from '#web/ui/message.tsx'
import { NoRecord } from '#web/ui/no-record.tsx'
import { Page } from '#web/ui/page.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { PartTabs } from '#web/ui/part-tabs.tsx'
import { Section } from '#web/ui/section.tsx'
import { FiguresSection } from './figures-section.tsx'
import { ImportActions } from './import-actions.tsx'
import classes from './imports.module.css'
import { FormSection, MappingSection } from './reading-section.tsx'
import { importBadge } from './state-badge.tsx'

type Part = 'rows' | 'faults'
type Props = { found: ImportDetail }

/** How far it is, or what it waits for. */
const Standing = ({ found }: Props) => {
  const { t } = useTranslation('imports')
  const format = useFormat()
  const textOf = useErrorText()
  const { state, done, fresh, approvalId, undoApprovalId, failure, failedAt, sameFileId, stalled } = found
  const waits = state === 'waiting' ? approvalId : state === 'imported' ? undoApprovalId : null
  const why = failure ? textOf(new CallError(409, { code: failure })) : ''
  return (
    <div role="status" className={classes.stack}>
      {stalled && <Notice>{t('progress.stalled')}</Notice>}
      {state === 'importing' && !stalled && (
        <Notice>{t('progress.importing', { done: format.number(done), all: format.number(fresh ?? 0) })}</Notice>
      )}
      {state === 'undoing' && !stalled && <Notice>{t('progress.undoing')}</Notice>}
      {waits && (
        <Notice>
          {t(state === 'waiting' ? 'progress.waiting' : 'progress.undoWaits')}{' '}
          <ApprovalLink approvalId={waits}>{t('progress.open')}</ApprovalLink>
        </Notice>
      )}
      {failure && (
        <Notice>{failedAt ? t('progress.failedAt', { why, account: failedAt }) : t('progress.failed', { why })}</Notice>
      )}
      {sameFileId && (state === 'draft' || state === 'checked') && (
        <Notice>
          {t('progress.sameFile')} <Link to={`/crm/Importar/${sameFileId}`}>{t('progress.openSame')}</Link>
        </Notice>
      )}
    </div>
  )
}

const FileSection = ({ found }: Props) => {
  const { t } = useTranslation('imports')
  const format = useFormat()
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
    <Section title={t('upload.file')}>
      <FactGrid facts={facts} />
    </Section>
  )
}

/** How it is read, and the check: only for whoever uploaded it, until it is asked for. */
const Reading = ({ found }: Props) => {
  const { t } = useTranslation('imports')
  const client = useQueryClient()
  const [busy, setBusy] = useState<'reading' | 'checking' | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const isChecking = busy === 'checking' || found.checking
  const isBusy = busy !== null || found.checking
  const format = useFormat()
  const params = { importId: found.id }
  const isWhole = importFields[found.kind].every(({ key, required }) => !required || found.mapping[key] !== undefined)
  const run = async (what: 'reading' | 'checking', work: Promise<ImportDetail>): Promise<void> => {
    setBusy(what)
    setFailure(null)
    try {
      const answer = await work
      client.setQueryData(read(getImport, { params }).queryKey, answer)
      if (what === 'checking') await client.invalidateQueries()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(null)
    }
  }
  const save = (form: ImportForm, mapping: ImportMapping): void => {
    void run('reading', call(formImport, { params, body: { form, mapping } }))
  }
  return (
    <>
      <FormSection found={found} busy={isBusy} onRead={save} />
      <MappingSection found={found} busy={isBusy} onRead={save} />
      <div className={classes.actions}>
        <Button
          variant={found.state === 'draft' ? 'filled' : 'default'}
          disabled={!isWhole || isBusy}
          onClick={() => void run('checking', call(checkImport, { params }))}
        >
          {t(found.state === 'draft' ? 'check.action' : 'check.again')}
        </Button>
        <div role="status">
          {isChecking && (
            <span className={classes.busy}>
              <Loader size={16} />{' '}
              {found.done > 0 ? t('progress.checking', { done: format.number(found.done) }) : t('check.busy')}
            </span>
          )}
        </div>
        <Failure of={failure} />
      </div>
    </>
  )
}

type PageProps = Props & { part: Part; children: ReactNode }

const Import = ({ found, part, children }: PageProps) => {
  const { t } = useTranslation('imports')
  const format = useFormat()
  const mayMake = useCan('bt_Importar', 'create')
  const { id, kind, state, fileName, checkedAt, wrong } = found
  const isOpen = (state === 'draft' || state === 'checked') && found.mine && found.hasFile && mayMake
  const counted = (name: string, count: number | null) => `${name} (${format.number(count ?? 0)})`
  return (
    <Page>
      <PageHead
        title={t('heading', { kind: t(`kinds.${kind}`), id })}
        context={<span translate="no">{fileName}</span>}
        action={<RecordTrail />}
      >
        <div className={classes.actions}>
          {importBadge(found, t)}
          <ImportActions found={found} />
        </div>
      </PageHead>
      <Standing found={found} />
      {isOpen && <Reading found={found} />}
      {checkedAt && <FiguresSection found={found} />}
      {checkedAt && state !== 'discarded' && (
        <div className={classes.stack}>
          <PartTabs
            label={t('check.title')}
            current={part}
            parts={[
              {
                key: 'rows',
                name: counted(t('good.title'), (found.fresh ?? 0) + (found.known ?? 0)),
                href: `/crm/Importar/${id}`,
              },
              { key: 'faults', name: counted(t('faulty.title'), wrong), href: `/crm/Importar/${id}/errores` },
            ]}
          />
          {children}
        </div>
      )}
      <FileSection found={found} />
    </Page>
  )
}

/** How often an import that is under way is looked at. */
const everyMs = 1000

/** One import: its file, how it is read, what was found, and one part of its rows. */
export const ImportPage = ({ part, children }: { part: Part; children: (found: ImportDetail) => ReactNode }) => {
  const { t } = useTranslation(['imports', 'list', 'shell'])
  const { importId = '' } = useParams()
  const { data, error, refetch } = useQuery({
    ...read(getImport, { params: { importId } }),
    refetchInterval: ({ state: { data: known } }) =>
      (known?.checking || known?.state === 'importing' || known?.state === 'undoing') && everyMs,
  })
  const isChecking = data?.checking ?? false
  const client = useQueryClient()
  // What a long check has found stands in lists of their own.
  useEffect(() => {
    if (!isChecking) return undefined
    return () => void client.invalidateQueries()
  }, [isChecking, client])
  if (data)
    return (
      <Import found={data} part={part}>
        {children(data)}
      </Import>
    )
  return <NoRecord title={t('shell:screens.import')} error={error} refetch={refetch} tiles={3} />
}
