import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeRole, endAccess, inviteAgain, type PersonRights, restoreAccess } from '#contract/access.ts'
import { type Role, roles } from '#contract/permissions.ts'
import { call } from '#web/core/call.ts'
import { useFormat } from '#web/core/format.ts'
import { useCan } from '#web/core/session.ts'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonDialog } from '#web/ui/form/reason-dialog.tsx'
import { reasonRules } from '#web/ui/form/reason-field.tsx'
import { useFieldText } from '#web/ui/form/use-field-text.ts'
import { useSending } from '#web/ui/form/use-sending.ts'
import { Failure } from '#web/ui/message.tsx'
import { Section } from '#web/ui/section.tsx'
import classes from './access.module.css'
import { accessBadge, factorBadge } from './people-screen.tsx'
import type { Changed } from './use-person.ts'

type Props = { person: PersonRights; changed: Changed }

const RoleForm = ({ person, changed }: Props) => {
  const { t } = useTranslation(['permissions', 'shell'])
  const fieldText = useFieldText()
  const { id: userId, role: seen } = person
  const sending = useSending<{ role: Role; reason: string }>({
    defaults: { role: seen, reason: '' },
    send: async ({ role, reason }) => {
      const proposed = await call(changeRole, { params: { userId }, body: { seen, role, reason } })
      sending.form.reset({ role: proposed.state === 'done' ? role : seen, reason: '' })
      await changed(proposed)
    },
  })
  const { register, formState } = sending.form
  return (
    <Form
      sending={sending}
      label={t('role.change')}
      draft={`access.role.${userId}`}
      actions={
        <Button type="submit" variant="default" disabled={sending.busy}>
          {t('role.change')}
        </Button>
      }
    >
      <div className={classes.inline}>
        <NativeSelect
          label={t('role.new')}
          error={fieldText(formState.errors.role)}
          data={roles.map((role) => ({ value: role, label: t(`shell:roles.${role}`) }))}
          {...register('role', { validate: (role) => role !== seen || 'unchanged' })}
        />
        <TextInput
          label={t('reason.label')}
          maxLength={500}
          autoComplete="off"
          error={fieldText(formState.errors.reason)}
          {...register('reason', reasonRules)}
        />
      </div>
    </Form>
  )
}

/** Ending access, giving it back, and inviting again whoever has not come in yet. */
const Entry = ({ person, changed }: Props) => {
  const { t } = useTranslation('permissions')
  const [asking, setAsking] = useState<'end' | 'restore' | null>(null)
  const [invited, setInvited] = useState<'sent' | { failure: unknown } | null>(null)
  const mayInvite = useCan('bt_ModulosPermisos', 'create')
  const { id: userId, fullName: name, state } = person
  const invite = (): void => {
    call(inviteAgain, { params: { userId }, body: {} }).then(
      () => setInvited('sent'),
      (failure: unknown) => setInvited({ failure }),
    )
  }
  const send = async (reason: string): Promise<void> => {
    const input = { params: { userId }, body: { reason } }
    if (asking === 'restore') return changed(await call(restoreAccess, input))
    await call(endAccess, input)
    await changed({ state: 'done', approvalId: null })
  }
  return (
    <div className={classes.entry}>
      <div className={classes.buttons}>
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
      <Failure of={invited !== null && invited !== 'sent' ? invited.failure : null} />
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
export const AccessSection = ({ person, changed }: Props) => {
  const { t } = useTranslation(['permissions', 'shell', 'common'])
  const format = useFormat()
  const facts = [
    [t('fields.role'), t(`shell:roles.${person.role}`)],
    [t('fields.state'), accessBadge(person.state, t(`states.${person.state}`))],
    ...(person.endedAt ? [[t('fields.endedAt'), format.dateTime(person.endedAt)] as const] : []),
    [
      t('fields.secondFactor'),
      factorBadge(person.hasSecondFactor, t(person.hasSecondFactor ? 'common:yes' : 'common:no')),
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
      {person.mayEdit && person.state === 'working' && <RoleForm key={person.role} person={person} changed={changed} />}
      {person.mayEdit && <Entry person={person} changed={changed} />}
    </Section>
  )
}
