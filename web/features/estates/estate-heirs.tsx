import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { type Estate, type EstateRecipient, setEstateRecipients } from '#contract/estates.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import { Section } from '#web/ui/section.tsx'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import { useAction } from '#web/ui/use-action.ts'
import classes from './estates.module.css'
import { RecipientDialog, toRecipientBodies } from './recipient-dialog.tsx'

type Props = { estate: Estate; isEditable: boolean }
type OpenDialog = { kind: 'edit'; recipient: EstateRecipient | null } | { kind: 'remove'; recipient: EstateRecipient }

/** Who inherits which part and where each is paid, and those who held accounts with the deceased. */
export const EstateHeirs = ({ estate, isEditable }: Props) => {
  const { t } = useTranslation('estates')
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const close = () => setOpen(null)
  const removal = useAction()
  const columns = useMemo((): readonly RowColumn<EstateRecipient, never>[] => {
    const actions = (recipient: EstateRecipient) => {
      const { name, role, clientId } = recipient
      if (clientId === null) return t('heirs.outside')
      return (
        <span className={classes.actions}>
          <Button
            variant="default"
            size="xs"
            aria-label={t('heirs.editPerson', { name })}
            onClick={() => setOpen({ kind: 'edit', recipient })}
          >
            {t('heirs.edit')}
          </Button>
          {role !== 'co_holder' && (
            <Button
              variant="default"
              size="xs"
              aria-label={t('heirs.removePerson', { name })}
              onClick={() => setOpen({ kind: 'remove', recipient })}
            >
              {t('heirs.remove')}
            </Button>
          )}
        </span>
      )
    }
    return [
      {
        key: 'name',
        label: t('heirs.person'),
        phone: 1,
        cell: (name, { clientId }) => (clientId ? <Link to={`/clientes/${clientId}`}>{name}</Link> : name),
      },
      { key: 'role', label: t('heirs.role'), cell: (role) => t(`roles.${role}`) },
      { key: 'share', label: t('heirs.share'), phone: 2, cell: (share) => share ?? t('heirs.ownShare') },
      {
        key: 'destination',
        label: t('heirs.destination'),
        phone: 3,
        cell: (destination) =>
          destination
            ? t(destination.kind === 'account' ? 'heirs.account' : 'heirs.bankAccount', { label: destination.label })
            : t('heirs.noDestination'),
      },
      ...(isEditable
        ? [
            {
              key: 'id' as const,
              label: t('heirs.edit'),
              isActions: true as const,
              phone: 'beside' as const,
              cell: (_: string, recipient: EstateRecipient) => actions(recipient),
            },
          ]
        : []),
    ]
  }, [t, isEditable])
  const remove = async (recipient: EstateRecipient): Promise<void> => {
    const recipients = toRecipientBodies(estate).filter(
      ({ clientId, role }) => clientId !== recipient.clientId || role !== recipient.role,
    )
    const request = { params: { clientId: estate.clientId }, body: { version: estate.version, recipients } }
    await callEndpoint(setEstateRecipients, request, { refreshOnRefusal: true })
  }
  return (
    <Section
      title={t('heirs.title')}
      description={t('heirs.total', { total: estate.sharesTotal })}
      state={
        isEditable && (
          <Button variant="default" size="xs" onClick={() => setOpen({ kind: 'edit', recipient: null })}>
            {t('heirs.add')}
          </Button>
        )
      }
    >
      {estate.recipients.length > 0 ? (
        <DataTable label={t('heirs.title')} columns={columns} rows={estate.recipients} dense />
      ) : (
        <p>{t('heirs.empty')}</p>
      )}
      <FailureMessage of={removal.failure} />
      {open?.kind === 'edit' && <RecipientDialog estate={estate} recipient={open.recipient} onClose={close} />}
      {open?.kind === 'remove' && (
        <ConfirmDialog
          title={t('heirs.removeTitle', { name: open.recipient.name })}
          text={t('heirs.removeText')}
          action={t('heirs.remove')}
          onConfirm={() => void removal.run(() => remove(open.recipient))}
          onClose={close}
        />
      )}
    </Section>
  )
}
