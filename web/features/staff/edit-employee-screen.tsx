import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { changeEmployee, type EmployeeDetail, getEmployee, getStaffOptions } from '#contract/staff.ts'
import { CallError, callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { useParseTypedDate } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import { RecordSkeleton } from '#web/ui/record-cards.tsx'
import textClasses from '#web/ui/text.module.css'
import { EditConflictNotice } from './edit-conflict-notice.tsx'
import {
  EmployeeAddressFields,
  EmployeePersonalFields,
  EmployeeSecretFields,
  EmployeeWorkFields,
} from './employee-fields.tsx'
import { type EmployeeFormValues, listChangedFields, toEmployeeBody, toEmployeeValues } from './employee-form-values.ts'
import { formatEmployeeName } from './employee-head.tsx'
import classes from './staff.module.css'

const isEditConflict = (error: unknown): boolean => error instanceof CallError && error.code === 'conflict.changed'

/** Only what was touched is sent. Where somebody else was quicker, what they changed is told and what was typed stays. */
const useEmployeeEdit = (employee: EmployeeDetail) => {
  const format = useFormatters()
  const dayOf = useParseTypedDate()
  const originalValues = useRef(toEmployeeValues(employee, format))
  const [conflictingEmployee, setConflictingEmployee] = useState<EmployeeDetail | null>(null)
  const params = { employeeId: employee.id }
  const sending = useSubmitForm<EmployeeFormValues>({
    defaults: originalValues.current,
    handlesError: isEditConflict,
    version: employee.version,
    submit: async (values, version) => {
      const fields = listChangedFields(originalValues.current, { ...originalValues.current, ...values })
      const { supervisorId, ...body } = toEmployeeBody({ ...originalValues.current, ...values }, fields, dayOf)
      try {
        await callEndpoint(changeEmployee, { params, body: { version, ...body } })
      } catch (error) {
        if (isEditConflict(error)) {
          const latest = await callEndpoint(getEmployee, { params })
          sending.baseVersion.current = latest.version
          setConflictingEmployee(latest)
        }
        throw error
      }
    },
  })
  return { sending, begun: originalValues.current, theirs: conflictingEmployee }
}

type Props = { employee: EmployeeDetail; options: ResponseBody<typeof getStaffOptions> }

const EditEmployeeForm = ({ employee, options }: Props) => {
  const { t } = useTranslation('staff')
  const go = useNavigate()
  const { sending, begun: originalValues, theirs: conflictingEmployee } = useEmployeeEdit(employee)
  const page = `/crm/RRHH/${employee.id}`
  // Only once the form knows that all is saved: before, leaving would be asked about.
  useEffect(() => {
    if (sending.submitCount > 0) void go(page, { replace: true })
  }, [sending.submitCount, go, page])
  const title = t('form.editTitle', { name: formatEmployeeName(employee) })
  const props = { form: sending.form, options, employee }
  return (
    <div className={`${classes.screen} ${classes.form}`}>
      <PageHead title={title} context={employee.cvl}>
        {employee.ownRecord && <p className={textClasses.muted}>{t('detail.ownRecord')}</p>}
      </PageHead>
      <Form
        formState={sending}
        label={title}
        draft={`staff/${employee.id}`}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('form.save')} onCancel={() => void go(page)} />}
      >
        <EmployeeWorkFields {...props} />
        <EmployeePersonalFields {...props} />
        <EmployeeAddressFields {...props} />
        <EmployeeSecretFields {...props} />
        {conflictingEmployee && (
          <EditConflictNotice originalValues={originalValues} currentEmployee={conflictingEmployee} />
        )}
      </Form>
    </div>
  )
}

/** The record of one member of staff, to be changed. */
export default function EditEmployeeScreen() {
  const { t } = useTranslation(['staff', 'list', 'shell'])
  const { employeeId = '' } = useParams()
  // As it is now: a form that begins with an old record would only meet its conflict.
  const employeeQuery = { ...buildQueryOptions(getEmployee, { params: { employeeId } }), staleTime: 0, gcTime: 0 }
  const { data, error: notFound, refetch } = useQuery(employeeQuery)
  // A choice that isn't there yet would be lost: the form waits for what there is to choose from.
  const options = useQuery(buildQueryOptions(getStaffOptions, {}))
  const error = notFound ?? options.error
  if (data && options.data) return <EditEmployeeForm key={data.id} employee={data} options={options.data} />
  if (!error) return <RecordSkeleton label={t('list:loading')} tiles={0} />
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
