import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ClientDetail } from '#contract/clients/client.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
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
          <ClientSectionLink clientId={client.id} to={clientSections.kyc}>
            <VerificationBadge status={client.kycStatus} />
          </ClientSectionLink>
        </ClientCheckItem>
        <ClientCheckItem label={t('fields.dni')}>
          {isCompanyWithoutDocument(client) ? (
            t('notApplicable')
          ) : (
            <ClientSectionLink clientId={client.id} to={clientSections.kyc}>
              <DniBadge status={client.dniStatus} />
            </ClientSectionLink>
          )}
        </ClientCheckItem>
        <ClientCheckItem label={t('fields.addressProof')}>
          <ClientSectionLink clientId={client.id} to={clientSections.kyc}>
            <AddressBadge status={client.addressStatus} />
          </ClientSectionLink>
        </ClientCheckItem>
      </ul>
      <ClientOperability client={client} />
    </div>
  )
}

/** Says of each block since when, by whom and why. Nothing for a client who isn't blocked. */
export const BlockedClientNotice = ({
  client: { id, blocks },
  onLift,
}: {
  client: ClientDetail
  /** Asks why a block should be lifted; undefined for who may not. */
  onLift: ((kind: ClientDetail['blocks'][number]['kind']) => void) | undefined
}) => {
  const { t } = useTranslation(['clients', 'client', 'client-blocks', 'estates'])
  const format = useFormatters()
  if (blocks.length === 0) return null
  return (
    <div role="alert" id="block" tabIndex={-1} className={classes.blocks}>
      {blocks.map(({ kind, reason, since, byName, expectedEnd }) => (
        <div key={kind} className={classes.blocked}>
          <IconLock size={18} aria-hidden />
          <div>
            <strong>{t(`client:client.blocked.${kind}`)}</strong>
            <div>
              {[
                since && t('client:client.blocked.since', { date: format.dateTime(since) }),
                byName && t('client-blocks:by', { name: byName }),
                expectedEnd && t('client-blocks:until', { date: format.date(expectedEnd) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </div>
            <div>{reason ?? t('client:client.blocked.restricted')}</div>
            {kind === 'death' && <Link to={`/clientes/${id}/fallecimiento`}>{t('estates:open')}</Link>}
          </div>
          {onLift && (
            <Button variant="default" size="xs" onClick={() => onLift(kind)}>
              {t('client-blocks:lift')}
            </Button>
          )}
        </div>
      ))}
    </div>
  )
}
