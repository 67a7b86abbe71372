import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import type { Answer } from '#contract/core/endpoint.ts'
import { changeEmployee, type EmployeeDetail, getEmployee, staffOptions } from '#contract/staff.ts'
import { CallError, call } from '#web/core/call.ts'
import { useFormat } from '#web/core/format.ts'
import { read } from '#web/core/query.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { RecordBones } from '#web/ui/facts.tsx'
import { useTypedDay } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitOrCancel } from '#web/ui/form/submit-or-cancel.tsx'
import { useSending } from '#web/ui/form/use-sending.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import { ConflictNotice } from './conflict-notice.tsx'
import { AddressFields, PersonalFields, SecretFields, WorkFields } from './employee-fields.tsx'
import { plainName } from './employee-head.tsx'
import { bodyOf, differing, type EmployeeValues, valuesOf } from './form-values.ts'
import classes from './staff.module.css'
import { useStaffChanged } from './use-staff-changed.ts'

const isConflict = (error: unknown): boolean => error instanceof CallError && error.code === 'conflict.changed'

/** Only what was touched is sent. Where somebody else was quicker, what they changed is told and what was typed stays. */
const useEdit = (employee: EmployeeDetail) => {
  const format = useFormat()
  const dayOf = useTypedDay()
  const changed = useStaffChanged()
  const begun = useRef(valuesOf(employee, format))
  const version = useRef(employee.version)
  const [theirs, setTheirs] = useState<EmployeeDetail | null>(null)
  const params = { employeeId: employee.id }
  const sending = useSending<EmployeeValues>({
    defaults: begun.current,
    tells: isConflict,
    send: async (values) => {
      const fields = differing(begun.current, { ...begun.current, ...values })
      const { supervisorId: _, ...body } = bodyOf({ ...begun.current, ...values }, fields, dayOf)
      try {
        await call(changeEmployee, { params, body: { version: version.current, ...body } })
      } catch (error) {
        if (isConflict(error)) {
          const latest = await call(getEmployee, { params })
          version.current = latest.version
          setTheirs(latest)
        }
        throw error
      }
      await changed()
    },
  })
  return { sending, begun: begun.current, theirs }
}

type Props = { employee: EmployeeDetail; options: Answer<typeof staffOptions> }

const Edit = ({ employee, options }: Props) => {
  const { t } = useTranslation('staff')
  const go = useNavigate()
  const { sending, begun, theirs } = useEdit(employee)
  const page = `/crm/RRHH/${employee.id}`
  // Only once the form knows that all is saved: before, leaving would be asked about.
  useEffect(() => {
    if (sending.sent > 0) void go(page, { replace: true })
  }, [sending.sent, go, page])
  const title = t('form.editTitle', { name: plainName(employee) })
  const props = { form: sending.form, options, employee }
  return (
    <div className={`${classes.screen} ${classes.form}`}>
      <PageHead title={title} context={employee.cvl}>
        {employee.ownRecord && <p className={classes.muted}>{t('detail.ownRecord')}</p>}
      </PageHead>
      <Form
        sending={sending}
        label={title}
        draft={`staff/${employee.id}`}
        actions={<SubmitOrCancel busy={sending.busy} submit={t('form.save')} onCancel={() => void go(page)} />}
      >
        <WorkFields {...props} />
        <PersonalFields {...props} />
        <AddressFields {...props} />
        <SecretFields {...props} />
        {theirs && <ConflictNotice begun={begun} theirs={theirs} />}
      </Form>
    </div>
  )
}

/** The record of one member of staff, to be changed. */
export default function EditEmployeeScreen() {
  const { t } = useTranslation(['staff', 'list', 'shell'])
  const { employeeId = '' } = useParams()
  // As it is now: a form that begins with an old record would only meet its conflict.
  const asked = { ...read(getEmployee, { params: { employeeId } }), staleTime: 0, gcTime: 0 }
  const { data, error: notFound, refetch } = useQuery(asked)
  // A choice that isn't there yet would be lost: the form waits for what there is to choose from.
  const options = useQuery(read(staffOptions, {}))
  const error = notFound ?? options.error
  if (data && options.data) return <Edit key={data.id} employee={data} options={options.data} />
  if (!error) return <RecordBones label={t('list:loading')} tiles={0} />
  const missing = error instanceof CallError && error.status === 404
  return (
    <div className={classes.screen}>
      <PageHead title={missing ? t('shell:screens.employee') : t('detail.loadFailed')} />
      <ErrorState
        error={error}
        {...(!missing && { onRetry: () => void Promise.all([refetch(), options.refetch()]) })}
      />
    </div>
  )
}
