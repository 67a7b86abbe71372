import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { type SubmitEvent, useRef, useState } from 'react'
import {
  getInfoFormTextLength,
  type InfoFormField,
  infoFormFieldKinds,
  infoFormFields,
  listInfoFormGroups,
  maxChildren,
} from '#contract/info-forms/fields.ts'
import { answerInfoForm, type ClientInfoForm } from '#contract/info-forms.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import {
  emptyInfoFormValues,
  findTypedFault,
  type InfoFormValues,
  isFieldShown,
  toInfoFormContent,
} from '#web/domain/info-forms/form-values.ts'
import { useInfoFormTexts } from '#web/domain/info-forms/use-info-form-texts.ts'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { CodeStep } from './code-step.tsx'
import classes from './link-page.module.css'
import { LinkPage } from './link-page.tsx'

type Kind = ClientInfoForm['kind']

type FieldProps = { field: InfoFormField; kind: Kind; typed: string; isTried: boolean; onType: (typed: string) => void }

const AnswerField = ({ field, kind, typed, isTried, onType }: FieldProps) => {
  const { t } = useTranslation('public-links')
  const { getLabel, listOptions } = useInfoFormTexts(kind)
  const [isLeft, setLeft] = useState(false)
  const fault = isTried || isLeft ? findTypedFault(field, typed) : undefined
  const error = fault && (fault === 'amount' ? t('form.amount') : t('form.count', { max: maxChildren }))
  const props = {
    label: getLabel(field),
    size: 'md',
    value: typed,
    error,
    maxLength: getInfoFormTextLength(field),
    onBlur: () => setLeft(true),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onType(currentTarget.value),
  } as const
  const options = listOptions(field)
  if (options.length > 0) {
    const { maxLength: _, ...choice } = props
    return <NativeSelect {...choice} data={[{ value: '', label: t('form.choose') }, ...options]} />
  }
  const fieldKind = infoFormFieldKinds[field]
  if (fieldKind === 'lines') return <Textarea {...props} autosize minRows={2} maxRows={8} />
  if (fieldKind === 'money') return <TextInput {...props} maxLength={24} inputMode="decimal" rightSection="€" />
  if (fieldKind === 'count') return <TextInput {...props} maxLength={2} inputMode="numeric" />
  return <TextInput {...props} />
}

/** What is about to be sent, to be seen once more. */
const AnswerSummary = ({ values, kind }: { values: InfoFormValues; kind: Kind }) => {
  const { t } = useTranslation('public-links')
  const { getLabel, formatValue } = useInfoFormTexts(kind)
  const answers = toInfoFormContent(values, kind)
  return (
    <dl className={classes.summary} aria-label={t('form.summary')}>
      {infoFormFields
        .filter((field) => answers[field] !== null)
        .map((field) => (
          <div key={field}>
            <dt>{getLabel(field)}</dt>
            <dd>{formatValue(field, answers[field])}</dd>
          </div>
        ))}
    </dl>
  )
}

type Props = {
  token: string
  kind: Kind
  firm: string | null
  email: string
  expiresAt: string | null
  onAnswered: () => void
  onUsed: () => Promise<void>
}

/** Fills in, confirms with a code. What was typed stays while one goes back and forth. */
export const FormAnswers = ({ token, kind, firm, email, expiresAt, onAnswered, onUsed }: Props) => {
  const { t } = useTranslation('public-links')
  const format = useFormatters()
  const { getGroupTitle } = useInfoFormTexts(kind)
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState<InfoFormValues>(emptyInfoFormValues)
  const [isTried, setTried] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const answers = toInfoFormContent(values, kind)
  const isEmpty = infoFormFields.every((field) => answers[field] === null)
  const next = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setTried(true)
    const isWrong = infoFormFields.some(
      (field) => isFieldShown(values, field) && findTypedFault(field, values[field]) !== undefined,
    )
    if (!isWrong && !isEmpty) {
      setConfirming(true)
      return
    }
    // Once what is wrong is marked.
    requestAnimationFrame(() => {
      const field = form.current?.querySelector<HTMLElement>(isWrong ? '[aria-invalid="true"]' : 'select, input')
      field?.focus()
    })
  }
  const send = async (access: string): Promise<void> => {
    await callEndpoint(answerInfoForm, { body: { token, access, answers } })
    onAnswered()
  }
  if (isConfirming)
    return (
      <LinkPage title={t('code.title')} firm={firm}>
        <CodeStep
          token={token}
          email={email}
          submit={t('form.confirm')}
          onAccess={send}
          onBack={() => setConfirming(false)}
          onUsed={onUsed}
        >
          <AnswerSummary values={values} kind={kind} />
        </CodeStep>
      </LinkPage>
    )
  const lead = t(kind === 'company' ? 'form.companyLead' : 'form.lead', { email })
  return (
    <LinkPage
      title={t('form.title', { firm: firm ?? 'Atalaya' })}
      lead={`${lead} ${t('form.until', { date: format.dateTime(expiresAt) })}`}
      firm={firm}
    >
      <form ref={form} className={classes.form} onSubmit={next} noValidate>
        {listInfoFormGroups(kind).map(({ group, fields }) => (
          <section key={group} className={classes.consent} aria-labelledby={`form-${group}`}>
            <h2 id={`form-${group}`} className={classes.heading}>
              {getGroupTitle(group)}
            </h2>
            {fields
              .filter((field) => isFieldShown(values, field))
              .map((field) => (
                <AnswerField
                  key={field}
                  field={field}
                  kind={kind}
                  typed={values[field]}
                  isTried={isTried}
                  onType={(typed) => setValues({ ...values, [field]: typed })}
                />
              ))}
          </section>
        ))}
        {isTried && isEmpty && (
          <p role="alert" className={classes.missing}>
            {t('form.empty')}
          </p>
        )}
        <SubmitButton size="lg" fullWidth busy={false}>
          {t('form.next')}
        </SubmitButton>
      </form>
    </LinkPage>
  )
}
