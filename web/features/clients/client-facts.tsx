import { Link } from 'react-router'
import { clientPersonRoles, riskLevelNames } from '#contract/client-data.ts'
import type { ClientDetail } from '#contract/clients/client.ts'
import { useCountryName } from '#web/core/country-name.ts'
import { formatPhone, useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { MailLink } from '#web/domain/mail-link.tsx'
import { CopyableValue } from '#web/ui/copyable-value.tsx'
import { FactCard } from '#web/ui/record-cards.tsx'
import classes from './clients.module.css'
import { isCompanyWithoutDocument } from './has-no-document.ts'

/** DNI, NIE, RFC ... are words of their own; 'other' says nothing. */
const formatDocumentKind = (kind: string | null): string =>
  kind === null || kind === 'other' ? '' : kind.toUpperCase()

/** Street, number, floor and door on one line; of imported clients all of it stands in the street. */
const formatStreet = (
  { streetType, street, streetNumber, floor, door }: ClientDetail,
  nameType: (type: Exclude<ClientDetail['streetType'], null>) => string,
): string | null => {
  if (!street) return null
  const named = streetType && streetType !== 'other' ? `${nameType(streetType)} ${street}` : street
  return [named, streetNumber, [floor, door].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}

/** Who acts for the client or owns them, a card for each role that somebody has. */
const ClientPeopleFacts = ({ people }: Pick<ClientDetail, 'people'>) => {
  const { t } = useTranslation('client-data')
  const format = useFormatters()
  const describe = ({
    powers,
    guardianship,
    share,
    validFrom,
    validTo,
    identityNumber,
    position,
    phone,
    email,
  }: ClientDetail['people'][number]) =>
    [
      identityNumber,
      position,
      phone && formatPhone(phone),
      email,
      powers && t(`powers.${powers}`),
      guardianship && t(`guardianships.${guardianship}`),
      share && format.percent(share),
      validFrom && `${t('fields.validFrom')} ${format.date(validFrom)}`,
      validTo && `${t('fields.validTo')} ${format.date(validTo)}`,
    ]
      .filter(Boolean)
      .join(' · ')
  return clientPersonRoles
    .map((role) => ({ role, own: people.filter((person) => person.role === role) }))
    .filter(({ own }) => own.length > 0)
    .map(({ role, own }) => (
      <FactCard
        key={role}
        title={t(`groups.${role}`)}
        facts={own.map((person) => [[person.name, person.surname].filter(Boolean).join(' '), describe(person)])}
      />
    ))
}

/** What is known of a client: identity, contact, relationship, and who looks after them. */
export const ClientFacts = ({ client }: { client: ClientDetail }) => {
  const { t } = useTranslation(['clients', 'client', 'client-data', 'staff', 'common'])
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
          [t('fields.email'), email && <MailLink email={email} />],
          [t('client:client.streetAddress'), formatStreet(client, (type) => t(`staff:streetTypes.${type}`))],
          [t('fields.city'), [[postalCode, city].filter(Boolean).join(' '), elsewhere].filter(Boolean).join(', ')],
          [t('fields.country'), countryName(client.country)],
          ...(client.taxResidence && client.taxResidence !== client.country
            ? [[t('client-data:fields.taxResidence'), countryName(client.taxResidence)] as const]
            : []),
        ]}
      />
      <FactCard
        id="relation"
        title={t('client:client.relation')}
        facts={[
          [t('fields.registeredOn'), format.date(client.registeredOn)],
          [t('fields.channel'), t(`client:channelName.${client.channel}`)],
          [t('fields.zone'), client.zoneName],
          [t('fields.form'), t(`clients:formState.${client.formStatus}`) + (formOn ? ` · ${format.date(formOn)}` : '')],
          [t('fields.lopd'), t(`client:lopdState.${client.lopdStatus}`)],
          ...(client.contactId
            ? [
                [
                  t('client:client.originContact'),
                  <Link key="contact" to={`/crm/AgendaComercial/contactos/${client.contactId}`}>
                    {t('client:client.openContact')}
                  </Link>,
                ] as const,
              ]
            : []),
        ]}
      />
      <FactCard
        id="prevention"
        title={t('client-data:groups.prevention')}
        facts={[
          [
            t('client-data:fields.riskLevel'),
            t(`client-data:riskLevels.${riskLevelNames[client.riskLevel - 1] ?? 'low'}`),
          ],
          [t('client-data:fields.pep'), t(client.pep ? 'common:yes' : 'common:no')],
          ...(client.pep
            ? [
                [
                  t('client-data:pepApproval.label'),
                  client.pepApprovedAt
                    ? t('client-data:pepApproval.approved', { date: format.dateTime(client.pepApprovedAt) })
                    : t('client-data:pepApproval.pending'),
                ] as const,
              ]
            : []),
          [
            t('client-data:fields.fundsSource'),
            client.fundsSource && t(`client-data:fundsSources.${client.fundsSource}`),
          ],
          [t('client-data:fields.nextReviewOn'), format.date(client.nextReviewOn)],
        ]}
      />
      <ClientPeopleFacts people={client.people} />
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
