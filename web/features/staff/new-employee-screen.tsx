import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Answer, Sent } from '#contract/core/endpoint.ts'
import { createEmployee, staffOptions } from '#contract/staff.ts'
import { call } from '#web/core/call.ts'
import { read } from '#web/core/query.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { RecordBones } from '#web/ui/facts.tsx'
import { useTypedDay } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitOrCancel } from '#web/ui/form/submit-or-cancel.tsx'
import { useSending } from '#web/ui/form/use-sending.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import { AddressFields, PersonalFields, SecretFields, WorkFields } from './employee-fields.tsx'
import { bodyOf, differing, type EmployeeValues, emptyValues } from './form-values.ts'
import classes from './staff.module.css'
import { useStaffChanged } from './use-staff-changed.ts'

type Options = Answer<typeof staffOptions>
type Body = Sent<typeof createEmployee>['body']

const NewEmployee = ({ options }: { options: Options }) => {
  const { t } = useTranslation(['staff', 'shell'])
  const go = useNavigate()
  const dayOf = useTypedDay()
  const changed = useStaffChanged()
  const made = useRef<string>(undefined)
  const sending = useSending<EmployeeValues>({
    defaults: emptyValues,
    send: async (values) => {
      const fields = [
        'name',
        'surname',
        'position',
        'officeId',
        ...differing(emptyValues, { ...emptyValues, ...values }),
      ]
      const { id } = await call(createEmployee, { body: bodyOf(values, fields, dayOf) as Body })
      made.current = id
      await changed()
    },
  })
  // Only once the form knows that all is saved: before, leaving would be asked about.
  useEffect(() => {
    if (sending.sent > 0) void go(`/crm/RRHH/${made.current}`, { replace: true })
  }, [sending.sent, go])
  const props = { form: sending.form, options }
  return (
    <div className={`${classes.screen} ${classes.form}`}>
      <PageHead title={t('shell:screens.newEmployee')} />
      <Form
        sending={sending}
        label={t('shell:screens.newEmployee')}
        draft="staff/new"
        actions={<SubmitOrCancel busy={sending.busy} submit={t('form.create')} onCancel={() => void go('/crm/RRHH')} />}
      >
        <WorkFields {...props} />
        <PersonalFields {...props} />
        <AddressFields {...props} />
        <SecretFields {...props} />
      </Form>
    </div>
  )
}

/** A new member of staff. The form waits for what there is to choose from: a choice that isn't there yet would be lost. */
export default function NewEmployeeScreen() {
  const { t } = useTranslation(['shell', 'list'])
  const { data, error, refetch } = useQuery(read(staffOptions, {}))
  if (data) return <NewEmployee options={data} />
  if (!error) return <RecordBones label={t('list:loading')} tiles={0} />
  return (
    <div className={classes.screen}>
      <PageHead title={t('shell:screens.newEmployee')} />
      <ErrorState error={error} onRetry={() => void refetch()} />
    </div>
  )
}
