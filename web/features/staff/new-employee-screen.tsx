import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { RequestInput, ResponseBody } from '#contract/core/endpoint.ts'
import { createEmployee, getStaffOptions } from '#contract/staff.ts'
import { callEndpoint } from '#web/core/call.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { useParseTypedDate } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import { RecordSkeleton } from '#web/ui/record-cards.tsx'
import {
  EmployeeAddressFields,
  EmployeePersonalFields,
  EmployeeSecretFields,
  EmployeeWorkFields,
} from './employee-fields.tsx'
import {
  type EmployeeFormValues,
  emptyEmployeeValues,
  listChangedFields,
  toEmployeeBody,
} from './employee-form-values.ts'
import classes from './staff.module.css'

type StaffOptions = ResponseBody<typeof getStaffOptions>
type EmployeeBody = RequestInput<typeof createEmployee>['body']

const NewEmployeeForm = ({ options }: { options: StaffOptions }) => {
  const { t } = useTranslation(['staff', 'shell'])
  const go = useNavigate()
  const dayOf = useParseTypedDate()
  const made = useRef<string>(undefined)
  const sending = useSubmitForm<EmployeeFormValues>({
    defaults: emptyEmployeeValues,
    submit: async (values) => {
      const fields = [
        'name',
        'surname',
        'position',
        'officeId',
        ...listChangedFields(emptyEmployeeValues, { ...emptyEmployeeValues, ...values }),
      ]
      const { id } = await callEndpoint(createEmployee, { body: toEmployeeBody(values, fields, dayOf) as EmployeeBody })
      made.current = id
    },
  })
  // Only once the form knows that all is saved: before, leaving would be asked about.
  useEffect(() => {
    if (sending.submitCount > 0) void go(`/crm/RRHH/${made.current}`, { replace: true })
  }, [sending.submitCount, go])
  const props = { form: sending.form, options }
  return (
    <div className={`${classes.screen} ${classes.form}`}>
      <PageHead title={t('shell:screens.newEmployee')} />
      <Form
        formState={sending}
        label={t('shell:screens.newEmployee')}
        draft="staff/new"
        actions={
          <SubmitCancelButtons busy={sending.busy} submit={t('form.create')} onCancel={() => void go('/crm/RRHH')} />
        }
      >
        <EmployeeWorkFields {...props} />
        <EmployeePersonalFields {...props} />
        <EmployeeAddressFields {...props} />
        <EmployeeSecretFields {...props} />
      </Form>
    </div>
  )
}

/** A new member of staff. The form waits for what there is to choose from: a choice that isn't there yet would be lost. */
export default function NewEmployeeScreen() {
  const { t } = useTranslation(['shell', 'list'])
  const { data, error, refetch } = useQuery(buildQueryOptions(getStaffOptions, {}))
  if (data) return <NewEmployeeForm options={data} />
  if (!error) return <RecordSkeleton label={t('list:loading')} tiles={0} />
  return (
    <div className={classes.screen}>
      <PageHead title={t('shell:screens.newEmployee')} />
      <ErrorState error={error} onRetry={() => void refetch()} />
    </div>
  )
}
