import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { changePersonRole, endAccess, type PersonRights, resendInvitation, restoreAccess } from '#contract/access.ts'
import type { ProposalResult } from '#contract/approvals.ts'
import { type Role, roles } from '#contract/permissions.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonDialog } from '#web/ui/form/reason-dialog.tsx'
import { reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import layoutClasses from '#web/ui/layout.module.css'
import { Section } from '#web/ui/section.tsx'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import classes from './access.module.css'
import { renderAccessBadge, renderSecondFactorBadge } from './user-access-list-screen.tsx'

type Props = { person: PersonRights; onProposed: (proposed: ProposalResult) => void }

const RoleForm = ({ person, onProposed }: Props) => {
  const { t } = useTranslation(['permissions', 'shell'])
  const fieldText = useFieldErrorText()
  const { id: userId, role: current } = person
  const sending = useSubmitForm<{ role: Role; reason: string }, Role>({
    defaults: { role: current, reason: '' },
    version: current,
    submit: async ({ role, reason }, seen) => {
      const sent = { params: { userId }, body: { seen, role, reason } }
      const proposed = await callEndpoint(changePersonRole, sent, { refreshOnRefusal: true })
      sending.form.reset({ role: proposed.state === 'done' ? role : seen, reason: '' })
      onProposed(proposed)
    },
  })
  const { register, formState } = sending.form
  return (
    <Form
      formState={sending}
      label={t('role.change')}
      draft={`access.role.${userId}`}
      actions={
        <SubmitButton variant="default" busy={sending.busy}>
          {t('role.change')}
        </SubmitButton>
      }
    >
      <NativeSelect
        label={t('role.new')}
        error={fieldText(formState.errors.role)}
        data={roles.map((role) => ({ value: role, label: t(`shell:roles.${role}`) }))}
        {...register('role', { validate: (role) => role !== current || 'unchanged' })}
      />
      <TextInput
        label={t('reason.label')}
        maxLength={500}
        autoComplete="off"
        error={fieldText(formState.errors.reason)}
        {...register('reason', reasonRules)}
      />
    </Form>
  )
}

/** Ending access, giving it back, and inviting again whoever has not come in yet. */
const AccessStatusControls = ({ person, onProposed }: Props) => {
  const { t } = useTranslation('permissions')
  const [asking, setAsking] = useState<'end' | 'restore' | null>(null)
  const [invited, setInvited] = useState<'sent' | { failure: unknown } | null>(null)
  const mayInvite = usePermission('bt_ModulosPermisos', 'create')
  const { id: userId, fullName: name, state } = person
  const invite = (): void => {
    callEndpoint(resendInvitation, { params: { userId }, body: {} }).then(
      () => setInvited('sent'),
      (failure: unknown) => setInvited({ failure }),
    )
  }
  const send = async (reason: string): Promise<void> => {
    const input = { params: { userId }, body: { reason } }
    if (asking === 'restore') return onProposed(await callEndpoint(restoreAccess, input))
    await callEndpoint(endAccess, input)
    onProposed({ state: 'done', approvalId: null })
  }
  return (
    <div className={classes.entry}>
      <div className={layoutClasses.tightLine}>
        {state === 'working' && person.invited && mayInvite && (
          <Button variant="default" onClick={invite}>
            {t('entry.invite')}
          </Button>
        )}
        {state === 'ended' ? (
          <Button variant="default" onClick={() => setAsking('restore')}>
            {t('entry.restore')}
          </Button>
        ) : (
          <Button variant="default" color="red" onClick={() => setAsking('end')}>
            {t('entry.end')}
          </Button>
        )}
      </div>
      <div role="status">{invited === 'sent' && <p className={classes.sent}>{t('entry.invited')}</p>}</div>
      <FailureMessage of={invited !== null && invited !== 'sent' ? invited.failure : null} />
      {asking && (
        <ReasonDialog
          label={t('reason.label')}
          title={t(asking === 'end' ? 'entry.endTitle' : 'entry.restoreTitle', { name })}
          text={t(asking === 'end' ? 'entry.endText' : 'entry.restoreText')}
          action={t(asking === 'end' ? 'entry.end' : 'entry.restore')}
          onClose={() => setAsking(null)}
          onSend={send}
        />
      )}
    </div>
  )
}

/** Who the person is here: role, access, second factor, and what can be done about them. */
export const AccessSection = ({ person, onProposed }: Props) => {
  const { t } = useTranslation(['permissions', 'shell', 'common'])
  const format = useFormatters()
  const facts = [
    [t('fields.role'), t(`shell:roles.${person.role}`)],
    [t('fields.state'), renderAccessBadge(person.state, t(`states.${person.state}`))],
    ...(person.endedAt ? [[t('fields.endedAt'), format.dateTime(person.endedAt)] as const] : []),
    [
      t('fields.secondFactor'),
      renderSecondFactorBadge(person.hasSecondFactor, t(person.hasSecondFactor ? 'common:yes' : 'common:no')),
    ],
    [t('fields.cvl'), person.cvl ?? '–'],
    [t('fields.office'), person.officeName ?? '–'],
    [t('fields.username'), person.username],
    [t('fields.email'), person.email],
  ] as const
  return (
    <Section title={t('role.title')}>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd translate="no">{value}</dd>
          </div>
        ))}
      </dl>
      {person.mayEdit && person.state === 'working' && <RoleForm person={person} onProposed={onProposed} />}
      {person.mayEdit && <AccessStatusControls person={person} onProposed={onProposed} />}
    </Section>
  )
}
