import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { type ContactDetail, getContact } from '#contract/contacts.ts'
import { formatPhone, useFormatters } from '#web/core/format.ts'
import { buildPartQuery } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { PersonCalls } from '#web/domain/agenda/person-calls.tsx'
import { PersonFollowUps } from '#web/domain/agenda/person-follow-ups.tsx'
import { PersonMeetings } from '#web/domain/agenda/person-meetings.tsx'
import { usePersonAgenda } from '#web/domain/agenda/use-person-agenda.ts'
import { Amount } from '#web/domain/amount.tsx'
import { MailLink } from '#web/domain/mail-link.tsx'
import { RecordPanels } from '#web/domain/records/record-panels.tsx'
import { FactGrid, type LabelledFact } from '#web/ui/fact-grid.tsx'
import { MissingRecord } from '#web/ui/missing-record.tsx'
import { RecordPage } from '#web/ui/record-page.tsx'
import { ResultMessage } from '#web/ui/result-message.tsx'
import { Section } from '#web/ui/section.tsx'
import { Notice } from '#web/ui/status-messages.tsx'
import textClasses from '#web/ui/text.module.css'
import { useResultMessage } from '#web/ui/use-result-message.ts'
import { ContactActions } from './contact-actions.tsx'
import classes from './contacts.module.css'
import { renderStageBadge } from './stage-badge.tsx'

const ContactFacts = ({ contact }: { contact: ContactDetail }) => {
  const { t } = useTranslation('contacts')
  const format = useFormatters()
  const { email, phone, lostReason, lostNote } = contact
  const facts: readonly LabelledFact[] = [
    [t('fields.phone'), phone && <Anchor href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{formatPhone(phone)}</Anchor>],
    [t('fields.email'), email && <MailLink email={email} />],
    [t('fields.type'), contact.typeName],
    [t('fields.work'), contact.workName],
    [t('fields.amount'), contact.amount && <Amount value={contact.amount} />],
    [t('fields.wantsInvestments'), t(contact.wantsInvestments ? 'yes' : 'no')],
    [t('fields.lopdOn'), format.date(contact.lopdOn)],
    [t('fields.reference'), contact.referenceName],
    [t('fields.source'), contact.sourceName],
    [t('fields.owner'), contact.ownerName],
    [t('fields.stageSince'), format.dateTime(contact.stageSince)],
    [t('fields.createdAt'), format.dateTime(contact.createdAt)],
    [t('fields.createdBy'), contact.createdByName],
    ...(lostReason ? [[t('fields.lostReason'), t(`lostReasons.${lostReason}`)] as const] : []),
    ...(lostNote ? [[t('fields.lostNote'), lostNote, 'wide'] as const] : []),
  ]
  return (
    <Section title={t('detail.facts')}>
      <FactGrid facts={facts} />
    </Section>
  )
}

/** What the staff wrote down, with its lines as they were typed. */
const ContactNotes = ({ contact: { observations, family } }: { contact: ContactDetail }) => {
  const { t } = useTranslation('contacts')
  return (
    <Section title={t('detail.notes')}>
      <p className={classes.text}>{observations || t('detail.none')}</p>
      {family && (
        <>
          <h3 className={classes.subtitle}>{t('detail.family')}</h3>
          <p className={classes.text}>{family}</p>
        </>
      )}
    </Section>
  )
}

/** That they are a client by now, and the way there for whoever sees that client. */
const ConvertedNotice = ({ contact: { client, convertedAt } }: { contact: ContactDetail }) => {
  const { t } = useTranslation('contacts')
  const format = useFormatters()
  if (convertedAt === null) return null
  const date = format.dateTime(convertedAt)
  if (!client) return <Notice>{t('detail.hiddenClient', { date })}</Notice>
  return (
    <Notice>
      {t('detail.isClient', { date })} <Link to={`/clientes/${client.id}`}>{client.cvl}</Link>
    </Notice>
  )
}

const ContactDetails = ({ contact }: { contact: ContactDetail }) => {
  const { t } = useTranslation('contacts')
  const messages = useResultMessage()
  const { id, name, surname, stage, ownerName, ownerCvl } = contact
  return (
    <RecordPage
      title={[name, surname].filter(Boolean).join(' ')}
      context={[ownerName ?? t('nobody'), ownerCvl].filter(Boolean).join(' · ')}
      badges={renderStageBadge(stage, t(`stages.${stage}`))}
      actions={<ContactActions contact={contact} messages={messages} />}
      lead={
        <>
          <ResultMessage messages={messages} />
          <ConvertedNotice contact={contact} />
          {contact.lopdOn === null && !contact.isConverted && stage !== 'lost' && (
            <p className={textClasses.hint}>{t('detail.noConsent')}</p>
          )}
        </>
      }
      side={<ContactFacts contact={contact} />}
    >
      <ContactNotes contact={contact} />
      <PersonFollowUps person={{ contact: id }} messages={messages} />
      <PersonMeetings person={{ contact: id }} />
      <PersonCalls person={{ contact: id }} />
      <RecordPanels entity="contact" recordId={id} />
    </RecordPage>
  )
}

/** One contact: who they are, how far it has come, and what was done with them. */
export default function ContactScreen() {
  const { t } = useTranslation(['contacts', 'list', 'shell'])
  const { contactId = '' } = useParams()
  const { data, error, refetch } = useQuery(buildPartQuery(getContact, { params: { contactId } }))
  const { isLoading } = usePersonAgenda({ contact: contactId })
  if (data && !isLoading) return <ContactDetails key={data.id} contact={data} />
  return (
    <MissingRecord title={t('shell:screens.contact')} failed={t('detail.loadFailed')} error={error} refetch={refetch} />
  )
}
