import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { cancelTermination } from '#contract/staff/moves.ts'
import type { EmployeeDetail } from '#contract/staff.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { Section } from '#web/ui/section.tsx'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import classes from './staff.module.css'
import { TerminationForm } from './termination-form.tsx'

/** Their last day: to be set, taken back while it isn't over, or told. */
export const TerminationSection = ({ employee }: { employee: EmployeeDetail }) => {
  const { t } = useTranslation('staff')
  const format = useFormatters()
  const [asking, setAsking] = useState(false)
  const mayEnd = usePermission('bt_RRHH', 'delete')
  const keep = useMutation({
    mutationFn: () =>
      callEndpoint(cancelTermination, { params: { employeeId: employee.id } }, { refreshOnRefusal: true }),
  })
  const { state, terminatedOn, terminationReason, ownRecord } = employee
  const mayChange = mayEnd && !ownRecord && state !== 'left'
  if (state === 'active' && !mayChange) return null
  const date = format.date(terminatedOn)
  return (
    <Section title={t('groups.termination')} description={state === 'active' ? t('termination.lead') : ''}>
      {state !== 'active' && (
        <p className={classes.notice} data-over={state === 'left' || undefined}>
          <span>{t(state === 'left' ? 'termination.over' : 'termination.planned', { date })}</span>
          {terminationReason && <span>{terminationReason}</span>}
        </p>
      )}
      {mayChange && (
        <div className={layoutClasses.buttons}>
          <Button variant="default" onClick={() => setAsking(true)}>
            {t(state === 'leaving' ? 'termination.change' : 'termination.begin')}
          </Button>
          {state === 'leaving' && (
            <Button variant="default" disabled={keep.isPending} onClick={() => keep.mutate()}>
              {t('termination.takeBack')}
            </Button>
          )}
        </div>
      )}
      <FailureMessage of={keep.error} />
      {asking && (
        <Dialog onClose={() => setAsking(false)} title={t('termination.begin')}>
          <TerminationForm employee={employee} onDone={() => setAsking(false)} />
        </Dialog>
      )}
    </Section>
  )
}
