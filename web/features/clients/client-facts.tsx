import { useTranslation } from 'react-i18next'
import type { ClientDetail } from '#contract/clients/client.ts'
import { useCountryName } from '#web/core/country-name.ts'
import { formatPhone, useFormatters } from '#web/core/format.ts'
import { CopyableValue } from '#web/ui/copyable-value.tsx'
import { FactCard } from '#web/ui/record-cards.tsx'
import classes from './clients.module.css'
import { isCompanyWithoutDocument } from './has-no-document.ts'

/** DNI, NIE, RFC ... are words of their own; 'other' says nothing. */
const formatDocumentKind = (kind: string | null): string =>
  kind === null || kind === 'other' ? '' : kind.toUpperCase()

/** What is known of a client: identity, contact, relationship, and who looks after them. */
export const ClientFacts = ({ client }: { client: ClientDetail }) => {
  const { t } = useTranslation(['clients', 'client'])
  const format = useFormatters()
  const countryName = useCountryName()
  const identityKind =
    client.identityKind === 'passport' ? t('client:client.passport') : formatDocumentKind(client.identityKind)
  const validity = client.dniStatus === 'permanent' ? t('dniState.permanent') : format.date(client.dniValidUntil)
  const { email, phone, nationality, postalCode, city, province, formOn } = client
  const elsewhere = province !== city && province
  return (
    <div id="facts" tabIndex={-1} className={classes.factCards}>
      <FactCard
        id="identity"
        title={t('client:client.identity')}
        facts={[
          [
            t('fields.identityNumber'),
            client.identityNumber && (
              <CopyableValue value={client.identityNumber}>
                {[identityKind, client.identityNumber].filter(Boolean).join(' ')}
              </CopyableValue>
            ),
          ],
          [t('fields.dniValidUntil'), isCompanyWithoutDocument(client) ? t('notApplicable') : validity],
          [t(client.kind === 'company' ? 'fields.foundedOn' : 'fields.birthDate'), format.date(client.birthDate)],
          [t('fields.nationality'), nationality && countryName(nationality)],
        ]}
      />
      <FactCard
        id="contact"
        title={t('client:client.contact')}
        facts={[
          [t('fields.phone'), phone && <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{formatPhone(phone)}</a>],
          [t('fields.email'), email && <a href={`mailto:${email}`}>{email}</a>],
          [t('client:client.streetAddress'), client.street],
          [t('fields.city'), [[postalCode, city].filter(Boolean).join(' '), elsewhere].filter(Boolean).join(', ')],
          [t('fields.country'), countryName(client.country)],
        ]}
      />
      <FactCard
        id="relation"
        title={t('client:client.relation')}
        facts={[
          [t('fields.registeredOn'), format.date(client.registeredOn)],
          [t('fields.channel'), t(`client:channelName.${client.channel}`)],
          [t('fields.zone'), client.zoneName],
          [t('fields.form'), t(`client:formState.${client.formStatus}`) + (formOn ? ` · ${format.date(formOn)}` : '')],
          [t('fields.lopd'), t(`client:lopdState.${client.lopdStatus}`)],
        ]}
      />
      <FactCard
        title={t('client:client.staff')}
        facts={client.staff.map(({ role, name, since, cvl }) => [
          t(`client:staffRole.${role}`),
          <span key={cvl}>
            {name} <span className={classes.since}>{t('client:client.since', { date: format.date(since) })}</span>
          </span>,
        ])}
      >
        {client.staff.length === 0 && <p className={classes.muted}>{t('client:client.noStaff')}</p>}
      </FactCard>
    </div>
  )
}
