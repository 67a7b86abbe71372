import { useState } from 'react'
import { Link } from 'react-router'
import { terminateEmployee } from '#contract/staff/moves.ts'
import type { EmployeeDetail } from '#contract/staff.ts'
import { CallError, callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { DateField, useParseTypedDate } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import classes from './staff.module.css'

type TerminationFormValues = { lastDay: string; reason: string }
type Props = { employee: EmployeeDetail; onDone: () => void }

const blockingKinds = ['clients', 'handovers', 'team'] as const

/** What still hangs on somebody, as the refusal counts it, and the way to hand it over. */
const TerminationBlockedNotice = ({ fields }: { fields: Record<string, string> }) => {
  const { t } = useTranslation('staff')
  const mayGo = usePermission('bt_Traspasos', 'view')
  const held = blockingKinds.filter((kind) => Number(fields[kind] ?? 0) > 0)
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
  const format = useFormatters()
  const fieldText = useFieldErrorText()
  const dayOf = useParseTypedDate()
  const [blocked, setBlocked] = useState<Record<string, string> | null>(null)
  const sending = useSubmitForm<TerminationFormValues>({
    defaults: {
      lastDay: employee.terminatedOn ? format.date(employee.terminatedOn) : '',
      reason: employee.terminationReason ?? '',
    },
    version: employee.version,
    submit: async ({ lastDay, reason }, version) => {
      setBlocked(null)
      const body = { version, lastDay: dayOf(lastDay)!, reason: reason.trim() }
      const sent = { params: { employeeId: employee.id }, body }
      await callEndpoint(terminateEmployee, sent, { refreshOnRefusal: true }).catch((error: unknown) => {
        if (error instanceof CallError && blockingKinds.some((kind) => kind in error.fields)) setBlocked(error.fields)
        throw error
      })
      onDone()
    },
  })
  const { register, formState } = sending.form
  const { errors } = formState
  return (
    <Form
      formState={sending}
      label={t('termination.begin')}
      actions={<SubmitCancelButtons busy={sending.busy} submit={t('termination.begin')} onCancel={onDone} />}
    >
      <DateField
        data-autofocus
        label={t('fields.terminatedOn')}
        error={fieldText(errors.lastDay)}
        {...register('lastDay', { required: 'required', validate: (typed) => dayOf(typed) !== undefined || 'date' })}
      />
      <ReasonField label={t('fields.reason')} error={fieldText(errors.reason)} {...register('reason', reasonRules)} />
      {blocked && <TerminationBlockedNotice fields={blocked} />}
    </Form>
  )
}
