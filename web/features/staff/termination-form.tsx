import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type EmployeeDetail, terminateEmployee } from '#contract/staff.ts'
import { CallError, call } from '#web/core/call.ts'
import { useFormat } from '#web/core/format.ts'
import { useCan } from '#web/core/session.ts'
import { DateField, useTypedDay } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitOrCancel } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldText } from '#web/ui/form/use-field-text.ts'
import { useSending } from '#web/ui/form/use-sending.ts'
import classes from './staff.module.css'
import { useStaffChanged } from './use-staff-changed.ts'

type Values = { lastDay: string; reason: string }
type Props = { employee: EmployeeDetail; onDone: () => void }

const kinds = ['clients', 'handovers', 'team'] as const

/** What still hangs on somebody, as the refusal counts it, and the way to hand it over. */
const Blocked = ({ fields }: { fields: Record<string, string> }) => {
  const { t } = useTranslation('staff')
  const mayGo = useCan('bt_Traspasos', 'view')
  const held = kinds.filter((kind) => Number(fields[kind] ?? 0) > 0)
  return (
    <div className={classes.failure} role="alert">
      <ul className={classes.list}>
        {held.map((kind) => (
          <li key={kind}>{t(`termination.blocked.${kind}`, { count: Number(fields[kind]) })}</li>
        ))}
      </ul>
      {mayGo && !held.includes('team') && <Link to="/crm/Traspasos">{t('termination.handovers')}</Link>}
    </div>
  )
}

/** Sets the last day, or another one. */
export const TerminationForm = ({ employee, onDone }: Props) => {
  const { t } = useTranslation('staff')
  const format = useFormat()
  const fieldText = useFieldText()
  const dayOf = useTypedDay()
  const changed = useStaffChanged()
  const [blocked, setBlocked] = useState<Record<string, string> | null>(null)
  const sending = useSending<Values>({
    defaults: {
      lastDay: employee.terminatedOn ? format.date(employee.terminatedOn) : '',
      reason: employee.terminationReason ?? '',
    },
    send: async ({ lastDay, reason }) => {
      setBlocked(null)
      const body = { version: employee.version, lastDay: dayOf(lastDay)!, reason: reason.trim() }
      await call(terminateEmployee, { params: { employeeId: employee.id }, body }).catch((error: unknown) => {
        if (error instanceof CallError && kinds.some((kind) => kind in error.fields)) setBlocked(error.fields)
        throw error
      })
      await changed()
      onDone()
    },
  })
  const { register, formState } = sending.form
  const { errors } = formState
  return (
    <Form
      sending={sending}
      label={t('termination.begin')}
      actions={<SubmitOrCancel busy={sending.busy} submit={t('termination.begin')} onCancel={onDone} />}
    >
      <DateField
        data-autofocus
        label={t('fields.terminatedOn')}
        error={fieldText(errors.lastDay)}
        {...register('lastDay', { required: 'required', validate: (typed) => dayOf(typed) !== undefined || 'date' })}
      />
      <ReasonField label={t('fields.reason')} error={fieldText(errors.reason)} {...register('reason', reasonRules)} />
      {blocked && <Blocked fields={blocked} />}
    </Form>
  )
}
