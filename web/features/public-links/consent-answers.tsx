import { type SubmitEvent, useRef, useState } from 'react'
import { answerConsents, type readConsents } from '#contract/consents.ts'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { CallError, callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { Notice } from '#web/ui/status-messages.tsx'
import textClasses from '#web/ui/text.module.css'
import { CodeStep } from './code-step.tsx'
import classes from './link-page.module.css'
import { LinkPage } from './link-page.tsx'

export type LinkAnswer = ResponseBody<typeof readConsents>
type PublicConsent = LinkAnswer['consents'][number]
type Decision = 'signed' | 'refused'
type Decisions = Partial<Record<PublicConsent['purpose'], Decision>>

const decisions = ['signed', 'refused'] as const

type ConsentFieldsProps = {
  consent: PublicConsent
  value: Decision | undefined
  isMissing: boolean
  onChoose: (decision: Decision) => void
}

/** One text with its two answers; none is chosen beforehand. */
const ConsentFields = ({ consent, value, isMissing, onChoose }: ConsentFieldsProps) => {
  const { t } = useTranslation('public-links')
  const { purpose, title, body, version } = consent
  const errorId = `${purpose}-missing`
  return (
    <section className={classes.consent} aria-labelledby={`${purpose}-title`}>
      <h2 id={`${purpose}-title`} className={classes.heading}>
        {title}
      </h2>
      {version !== null && <span className={textClasses.quiet}>{t('consent.version', { version })}</span>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard. */}
      <section className={classes.text} tabIndex={0} aria-label={title}>
        {body}
      </section>
      <fieldset
        className={classes.choices}
        aria-label={t('consent.choice', { title })}
        aria-describedby={isMissing ? errorId : undefined}
      >
        {decisions.map((decision) => (
          <label key={decision} className={classes.choice}>
            <input
              type="radio"
              name={purpose}
              value={decision}
              checked={value === decision}
              aria-invalid={isMissing || undefined}
              onChange={() => onChoose(decision)}
            />
            {t(decision === 'signed' ? 'consent.sign' : 'consent.refuse')}
          </label>
        ))}
      </fieldset>
      {isMissing && (
        <p id={errorId} className={classes.missing}>
          {t('consent.missing')}
        </p>
      )}
      {purpose === 'information' && value === 'refused' && <p className={textClasses.hint}>{t('consent.gate')}</p>}
    </section>
  )
}

const ChosenSummary = ({ consents, chosen }: { consents: readonly PublicConsent[]; chosen: Decisions }) => {
  const { t } = useTranslation('public-links')
  return (
    <dl className={classes.summary} aria-label={t('summary.title')}>
      {decisions.map((decision) => {
        const own = consents.filter(({ purpose }) => chosen[purpose] === decision)
        if (own.length === 0) return null
        return (
          <div key={decision}>
            <dt>{t(decision === 'signed' ? 'summary.signed' : 'summary.refused')}</dt>
            {own.map(({ purpose, title }) => (
              <dd key={purpose}>{title}</dd>
            ))}
          </div>
        )
      })}
    </dl>
  )
}

type Props = { token: string; link: LinkAnswer; onAnswered: () => void; onOutdated: () => Promise<void> }

/** Reads, chooses, confirms with a code. What was chosen stays while one goes back and forth. */
export const ConsentAnswers = ({ token, link, onAnswered, onOutdated }: Props) => {
  const { t } = useTranslation('public-links')
  const format = useFormatters()
  const form = useRef<HTMLFormElement>(null)
  const [chosen, setChosen] = useState<Decisions>({})
  const [isTried, setIsTried] = useState(false)
  const [isConfirming, setIsConfirming] = useState(false)
  const [hasChanged, setHasChanged] = useState(false)
  const { consents, firm } = link
  const email = link.sentTo ?? ''
  const next = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setIsTried(true)
    const missing = consents.find(({ purpose }) => !chosen[purpose])
    if (missing) form.current?.querySelector<HTMLInputElement>(`input[name="${missing.purpose}"]`)?.focus()
    else setIsConfirming(true)
  }
  const send = async (access: string): Promise<void> => {
    const answers = consents.map(({ purpose, textHash }) => ({
      purpose,
      decision: chosen[purpose] ?? ('refused' as const),
      textHash: textHash ?? '',
    }))
    try {
      await callEndpoint(answerConsents, { body: { token, access, answers } })
      onAnswered()
    } catch (error) {
      if (!(error instanceof CallError && error.code === 'consent.textChanged')) throw error
      await onOutdated()
      setChosen({})
      setIsTried(false)
      setIsConfirming(false)
      setHasChanged(true)
    }
  }
  if (isConfirming)
    return (
      <LinkPage title={t('code.title')} firm={firm}>
        <CodeStep
          token={token}
          email={email}
          submit={t('code.confirmAnswer')}
          onAccess={send}
          onBack={() => setIsConfirming(false)}
          onUsed={onOutdated}
        >
          <ChosenSummary consents={consents} chosen={chosen} />
        </CodeStep>
      </LinkPage>
    )
  return (
    <LinkPage
      title={t('consent.title', { firm: firm ?? 'Atalaya' })}
      lead={`${t('consent.lead', { email })} ${t('consent.until', { date: format.dateTime(link.expiresAt) })}`}
      firm={firm}
    >
      {link.signer && (
        <p className={classes.signer}>
          {t(`consent.signer.${link.signer.capacity}`, {
            name: link.signer.name,
            onBehalfOf: link.signer.onBehalfOf ?? '',
          })}
        </p>
      )}
      {hasChanged && <Notice>{t('consent.changed')}</Notice>}
      <form ref={form} className={classes.form} onSubmit={next} noValidate>
        {consents.map((consent) => (
          <ConsentFields
            key={consent.purpose}
            consent={consent}
            value={chosen[consent.purpose]}
            isMissing={isTried && !chosen[consent.purpose]}
            onChoose={(decision) => setChosen({ ...chosen, [consent.purpose]: decision })}
          />
        ))}
        <SubmitButton size="lg" fullWidth busy={false}>
          {t('consent.next')}
        </SubmitButton>
      </form>
    </LinkPage>
  )
}
