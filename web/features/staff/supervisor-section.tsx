import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { cancelEmployeeMove } from '#contract/staff/moves.ts'
import type { EmployeeDetail, EmployeeMove } from '#contract/staff.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ApprovalLink } from '#web/domain/approval-link.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import { Section } from '#web/ui/section.tsx'
import { FailureMessage, Notice } from '#web/ui/status-messages.tsx'
import textClasses from '#web/ui/text.module.css'
import { ChangeSupervisorForm } from './change-supervisor-form.tsx'
import classes from './staff.module.css'

type WaitingSupervisorChange = NonNullable<EmployeeDetail['moveWaiting']>

const SupervisorHistory = ({ moves }: { moves: readonly EmployeeMove[] }) => {
  const { t } = useTranslation('staff')
  const format = useFormatters()
  const columns: readonly RowColumn<EmployeeMove, never>[] = [
    { key: 'effectiveOn', label: t('fields.effectiveOn'), phone: 2, cell: format.date },
    { key: 'supervisorName', label: t('moves.to'), phone: 1, cell: (name) => name ?? t('detail.top') },
    { key: 'fromName', label: t('moves.from'), cell: (name) => name ?? '–' },
    {
      key: 'reason',
      label: t('fields.reason'),
      phone: 3,
      cell: (reason, { failure }) => (failure ? t(`moves.failures.${failure}`) : reason || '–'),
    },
  ]
  if (moves.length === 0) return <p className={textClasses.muted}>{t('moves.none')}</p>
  return <DataTable label={t('moves.history')} columns={columns} rows={moves} dense />
}

const PlannedSupervisorChanges = ({
  employee: { id, planned },
  mayChange,
}: {
  employee: EmployeeDetail
  mayChange: boolean
}) => {
  const { t } = useTranslation('staff')
  const format = useFormatters()
  const cancel = useMutation({
    mutationFn: (moveId: string) =>
      callEndpoint(cancelEmployeeMove, { params: { employeeId: id, moveId } }, { refreshOnRefusal: true }),
  })
  if (planned.length === 0) return null
  return (
    <div>
      <ul className={classes.list} aria-label={t('moves.planned')}>
        {planned.map((move) => {
          const date = format.date(move.effectiveOn)
          return (
            <li key={move.id} className={classes.notice}>
              <span>{t('moves.plannedLine', { date, name: move.supervisorName ?? t('detail.top') })}</span>
              {mayChange && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  disabled={cancel.isPending}
                  aria-label={t('moves.cancelNamed', { date })}
                  onClick={() => cancel.mutate(move.id)}
                >
                  {t('moves.cancel')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <FailureMessage of={cancel.error} />
    </div>
  )
}

/** A move that somebody gains by, until it is decided. */
const WaitingSupervisorNotice = ({
  approvalId,
  makerName,
  madeAt,
  supervisorName,
  effectiveOn,
}: WaitingSupervisorChange) => {
  const { t } = useTranslation('staff')
  const format = useFormatters()
  const noticeParams = { name: supervisorName, date: format.date(effectiveOn) }
  return (
    <div role="status">
      <Notice>
        {t('moves.waits', { ...noticeParams, who: makerName ?? '–', at: format.dateTime(madeAt) })}{' '}
        <ApprovalLink approvalId={approvalId}>{t('detail.openApproval')}</ApprovalLink>
      </Notice>
    </div>
  )
}

/** Whom they report to: now, from a day on, and before. */
export const SupervisorSection = ({ employee }: { employee: EmployeeDetail }) => {
  const { t } = useTranslation('staff')
  const [asking, setAsking] = useState(false)
  const mayEdit = usePermission('bt_RRHH', 'edit')
  const mayChange = mayEdit && !employee.ownRecord && employee.state !== 'left'
  const mayMove = mayChange && employee.moveWaiting === null
  return (
    <Section
      title={t('moves.history')}
      state={
        mayMove && (
          <Button variant="default" onClick={() => setAsking(true)}>
            {t('moves.change')}
          </Button>
        )
      }
    >
      {employee.moveWaiting && <WaitingSupervisorNotice {...employee.moveWaiting} />}
      <PlannedSupervisorChanges employee={employee} mayChange={mayChange} />
      <SupervisorHistory moves={employee.moves} />
      {asking && (
        <Dialog onClose={() => setAsking(false)} title={t('moves.change')}>
          <p className={textClasses.muted}>{t('moves.lead')}</p>
          <ChangeSupervisorForm employee={employee} onDone={() => setAsking(false)} />
        </Dialog>
      )}
    </Section>
  )
}
