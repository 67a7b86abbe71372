import { NativeSelect, Radio } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import { canHoldLinkRole } from '#contract/handovers/link-role-positions.ts'
import { getHandoverPeople, type HandoverPreview, linkRoles } from '#contract/handovers.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import type { HandoverClientSelection } from '#web/domain/handover-choice.ts'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SearchSelect } from '#web/ui/form/search-select.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import type { SubmitFormState } from '#web/ui/form/use-submit-form.ts'
import { DateControl } from '#web/ui/list/date-control.tsx'
import { Section } from '#web/ui/section.tsx'
import type { HandoverFormValues } from './handover-preview-input.ts'
import classes from './handovers.module.css'

type Props = {
  sending: SubmitFormState<HandoverFormValues>
  selectedClients: HandoverClientSelection | undefined
  preview: HandoverPreview | undefined
}

export const HandoverForm = ({ sending, selectedClients, preview }: Props) => {
  const { t } = useTranslation(['handovers', 'common', 'form'])
  const format = useFormatters()
  const fieldText = useFieldErrorText()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const { data: people } = useQuery(buildQueryOptions(getHandoverPeople, {}))
  const { register, control, watch, formState } = sending.form
  const { errors } = formState
  const [source, role, giver] = watch(['source', 'role', 'giver'])
  const ofOne = source === 'giver' || !selectedClients
  const receivers = (people?.receivers ?? []).filter(
    ({ id, position }) => canHoldLinkRole(role, position) && !(ofOne && id === giver),
  )
  const givers = (people?.givers ?? []).filter((one) => one.role === role)
  const total = selectedClients && format.number(selectedClients.total)
  return (
    <Section title={t('make.what')}>
      <Form
        formState={sending}
        label={t('make.what')}
        draft="handovers/new"
        actions={
          <SubmitButton busy={sending.busy}>
            {t(preview?.needsApproval === false && !preview.needsRelease ? 'make.doIt' : 'make.propose')}
          </SubmitButton>
        }
      >
        {selectedClients && (
          <Controller
            name="source"
            control={control}
            render={({ field }) => (
              <Radio.Group {...field} label={t('make.which')}>
                <div className={classes.radios}>
                  <Radio
                    value="chosen"
                    label={t(selectedClients.choice.by === 'filter' ? 'make.matching' : 'make.chosen', {
                      count: selectedClients.total,
                      total,
                    })}
                  />
                  <Radio value="giver" label={t('make.ofOne')} />
                </div>
              </Radio.Group>
            )}
          />
        )}
        <NativeSelect
          label={t('fields.role')}
          description={t('make.roleHint')}
          data={linkRoles.map((value) => ({ value, label: t(`roles.${value}`) }))}
          {...register('role')}
        />
        {ofOne && (
          <Controller
            name="giver"
            control={control}
            rules={{ validate: (value) => value !== '' || 'required' }}
            render={({ field: { value, onChange, onBlur, ref }, fieldState: { error } }) => (
              <SearchSelect
                ref={ref}
                label={t('make.giver')}
                placeholder={t('make.choose')}
                data={givers.map(({ id, name, clients }) => ({
                  value: id,
                  label: `${name} · ${t('make.has', { count: clients, total: format.number(clients) })}`,
                }))}
                value={givers.some(({ id }) => id === value) ? value : ''}
                onChange={onChange}
                onBlur={onBlur}
                error={fieldText(error)}
              />
            )}
          />
        )}
        <Controller
          name="toId"
          control={control}
          rules={{ validate: (value) => value !== '' || 'required' }}
          render={({ field: { value, onChange, onBlur, ref }, fieldState: { error } }) => (
            <SearchSelect
              ref={ref}
              label={t('make.receiver')}
              placeholder={t('make.choose')}
              data={receivers.map(({ id, name, cvl }) => ({
                value: id,
                label: `${name} · ${cvl}`,
              }))}
              renderOption={({ option: { value: id, label } }) => (
                <span>
                  {label}
                  <span className={classes.office}>{receivers.find((one) => one.id === id)?.officeName}</span>
                </span>
              )}
              value={receivers.some(({ id }) => id === value) ? value : ''}
              onChange={onChange}
              onBlur={onBlur}
              error={fieldText(error)}
            />
          )}
        />
        <Controller
          name="effectiveOn"
          control={control}
          rules={{ validate: (value) => (value === '' ? 'required' : value >= today || 'beforeToday') }}
          render={({ field: { value, onChange }, fieldState: { error } }) => (
            <DateControl label={t('fields.effectiveOn')} value={value} onChange={onChange} error={fieldText(error)} />
          )}
        />
        <ReasonField
          label={t('fields.reason')}
          description={t('make.reasonHint')}
          rows={3}
          error={fieldText(errors.reason)}
          {...register('reason', reasonRules)}
        />
      </Form>
    </Section>
  )
}
