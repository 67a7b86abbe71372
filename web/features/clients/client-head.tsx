import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClientDetail } from '#contract/clients/client.ts'
import { useFormatters } from '#web/core/format.ts'
import { AddressBadge, DniBadge, VerificationBadge } from '#web/domain/client-badges.tsx'
import { CopyableValue } from '#web/ui/copyable-value.tsx'
import { ClientOperability } from './client-operability.tsx'
import { clientSections } from './client-record-links.ts'
import { ClientSectionLink } from './client-section-link.tsx'
import classes from './clients.module.css'
import { isCompanyWithoutDocument } from './has-no-document.ts'

const ClientCheckItem = ({ label, children }: { label: string; children: ReactNode }) => (
  <li>
    <span className={classes.checkLabel}>{label}</span> {children}
  </li>
)

/** CVL, kind, zone and manager of a client, in one line. */
export const ClientContext = ({ client }: { client: ClientDetail }) => {
  const { t } = useTranslation(['clients', 'client'])
  const manager = client.staff.find(({ role }) => role === 'manager')
  const parts = [t(`kind.${client.kind}`), client.zoneName, manager?.name ?? t('client:client.noManager')]
  return (
    <span className={classes.context}>
      <CopyableValue value={client.cvl} />
      {parts.map((part) => (
        <span key={part}>{part}</span>
      ))}
    </span>
  )
}

/** What has been checked of a client, and whether they can operate: each leads to what it is about. */
export const ClientChecks = ({ client }: { client: ClientDetail }) => {
  const { t } = useTranslation(['clients', 'client'])
  return (
    <div className={classes.checkLine}>
      <ul className={classes.checks}>
        <ClientCheckItem label={t('fields.kyc')}>
          <ClientSectionLink clientId={client.id} to={clientSections.documents}>
            <VerificationBadge status={client.kycStatus} />
          </ClientSectionLink>
        </ClientCheckItem>
        <ClientCheckItem label={t('fields.dni')}>
          {isCompanyWithoutDocument(client) ? (
            t('notApplicable')
          ) : (
            <ClientSectionLink clientId={client.id} to={clientSections.identity}>
              <DniBadge status={client.dniStatus} />
            </ClientSectionLink>
          )}
        </ClientCheckItem>
        <ClientCheckItem label={t('fields.addressProof')}>
          <ClientSectionLink clientId={client.id} to={clientSections.contact}>
            <AddressBadge status={client.addressStatus} />
          </ClientSectionLink>
        </ClientCheckItem>
      </ul>
      <ClientOperability client={client} />
    </div>
  )
}

/** Says that a client is blocked, since when and why. Nothing for one who isn't. */
export const BlockedClientNotice = ({ client: { blockKind, blockReason, blockedAt } }: { client: ClientDetail }) => {
  const { t } = useTranslation(['clients', 'client'])
  const format = useFormatters()
  if (!blockKind) return null
  return (
    <div role="alert" id="block" tabIndex={-1} className={classes.blocked}>
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
