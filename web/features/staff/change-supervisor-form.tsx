import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import { moveEmployee } from '#contract/staff/moves.ts'
import { type EmployeeDetail, getStaffOptions } from '#contract/staff.ts'
import { callEndpoint } from '#web/core/call.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { DateField, useParseTypedDate } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SearchSelect } from '#web/ui/form/search-select.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useOptionalLabel } from '#web/ui/form/use-optional-label.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'

type SupervisorFormValues = { supervisorId: string; effectiveOn: string; reason: string }
type Props = { employee: EmployeeDetail; onDone: () => void }

/** Nobody above. */
const noSupervisorValue = 'top'

/** Whom somebody reports to from a day on; today unless another is typed. */
export const ChangeSupervisorForm = ({ employee, onDone }: Props) => {
  const { t } = useTranslation(['staff', 'list', 'common'])
  const fieldText = useFieldErrorText()
  const optional = useOptionalLabel()
  const dayOf = useParseTypedDate()
  const { data } = useQuery(buildQueryOptions(getStaffOptions, {}))
  const sending = useSubmitForm<SupervisorFormValues>({
    defaults: { supervisorId: '', effectiveOn: '', reason: '' },
    submit: async ({ supervisorId, effectiveOn, reason }) => {
      await callEndpoint(moveEmployee, {
        params: { employeeId: employee.id },
        body: {
          fromId: employee.supervisor?.id ?? null,
          supervisorId: supervisorId === noSupervisorValue ? null : supervisorId,
          effectiveOn: dayOf(effectiveOn.trim() || t('list:date.today'))!,
          reason: reason.trim() || null,
        },
      })
      onDone()
    },
  })
  const { register, control, formState } = sending.form
  const { errors } = formState
  const people = (data?.people ?? []).filter(({ id }) => id !== employee.id)
  return (
    <Form
      formState={sending}
      label={t('moves.change')}
      actions={<SubmitCancelButtons busy={sending.busy} submit={t('moves.send')} onCancel={onDone} />}
    >
      <Controller
        control={control}
        name="supervisorId"
        rules={{ required: 'required' }}
        render={({ field: { ref, value, onChange, onBlur } }) => (
          <SearchSelect
            ref={ref}
            data-autofocus
            label={t('fields.supervisor')}
            error={fieldText(errors.supervisorId)}
            data={[
              { value: noSupervisorValue, label: t('form.noSupervisor') },
              ...people.map(({ id, name, cvl }) => ({ value: id, label: `${name} · ${cvl}` })),
            ]}
            value={value}
            onChange={onChange}
            onBlur={onBlur}
          />
        )}
      />
      <DateField
        label={t('fields.effectiveOn')}
        isOptional
        placeholder={t('list:date.today')}
        error={fieldText(errors.effectiveOn)}
        {...register('effectiveOn', {
          validate: (typed) => !typed.trim() || dayOf(typed) !== undefined || 'date',
        })}
      />
      <TextInput
        label={optional(t('fields.reason'))}
        maxLength={500}
        autoComplete="off"
        error={fieldText(errors.reason)}
        {...register('reason')}
      />
    </Form>
  )
}
