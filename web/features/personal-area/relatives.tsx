import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type DeclaringColleague,
  declareRelative,
  endRelative,
  familyRelations,
  inverseFamilyRelations,
  listRelatives,
  type Relative,
  relativeGraceDays,
} from '#contract/approvals/relatives.ts'
import { CallError, callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import layoutClasses from '#web/ui/layout.module.css'
import { Section } from '#web/ui/section.tsx'
import { FailureMessage, SuccessMessage } from '#web/ui/status-messages.tsx'
import textClasses from '#web/ui/text.module.css'
import classes from './personal.module.css'

const relativesQuery = buildQueryOptions(listRelatives, {})
const cvlPattern = /^[A-Z0-9][A-Z0-9-]{2,19}$/
const normalizeCvl = (typed: string): string => typed.trim().toUpperCase()

type RelativeFormValues = { cvl: string; relation: (typeof familyRelations)[number] | '' }

const DeclareRelativeForm = ({ onDeclared }: { onDeclared: (cvl: string) => void }) => {
  const { t } = useTranslation('personal-area')
  const sending = useSubmitForm<RelativeFormValues>({
    defaults: { cvl: '', relation: '' },
    submit: async ({ cvl, relation }) => {
      if (relation === '') return
      try {
        await callEndpoint(declareRelative, { body: { cvl: normalizeCvl(cvl), relation } })
      } catch (error) {
        // Nobody has it: that belongs to the field.
        if (!(error instanceof CallError) || error.status !== 404) throw error
        form.setError('cvl', { message: 'unknown' }, { shouldFocus: true })
        return
      }
      onDeclared(normalizeCvl(cvl))
      form.reset({ cvl: '', relation: '' })
    },
  })
  const { form } = sending
  const { errors } = form.formState
  return (
    <Form
      formState={sending}
      label={t('relatives.declare')}
      actions={
        <SubmitButton variant="default" busy={sending.busy}>
          {t('relatives.declare')}
        </SubmitButton>
      }
    >
      <TextInput
        label={t('relatives.cvl')}
        description={t('relatives.cvlHint')}
        className={classes.field}
        error={errors.cvl && t(errors.cvl.message === 'unknown' ? 'relatives.unknown' : 'relatives.wrongCvl')}
        maxLength={20}
        autoComplete="off"
        {...form.register('cvl', {
          required: 'required',
          validate: (typed) => cvlPattern.test(normalizeCvl(typed)) || 'format',
        })}
      />
      <NativeSelect
        label={t('relatives.relation')}
        className={classes.field}
        error={errors.relation && t('relatives.choose')}
        data={[
          { value: '', label: '' },
          ...familyRelations.map((value) => ({ value, label: t(`relatives.relations.${value}`) })),
        ]}
        {...form.register('relation', { required: 'required' })}
      />
    </Form>
  )
}

const RelativeRow = ({ relative, onEnd }: { relative: Relative; onEnd: () => void }) => {
  const { t } = useTranslation('personal-area')
  const shown = useFormatters()
  const { kind, cvl, name, relation, declaredAt, endedAt } = relative
  return (
    <li className={classes.row}>
      <IconUsers className={classes.rowIcon} size={20} stroke={1.6} aria-hidden />
      <div className={classes.rowWords}>
        <strong>{name ? `${name} · ${cvl}` : cvl}</strong>
        <span>{`${t(`relatives.relations.${relation}`)} · ${t(`relatives.kinds.${kind}`)}`}</span>
        <span>
          {endedAt
            ? t('relatives.over', { from: shown.dateTime(declaredAt), to: shown.dateTime(endedAt) })
            : t('relatives.since', { from: shown.dateTime(declaredAt) })}
        </span>
      </div>
      {!endedAt && (
        <Button variant="default" size="xs" aria-label={t('relatives.endNamed', { who: name ?? cvl })} onClick={onEnd}>
          {t('relatives.end')}
        </Button>
      )}
    </li>
  )
}

/** Colleagues who have declared me: what they have declared counts for me once I confirm it. */
const DeclarerList = ({
  declarers,
  onConfirm,
}: {
  declarers: DeclaringColleague[]
  onConfirm: (one: DeclaringColleague) => void
}) => {
  const { t } = useTranslation('personal-area')
  const shown = useFormatters()
  return (
    <Section title={t('relatives.declarersTitle')} description={t('relatives.declarersLead')}>
      <ul className={classes.rows}>
        {declarers.map((declarer) => {
          const { id, name, cvl, relation, declaredAt } = declarer
          return (
            <li key={id} className={classes.row}>
              <IconUsers className={classes.rowIcon} size={20} stroke={1.6} aria-hidden />
              <div className={classes.rowWords}>
                <strong>{`${name} · ${cvl}`}</strong>
                <span>{t(`relatives.relations.${inverseFamilyRelations[relation]}`)}</span>
                <span>{t('relatives.since', { from: shown.dateTime(declaredAt) })}</span>
              </div>
              <Button
                variant="default"
                size="xs"
                aria-label={t('relatives.confirmNamed', { who: name })}
                onClick={() => onConfirm(declarer)}
              >
                {t('relatives.confirm')}
              </Button>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

/** Relatives among colleagues and clients: nobody decides on the records of those that they have declared. */
export const Relatives = () => {
  const { t } = useTranslation(['personal-area', 'list'])
  const { data, error, refetch } = useQuery(relativesQuery)
  const [ending, setEnding] = useState<Relative | null>(null)
  const [message, setMessage] = useState<string | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data)
    return <div className={layoutClasses.skeleton} role="status" aria-busy="true" aria-label={t('list:loading')} />
  const changed = (words: string): void => {
    setFailure(null)
    setMessage(words)
  }
  const end = async ({ id, name, cvl }: Relative): Promise<void> => {
    try {
      await callEndpoint(endRelative, { params: { relativeId: id } })
      changed(t('relatives.ended', { who: name ?? cvl }))
    } catch (reason) {
      setMessage(null)
      setFailure(reason)
    }
  }
  const confirm = async ({ cvl, relation }: DeclaringColleague): Promise<void> => {
    try {
      await callEndpoint(declareRelative, { body: { cvl, relation: inverseFamilyRelations[relation] } })
      changed(t('relatives.declared', { cvl }))
    } catch (reason) {
      setMessage(null)
      setFailure(reason)
    }
  }
  return (
    <>
      {data.declarers.length > 0 && (
        <DeclarerList declarers={data.declarers} onConfirm={(declarer) => void confirm(declarer)} />
      )}
      <Section title={t('relatives.title')} description={t('relatives.lead')}>
        <SuccessMessage>{message}</SuccessMessage>
        <FailureMessage of={failure} />
        {data.relatives.length > 0 ? (
          <ul className={classes.rows}>
            {data.relatives.map((relative) => (
              <RelativeRow key={relative.id} relative={relative} onEnd={() => setEnding(relative)} />
            ))}
          </ul>
        ) : (
          <p className={textClasses.lead}>{t(data.mayDeclare ? 'relatives.none' : 'relatives.notStaff')}</p>
        )}
        {data.mayDeclare && (
          <DeclareRelativeForm onDeclared={(cvl) => void changed(t('relatives.declared', { cvl }))} />
        )}
        {ending && (
          <ConfirmDialog
            title={t('relatives.endTitle', { who: ending.name ?? ending.cvl })}
            text={t('relatives.endText', { days: relativeGraceDays })}
            action={t('relatives.end')}
            onConfirm={() => void end(ending)}
            onClose={() => setEnding(null)}
          />
        )}
      </Section>
    </>
  )
}
