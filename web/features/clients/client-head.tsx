import { ActionIcon, Button, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy, IconLock, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ClientDetail } from '#contract/clients/client.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { AddressBadge, DniBadge, VerificationBadge } from '#web/domain/client-badges.tsx'
import { RecordNavigation } from '#web/ui/list/record-trail.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { ClientOperability } from './client-operability.tsx'
import classes from './clients.module.css'
import { isCompanyWithoutDocument } from './has-no-document.ts'

const CopyableValue = ({ value }: { value: string }) => {
  const { t } = useTranslation(['clients', 'client', 'common'])
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-label={copied ? t('common:copied') : t('client:client.copy', { value })}
          onClick={copy}
        >
          {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
        </ActionIcon>
      )}
    </CopyButton>
  )
}

const ClientCheckItem = ({ label, children }: { label: string; children: ReactNode }) => (
  <li>
    <span className={classes.checkLabel}>{label}</span> {children}
  </li>
)

/** Name, CVL and what has been checked of a client. */
export const ClientHead = ({ client }: { client: ClientDetail }) => {
  const { t } = useTranslation(['clients', 'client'])
  const mayOpen = usePermission('bt_Pendientes', 'create')
  const manager = client.staff.find(({ role }) => role === 'manager')
  return (
    <PageHead
      title={[client.name, client.surname].filter(Boolean).join(' ')}
      context={
        <span className={classes.context}>
          <span className={classes.cvl}>
            {client.cvl} <CopyableValue value={client.cvl} />
          </span>
          {[t(`kind.${client.kind}`), client.zoneName, manager?.name ?? t('client:client.noManager')].map((part) => (
            <span key={part}>{part}</span>
          ))}
        </span>
      }
      action={
        <>
          {mayOpen && (
            <Button
              component={Link}
              to={`/clientes/${client.id}/cuentas/nueva`}
              leftSection={<IconPlus size={16} aria-hidden />}
            >
              {t('client:client.openAccount')}
            </Button>
          )}
          <RecordNavigation />
        </>
      }
    >
      <ul className={classes.checks}>
        <ClientCheckItem label={t('fields.kyc')}>
          <VerificationBadge status={client.kycStatus} />
        </ClientCheckItem>
        {!isCompanyWithoutDocument(client) && (
          <ClientCheckItem label={t('fields.dni')}>
            <DniBadge status={client.dniStatus} />
          </ClientCheckItem>
        )}
        <ClientCheckItem label={t('fields.addressProof')}>
          <AddressBadge status={client.addressStatus} />
        </ClientCheckItem>
      </ul>
      <ClientOperability verdict={client.canOperate} />
    </PageHead>
  )
}

/** Says that a client is blocked, since when and why. Nothing for one who isn't. */
export const BlockedClientNotice = ({ client: { blockKind, blockReason, blockedAt } }: { client: ClientDetail }) => {
  const { t } = useTranslation(['clients', 'client'])
  const format = useFormatters()
  if (!blockKind) return null
  return (
    <div role="alert" className={classes.blocked}>
      <IconLock size={18} aria-hidden />
      <div>
        <strong>{t(`client:client.blocked.${blockKind}`)}</strong>
        <div>
          {blockedAt && <>{t('client:client.blocked.since', { date: format.dateTime(blockedAt) })}. </>}
          {blockReason ?? (blockKind === 'legal' && t('client:client.blocked.restricted'))}
        </div>
      </div>
    </div>
  )
}
