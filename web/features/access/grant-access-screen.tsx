import { Combobox, InputBase, NativeSelect, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Link, useSearchParams } from 'react-router'
import { grantAccess, listStaffWithoutAccess } from '#contract/access.ts'
import type { ProposalResult } from '#contract/approvals.ts'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { type Role, roles } from '#contract/permissions.ts'
import { callEndpoint } from '#web/core/call.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ApprovalLink } from '#web/domain/approval-link.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import layoutClasses from '#web/ui/layout.module.css'
import { Picker } from '#web/ui/list/picker.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Section } from '#web/ui/section.tsx'
import textClasses from '#web/ui/text.module.css'
import classes from './access.module.css'
import { SubmittedChangeNotice } from './submitted-notice.tsx'

type StaffWithoutAccess = ResponseBody<typeof listStaffWithoutAccess>['staff']
type GrantAccessFormValues = { employeeId: string; email: string; username: string; role: Role; reason: string }

const staffWithoutAccessQuery = buildQueryOptions(listStaffWithoutAccess, {})
const emptyFormValues: GrantAccessFormValues = { employeeId: '', email: '', username: '', role: 'user', reason: '' }
const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const usernamePattern = /^[\p{L}\p{N}][\p{L}\p{N}._-]{1,99}$/u

const useGrantAccessForm = () => {
  const client = useQueryClient()
  const [given, setGiven] = useState<{ proposed: ProposalResult; cvl: string } | null>(null)
  const sending = useSubmitForm<GrantAccessFormValues>({
    defaults: emptyFormValues,
    submit: async (body) => {
      setGiven(null)
      const proposed = await callEndpoint(grantAccess, { body })
      const staff = client.getQueryData(staffWithoutAccessQuery.queryKey)?.staff ?? []
      setGiven({ proposed, cvl: staff.find(({ id }) => id === body.employeeId)?.cvl ?? '' })
      sending.form.reset(emptyFormValues)
    },
  })
  return { sending, given }
}

const GrantAccessForm = ({
  staff,
  sending,
}: {
  staff: StaffWithoutAccess
  sending: ReturnType<typeof useGrantAccessForm>['sending']
}) => {
  const { t } = useTranslation(['permissions', 'shell'])
  const fieldText = useFieldErrorText()
  const [params] = useSearchParams()
  const { control, register, setValue, formState } = sending.form
  const { errors } = formState
  const employeeId = useWatch({ control, name: 'employeeId' })
  const chosen = staff.find(({ id }) => id === employeeId)
  const choose = (id: string): void => {
    const one = staff.find((each) => each.id === id)
    if (!one) return
    const set = { shouldDirty: true, shouldValidate: formState.isSubmitted }
    setValue('employeeId', id, set)
    setValue('email', one.email ?? '', set)
    setValue('username', one.email?.split('@')[0] ?? '', set)
    setValue('role', one.role, set)
  }
  const employeeParam = params.get('employee')
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for whom the address names.
  useEffect(() => {
    if (employeeParam) choose(employeeParam)
  }, [employeeParam])
  return (
    <Form
      formState={sending}
      label={t('give.title')}
      draft="access.give"
      actions={<SubmitButton busy={sending.busy}>{t('give.send')}</SubmitButton>}
    >
      <Picker
        options={staff.map(({ id, name, cvl, officeName }) => ({
          value: id,
          label: `${name} · ${cvl} · ${officeName}`,
        }))}
        value={employeeId || undefined}
        onPick={choose}
        label={t('give.employee')}
        searchLabel={t('give.search')}
        emptyText={t('give.nobody')}
        target={(toggle) => (
          <InputBase
            component="button"
            type="button"
            pointer
            label={t('give.employee')}
            error={fieldText(errors.employeeId)}
            rightSection={<Combobox.Chevron />}
            onClick={toggle}
          >
            {chosen ? `${chosen.name} · ${chosen.cvl}` : t('give.choose')}
          </InputBase>
        )}
      />
      <input type="hidden" {...register('employeeId', { required: 'required' })} />
      {chosen?.approvalId && (
        <p className={classes.note}>
          {t('give.asked')} <ApprovalLink approvalId={chosen.approvalId}>{t('sent.open')}</ApprovalLink>
        </p>
      )}
      <TextInput
        label={t('fields.email')}
        description={t('give.emailHint')}
        type="email"
        maxLength={254}
        autoComplete="off"
        error={fieldText(errors.email)}
        {...register('email', { required: 'required', pattern: { value: emailPattern, message: 'invalid' } })}
      />
      <TextInput
        label={t('fields.username')}
        description={t('give.usernameHint')}
        maxLength={100}
        autoComplete="off"
        error={fieldText(errors.username)}
        {...register('username', { required: 'required', pattern: { value: usernamePattern, message: 'invalid' } })}
      />
      <NativeSelect
        label={t('fields.role')}
        description={t('give.roleHint')}
        data={roles.map((role) => ({ value: role, label: t(`shell:roles.${role}`) }))}
        {...register('role')}
      />
      <TextInput
        label={t('reason.label')}
        maxLength={500}
        autoComplete="off"
        error={fieldText(errors.reason)}
        {...register('reason', reasonRules)}
      />
    </Form>
  )
}

/** Lets a member of staff sign in: as what, and by which e-mail they are invited. */
export default function GrantAccessScreen() {
  const { t } = useTranslation(['permissions', 'list'])
  const { data, error, refetch } = useQuery(staffWithoutAccessQuery)
  const { sending, given } = useGrantAccessForm()
  return (
    <div className={classes.narrow}>
      <PageHead title={t('give.title')} context={t('give.lead')} />
      <SubmittedChangeNotice sent={given?.proposed ?? null} />
      {given?.proposed.state === 'done' && (
        <p className={classes.note}>
          {t('give.done')}{' '}
          <Link to={`/crm/ModulosPermisos/personas?search=${given.cvl}`}>{t('give.look', { cvl: given.cvl })}</Link>
        </p>
      )}
      {data ? (
        <Section title={t('give.who')}>
          {data.staff.length > 0 ? (
            <GrantAccessForm staff={data.staff} sending={sending} />
          ) : (
            <p className={textClasses.muted}>{t('give.everybody')}</p>
          )}
        </Section>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={layoutClasses.skeleton} role="status" aria-label={t('list:loading')} />
      )}
    </div>
  )
}
