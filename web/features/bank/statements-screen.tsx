import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { listWaitingUploads } from '#contract/bank/uploads.ts'
import { listStatements } from '#contract/bank.ts'
import { useFormat } from '#web/core/format.ts'
import { read } from '#web/core/query.ts'
import { useCan } from '#web/core/session.ts'
import { amountOf } from '#web/domain/amount.tsx'
import { ApprovalLink } from '#web/domain/approval-link.tsx'
import { dayFilters } from '#web/domain/money-in-lists.tsx'
import { IncomeTabs } from '#web/domain/money-in-tabs.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { aheadOf, hrefUnder } from '#web/ui/list/list-page.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { Column, FilterChoices } from '#web/ui/list/list-types.ts'
import { Notice } from '#web/ui/message.tsx'
import { inFours } from './in-fours.ts'

const UploadDialog = lazy(() => import('./upload-dialog.tsx'))

type List = typeof listStatements

const useFilters = (): FilterChoices<List> => {
  const { t } = useTranslation('contributions')
  return useMemo(
    () => ({
      bankAccount: { control: 'elsewhere' },
      ...dayFilters(t),
    }),
    [t],
  )
}

const useColumns = (): readonly Column<List>[] => {
  const { t } = useTranslation('contributions')
  const format = useFormat()
  return useMemo(
    () => [
      { key: 'toDate', label: t('fields.toDate'), phone: 1, cell: format.date },
      { key: 'bankAccount', label: t('fields.bankAccount'), cell: inFours },
      { key: 'format', label: t('fields.format'), cell: (value) => t(`formats.${value}`) },
      { key: 'reference', label: t('fields.reference'), optional: true },
      { key: 'entries', label: t('fields.entries'), align: 'end', cell: (count) => format.number(count) },
      {
        key: 'waiting',
        label: t('fields.waiting'),
        align: 'end',
        phone: 2,
        cell: (count) => (count > 0 ? format.number(count) : '–'),
      },
      {
        key: 'opening',
        label: t('fields.opening'),
        align: 'end',
        optional: true,
        cell: (amount, { currency }) => amountOf(format, amount, currency),
      },
      {
        key: 'closing',
        label: t('fields.closing'),
        align: 'end',
        phone: 3,
        cell: (amount, { currency }) => amountOf(format, amount, currency),
      },
      { key: 'uploadedAt', label: t('fields.uploadedAt'), cell: format.dateTime },
      { key: 'uploaderName', label: t('fields.uploader'), optional: true, cell: (name) => name ?? '–' },
    ],
    [t, format],
  )
}

/** Files that were uploaded and that nobody else has approved yet: they are in no list, since nothing of them is in the books. */
const WaitingUploads = () => {
  const { t } = useTranslation('contributions')
  const { data = [], error, refetch } = useQuery(read(listWaitingUploads, {}))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return data.map(({ id, fileName, uploaderName, approvalId }) => (
    <Notice key={id}>
      {t('upload.waiting', { file: fileName, who: uploaderName ?? '–' })}{' '}
      <Link to={`/crm/Ingresos/ficheros/${id}`}>{t('planned.see')}</Link>{' '}
      <ApprovalLink approvalId={approvalId}>{t('upload.openApproval')}</ApprovalLink>
    </Notice>
  ))
}

/** Asks for the rows and their count. */
export const ahead = aheadOf(listStatements)

const hrefOf = hrefUnder('/crm/Ingresos/extractos')

/** What the bank has said, the newest first. */
export default function StatementsScreen() {
  const { t } = useTranslation('contributions')
  const mayUpload = useCan('bt_Extractos', 'create')
  const [asking, setAsking] = useState(false)
  return (
    <>
      <ListScreen
        list={listStatements}
        label={t('parts.statements')}
        context={(count, total) => t('statements.count', { count, total })}
        action={mayUpload && <Button onClick={() => setAsking(true)}>{t('upload.action')}</Button>}
        above={
          <>
            <IncomeTabs current="statements" />
            <WaitingUploads />
          </>
        }
        filters={useFilters()}
        columns={useColumns()}
        rowHref={hrefOf}
        empty={t('statements.empty')}
      />
      {asking && (
        <Suspense>
          <UploadDialog onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
