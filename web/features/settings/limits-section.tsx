import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import type { Role } from '#contract/permissions.ts'
import { type RoleLimitKind, removeRoleLimit } from '#contract/settings/payments.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ReasonDialog } from '#web/ui/form/reason-dialog.tsx'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import { Section } from '#web/ui/section.tsx'
import { LimitForm } from './limit-form.tsx'
import classes from './settings.module.css'

type RoleLimit = { role: Role; validFrom: string; limit: string; setBy: string | null }
type RoleLimitRow = RoleLimit & { id: string; state: 'current' | 'coming' | 'past' }

/** Of each role the newest that has begun is the one that holds. They come with the newest first. */
const addLimitStates = (limits: readonly RoleLimit[], today: string): RoleLimitRow[] => {
  const seen = new Set<Role>()
  return limits.map((one) => {
    const limit = { ...one, id: `${one.role} ${one.validFrom}` }
    if (limit.validFrom > today) return { ...limit, state: 'coming' }
    const state = seen.has(limit.role) ? 'past' : 'current'
    seen.add(limit.role)
    return { ...limit, state }
  })
}

const limitTextKeys = {
  withdrawal: { title: 'withdrawal.title', lead: 'withdrawal.lead', limit: 'withdrawal.limit' },
  contribution: { title: 'contribution.title', lead: 'contribution.lead', limit: 'contribution.limit' },
  bonus: { title: 'bonus.title', lead: 'bonus.lead', limit: 'bonus.limit' },
} as const

type Props = {
  kind: RoleLimitKind
  rows: readonly RoleLimit[]
  mayEdit: boolean
}

/** The dated limits of one kind: those that hold and those to come; the past ones on asking. */
export const LimitsSection = ({ kind, rows, mayEdit }: Props) => {
  const { t } = useTranslation(['limits', 'shell'])
  const format = useFormatters()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const [past, setPast] = useState(false)
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<RoleLimitRow | null>(null)
  const columns: readonly RowColumn<RoleLimitRow, never>[] = [
    { key: 'role', label: t('fields.role'), phone: 1, cell: (role) => t(`shell:roles.${role}`) },
    { key: 'limit', label: t(limitTextKeys[kind].limit), align: 'end', phone: 3 },
    { key: 'validFrom', label: t('fields.validFrom'), phone: 2, cell: format.date },
    { key: 'setBy', label: t('fields.setBy'), cell: (name) => name ?? '–' },
    {
      key: 'state',
      label: t('fields.state'),
      cell: (state, row) => (
        <span className={classes.rowEnd}>
          {t(`states.${state}`)}
          {mayEdit && state === 'coming' && (
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={t('removeNamed', {
                role: t(`shell:roles.${row.role}`),
                date: format.date(row.validFrom),
              })}
              onClick={() => setRemoving(row)}
            >
              {t('remove')}
            </Button>
          )}
        </span>
      ),
    },
  ]
  const shown = addLimitStates(rows, today).filter(({ state }) => past || state !== 'past')
  return (
    <Section
      id={`limits-${kind}`}
      title={t(limitTextKeys[kind].title)}
      description={t(limitTextKeys[kind].lead)}
      state={
        mayEdit && (
          <Button variant="default" onClick={() => setAdding(true)}>
            {t('add')}
          </Button>
        )
      }
    >
      <Checkbox label={t('history')} checked={past} onChange={({ currentTarget }) => setPast(currentTarget.checked)} />
      <DataTable label={t(limitTextKeys[kind].title)} columns={columns} rows={shown} dense />
      {removing && (
        <ReasonDialog
          title={t('removeTitle')}
          text={t('removeNamed', { role: t(`shell:roles.${removing.role}`), date: format.date(removing.validFrom) })}
          action={t('propose')}
          label={t('reason')}
          hint={t('reasonHint')}
          onSend={async (reason) => {
            const { role, validFrom } = removing
            await callEndpoint(removeRoleLimit, {
              params: { kind, role, validFrom },
              body: { reason: reason.trim() },
            })
          }}
          onClose={() => setRemoving(null)}
        />
      )}
      {adding && <LimitForm kind={kind} onClose={() => setAdding(false)} />}
    </Section>
  )
}
